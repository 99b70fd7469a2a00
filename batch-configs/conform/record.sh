#!/usr/bin/env bash
# Records what the scheduler of this machine does with an rt-app workload, in the layout that `vlag conform` reads
# (docs/formats/recordings.md). How to use it: docs/howto/record-your-own-kernel.md.
#
#   record.sh WORKLOAD.json DIR             run it, as root, and write the scenario folder DIR
#   record.sh --convert TRACE.txt OUT.csv.gz   turn the text of an ftrace buffer into trace.csv.gz

set -euo pipefail

TRACING=/sys/kernel/tracing
SCHED=/sys/kernel/debug/sched
EVENTS="sched_switch sched_waking sched_wakeup sched_wakeup_new sched_migrate_task sched_process_exit"
BUFFER_KB=65536

fail() {
    printf 'record.sh: %s\n' "$1" >&2
    exit "${2:-2}"
}

usage() {
    sed -n 's/^#   //p' "$0" >&2
    exit 2
}

# Lines that are no event of the list are passed over. A comma in a task's name becomes "_".
convert() {
    awk '
        function between(text, from, to,    at) {
            at = index(text, from)
            if (!at) {
                return ""
            }
            text = substr(text, at + length(from))
            at = to == "" ? 0 : index(text, to)
            return at ? substr(text, 1, at - 1) : text
        }
        function name(text) {
            gsub(/[",\r]/, "_", text)
            return text
        }
        function row(event, prevPid, prevComm, prevState, nextPid, nextComm, pid, comm, arg1, arg2) {
            printf "%.0f,%d,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n", timeNs, cpu, event, prevPid, prevComm, prevState, nextPid, nextComm, pid, comm, arg1, arg2
        }
        function plain(event, arg1, arg2) {
            row(event, "", "", "", "", "", between(said, " pid=", " "), name(between(said, "comm=", " pid=")), arg1, arg2)
        }
        BEGIN {
            print "time_ns,cpu,event,prev_pid,prev_comm,prev_state,next_pid,next_comm,pid,comm,arg1,arg2"
        }
        match($0, /\[[0-9]+\].* [0-9]+\.[0-9]+: sched_[a-z_]+: /) {
            head = substr($0, RSTART, RLENGTH)
            said = substr($0, RSTART + RLENGTH)
            cpu = substr(head, 2, index(head, "]") - 2) + 0
            match(head, / [0-9]+\.[0-9]+: sched_[a-z_]+: $/)
            split(substr(head, RSTART + 1, RLENGTH - 1), parts, /[. :]+/)
            if (firstS == "") {
                firstS = parts[1]
            }
            timeNs = (parts[1] - firstS) * 1000000000 + substr(parts[2] "000000000", 1, 9)
            if (parts[3] == "sched_switch") {
                row("switch", between(said, " prev_pid=", " "), name(between(said, "prev_comm=", " prev_pid=")), between(said, "prev_state=", " "), between(said, " next_pid=", " "), name(between(said, "next_comm=", " next_pid=")), "", "", "", "")
            } else if (parts[3] == "sched_waking" || parts[3] == "sched_wakeup" || parts[3] == "sched_wakeup_new") {
                plain(substr(parts[3], 7), between(said, "target_cpu=", " ") + 0, "")
            } else if (parts[3] == "sched_migrate_task") {
                plain("migrate", between(said, "orig_cpu=", " ") + 0, between(said, "dest_cpu=", " ") + 0)
            } else if (parts[3] == "sched_process_exit") {
                plain("exit", "", "")
            }
        }
    ' "$1" | gzip -n >"$2"
}

json() {
    printf '%s' "$1" | tr -d '\000-\037' | sed 's/[\\"]/\\&/g'
}

content() {
    if [ -r "$1" ]; then
        tr '\n' ' ' <"$1" | sed 's/ *$//'
    fi
}

ticks_per_second() {
    local config
    for config in "/boot/config-$(uname -r)" /proc/config.gz; do
        if [ -r "$config" ]; then
            gzip -cdf "$config" | sed -n 's/^CONFIG_HZ=//p'
            return
        fi
    done
}

write_meta() {
    local hz
    hz=${HZ:-$(ticks_per_second)}
    [ -n "$hz" ] || fail "no kernel configuration is readable; say the ticks a second as HZ=250 record.sh ..."
    cat <<META
{
 "scenario": "$(json "$1")",
 "kernel": "$(json "$(uname -r)")",
 "kernel_banner": "$(json "$(uname -srvm)")",
 "cpus": $(nproc --all),
 "config": {"HZ": $hz},
 "preempt_mode": "$(json "$(content "$SCHED/preempt")")",
 "knobs": {
  "features": "$(json "$(content "$SCHED/features")")",
  "base_slice_ns": "$(json "$(content "$SCHED/base_slice_ns")")",
  "migration_cost_ns": "$(json "$(content "$SCHED/migration_cost_ns")")",
  "nr_migrate": "$(json "$(content "$SCHED/nr_migrate")")",
  "tunable_scaling": "$(content "$SCHED/tunable_scaling" | sed 's/[^0-9]//g')"
 },
 "runs": [{"rep": 1}]
}
META
}

record() {
    local workload=$1 directory=$2 scenario event
    [ "$(id -u)" = 0 ] || fail "has to run as root: it reads the trace buffer"
    [ -w "$TRACING/tracing_on" ] || fail "$TRACING is not there; mount it with: mount -t tracefs nodev $TRACING"
    command -v rt-app >/dev/null || fail "rt-app is not on the PATH"
    [ -r "$workload" ] || fail "$workload cannot be read"
    [ ! -e "$directory" ] || fail "$directory is there already"
    scenario=$(basename "$directory")
    mkdir -p "$directory"
    cp "$workload" "$directory/workload.json"
    printf '%s\ncommand: rt-app workload.json\n' "$scenario" >"$directory/workload.txt"
    write_meta "$scenario" >"$directory/meta.json"

    echo 0 >"$TRACING/tracing_on"
    echo nop >"$TRACING/current_tracer"
    echo "$BUFFER_KB" >"$TRACING/buffer_size_kb"
    echo mono >"$TRACING/trace_clock"
    : >"$TRACING/set_event"
    for event in $EVENTS; do
        echo "sched:$event" >>"$TRACING/set_event"
    done
    : >"$TRACING/trace"
    trap 'echo 0 >"$TRACING/tracing_on"; : >"$TRACING/set_event"' EXIT
    echo 1 >"$TRACING/tracing_on"
    (cd "$directory" && rt-app workload.json)
    echo 0 >"$TRACING/tracing_on"

    if grep -qs '^overrun: [1-9]' "$TRACING"/per_cpu/cpu*/stats; then
        fail "the trace buffer overran; record for a shorter time" 1
    fi
    convert "$TRACING/trace" "$directory/trace.csv.gz"
    printf 'record.sh: wrote %s\n' "$directory" >&2
}

case ${1-} in
    --convert)
        [ $# = 3 ] || usage
        convert "$2" "$3"
        ;;
    -* | '') usage ;;
    *)
        [ $# = 2 ] || usage
        record "$1" "$2"
        ;;
esac
