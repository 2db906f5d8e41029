#!/bin/sh
# How ./learn behaves, tried on a scratch copy. Stand-ins take the place of apt-get, cmake and the other tools, and write
# down how they were called, so every kind of machine can be played. Closes with "N passed, N failed".
# shellcheck disable=SC1111 # Chinese quotation marks
set -u

source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree="$scratch/a checkout" # with a space, for many people have one
python=$(python3 -c 'import sys; print(sys.executable)') # not a wrapper, which would want the real PATH

# --- the scratch copy ---

mkdir -p "$tree/tests" "$tree/src" "$tree/bench" "$tree/.ci" "$tree/chapters/01_single_output" "$tree/chapters/02_matrix_form"
cp "$source/learn" "$tree/"
cp "$source/.ci/run" "$tree/.ci/"
cp "$source/tests/groups.sh" "$tree/tests/"
touch "$tree/src/one.cpp"
for script in install ports bench latex; do printf '#!/bin/sh\n' >"$tree/tests/${script}_test.sh"; done
printf '#!/bin/sh\necho "4 passed, 0 failed"\n' >"$tree/tests/learn_test.sh"
chmod -R a+rX "$scratch"
chmod +x "$tree"/tests/*.sh

# --- the stand-ins; `control` holds what a check tells them ---

mkdir "$scratch/base" "$scratch/all" "$scratch/control"
for tool in awk bash cat chmod cp date dirname env find getconf grep head ls mkdir readlink rm sed sh sleep sort touch tr xargs; do
    ln -s "$(command -v $tool)" "$scratch/base/$tool"
done

cat >"$scratch/note" <<'END'
name=${0##*/}
case "$*" in *--version*) ;; *) printf '%s\n' "$name $*" >>"$scratch/calls" ;; esac
END

stand_in() { # names: what they do comes from standard input
    {
        printf '#!/bin/sh\nscratch=%s\n' "$scratch"
        cat "$scratch/note" -
    } >"$scratch/all/$1"
    chmod +x "$scratch/all/$1"
    for name; do [ "$name" = "$1" ] || cp "$scratch/all/$1" "$scratch/all/$name"; done
}

stand_in id <<'END'
cat "$scratch/control/id"
END
stand_in sudo <<'END'
exec "$@"
END
stand_in dpkg-query <<'END'
grep -qx "$4" "$scratch/installed" && echo 'installed 9.1.0+ds1'
END
stand_in apt-get <<'END'
echo "chatter of apt-get"
[ "$DEBIAN_FRONTEND" = noninteractive ] || exit 1
case $* in *install*) ;; *) rm -f "$scratch/control/no-lists"; exit ;; esac
[ ! -e "$scratch/control/apt-get-fails" ] || exit 100
for word; do ! grep -qsx "$word" "$scratch/control/unknown" || exit 100; done
for word; do
    echo "$word" >>"$scratch/installed"
    case $word in
        g++) word=c++ ;;
        ninja-build) word=ninja ;;
        clang) word=clang++ ;;
        clang-1*) word=clang++-${word#*-} ;;
        texlive-xetex) word=xelatex ;;
        texlive-lang-chinese) word=kpsewhich ;;
        poppler-utils) word=pdftotext ;;
        nodejs) word=node ;;
    esac
    [ ! -e "$scratch/all/$word" ] || cp "$scratch/all/$word" "$scratch/bin/"
done
END
stand_in apt-cache <<'END'
! grep -qsx "$2" "$scratch/control/unknown"
END
stand_in ls <<'END'
[ ! -e "$scratch/control/no-lists" ]
END
stand_in cmake <<'END'
[ "$1" != --version ] || { echo "cmake version 3.25.1"; exit; }
echo "chatter of cmake"
[ ! -e "$scratch/control/cmake-waits" ] || { touch "$scratch/control/waiting"; sleep 20; }
if [ -e "$scratch/control/cmake-fails" ]; then echo "one.cpp:1:1: error: broken"; exit 1; fi
case "$1 $2" in
    '--fresh --preset')
        mkdir -p "build/$3" && cd "build/$3" || exit
        touch build.ninja
        { echo "CMAKE_HOME_DIRECTORY:INTERNAL=${PWD%/build/*}"; echo "CMAKE_GENERATOR:INTERNAL=$CMAKE_GENERATOR"
            echo "CMAKE_CXX_COMPILER:FILEPATH=$(command -v "${CXX:-c++}")"; } >CMakeCache.txt ;;
    '--fresh -S') mkdir -p build/tidy && printf '  "file": "%s/src/one.cpp",\n' "$PWD" >build/tidy/compile_commands.json ;;
    --build*)
        mkdir -p "$2/tests"
        printf '#!/bin/sh\nprintf "%%s|" "$PWD" "${ATTENTION_LANG-}${ATTENTION_STORY+ $ATTENTION_STORY}" "$@"\n' >"$2/attention"
        chmod +x "$2/attention"
        cp "$2/attention" "$2/tests/02_matrix_form_test"
        [ ! -e "$scratch/control/story-fails" ] || echo 'exit 7' >>"$2/tests/02_matrix_form_test" ;;
esac
END
stand_in c++ g++ clang++ clang++-16 clang++-19 <<'END'
cat "$scratch/control/c++-version"
END
stand_in ninja git brew dnf <<'END'
echo "$name 3.11.1"
END
stand_in python3 <<'END'
case $* in
    *import*jsonschema*) grep -qx python3-jsonschema "$scratch/installed" ;;
    *import*mpmath*) grep -qx python3-mpmath "$scratch/installed" ;;
    *) echo "$name 3.11.1" ;;
esac
END
stand_in ctest clang-format clang-tidy shellcheck xelatex kpsewhich pdftotext node <<'END'
cat "$scratch/control/$name-says" 2>/dev/null
[ ! -e "$scratch/control/$name-fails" ]
END

all_tools='clang++ clang-tidy clang-format shellcheck xelatex kpsewhich pdftotext node'

# --- how a check is made ---

machine() { # what this machine has; everything else is forgotten
    rm -rf "${scratch:?}/bin" "$scratch/control" "$tree/build"
    mkdir "$scratch/bin" "$scratch/control"
    : >"$scratch/calls"
    : >"$scratch/installed"
    echo 0 >"$scratch/control/id"
    echo 'c++ (Debian 12.2.0-14) 12.2.0' >"$scratch/control/c++-version"
    echo '100% tests passed, 0 tests failed out of 3' >"$scratch/control/ctest-says"
    for tool in id "$@"; do cp "$scratch/all/$tool" "$scratch/bin/"; done
    setting=LANG=C.UTF-8
}

libraries() { printf '%s\n' libfmt-dev libxtensor-dev nlohmann-json3-dev libcli11-dev catch2 libclang-rt-dev python3-jsonschema python3-mpmath >"$scratch/installed"; }

ready_machine() { # where nothing is missing
    # shellcheck disable=SC2086 # one word a tool
    machine apt-get dpkg-query c++ clang++-16 clang++-19 cmake ninja python3 ctest $all_tools
    libraries
}

learn() { # runs it: $out, $err and $code are what came of it, $calls what the stand-ins heard
    : >"$scratch/calls"
    env -i PATH="$scratch/bin:$scratch/base" "$setting" "$tree/learn" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    code=$?
    listen
}

learn_on_terminal() { # the same; the first word is what the person types, and $out is the screen
    typed=$1
    shift
    : >"$scratch/calls"
    env -i PATH="$scratch/bin:$scratch/base" "$setting" "$python" -c '
import os, pty, sys
child, terminal = pty.fork()
if child == 0:
    os.execv(sys.argv[2], sys.argv[2:])
os.write(terminal, sys.argv[1].encode() + b"\n")
try:
    while screen := os.read(terminal, 4096):
        os.write(1, screen)
except OSError:
    pass  # the child is gone
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))' "$typed" "$tree/learn" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    code=$?
    listen
}

listen() { out=$(cat "$scratch/out") err=$(cat "$scratch/err") calls=$(cat "$scratch/calls"); }

passed=0 failed=0
check() { # what should be so, and a condition that tells
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        echo "ok      $what"
    else
        failed=$((failed + 1))
        printf 'FAILED  %s\n  wanted: %s\n  exit code %s, stdout, stderr and calls:\n%s\n--\n%s\n--\n%s\n' "$what" "$*" "$code" "$out" "$err" "$calls"
    fi
}
has() { case $1 in *"$2"*) ;; *) return 1 ;; esac; }
lacks() { ! has "$1" "$2"; }
is() { [ "$1" = "$2" ]; }
one_line() { [ "$(printf '%s\n' "$1" | grep -c .)" -eq 1 ]; }
everything='install --no-install-recommends g++ cmake ninja-build python3 libfmt-dev libxtensor-dev nlohmann-json3-dev libcli11-dev catch2'
here=$(pwd -P)

# --- a fresh machine with apt ---

machine apt-get dpkg-query
learn
check "a fresh machine: what is missing is named" has "$err" "Needed and not found yet: c++ cmake ninja python3 fmt xtensor nlohmann_json CLI11 Catch2"
check "... and installed in one go" has "$calls" "apt-get -q -y $everything"
check "... without asking where nobody can answer" lacks "$err" "[Y/n]"
check "... the release preset is configured and the program built" has "$calls" "--target attention_program"
check "... and the tour runs, with nothing else on stdout" is "$out" "$here||tour|"
learn
check "the second time nothing is looked up, installed or configured" is "$calls" "cmake --build $tree/build/release --parallel $(getconf _NPROCESSORS_ONLN) --target attention_program"
check "... and nothing is said" is "$err" ""

machine apt-get dpkg-query sudo
echo 1000 >"$scratch/control/id"
learn
check "who is not root installs through sudo" has "$calls" "sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y $everything"

machine apt-get dpkg-query c++ cmake
learn
check "only what is missing is installed" has "$calls" "recommends ninja-build python3 libfmt-dev"

machine apt-get dpkg-query
learn_on_terminal ""
check "on a terminal it asks, and Enter means yes" has "$out $calls" "[Y/n]"
check "... and installs" has "$calls" "$everything"
machine apt-get dpkg-query c++ cmake
learn_on_terminal n
check "on a terminal n means no: nothing is installed" is "$code/$(echo "$calls" | grep -c apt-get)" 0/0
check "... the line to type is shown" has "$out" "sudo apt-get install ninja-build python3 libfmt-dev"
check "... and the build goes on with downloads" has "$out" "CMake downloads the libraries that it does not find"
check "... to the end" has "$out" "tour|"

for words in '--yes list' 'list --yes'; do
    machine apt-get dpkg-query
    # shellcheck disable=SC2086 # two words
    learn_on_terminal n $words
    check "'$words' does not ask" lacks "$out" "[Y/n]"
    check "... and the program does not see --yes" has "$out" "||list|"
done

machine apt-get dpkg-query c++ cmake
touch "$scratch/control/apt-get-fails"
learn
check "when apt-get fails it tries once more after an update" has "$calls" "apt-get -q -y update"
check "... then says so" has "$err" "apt-get could not install all of it."
check "... and goes on" is "$code/$out" "0/$here||tour|"

# --- a machine without apt ---

machine c++ cmake
learn
check "without a package manager all three lines are shown: brew" has "$err" "brew install ninja python fmt xtensor nlohmann-json cli11 catch2"
check "... dnf" has "$err" "sudo dnf install ninja-build python3 fmt-devel xtensor-devel json-devel cli11-devel catch-devel"
check "... pacman" has "$err" "sudo pacman -S ninja python fmt xtensor nlohmann-json cli11 catch2"
check "... and it goes on, on make" is "$code/$(grep GENERATOR "$tree/build/release/CMakeCache.txt")" "0/CMAKE_GENERATOR:INTERNAL=Unix Makefiles"
machine c++ cmake brew
learn
check "with brew, only its line is shown" lacks "$err" pacman
machine cmake
learn tour
check "without a compiler it stops with exit code 1" is "$code/$out" 1/
check "... and says why" has "$err" "learn: there is no C++ compiler, so nothing can be built"
machine c++
learn tour
check "without CMake too" has "$code $err" "learn: there is no CMake, so nothing can be built"

# --- handing over ---

ready_machine
learn solve 'a b.json' '' '"q"' '*' "it's" --steps 'q,k'
check "words reach the program untouched" is "$out" "$here||solve|a b.json||\"q\"|*|it's|--steps|q,k|"
cd "$scratch/control" || exit
learn list
check "the program runs where the person is" is "$out" "$scratch/control||list|"
cd "$here" || exit
ln -s "$tree/learn" "$scratch/bin/shortcut"
env -i PATH="$scratch/bin:$scratch/base" "$scratch/bin/shortcut" list >"$scratch/out" 2>"$scratch/err"
code=$?
listen
check "it can be called through a symbolic link" is "$code/$out" "0/$here||list|"
touch "$scratch/control/cmake-fails"
learn list
check "a failed build: exit code 1 and nothing on stdout" is "$code/$out" 1/
check "... and the compiler's words on stderr" has "$err" "one.cpp:1:1: error: broken"

ready_machine
learn story 2
check "story runs the chapter's test with the story reporter" is "$out" "$here|en|-r|story|"
learn story matrix_form --lang zh
check "... in the language asked for" is "$out" "$here|zh|-r|story|"
setting=LC_ALL=zh_CN.UTF-8
learn story 02
check "... or that of the locale" is "$out" "$here|zh|-r|story|"

# --- build folders from elsewhere ---

ready_machine
learn
learn list
mv "$tree" "$tree moved"
tree="$tree moved"
touch "$tree/build/release/old"
learn list
check "a checkout that was moved is configured afresh" test "$code" -eq 0 -a ! -e "$tree/build/release/old"
sed -i 's/Ninja/Unix Makefiles/' "$tree/build/release/CMakeCache.txt"
learn list
check "so is one of another generator" has "$calls/$code" "cmake --fresh --preset release"
rm "$tree/build/release/build.ninja"
touch "$tree/build/release/old"
learn list
check "an interrupted configuration is taken up again" has "$calls/$code" "cmake --fresh --preset release"
check "... and keeps what was downloaded" test -e "$tree/build/release/old"
setting=CXX=clang++
learn list
check "CXX is respected, also later" has "$(cat "$tree/build/release/CMakeCache.txt") $calls" "COMPILER:FILEPATH=$scratch/bin/clang++"
learn list
check "... and not configured again after that" lacks "$calls" preset
setting=CXX=c++-77
learn list
check "a CXX that is not there is told in one line" is "$code/$err" "1/learn: CXX is 'c++-77', which is not there"

ready_machine
chmod -R a+rX "$scratch"
chmod a-w "$tree"
"$python" -c 'import os, sys
if os.getuid() == 0: os.setuid(65534)
os.execve(sys.argv[1], sys.argv[1:], {"PATH": sys.argv[2]})' "$tree/learn" "$scratch/bin:$scratch/base" >"$scratch/out" 2>"$scratch/err"
code=$?
listen
chmod u+w "$tree"
check "a checkout that cannot be written is told in one line" is "$code/$out/$err" "1//learn: cannot write to $tree/build"

ready_machine
touch "$scratch/control/cmake-waits"
env -i PATH="$scratch/bin:$scratch/base" "$python" -c '
import os, signal, subprocess, sys, time
learn = subprocess.Popen(sys.argv[2:], start_new_session=True)
while not os.path.exists(sys.argv[1]):
    time.sleep(0.01)
pressed = time.monotonic()
os.killpg(learn.pid, signal.SIGINT)
print(learn.wait(), time.monotonic() - pressed < 2)' "$scratch/control/waiting" "$tree/learn" list >"$scratch/out" 2>"$scratch/err"
listen
check "Ctrl-C during a build ends at once with 130" is "$out" "130 True"

# --- tests ---

ready_machine
for chapter in 2 02 02_matrix_form matrix_form chapters/02_matrix_form/; do
    learn test $chapter
    check "test $chapter builds that chapter's test alone" has "$calls" "--target 02_matrix_form_test"
    check "... and tells what of its story fails" is "$out" "$here|en failed|-r|story|"
done
for words in 'test 9' 'story 9'; do
    # shellcheck disable=SC2086 # two words
    learn $words
    check "$words: one line, exit code 2" is "$code/$out/$err" "2//learn: no chapter '9'; there are 01_single_output 02_matrix_form (or 2, 02, matrix_form)"
done
for words in 'test --fast' 'test 1 2' story; do
    # shellcheck disable=SC2086 # two words
    learn $words
    check "$words: one line, exit code 2" test "$code" -eq 2 -a -z "$out" -a "$(echo "$err" | grep -c .)" -eq 1
done
learn test
check "test builds everything and runs it" has "$code $calls" "--target all"
touch "$scratch/control/ctest-fails" "$scratch/control/story-fails"
for words in 'test' 'test 2' 'story 2'; do
    # shellcheck disable=SC2086 # two words
    learn $words
    check "$words: a failed test makes exit code 1" is "$code" 1
done

machine apt-get dpkg-query
cp "$scratch/all/ctest" "$scratch/bin/"
learn --yes test --all
check "test --all installs every tool that a test needs" has "$calls" "recommends clang clang-tidy clang-format libclang-rt-dev shellcheck texlive-xetex texlive-lang-chinese poppler-utils python3-jsonschema python3-mpmath nodejs clang-16 clang-19"
check "... adds up the groups and ends with the count" is "$code/$(tail -n 1 "$scratch/out")" "0/28 passed, 0 failed"
check "... shows each group's seconds" has "$out" "quick            3 passed    0 failed    0 s"
touch "$scratch/control/clang-tidy-fails"
echo 'one.cpp:7: warning: a tidy remark' >"$scratch/control/clang-tidy-says"
learn test --all
check "a group that fails counts" is "$code/$(tail -n 1 "$scratch/out")" "1/27 passed, 1 failed"
check "... its output is shown" has "$out" "a tidy remark"
check "... and the others run all the same" has "$calls" "shellcheck learn"
rm "$scratch/control/clang-tidy-fails" "$scratch/bin/shellcheck"
mv "$scratch/all/shellcheck" "$scratch/all/hidden"
learn test --all
check "a tool that cannot be had fails its group" is "$code/$(tail -n 1 "$scratch/out")" "1/27 passed, 1 failed"
mv "$scratch/all/hidden" "$scratch/all/shellcheck"
echo '67% tests passed, 1 tests failed out of 3' >"$scratch/control/ctest-says"
touch "$scratch/control/ctest-fails"
learn test --all
check "failed tests are counted one by one" is "$code/$(tail -n 1 "$scratch/out")" "1/23 passed, 5 failed"
echo 'Segmentation fault' >"$scratch/control/ctest-says"
learn test --all
check "a crash counts as failed, not as nothing" is "$code/$(tail -n 1 "$scratch/out")" "1/13 passed, 5 failed"
rm "$scratch/control/ctest-fails"
learn test --all
check "so does a run that says nothing that can be counted" is "$code/$(tail -n 1 "$scratch/out")" "1/13 passed, 5 failed"
printf '%s\n' '100% tests passed, 0 tests failed out of 3' '' 'The following tests did not run:' >"$scratch/control/ctest-says"
learn test --all
check "a test that was skipped counts as failed" is "$code" 1

for lists in lists no-lists; do
    machine apt-get apt-cache ls dpkg-query c++ cmake ninja python3 ctest
    libraries
    echo clang-16 >"$scratch/control/unknown"
    touch "$scratch/control/$lists"
    learn --yes test --all
    check "$lists: a compiler that apt-get does not know keeps no other tool away" has "$calls" "shellcheck texlive-xetex texlive-lang-chinese poppler-utils nodejs clang-19"
    check "... clang++ stands in for it, and that is said" has "$out" "clang++-16 is not here; clang++ 12.2.0 stands in for it."
    check "... and tests" is "$code/$(echo "$out" | grep -c '^clang-.* 3 passed')" 0/2
    learn test --all
    check "... and it is not asked for again" lacks "$calls" "apt-get"
done
# shellcheck disable=SC2086 # one word a tool
machine c++ cmake ninja python3 ctest brew $all_tools
learn test --all
check "where there is one clang it stands in once" is "$code/$(tail -n 1 "$scratch/out")" "0/25 passed, 0 failed"
check "... for each that is not there" has "$out" "clang++-19 is not here; clang++ 12.2.0 stands in for it."

# --- the doctor, help, Chinese ---

ready_machine
learn doctor
check "the doctor knows versions before anything is configured" has "$code $out" "fmt            9.1.0"
check "... and is content" is "$code/$(tail -n 1 "$scratch/out")" "0/All is well."
echo 'c++ (Debian 10.2.1-6) 10.2.1' >"$scratch/control/c++-version"
learn doctor
check "an old compiler is wrong" has "$code $out" "1 c++ 10.2.1 is too old, 12 is needed:"
echo 'Debian clang version 13.0.1' >"$scratch/control/c++-version"
learn doctor
check "an old clang too" has "$code $out" "1 c++ 13.0.1 is too old, 14 is needed:"
machine apt-get dpkg-query c++ cmake ninja
learn doctor
check "what is missing is named" has "$code $out" "fmt is missing:"
check "... with the line that mends it" has "$out" "sudo apt-get install libfmt-dev"
check "... exit code 1, and nothing is installed" has "$code/$(echo "$calls" | grep -c apt-get)" "1/0"
machine c++ cmake ninja python3 git brew
learn doctor
check "without dpkg, libraries are left to CMake" has "$code $out" "fmt            CMake looks for it, else downloads it"
rm "$scratch/bin/git"
learn doctor
check "... which needs git for it" has "$code $out" "1 "
check "... as is said" has "$out" "git is missing:
    brew install git"

machine
learn help
check "help needs nothing and names every command" is "$code/$(echo "$out" | grep -c '^./learn')" 0/14
setting=LANG=zh_CN.UTF-8
learn --help
check "... in Chinese too" has "$out" "其余都交给程序"
check "... the same commands" is "$(echo "$out" | grep -c '^./learn')" 14
learn test 9
check "messages are Chinese for Chinese readers" has "$err" "没有“9”这一章"
setting=LANG=C.UTF-8
learn test 9 --lang zh
check "... or when asked for" has "$err" "没有“9”这一章"
machine c++ cmake
setting=LC_ALL=zh_CN.UTF-8
learn
check "... also while it sets up" has "$err" "CMake 会下载它找不到的库"

printf '%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
