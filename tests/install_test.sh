#!/bin/sh
# install_test.sh BUILD_FOLDER: installs what is built there to a fresh place, where a stranger's project finds and uses it,
# with the compiler of that build and its xtensor: the one that it found, else the copy that it downloaded.
set -eu

source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
build=$1
CMAKE_GENERATOR=$(cached CMAKE_GENERATOR)
export CMAKE_GENERATOR

cmake --install "$build" --prefix "$scratch/installed"
if grep -rF --include="*.cmake" --include="*.hpp" "$source" "$scratch/installed"; then
    echo "what is installed must not point back to its source"
    exit 1
fi
"$scratch/installed/bin/attention" --version

downloaded=$scratch/installed/include/attention/downloaded
if [ -d "$(cached xtensor_DIR)" ]; then
    [ ! -e "$downloaded" ] || { echo "xtensor was found, and a copy is installed all the same: $downloaded"; exit 1; }
    set -- -D xtensor_DIR="$(cached xtensor_DIR)" -D xtl_DIR="$(cached xtl_DIR)"
else
    [ -e "$downloaded/xtensor/LICENSE" ] || { echo "xtensor was downloaded, and no copy is installed: $downloaded"; exit 1; }
    set -- -D CMAKE_DISABLE_FIND_PACKAGE_xtensor=ON
fi
cmake -S "$source/tests/consumer" -B "$scratch/build" -D CMAKE_PREFIX_PATH="$scratch/installed" -D CMAKE_BUILD_TYPE=Release \
    -D CMAKE_CXX_COMPILER="$(cached CMAKE_CXX_COMPILER)" "$@"
grep -F "attention_DIR:PATH=$scratch/installed/" "$scratch/build/CMakeCache.txt"
cmake --build "$scratch/build" --verbose
"$scratch/build/consumer"
