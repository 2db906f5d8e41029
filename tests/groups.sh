# shellcheck shell=sh disable=SC2154 # a part of ../learn, which brings root, cores, compilers, has, say, version, configure, run_ctest
# What `./learn test --all` runs. A group is a line at the end: its name and its command, which may close with the line
# "N passed, N failed"; else it counts as one. A group that fails does not stop the others.

group() {
    name=$1 log=$root/build/logs/$1.log begun=$(date +%s) status=0
    shift
    "$@" </dev/null >"$log" 2>&1 || status=$?
    # shellcheck disable=SC2046 # two numbers
    set -- $(awk '
        /^[0-9]+ passed, [0-9]+ failed$/ { good = $1; bad = $3 }
        /% tests passed, [0-9]+ tests? failed out of [0-9]+$/ { good = $NF - $4; bad = $4 }
        /^The following tests did not run:$/ { skipped = 1 }
        END { print good + 0, bad + skipped }' "$log")
    [ "$status" -eq 0 ] || [ "$2" -gt 0 ] || set -- "$1" 1
    [ "$status" -ne 0 ] || [ $(($1 + $2)) -gt 0 ] || set -- 1 0
    [ "$2" -eq 0 ] || cat "$log"
    passed=$((passed + $1)) failed=$((failed + $2)) seconds=$(($(date +%s) - begun))
    say "$(printf '%-13s %4d passed %4d failed %4d s' "$name" "$1" "$2" $seconds)" \
        "$(printf '%-13s 通过 %4d  失败 %4d %4d 秒' "$name" "$1" "$2" $seconds)"
}

preset() { # a ctest whose summary cannot be read has failed
    configure "$1" && cmake --build "build/$1" --parallel "$cores" && run_ctest "build/$1" && grep -q '% tests passed' "$log"
}

other_clangs() { # the newest clang that is here stands in for one that is not
    stood_in=no
    for compiler in $compilers; do
        if has "$compiler"; then
            group "clang-${compiler##*-}" preset "clang-${compiler##*-}"
        else
            say "$compiler is not here; clang++ $(version clang++) stands in for it." \
                "这里没有 $compiler，由 clang++ $(version clang++) 代替。"
            [ $stood_in = yes ] || group clang-release preset clang-release
            stood_in=yes
        fi
    done
}

fuzz() { # each reader for a minute
    cmake -S . -B build/fuzz -G Ninja -D CMAKE_CXX_COMPILER=clang++ -D CMAKE_BUILD_TYPE=Release -D ATTENTION_WERROR=ON \
        -D ATTENTION_TESTS=OFF -D ATTENTION_FUZZ=ON && cmake --build build/fuzz --target fuzz --parallel "$cores"
}

format() { find bench chapters src tests -name '*.[ch]pp' -exec clang-format --dry-run --Werror {} +; }

tidy() { # each file of ours that is compiled
    cmake --fresh -S . -B build/tidy -D CMAKE_CXX_COMPILER=clang++ -D CMAKE_UNITY_BUILD=OFF \
        -D CMAKE_DISABLE_PRECOMPILE_HEADERS=ON -D ATTENTION_BENCH=ON -D CMAKE_EXPORT_COMPILE_COMMANDS=ON || return
    sed -n 's/^ *"file": "\(.*\)",*$/\1/p' build/tidy/compile_commands.json | grep -vF "$root/build/" | sort -u |
        tr '\n' '\0' | xargs -0 -n 1 -P "$cores" clang-tidy -p build/tidy --quiet --warnings-as-errors='*'
}

cd "$root" || exit
mkdir -p build/logs
passed=0 failed=0
group quick preset release
group dev preset dev
group clang preset clang
other_clangs
group install tests/install_test.sh build/release
group schema python3 -B tests/schema_test.py build/release/attention
group ports tests/ports_test.sh build/release
group fuzz fuzz
group learn tests/learn_test.sh
group bench tests/bench_test.sh build/release
group latex tests/latex_test.sh build/release
group clang-format format
group clang-tidy tidy
group shellcheck shellcheck learn .ci/run tests/*.sh tests/fuzz/*.sh
printf '%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
