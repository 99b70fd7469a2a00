#!/bin/sh
# A sweep as a Spark job: a task for each part, then the merge. Any executor can be killed; its parts go on elsewhere.
#
#   spark-sweep.sh --master spark://HOST:7077 [other options of spark-submit] -- SWEEP.yaml --parts 64 --out DIR --table T.csv
#
# Vlag, built (./vlag version), the sweep file and DIR have to be at the same path on every host. A sweep does only what
# is missing: the same command goes on after whatever stopped it.
#
#   SPARK_HOME       a Spark 4.2 whose executors run on a Java of 25 or newer
#   VLAG_ARENA_MIB   off-heap memory of an executor, MiB (default 256)
set -eu
home=$(CDPATH='' cd -P -- "$(dirname -- "$0")/../.." && pwd)
: "${SPARK_HOME:?is not set; name the directory of a Spark 4.2}"

jars=
for jar in "$home"/engine/target/vlag-engine-*.jar "$home"/engine/target/lib/*.jar; do
    case $jar in
        *'*'*)
            echo "spark-sweep: nothing is built in $home/engine/target; run ./vlag version there" >&2
            exit 70
            ;;
        *-sources.jar | *-tests.jar | *-javadoc.jar) continue ;;
    esac
    jars=$jars${jars:+:}$jar
done

# The flags of the launcher, and Spark's own logging although Vlag brings a silent one.
flags="--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED
--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED
--add-opens=java.base/java.lang=ALL-UNNAMED
--add-opens=java.base/java.lang.reflect=ALL-UNNAMED
--add-opens=java.base/sun.nio.ch=ALL-UNNAMED
--sun-misc-unsafe-memory-access=allow
--enable-native-access=ALL-UNNAMED
-Dchronicle.analytics.disable=true
-Dvlag.home=$home
-Dvlag.arenaMiB=${VLAG_ARENA_MIB:-256}
-Dslf4j.provider=org.apache.logging.slf4j.SLF4JServiceProvider
-XX:MaxTrivialSize=60"
flags=$(echo "$flags" | tr '\n' ' ')

if [ -x "$SPARK_HOME/bin/spark-submit" ]; then
    set -- "$SPARK_HOME/bin/spark-submit" "$@"
else # only its jars, as batch-configs/cluster/spark/pom.xml gets them
    set -- "${JAVA_HOME:+$JAVA_HOME/bin/}java" $flags -cp "$jars:$SPARK_HOME/jars/*" org.apache.spark.deploy.SparkSubmit "$@"
fi

# Puts what is ours between the options of spark-submit and the arguments of the job.
n=$#
while [ "$n" -gt 0 ]; do
    argument=$1
    shift
    n=$((n - 1))
    if [ "$argument" = -- ]; then
        set -- "$@" \
            --class io.vlag.engine.spark.SparkSweep \
            --driver-java-options "$flags" \
            --driver-class-path "$jars" \
            --conf "spark.executor.extraJavaOptions=$flags" \
            --conf "spark.executor.extraClassPath=$jars" \
            "${jars%%:*}"
    else
        set -- "$@" "$argument"
    fi
done
exec "$@"
