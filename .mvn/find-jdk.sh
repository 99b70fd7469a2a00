# Finds a JDK for Vlag. POSIX sh, meant to be sourced by mvnw and vlag; starts no JVM and no other process.
#
#   vlag_find_jdk build    needs bin/java and bin/javac
#   vlag_find_jdk run      needs bin/java only
#
# On success VLAG_JDK is the home directory, VLAG_JDK_FEATURE its feature release (25, 26, ...) and VLAG_JDK_BUILD its
# exact build and architecture, fit for a file name. On failure a message that says what to install is on standard error
# and the status is 69 (EX_UNAVAILABLE).
#
# Order: VLAG_JAVA_HOME (must fit, nothing else is tried), JAVA_HOME, java on PATH, then the usual places. Among the usual
# places the lowest feature release from 25 up wins, so that a 25 (long-term support, the one Vlag is tested with) is
# preferred to an early-access build beside it; between equals the first in the list below wins.

VLAG_JDK_MIN=25

# Sets vlag_feature to the feature release of the JDK in $1, or to 0 when $1 is none or lacks what $2 needs.
vlag_jdk_feature() {
    vlag_feature=0
    vlag_build=
    [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 0
    if [ "$2" = build ] && [ ! -x "$1/bin/javac" ]; then
        return 0
    fi
    while IFS='=' read -r vlag_key vlag_value || [ -n "$vlag_key" ]; do
        vlag_value=${vlag_value#\"}
        vlag_value=${vlag_value%\"*}
        case $vlag_key in
            JAVA_VERSION)
                vlag_feature=${vlag_value%%[!0-9]*} # 25.0.3 -> 25, 26-ea -> 26, 1.8.0_402 -> 1
                vlag_feature=${vlag_feature:-0}
                ;;
            IMPLEMENTOR_VERSION | JAVA_RUNTIME_VERSION | OS_ARCH)
                vlag_build=$vlag_build${vlag_build:+-}${vlag_value%%/*}
                ;;
        esac
    done <"$1/release"
    return 0
}

# Accepts the JDK in $1 for use $2 when it is new enough.
vlag_try_jdk() {
    vlag_jdk_feature "$1" "$2"
    [ "$vlag_feature" -ge "$VLAG_JDK_MIN" ] || return 1
    VLAG_JDK=$1
    VLAG_JDK_FEATURE=$vlag_feature
    VLAG_JDK_BUILD=$vlag_build
}

# Sets vlag_home to the home of the first java on PATH, following symbolic links (/usr/bin/java is often a chain of them).
vlag_java_on_path() {
    vlag_home=
    vlag_java=$(command -v java 2>/dev/null) || return 1
    while [ -L "$vlag_java" ]; do
        vlag_link=$(readlink "$vlag_java") || return 1
        case $vlag_link in
            /*) vlag_java=$vlag_link ;;
            *) vlag_java=${vlag_java%/*}/$vlag_link ;;
        esac
    done
    vlag_home=$(CDPATH='' cd -P -- "${vlag_java%/*}/.." 2>/dev/null && pwd) || return 1
}

# Takes for use $1 the JDK of the lowest fitting release among the directories $2...
vlag_lowest_of() {
    vlag_use=$1
    shift
    VLAG_JDK=
    VLAG_JDK_FEATURE=0
    for vlag_home in "$@"; do
        vlag_jdk_feature "$vlag_home" "$vlag_use"
        [ "$vlag_feature" -ge "$VLAG_JDK_MIN" ] || continue
        if [ -z "$VLAG_JDK" ] || [ "$vlag_feature" -lt "$VLAG_JDK_FEATURE" ]; then
            VLAG_JDK=$vlag_home
            VLAG_JDK_FEATURE=$vlag_feature
            VLAG_JDK_BUILD=$vlag_build
        fi
    done
    [ -n "$VLAG_JDK" ]
}

vlag_usual_places() {
    vlag_lowest_of "$1" \
        /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/* /opt/java/* /opt/jdk/* /usr/local/openjdk-* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home \
        "${HOME:-/nonexistent}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        "${HOME:-/nonexistent}"/.sdkman/candidates/java/* \
        "${HOME:-/nonexistent}"/.jdks/* "${HOME:-/nonexistent}"/.jdks/*/Contents/Home
}

vlag_no_jdk() {
    cat >&2 <<EOF
vlag: no Java $VLAG_JDK_MIN or newer found ($1).
Looked at VLAG_JAVA_HOME, JAVA_HOME, java on PATH, /usr/lib/jvm, /opt, /Library/Java, ~/.sdkman and ~/.jdks.
Install one of these, nothing else needs to be set:
  Debian, Ubuntu   apt-get install openjdk-25-jdk-headless    (or temurin-25-jdk, from Adoptium's repository)
  Fedora           dnf install java-25-openjdk-devel
  macOS            brew install openjdk@25
  SDKMAN           sdk install java 25-tem
If it is installed elsewhere, name its directory:  export VLAG_JAVA_HOME=/path/to/jdk-25
EOF
}

vlag_find_jdk() {
    case $1 in
        build) vlag_need="a JDK, with bin/javac" ;;
        *) vlag_need="bin/java" ;;
    esac
    if [ -n "${VLAG_JAVA_HOME-}" ]; then
        vlag_try_jdk "$VLAG_JAVA_HOME" "$1" && return 0
        echo "vlag: VLAG_JAVA_HOME=$VLAG_JAVA_HOME is no Java $VLAG_JDK_MIN or newer; wanted: $vlag_need and a release file" >&2
        return 69
    fi
    if [ -n "${JAVA_HOME-}" ]; then
        vlag_try_jdk "$JAVA_HOME" "$1" && return 0
    fi
    if vlag_java_on_path; then
        vlag_try_jdk "$vlag_home" "$1" && return 0
    fi
    vlag_usual_places "$1" && return 0
    vlag_no_jdk "wanted: $vlag_need"
    return 69
}
