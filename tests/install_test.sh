#!/bin/sh
# install_test.sh BUILD_FOLDER: installs what is built there to a fresh place, where a stranger's project finds and uses it.
set -eu

source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
CMAKE_GENERATOR=$(sed -n 's/^CMAKE_GENERATOR:INTERNAL=//p' "$1/CMakeCache.txt")
export CMAKE_GENERATOR

cmake --install "$1" --prefix "$scratch/installed"
if grep -rF --include="*.cmake" --include="*.hpp" "$source" "$scratch/installed"; then
    echo "what is installed must not point back to its source"
    exit 1
fi
"$scratch/installed/bin/attention" --version

cmake -S "$source/tests/consumer" -B "$scratch/build" -D CMAKE_PREFIX_PATH="$scratch/installed" -D CMAKE_BUILD_TYPE=Release
grep -F "attention_DIR:PATH=$scratch/installed/" "$scratch/build/CMakeCache.txt"
cmake --build "$scratch/build"
"$scratch/build/consumer"
