#!/bin/sh
# generations_test.sh SOURCES [CMAKE OPTIONS]: builds and tests with the libraries whose sources are in SOURCES/Catch2, CLI11,
# fmt, nlohmann_json, xtensor, xtl, of whatever generation: once as if downloaded, once built, installed and found.
# The options go to cmake: -D CMAKE_CXX_COMPILER=clang++-19, for example.
set -eu

source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
libraries='xtl xtensor fmt nlohmann_json CLI11 Catch2'
[ $# -gt 0 ] || { echo "generations_test.sh: which folder has the sources of $libraries?" >&2; exit 2; }
for library in $libraries; do
    [ -e "$1/$library/CMakeLists.txt" ] || { echo "generations_test.sh: no CMakeLists.txt in $1/$library" >&2; exit 2; }
done
sources=$(CDPATH='' cd -- "$1" && pwd -P)
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
CMAKE_BUILD_PARALLEL_LEVEL=$(getconf _NPROCESSORS_ONLN)
export CMAKE_BUILD_PARALLEL_LEVEL

try() { # a name, where the libraries must come from, cmake options
    echo "--- $1"
    build=$scratch/$1 origin=$2
    shift 2
    cmake -S "$source" -B "$build" -D CMAKE_BUILD_TYPE=Release -D ATTENTION_WERROR=ON "$@"
    for library in fmt xtensor nlohmann_json CLI11 Catch2; do
        grep "^attention_library_$library:.* $origin/" "$build/CMakeCache.txt" || { echo "$library is not that of $origin"; exit 1; }
    done
    cmake --build "$build"
    ctest --test-dir "$build" --parallel "$CMAKE_BUILD_PARALLEL_LEVEL" --no-tests=error --output-on-failure
    "$source/tests/install_test.sh" "$build"
}

put() { # installs a library to $scratch/prefix; options that it does not know do no harm
    library=$1
    shift
    cmake --no-warn-unused-cli -S "$sources/$library" -B "$scratch/$library" -D CMAKE_BUILD_TYPE=Release \
        -D CMAKE_INSTALL_PREFIX="$scratch/prefix" -D CMAKE_PREFIX_PATH="$scratch/prefix" -D CMAKE_POLICY_VERSION_MINIMUM=3.5 \
        -D BUILD_TESTING=OFF -D FMT_TEST=OFF -D JSON_BuildTests=OFF -D CLI11_BUILD_TESTS=OFF -D CLI11_BUILD_EXAMPLES=OFF \
        -D CATCH_BUILD_STATIC_LIBRARY=ON "$@"
    cmake --build "$scratch/$library" --target install
}

downloaded() {
    set -- "$@" -D FETCHCONTENT_TRY_FIND_PACKAGE_MODE=NEVER
    for library in $libraries; do
        set -- "$@" -D "FETCHCONTENT_SOURCE_DIR_$(printf %s "$library" | tr '[:lower:]' '[:upper:]')=$sources/$library"
    done
    try downloaded "$sources" "$@"
}

found() {
    for library in $libraries; do put "$library" "$@"; done
    try found "$scratch/prefix" "$@" -D CMAKE_PREFIX_PATH="$scratch/prefix"
}

downloaded "$@"
found "$@"
echo "Both ways pass."
