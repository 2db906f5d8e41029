#!/bin/sh
# Usage: fuzz.sh PROGRAM SECONDS. Fuzzes a reader, from the files of this repository on; what it finds is left beside the program,
# to become a test.
set -eu
program=$1 seconds=$2 root=$(cd "$(dirname "$0")/../.." && pwd)
seeds=$program.seeds
rm -rf "$seeds" && mkdir -p "$seeds"

# What the cases expect is an answer as well, in each of two forms: steps by name, and a walkthrough.
python3 - "$root" "$seeds" <<'END'
import json, pathlib, sys

root, seeds = map(pathlib.Path, sys.argv[1:])
files = [file for room in ("chapters", "tests/cases", "tests/published") for file in sorted((root / room).rglob("*.json"))]
texts = [file.read_text(encoding="utf-8") for file in files]
for case in map(json.loads, list(texts)):
    if "catches" in case:
        steps = [{"name": name, "value": value} for name, value in case["expected"].items()]
        texts += json.dumps(case["expected"]), json.dumps({"id": case["id"], "steps": steps})
for number, text in enumerate(texts):
    if len(text) < 8192:
        (seeds / f"{number}.json").write_text(text, encoding="utf-8")
END
"$program" -max_total_time="$seconds" -max_len=8192 -timeout=10 -rss_limit_mb=2048 -dict="$root/tests/fuzz/json.dict" \
    -print_final_stats=1 -artifact_prefix="$program." "$seeds"
