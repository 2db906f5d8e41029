#!/bin/sh
# latex_test.sh BUILD_FOLDER: every chapter's problems, solved as LaTeX in both languages, become PDF files in which nothing runs
# off the page, no character is missing, and the text can be read. Closes with "N passed, N failed".
set -u

source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
program=$(CDPATH='' cd -- "$1" && pwd -P)/attention
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
passed=0 failed=0

compiles() { # compiler, words that the PDF must hold: makes text.txt of page.tex
    compiler=$1
    shift
    rm -f page.pdf
    "$compiler" -halt-on-error -interaction=nonstopmode page.tex >compiler.out 2>&1 || { tail -n 20 compiler.out; return 1; }
    if grep -e Overfull -e 'Missing character' page.log; then return 1; fi
    pdftotext -layout page.pdf page.txt || return
    for word; do
        grep -qF -- "$word" page.txt || { echo "no '$word' in the PDF"; return 1; }
    done
}

check() { # what is checked, then as for compiles
    what=$1
    shift
    if compiles "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
    fi
}

for problem in "$source"/chapters/*/problem*.json; do
    for language in en zh; do
        [ $language = zh ] && given=已知 || given=Given
        "$program" solve "$problem" --format latex --lang $language -o page.tex
        last=$("$program" solve "$problem" --format json | sed -n 's/^    {"name":"\([a-z]*\).*/\1/p' | tail -n 1)
        check "$problem in $language" xelatex "$given" "1. " ". $last"
    done
done

# Twelve columns of long numbers, their gap, and a title of signs that TeX takes for commands.
cat >wide.json <<'END'
{"kind": "self_attention", "title": "\\ { } $ & # % _ ^ ~ < > | ` -- \" [U] é … α ᵀ 注 😀 \u0007 end",
 "inputs": [[1234567.8], [-1234567.8], [0.123456], [0.234567], [0.345678], [0.456789], [0.567891], [0.678912], [0.789123],
            [0.891234], [0.912345], [-0.123456], [-0.000123456]],
 "Wq": [[-0.00123456]], "Wk": [[0.00123456]], "Wv": [["-123/457 ln 3/2"]]}
END
for language in en zh; do
    "$program" solve wide.json --format latex --lang $language -o page.tex
    check "a wide page with a hostile title in $language" xelatex '\ { } $ & # % _ ^ ~ < > |' 注 '[U+1F600]' end
done
"$program" solve "$source/chapters/02_matrix_form/problem.json" --format json >walkthrough.json
"$program" show walkthrough.json --format latex -o page.tex
check "a walkthrough that is shown" xelatex alpha_prime

"$program" solve "$source/chapters/02_matrix_form/problem.json" --format latex -o page.tex
check "English with pdflatex" pdflatex Given "6. b"

sed -i 's/Given/\\undefined/' page.tex
if compiles xelatex >/dev/null; then
    echo "FAILED: this test does not see that a page cannot be compiled"
    failed=$((failed + 1))
fi

printf '%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
