// Mathematics in LaTeX, which Markdown shares, and the document around it.
#include <string>
#include <utility>
#include <vector>

#include "close_to.hpp"
#include "text/input_error.hpp"
#include "text/latex.hpp"
#include "text/latex_math.hpp"

using namespace attention;

namespace {

/// The numbers of a step of this name, when they are one formula.
std::string math_of_step(const std::string& name, const std::string& symbol, const Tensor& value)
{
    const std::vector<std::string> all = step_math({name, symbol, symbol, {}, value});
    REQUIRE(all.size() == 1);
    return all[0];
}

/// 13 vectors of 13 numbers; the last component of the last vector is 1, all others are 0.
Tensor thirteen_by_thirteen()
{
    Tensor value = xt::zeros<double>({13, 13});
    value(12, 12) = 1;
    return value;
}

bool holds_text(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace

SCENARIO("a number in LaTeX", "[latex]")
{
    THEN("results stand as they are, a power of ten in place of an exponent")
    {
        CHECK(number_math("-0.693147") == "-0.693147");
        CHECK(number_math("1e-300") == R"(1 \times 10^{-300})");
        CHECK(number_math("-1.23457e+06") == R"(-1.23457 \times 10^{6})");
        CHECK(number_math("2e+10") == R"(2 \times 10^{10})");
    }
    THEN("exact numbers are exact")
    {
        CHECK(number_math("1/3") == R"(\frac{1}{3})");
        CHECK(number_math("-1/2") == R"(-\frac{1}{2})");
        CHECK(number_math("ln 2") == R"(\ln 2)");
        CHECK(number_math("-1/2 ln 3") == R"(-\frac{1}{2} \ln 3)");
        CHECK(number_math("5/3 ln 3/2") == R"(\frac{5}{3} \ln \frac{3}{2})");
        CHECK(number_math("2ln3") == R"(2 \ln 3)");
        CHECK(number_math("sqrt 2") == R"(\sqrt{2})");
        CHECK(number_math("-1/2 sqrt 1/2") == R"(-\frac{1}{2} \sqrt{\frac{1}{2}})");
    }
}

SCENARIO("what a step came to is a formula", "[latex]")
{
    THEN("a number or a vector alone")
    {
        CHECK(math_of_step("c", "c", Tensor(2.5)) == "c = 2.5");
        CHECK(math_of_step("q", "q_{1}", Tensor{1, 0}) == "q_{1} = (1, 0)");
    }
    THEN("listed numbers and vectors, one below the other, named by their index")
    {
        CHECK(math_of_step("alpha", R"(\alpha_{1,j})", Tensor{0, 0.5}) == R"(\begin{aligned}
\alpha_{1,1} &= 0 \\
\alpha_{1,2} &= 0.5
\end{aligned})");
        CHECK(math_of_step("k", "k_j", Tensor{{0, 4}, {0.5, 3}}) == R"(\begin{aligned}
k_{1} &= (0, 4) \\
k_{2} &= (0.5, 3)
\end{aligned})");
    }
    THEN("the lecture's matrix: the second listed vector (3, 4) is the second column")
    {
        CHECK(math_of_step("q", "Q", Tensor{{1, 2}, {3, 4}, {5, 6}}) == R"(\begin{aligned}
Q &= \begin{bmatrix} q_{1} & q_{2} & q_{3} \end{bmatrix} \\
&= \begin{bmatrix}
1 & 3 & 5 \\
2 & 4 & 6
\end{bmatrix}
\end{aligned})");
    }
    THEN("scores and weights: a column a query, a row a key; alpha_{1,3} = 3 stands below q_1, beside k_3")
    {
        CHECK(math_of_step("alpha_prime", "A'", Tensor{{1, 2, 3}, {4, 5, 6}}) == R"(A' = \begin{array}{c|rr}
 & q_{1} & q_{2} \\ \hline
k_{1} & 1 & 4 \\
k_{2} & 2 & 5 \\
k_{3} & 3 & 6
\end{array})");
    }
    THEN("three axes: a formula for each query")
    {
        const std::vector<std::string> all =
            step_math({"hidden", "h_{i,j}", "", {}, Tensor{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}, {{9, 10}, {11, 12}}}});
        REQUIRE(all.size() == 3);
        CHECK(all[1] == "\\begin{aligned}\nh_{2,1} &= (5, 6) \\\\\nh_{2,2} &= (7, 8)\n\\end{aligned}");
    }
}

SCENARIO("long lists have a gap in formulas too", "[latex]")
{
    THEN("of a vector")
    {
        CHECK(math_of_step("q", "q_{1}", xt::zeros<double>({13})) == R"(q_{1} = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \dots, 0))");
    }
    THEN("of a list")
    {
        CHECK(holds_text(math_of_step("k", "k_j", thirteen_by_thirteen()),
                         "k_{10} &= (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \\dots, 0) \\\\\n&\\vdots \\\\\nk_{13} &= "));
    }
    THEN("of a table, across, down and where both meet")
    {
        const std::string table = math_of_step("alpha", "A", thirteen_by_thirteen());
        CHECK(holds_text(table, R"({c|rrrrrrrrrrrr})"));
        CHECK(holds_text(table, R"(& q_{10} & \cdots & q_{13} \\ \hline)"));
        CHECK(holds_text(table, R"(k_{1} & 0 & 0 & 0 & 0 & 0 & 0 & 0 & 0 & 0 & 0 & \cdots & 0)"));
        CHECK(holds_text(table, R"(\vdots & \vdots & \vdots)"));
        CHECK(holds_text(table, R"(\vdots & \ddots & \vdots)"));
        CHECK(holds_text(table, R"(k_{13} & 0 & 0 & 0 & 0 & 0 & 0 & 0 & 0 & 0 & 0 & \cdots & 1)"));
    }
    THEN("of queries")
    {
        const std::vector<std::string> all = step_math({"hidden", "h_{i,j}", "", {}, xt::zeros<double>({13, 1, 1})});
        REQUIRE(all.size() == 12);
        CHECK(all[10] == R"(\vdots)");
        CHECK(holds_text(all[11], "h_{13,1} &= (0)"));
    }
}

SCENARIO("text from a file means nothing but itself in LaTeX", "[latex]")
{
    THEN("commands are no commands")
    {
        CHECK(latex_text(R"(\input{x} $y$ a_b^c #1 50% ~ & <>|)") ==
              R"(\textbackslash{}input\{x\} \$y\$ a\_b\textasciicircum{}c \#1 50\% \textasciitilde{} \& )"
              R"(\textless{}\textgreater{}\textbar{})");
    }
    THEN("signs of mathematics come from its fonts, letters and Chinese from those of text")
    {
        CHECK(latex_text("wᵀ h · √2 … é 中文，“A”") == R"(w$^\top$ h $\cdot$ $\surd$2 \dots{} é 中文，“A”)");
    }
    THEN("every sign of a formula is one of mathematics in words, too")
    {
        for (const auto& [sign, command] : std::vector<std::pair<std::string, std::string>>{
                 {"α", "alpha"},     {"β", "beta"},  {"γ", "gamma"}, {"δ", "delta"},   {"ε", "epsilon"}, {"ζ", "zeta"},
                 {"η", "eta"},       {"θ", "theta"}, {"κ", "kappa"}, {"λ", "lambda"},  {"μ", "mu"},      {"ν", "nu"},
                 {"ξ", "xi"},        {"π", "pi"},    {"ρ", "rho"},   {"σ", "sigma"},   {"τ", "tau"},     {"φ", "phi"},
                 {"χ", "chi"},       {"ψ", "psi"},   {"ω", "omega"}, {"Γ", "Gamma"},   {"Δ", "Delta"},   {"Θ", "Theta"},
                 {"Λ", "Lambda"},    {"Ξ", "Xi"},    {"Π", "Pi"},    {"Σ", "Sigma"},   {"Φ", "Phi"},     {"Ψ", "Psi"},
                 {"Ω", "Omega"},     {"⊤", "top"},   {"·", "cdot"},  {"×", "times"},   {"⊙", "odot"},    {"⊗", "otimes"},
                 {"⊕", "oplus"},     {"∘", "circ"},  {"√", "surd"},  {"∂", "partial"}, {"∇", "nabla"},   {"∞", "infty"},
                 {"∈", "in"},        {"≤", "le"},    {"≥", "ge"},    {"≈", "approx"},  {"±", "pm"},      {"→", "to"},
                 {"←", "leftarrow"}, {"≠", "ne"},    {"⋯", "cdots"}}) {
            CHECK(latex_text(sign) == "$\\" + command + "$");
        }
    }
    THEN("every other sign has its spelling")
    {
        for (const auto& [sign, spelling] : std::vector<std::pair<std::string, std::string>>{{"\\", R"(\textbackslash{})"},
                                                                                             {"{", R"(\{)"},
                                                                                             {"}", R"(\})"},
                                                                                             {"$", R"(\$)"},
                                                                                             {"&", R"(\&)"},
                                                                                             {"#", R"(\#)"},
                                                                                             {"%", R"(\%)"},
                                                                                             {"_", R"(\_)"},
                                                                                             {"^", R"(\textasciicircum{})"},
                                                                                             {"~", R"(\textasciitilde{})"},
                                                                                             {"<", R"(\textless{})"},
                                                                                             {">", R"(\textgreater{})"},
                                                                                             {"|", R"(\textbar{})"},
                                                                                             {"`", R"(\textasciigrave{})"},
                                                                                             {"…", R"(\dots{})"},
                                                                                             {"ᵀ", R"($^\top$)"},
                                                                                             {"′", "$'$"},
                                                                                             {"−", "$-$"},
                                                                                             {"²", "$^2$"}}) {
            CHECK(latex_text(sign) == spelling);
        }
    }
    THEN("letters with accents, quotes, dashes, Chinese and its punctuation stand as they are; their neighbours do not")
    {
        for (const std::string text : {"ÀéöſŁ", "–—‘’“”", "、。〈〉《》「」『』【】", "一字龥", "！（），：；？～"}) {
            CHECK(latex_text(text) == text);
        }
        CHECK(latex_text("〒 龦 ｟ ƀ") == "[U+3012] [U+9FA6] [U+FF5F] [U+0180]");
    }
    THEN("of a long text the first 300 characters are shown")
    {
        CHECK(latex_text(std::string(300, 'x')) == std::string(300, 'x'));
        CHECK(latex_text(std::string(301, 'x')) == std::string(300, 'x') + R"(\dots{})");
    }
    THEN("what no font has is written by its number, and control characters are gone")
    {
        CHECK(latex_text("😀 ☃ א\n\x1B") == "[U+1F600] [U+2603] [U+05D0]??");
    }
}

SCENARIO("a document brings what it needs", "[latex]")
{
    THEN("English runs with any compiler, Chinese takes ctex, wherever it stands")
    {
        const std::string english = latex_document("Given", Language::english);
        CHECK(english.starts_with("\\documentclass[a4paper]{article}\n"));
        CHECK_FALSE(holds_text(english, "ctex"));
        CHECK(english.ends_with("\\begin{document}\n\nGiven\n\\end{document}\n"));
        CHECK(holds_text(latex_document("题目", Language::english), "\\usepackage[fontset=fandol,scheme=plain]{ctex}\n"));
        CHECK(latex_document("Given", Language::chinese).starts_with("\\documentclass[a4paper,fontset=fandol]{ctexart}\n"));
    }
    THEN("a matrix of more than eight columns turns the page")
    {
        CHECK_FALSE(holds_text(latex_document("1 & 2 & 3 & 4 & 5 & 6 & 7 & 8\n1 & 2\n", Language::english), "landscape"));
        CHECK(holds_text(latex_document("1 & 2 & 3 & 4 & 5 & 6 & 7 & 8 & 9\n", Language::english), "landscape"));
    }
    THEN("a step and a title are sections")
    {
        Problem problem;
        problem.title = same("50%");
        CHECK(latex_title(problem, {"t", "t"}, {"How?", "怎样？"}, Language::english) == "\\section*{50\\%}\n\nHow?\n");
        CHECK(latex_step({"alpha_prime", "c", "c = 2", {"W_q", "中"}, Tensor(2.0)}, 5, Language::english) ==
              "\\subsection*{5. \\texttt{alpha\\_prime}}\nW\\_q\n\\display{c = 2}\n\\display{c = 2}\n");
    }
}
