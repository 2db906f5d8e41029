#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"

namespace attention {

/// One thing that a problem states, to be shown before the steps.
struct Stated {
    std::string field;   ///< its name in the problem: "Wq"
    std::string symbol;  ///< LaTeX: "W^q", or "a_i" for a sequence of vectors
    Tensor value;        ///< as in the JSON: a number, a list of vectors, or a list of a matrix's rows
};

/// Collects what a problem states; what is left out or at its default is not stated.
class Statement {
public:
    void vectors(const std::string& field, const std::string& symbol, const std::vector<Vector>& list)
    {
        if (!list.empty()) {
            all_.push_back({field, symbol, listed(list)});
        }
    }
    void matrix(const std::string& field, const std::string& symbol, const std::optional<Matrix>& W)
    {
        if (W && W->size() > 0) {
            all_.push_back({field, symbol, *W});
        }
    }
    void vector(const std::string& field, const std::string& symbol, const std::optional<Vector>& x)
    {
        if (x && x->size() > 0) {
            all_.push_back({field, symbol, *x});
        }
    }
    void number(const std::string& field, const std::string& symbol, double x, double standard)
    {
        if (x != standard) {
            all_.push_back({field, symbol, x});
        }
    }

    /// W^q, W^k, W^v and their biases; `place` and `index` say of which head: "heads[2]." and "2".
    void projections(const Projections& p, const std::string& place = "", const std::string& index = "")
    {
        const std::string lower = index.empty() ? "" : "_{" + index + "}";
        matrix(place + "Wq", "W^q" + lower, p.Wq);
        matrix(place + "Wk", "W^k" + lower, p.Wk);
        matrix(place + "Wv", "W^v" + lower, p.Wv);
        vector(place + "bq", "b^q" + lower, p.bq);
        vector(place + "bk", "b^k" + lower, p.bk);
        vector(place + "bv", "b^v" + lower, p.bv);
    }

    /// One direction of a recurrent network.
    void recurrence(const Recurrence& r, const std::string& place = "", const std::string& upper = "")
    {
        matrix(place + "Wx", "W_x" + upper, r.Wx);
        matrix(place + "Wh", "W_h" + upper, r.Wh);
        vector(place + "b", "b" + upper, r.b);
        vector(place + "h0", "h_0" + upper, r.h0);
        vector(place + "c0", "c_0" + upper, r.c0);
    }

    /// Vectors by hand, or what the sinusoid depends on; inputs tell by themselves how many there are and how long.
    void positions(const Problem& problem, const Positions& p)
    {
        const bool is_alone = problem.kind == "positional_encoding";
        if (is_alone && p.e.empty() && problem.inputs.empty()) {
            number("d", "d", static_cast<double>(problem.d), 0);
            number("n", "n", static_cast<double>(problem.n), 0);
        }
        const std::string place = is_alone ? "" : "positions.sinusoid.";
        vectors(is_alone ? "e" : "positions", "e_i", p.e);
        number(place + "base", R"(\mathrm{base})", p.base, Positions{}.base);
        number(place + "first", R"(\mathrm{first})", p.first, Positions{}.first);
    }

    std::vector<Stated> result() { return std::move(all_); }

private:
    std::vector<Stated> all_;
};

/// Whether each key is real, as numbers 1 and 0.
inline Vector as_numbers(const std::vector<bool>& is_real)
{
    Vector numbers = xt::zeros<double>({is_real.size()});
    std::copy(is_real.begin(), is_real.end(), numbers.begin());
    return numbers;
}

/// The numbers that a problem states, in the order of the format. What it chooses by a word or an index is left to the captions of
/// the steps: query, score, the scale 1/sqrt(d_k), a causal mask, cell, activation and measure.
inline std::vector<Stated> stated(const Problem& problem)
{
    Statement all;
    all.vectors("inputs", "a_i", problem.inputs);
    all.vectors("target", "x_i", problem.target);
    all.vectors("source", "y_j", problem.source);
    all.matrix("W", "W", problem.W);
    all.vector("bias", "b", problem.bias);
    all.projections(problem.projections);
    all.vector("w", "w", problem.w);
    all.vector("b_score", R"(b^{\mathrm{score}})", problem.b_score);
    all.number("c", "c", problem.c, 0);
    all.number("scale", "s", problem.scale.number, 1);
    if (problem.mask && problem.kind == "single_output") {
        all.vector("mask", "m_{" + std::to_string(problem.query) + "}", column_vectors(xt::cast<double>(*problem.mask)).front());
    } else if (problem.mask) {
        all.vectors("mask", "m_i", column_vectors(xt::cast<double>(*problem.mask)));
    }
    all.vector("padding", "p", as_numbers(problem.is_real));
    if (problem.positions) {
        all.positions(problem, *problem.positions);
    }
    for (std::size_t h = 0; h < problem.heads.size(); ++h) {
        const std::string index = std::to_string(h + 1);
        all.projections(problem.heads[h], "heads[" + index + "].", index);
    }
    all.matrix("Wo", "W^O", problem.Wo);
    all.vector("bo", "b^O", problem.bo);
    all.recurrence(problem.forward);
    if (problem.backward) {
        all.recurrence(*problem.backward, "backward.", R"(^\leftarrow)");
    }
    all.matrix("Wy", "W_y", problem.Wy);
    all.vector("by", "b_y", problem.by);
    return all.result();
}

}  // namespace attention
