#!/bin/sh
# bench_test.sh BUILD_FOLDER: what takes times for the lessons still builds, computes what the chapters do, and runs.
set -eu

cmake -S "$(dirname -- "$0")/.." -B "$1" -D ATTENTION_BENCH=ON
cmake --build "$1" --target versus_rnn_bench
"$1/bench/versus_rnn_bench"
