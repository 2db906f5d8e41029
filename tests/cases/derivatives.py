"""Derivatives of the last output by every input, on the numbers of the steps as they stand: memory with given steps.

A derivative is a matrix: a row for each component of what changes, a column for each of the input that is moved.
"""
from mpmath import exp, tanh


def times(A, B):
    """The product of two matrices."""
    return [[sum(a_r * B_r[c] for a_r, B_r in zip(row, B)) for c in range(len(B[0]))] for row in A]


def plus(A, B):
    return [[x + y for x, y in zip(*rows)] for rows in zip(A, B)]


def scaled_rows(factors, A):
    """diag(factors) A"""
    return [[factor * x for x in row] for factor, row in zip(factors, A)]


def zeros(rows, columns):
    return [[0] * columns for _ in range(rows)]


def attention_derivatives(problem, steps):
    """∂b_n/∂a_t = α'_nt Wv + Σ_j α'_nj (v_j - b_n) ∂α_nj/∂a_t, with b_n = Σ_j α'_nj v_j, for the dot product unscaled.

    ∂α_nj/∂a_t is q_nᵀ Wk where t is the key j, plus k_jᵀ Wq where t is the query n.
    """
    assert problem.get("score", "dot") == "dot" and "scale" not in problem
    q_n, alpha_prime_n, k, v = steps["q"][-1], steps["alpha_prime"][-1], steps["k"], steps["v"]
    n, b_n = len(v), [sum(a * x for a, x in zip(alpha_prime_n, components)) for components in zip(*v)]
    by_input = []
    for t in range(n):
        J = [[alpha_prime_n[t] * x for x in row] for row in problem["Wv"]]
        for j in range(n):
            slope = zeros(1, len(J[0]))
            slope = plus(slope, times([q_n], problem["Wk"])) if j == t else slope
            slope = plus(slope, times([k[j]], problem["Wq"])) if t == n - 1 else slope
            J = plus(J, times([[alpha_prime_n[j] * (x - mean)] for x, mean in zip(v[j], b_n)], slope))
        by_input.append(J)
    return by_input


def tanh_derivatives(problem, steps):
    """∂h_n/∂a_t = D_n Wh … D_{t+1} Wh D_t Wx, with D_t = diag(1 - h_t²); Wy stands before it."""
    assert "backward" not in problem and "activation" not in problem
    h, by_input = steps["h"], []
    for t in range(len(h)):
        J = scaled_rows([1 - x * x for x in h[t]], problem["Wx"])
        for h_s in h[t + 1:]:
            J = scaled_rows([1 - x * x for x in h_s], times(problem["Wh"], J))
        by_input.append(times(problem["Wy"], J) if "Wy" in problem else J)
    return by_input


def lstm_derivatives(problem, steps):
    """The derivatives of h_t and c_t, from the input that is moved to the last; Wy stands before them."""
    assert "backward" not in problem and "positions" not in problem
    n, d, m = len(steps["h"]), len(problem["Wx"][0]), len(problem["Wh"][0])
    h = [problem.get("h0", [0] * m)] + steps["h"]
    c = [problem.get("c0", [0] * m)] + steps["c"]
    by_input = []
    for t in range(n):
        J_h, J_c = zeros(m, d), zeros(m, d)
        for s in range(t, n):
            J_z = times(problem["Wh"], J_h)
            J_z = plus(J_z, problem["Wx"]) if s == t else J_z
            J_h, J_c = through_cell(sums(problem, problem["inputs"][s], h[s]), c[s], J_z, J_c)
        by_input.append(times(problem["Wy"], J_h) if "Wy" in problem else J_h)
    return by_input


def sums(problem, a_t, h_before):
    """Wx a_t + Wh h_{t-1} + b"""
    b = problem.get("b", [0] * len(problem["Wx"]))
    return [sum(w * x for w, x in zip(W_x, a_t)) + sum(w * x for w, x in zip(W_h, h_before)) + b_r
            for W_x, W_h, b_r in zip(problem["Wx"], problem["Wh"], b)]


def through_cell(z, c_before, J_z, J_c):
    """From the derivatives of z and c_{t-1} to those of h_t = o ⊙ tanh(c_t) and c_t = f ⊙ c_{t-1} + i ⊙ g."""
    m = len(c_before)
    i, f, o = ([1 / (1 + exp(-z_r)) for z_r in z[part * m:(part + 1) * m]] for part in (0, 1, 3))
    g = [tanh(z_r) for z_r in z[2 * m:3 * m]]
    J_i, J_f, J_g, J_o = (J_z[part * m:(part + 1) * m] for part in range(4))
    J_c = plus(scaled_rows(f, J_c), scaled_rows([x * f_r * (1 - f_r) for x, f_r in zip(c_before, f)], J_f))
    J_c = plus(J_c, scaled_rows([x * i_r * (1 - i_r) for x, i_r in zip(g, i)], J_i))
    J_c = plus(J_c, scaled_rows([x * (1 - g_r * g_r) for x, g_r in zip(i, g)], J_g))
    inner = [tanh(f_r * x + i_r * g_r) for f_r, x, i_r, g_r in zip(f, c_before, i, g)]
    J_h = scaled_rows([x * o_r * (1 - o_r) for x, o_r in zip(inner, o)], J_o)
    return plus(J_h, scaled_rows([o_r * (1 - x * x) for o_r, x in zip(o, inner)], J_c)), J_c
