#!/bin/sh
# ports_test.sh BUILD_FOLDER: the two ports pass all cases, side by side in one table; they take odd lines as a port should; every
# mistake made in one of them is caught and named; and the cases are what their maker makes. Closes with "N passed, N failed".
set -u

source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
program=$(CDPATH='' cd -- "$1" && pwd -P)/attention
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$source/tests" || exit
passed=0 failed=0

check() { # what is checked, then the command
    what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $what"
    fi
}

count() { # what is checked, then a command that ends with "N passed, N failed"
    what=$1
    shift
    "$@" >"$scratch/out" 2>&1
    cat "$scratch/out"
    # shellcheck disable=SC2046 # two numbers
    set -- $(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$scratch/out" | tail -n 1)
    [ $# -eq 2 ] || { set -- 0 1; echo "FAILED: $what"; }
    passed=$((passed + $1)) failed=$((failed + $2))
}

cat >"$scratch/ports.json" <<END
{
    "javascript": {"command": ["node", "ports/javascript/main.mjs"]},
    "python": {"command": ["python3", "-B", "ports/python/main.py"]}
}
END
check "both ports are right in all cases" "$program" check --ports "$scratch/ports.json"
check "the program answers as a port does" "$program" check -- "$program" answer
check "the ports take odd lines" python3 -B ports/odd_lines_test.py
count "mistakes are caught and named" python3 -B diagnosis_test.py "$program"
check "the cases are what their maker makes" python3 -B cases/make_cases.py --check
printf '%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
