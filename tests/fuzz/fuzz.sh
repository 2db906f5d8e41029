#!/bin/sh
# Usage: fuzz.sh PROGRAM SECONDS. Fuzzes a reader, from the files of this repository on; what it finds is left beside the program,
# to become a test.
set -eu
program=$1 seconds=$2 root=$(cd "$(dirname "$0")/../.." && pwd)
seeds=$program.seeds
rm -rf "$seeds" && mkdir -p "$seeds"
find "$root/chapters" "$root/tests/cases" "$root/tests/published" -name '*.json' -size -8k -exec cp {} "$seeds" \;
"$program" -max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=2048 -dict="$root/tests/fuzz/json.dict" \
    -print_final_stats=1 -artifact_prefix="$program." "$seeds"
