/**
 * A sweep as a Spark job: {@code spark-submit --class io.vlag.engine.spark.SparkSweep}.
 *
 * <p>Owns: the command line of the job, its tasks. Never does: anything that {@code vlag sweep} and
 * {@code vlag merge} do not; a task is the former for one part, the end of the job the latter.
 * Spark itself is not shipped: {@code spark-submit} brings it.
 */
package io.vlag.engine.spark;
