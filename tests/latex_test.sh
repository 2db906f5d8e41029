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

# Formulas and symbols from elsewhere that `show` takes although they look odd: each compiles by itself.
while IFS= read -r formula; do
    escaped=$(printf %s "$formula" | sed 's/\\/\\\\/g')
    printf '{"id": "odd", "steps": [{"name": "q", "value": [[1], [2]], "symbol": "%s", "formula": "%s"}]}' "$escaped" "$escaped" >odd.json
    rm -f page.tex
    "$program" show odd.json --format latex -o page.tex
    check "the formula $formula" xelatex "1. q"
done <<'END'
x_1^2 x^2_1 x''_1 x_1'' x''^2 x'^{2} x_1 ^ 2 x_ 1
(x_1)_2 {x_1}_2 {x^2}^3 +_1 =^2 |_1 [x]_1 ,_1 !^2
{} x_{} x_+ x^* x_( x^) x_| x_/ x_. x_?
K^\top x_\alpha x^\prime x'^\top x^\mathrm{T} x_\mathbf{a} x_\mathit{b} x_\text{in} x^\text{in}_\text{out}
\sum_i^n x \prod_i' \ln_2 x \max_i^2 x \dots_1 \cdots^2 \quad_1 \,_1 \ ^2 \{_1 \}^2 \|_1 \__1 \mid_1 \to^2 \ne_1 \surd_1
\text{the key, W\_q} \text{\{a\}\ b\,c} \text{a+b-c*d/e=(f)[g].;:'!?} \text{} \mathrm{a_1^2\_\alpha\sqrt{x}} \mathbf{\frac{1}{2}}
\frac{}{} \frac{\frac{1}{2}}{\sqrt{\sqrt{x}}}_1^2 \sqrt{}_1 \sqrt{x}' \prime' \,' \; \: \! \ .
{{{{{{{{{{{{{{{{x}}}}}}}}}}}}}}}}_{1_{2_{3}}}
x_\alpha x_\beta x_\gamma x_\delta x_\epsilon x_\zeta x_\eta x_\theta x_\kappa x_\lambda x_\mu x_\nu x_\xi x_\pi x_\rho x_\sigma x_\tau
x_\phi x_\chi x_\psi x_\omega x_\Gamma x_\Delta x_\Theta x_\Lambda x_\Xi x_\Pi x_\Sigma x_\Phi x_\Psi x_\Omega x_\top x_\cdot x_\times
x_\odot x_\otimes x_\oplus x_\circ x_\surd x_\partial x_\nabla x_\infty x_\in x_\le x_\ge x_\approx x_\pm x_\to x_\leftarrow x_\mid x_\prime
\alpha\beta\ne\ldots\dots\cdots\exp\ln\log\max\min\sin\cos\tanh\quad\qquad\sum\prod\mathrm{x}
END
# And symbols that get an index of their own: of a list by query and key, of columns.
for symbol in q_i "x_1'" 'x_{a_1}^2' 'W_i^\\mathrm{T}' 'x_{a\\}b}'; do
    printf '{"id": "odd", "steps": [{"name": "x", "value": [[[1], [2]]], "symbol": "%s"}, {"name": "concat", "value": [[1], [2]], "symbol": "%s"}]}' \
        "$symbol" "$symbol" >odd.json
    rm -f page.tex
    "$program" show odd.json --format latex -o page.tex
    check "the symbol $symbol" xelatex "2. concat"
done

"$program" solve "$source/chapters/02_matrix_form/problem.json" --format latex -o page.tex
check "English with pdflatex" pdflatex Given "6. b"

sed -i 's/Given/\\undefined/' page.tex
if compiles xelatex >/dev/null; then
    echo "FAILED: this test does not see that a page cannot be compiled"
    failed=$((failed + 1))
fi

printf '%s passed, %s failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
