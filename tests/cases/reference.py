"""The reference: all steps of a problem at 40 digits, written from docs/problem-format.md alone.

A vector is a list of numbers, a sequence a list of vectors, a matrix the list of its rows. `walk` answers a problem whose
numbers have been through `in_digits`, and returns its steps by name, in the order of the format. Besides the fields of the
format a problem may have `convention`, the name of another choice in good faith: README.md lists them.
"""
from mpmath import cos, exp, mpf, sin, sqrt, tanh

from measures import memory, reach


class Steps:
    """The steps taken so far. A step that the problem gives is taken as it stands."""

    def __init__(self, problem):
        self.given = problem.get("given", {})
        self.values = {}

    def take(self, name, value):
        self.values[name] = self.given.get(name, value)
        return self.values[name]


# Vectors and matrices

def dot(x, y):
    assert len(x) == len(y)
    return sum(x_r * y_r for x_r, y_r in zip(x, y))


def plus(*vectors):
    """The sum of equally long vectors, component by component."""
    assert len({len(x) for x in vectors}) == 1
    return [sum(parts) for parts in zip(*vectors)]


def product(W, a):
    return [dot(row, a) for row in W]


def layer(W, a, bias=None):
    """W a + bias"""
    return plus(product(W, a), bias) if bias else product(W, a)


def per_vector(W, sequence, bias=None):
    return [layer(W, a, bias) for a in sequence]


def stacked(*vectors):
    """[x; y; …], one below the other."""
    return [component for x in vectors for component in x]


# Chapter 00: one layer

def walk_per_vector(problem, steps):
    steps.take("y", per_vector(problem["W"], problem["inputs"], problem.get("bias")))


def walk_window(problem, steps):
    steps.take("y", layer(problem["W"], stacked(*problem["inputs"]), problem.get("bias")))


# Chapter 06: positions

def encoding(d, p, base):
    """e[2r] = sin(p base^(-2r/d)), e[2r+1] = cos(p base^(-2r/d))"""
    angles = [p / base ** (mpf(2 * (c // 2)) / d) for c in range(d)]
    return [sin(angle) if c % 2 == 0 else cos(angle) for c, angle in enumerate(angles)]


def sinusoid(d, n, base=10000, first=0, convention=None):
    """e_i is the encoding of position first + i - 1. Of an odd width, conventions differ."""
    positions = [first + i for i in range(n)]
    if d % 2 == 1 and convention == "odd_width_rounded_up":
        return [encoding(d + 1, p, base)[:d] for p in positions]
    if d % 2 == 1 and convention == "odd_width_last_component_zero":
        return [encoding(d - 1, p, base) + [mpf(0)] for p in positions]
    return [encoding(d, p, base) for p in positions]


def position_vectors(problem, d, n):
    positions = problem["positions"]
    if isinstance(positions, list):
        return positions
    return sinusoid(d, n, **positions["sinusoid"], convention=problem.get("convention"))


def with_positions(problem, sequences, steps):
    """The sequences (one, or target and source), each counted from its first vector, with their positions added."""
    if "positions" not in problem:
        return sequences
    longest = max(len(sequence) for sequence in sequences)
    e = steps.take("e", position_vectors(problem, len(sequences[0][0]), longest))
    sums = [plus(a_i, e_i) for sequence in sequences for a_i, e_i in zip(sequence, e)]
    a_plus_e = steps.take("a_plus_e", sums)
    return [a_plus_e[:len(sequences[0])], a_plus_e[len(sequences[0]):]][:len(sequences)]


def walk_positional_encoding(problem, steps):
    inputs = problem.get("inputs")
    e = problem.get("e")
    if e is None:
        d = int(problem["d"]) if "d" in problem else len(inputs[0])
        n = int(problem["n"]) if "n" in problem else len(inputs)
        options = {name: problem[name] for name in ("base", "first", "convention") if name in problem}
        e = sinusoid(d, n, **options)
    e = steps.take("e", e)
    if inputs:
        steps.take("a_plus_e", [plus(a_i, e_i) for a_i, e_i in zip(inputs, e)])


# Chapters 01 to 04: one attention

def allowed_keys(problem, queries, n):
    """By query, whether it may attend to each of n keys. `queries` tells the number of each one that asks, from 1."""
    mask = problem.get("mask")
    padding = problem.get("padding", [True] * n)
    m = len(problem["target"]) if "target" in problem else n
    ahead = n - m if problem.get("convention") == "causal_from_the_end" else 0
    allowed = []
    for row, i in enumerate(queries):
        if mask == "causal":
            seen = [j <= i + ahead for j in range(1, n + 1)]
        else:
            seen = mask[row] if mask else [True] * n
        allowed.append([seen_j and real_j for seen_j, real_j in zip(seen, padding)])
    return allowed


def softmax_over_keys(alpha_i, allowed_i, convention=None):
    """exp(α_ij) / Σ_l exp(α_il), over the keys that query i may attend to; 0 for the others."""
    if not any(allowed_i):
        share = mpf(1) / len(alpha_i) if convention == "mean_of_values_for_no_key" else mpf(0)
        return [share for _ in alpha_i]
    largest = max(alpha for alpha, allowed in zip(alpha_i, allowed_i) if allowed)
    powers = [exp(alpha - largest) if allowed else mpf(0) for alpha, allowed in zip(alpha_i, allowed_i)]
    return [power / sum(powers) for power in powers]


def weighted_sum(alpha_prime_i, v):
    """Σ_j α'_ij v_j"""
    return [dot(alpha_prime_i, components) for components in zip(*v)]


def scale_factor(problem, d_k):
    scale = problem.get("scale", "none")
    if scale == "none":
        return 1
    return 1 / sqrt(d_k) if scale == "1/sqrt(d_k)" else scale


def dot_scores(problem, q, k):
    s = scale_factor(problem, len(q[0]))
    return [[s * dot(q_i, k_j) for k_j in k] for q_i in q]


def additive_scores(problem, hidden):
    """w · h_ij + c"""
    c = problem.get("c", 0)
    return [[dot(problem["w"], h_ij) + c for h_ij in h_i] for h_i in hidden]


def bilinear_scores(W, asking, answering):
    """a_iᵀ W a_j"""
    return [[dot(a_i, product(W, a_j)) for a_j in answering] for a_i in asking]


def attend(problem, weights, asking, to_keys, to_values, allowed, steps, head=""):
    """One attention. `weights` has Wq, Wk, Wv and their biases; `head` is what the names of its steps end in."""
    def take(name, value):
        return steps.take(name + head, value)

    score = problem.get("score", "dot")
    if score != "bilinear":
        q = take("q", per_vector(weights["Wq"], asking, weights.get("bq")))
        k = take("k", per_vector(weights["Wk"], to_keys, weights.get("bk")))
    v = take("v", per_vector(weights["Wv"], to_values, weights.get("bv")))
    if score == "dot":
        alpha = take("alpha", dot_scores(problem, q, k))
    elif score == "additive":
        b_score = problem.get("b_score", [0] * len(q[0]))
        hidden = take("hidden", [[[tanh(x) for x in plus(q_i, k_j, b_score)] for k_j in k] for q_i in q])
        alpha = take("alpha", additive_scores(problem, hidden))
    else:
        alpha = take("alpha", bilinear_scores(problem["W"], asking, to_keys))
    convention = problem.get("convention")
    alpha_prime = take("alpha_prime", [softmax_over_keys(*row, convention) for row in zip(alpha, allowed)])
    return take("b", [weighted_sum(alpha_prime_i, v) for alpha_prime_i in alpha_prime])


def sequences_of(problem):
    return [problem["inputs"]] if "inputs" in problem else [problem["target"], problem["source"]]


def walk_attention(problem, steps):
    """All outputs; one sequence asks itself, or the target asks the source."""
    sequences = with_positions(problem, sequences_of(problem), steps)
    asking, answering = sequences[0], sequences[-1]
    allowed = allowed_keys(problem, range(1, len(asking) + 1), len(answering))
    attend(problem, problem, asking, answering, answering, allowed, steps)
    for name in problem.get("measure", []):
        steps.take(name, reach(problem, walk) if name == "reach" else memory(problem, walk, steps.values))


OF_THE_QUERY = ("q", "hidden", "alpha", "alpha_prime", "b")


def walk_single_output(problem, steps):
    """The attention of one query: its steps are those of a list of queries that has one entry."""
    query = int(problem.get("query", 1))
    steps.given = {name: [value] if name in OF_THE_QUERY else value for name, value in steps.given.items()}
    if isinstance(problem.get("mask"), list):
        problem = {**problem, "mask": [problem["mask"]]}
    [inputs] = with_positions(problem, [problem["inputs"]], steps)
    allowed = allowed_keys(problem, [query], len(inputs))
    attend(problem, problem, [inputs[query - 1]], inputs, inputs, allowed, steps)
    for name in OF_THE_QUERY:
        if name in steps.values:
            [steps.values[name]] = steps.values[name]


# Chapter 05: several heads

def walk_multi_head(problem, steps):
    sequences = with_positions(problem, sequences_of(problem), steps)
    asking, answering = sequences[0], sequences[-1]
    allowed = allowed_keys(problem, range(1, len(asking) + 1), len(answering))
    to_q, to_k, to_v = asking, answering, answering
    if "Wq" in problem:
        to_q = steps.take("q", per_vector(problem["Wq"], asking, problem.get("bq")))
        to_k = steps.take("k", per_vector(problem["Wk"], answering, problem.get("bk")))
        to_v = steps.take("v", per_vector(problem["Wv"], answering, problem.get("bv")))
    outputs = [attend(problem, weights, to_q, to_k, to_v, allowed, steps, f".{h}")
               for h, weights in enumerate(problem["heads"], 1)]
    concat = steps.take("concat", [stacked(*b_i) for b_i in zip(*outputs)])
    b = per_vector(problem["Wo"], concat) if "Wo" in problem else concat
    steps.take("b", [plus(b_i, problem["bo"]) for b_i in b] if "bo" in problem else b)


# Chapter 07: recurrent networks

def sigma(z):
    return 1 / (1 + exp(-z))


def tanh_states(network, a, activation):
    """h_t = tanh(Wx a_t + Wh h_{t-1} + b), or without tanh."""
    m = len(network["Wh"])
    h = [network.get("h0", [0] * m)]
    for a_t in a:
        z = plus(product(network["Wx"], a_t), layer(network["Wh"], h[-1], network.get("b")))
        h.append(z if activation == "identity" else [tanh(z_r) for z_r in z])
    return h[1:]


def gates(network, a_t, h_before):
    """i, f, g, o: the four parts of Wx a_t + Wh h_{t-1} + b, σ of i, f, o, tanh of g."""
    z = plus(product(network["Wx"], a_t), layer(network["Wh"], h_before, network.get("b")))
    m = len(z) // 4
    functions = (sigma, sigma, tanh, sigma)
    return [[function(z_r) for z_r in z[part * m:(part + 1) * m]] for part, function in enumerate(functions)]


def lstm_cell(network, a_t, h_before, c_before):
    """c_t = f ⊙ c_{t-1} + i ⊙ g, and h_t = o ⊙ tanh(c_t)"""
    i, f, g, o = gates(network, a_t, h_before)
    c = [f_r * c_r + i_r * g_r for i_r, f_r, g_r, c_r in zip(i, f, g, c_before)]
    return [o_r * tanh(c_r) for o_r, c_r in zip(o, c)], c


def lstm_states(network, a):
    m = len(network["Wh"]) // 4
    h, c = network.get("h0", [0] * m), network.get("c0", [0] * m)
    states = []
    for a_t in a:
        h, c = lstm_cell(network, a_t, h, c)
        states.append(h)
    return states


def cells_from(network, a, h):
    """The cells of an LSTM whose states are h, as they stand."""
    m = len(network["Wh"]) // 4
    c, cells = network.get("c0", [0] * m), []
    for a_t, h_before in zip(a, [network.get("h0", [0] * m)] + h):
        _, c = lstm_cell(network, a_t, h_before, c)
        cells.append(c)
    return cells


def direction(problem, network, a, steps, read, name=""):
    """The states of one direction, by time; `read` puts a list in the order of reading, and back."""
    if problem.get("cell") != "lstm":
        return steps.take("h" + name, read(tanh_states(network, read(a), problem.get("activation"))))
    h = steps.take("h" + name, read(lstm_states(network, read(a))))
    steps.take("c" + name, read(cells_from(network, read(a), read(h))))
    return h


def as_it_stands(sequence):
    return sequence


def from_the_end(sequence):
    return sequence[::-1]


def walk_rnn(problem, steps):
    [a] = with_positions(problem, [problem["inputs"]], steps)
    s = direction(problem, problem, a, steps, as_it_stands)
    if "backward" in problem:
        h_backward = direction(problem, problem["backward"], a, steps, from_the_end, "_backward")
        s = steps.take("concat", [stacked(h_t, back_t) for h_t, back_t in zip(s, h_backward)])
    y = per_vector(problem["Wy"], s) if "Wy" in problem else s
    if "Wy" in problem or "by" in problem:
        steps.take("y", [plus(y_t, problem["by"]) for y_t in y] if "by" in problem else y)
    for name in problem.get("measure", []):
        steps.take(name, reach(problem, walk) if name == "reach" else memory(problem, walk, steps.values))


WALKS = {
    "per_vector": walk_per_vector,
    "window": walk_window,
    "single_output": walk_single_output,
    "self_attention": walk_attention,
    "attention": walk_attention,
    "multi_head": walk_multi_head,
    "positional_encoding": walk_positional_encoding,
    "rnn": walk_rnn,
}


def walk(problem):
    """All steps by name."""
    steps = Steps(problem)
    WALKS[problem["kind"]](problem, steps)
    return steps.values
