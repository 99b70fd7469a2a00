#!/bin/sh
# Cuts the golden vectors of the fair class down for the mutation run, which replays them thousands of times: the first
# ROWS rows of every file, in the layout that -Dvlag.golden.dir expects.
#
#   golden-sample.sh ROWS OUT DIR...    later directories add to earlier ones

set -eu
rows=$1
out=$2
shift 2
rm -rf "$out"
mkdir -p "$out"
for root in "$@"; do
    [ -d "$root" ] || continue
    for area in eevdf pelt group; do
        [ -d "$root/$area" ] || continue
        mkdir -p "$out/$area"
        for file in "$root/$area"/*.csv "$root/$area"/*.csv.gz; do
            [ -f "$file" ] || continue
            name=${file##*/}
            # A header and so many rows; awk reads to the end, so that no pipe breaks.
            case $name in
                *.gz) gzip -dc "$file" | awk -v rows="$rows" 'NR <= rows + 1' >"$out/$area/${name%.gz}" ;;
                *) awk -v rows="$rows" 'NR <= rows + 1' "$file" >"$out/$area/$name" ;;
            esac
        done
    done
done
