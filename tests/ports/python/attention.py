"""Self-attention step by step, in the order of the lessons: one small function a step.

Symbols and step names are the lecture's. Where the lessons have one vector a column, there is a list of vectors here:
q[i] is query i, and alpha[i][j] the score of query i with key j. A matrix is the list of its rows, and multiplies from the
left. steps_of(problem), at the end, makes every step of a problem by its name.
"""
import math

# 00 Why attention


def dot(u, v):
    return sum(x * y for x, y in zip(u, v, strict=True))


def plus(u, v):
    return [x + y for x, y in zip(u, v, strict=True)]


def product(W, a):
    return [dot(row, a) for row in W]


def transposed(W):
    return [list(column) for column in zip(*W)]


def fully_connected(W, a, bias):
    """W a + bias; a bias that a problem leaves out is None."""
    y = product(W, a)
    return plus(y, bias) if bias else y


def per_vector(W, a, bias):
    """The same layer on each vector alone."""
    return [fully_connected(W, a_i, bias) for a_i in a]


def stacked(a):
    """The vectors one below the other, as one long vector."""
    return [x for a_i in a for x in a_i]


def window(W, a, bias):
    return fully_connected(W, stacked(a), bias)


# 01 One output, 02 Matrix form: the same for every query. A layer has Wq, Wk, Wv and their biases.


def queries(layer, x):
    return per_vector(layer["Wq"], x, layer.get("bq"))


def keys(layer, y):
    return per_vector(layer["Wk"], y, layer.get("bk"))


def values(layer, z):
    return per_vector(layer["Wv"], z, layer.get("bv"))


def softmax(alpha_i):
    """Over keys, for one query."""
    largest = max(alpha_i)  # the same factor exp(-largest) above and below the fraction: it keeps exp from overflowing
    e = [math.exp(x - largest) for x in alpha_i]
    total = sum(e)
    return [x / total for x in e]


def weighted_sums(alpha_prime, v):
    """b_i, the sum over j of alpha'_{i,j} v_j."""
    components = transposed(v)
    return [product(components, weights) for weights in alpha_prime]


# 03 Scores: every query with every key


def scale_factor(scale, d_k):
    """d_k is the length of a key: not that of an input, nor that of all heads together."""
    if scale == "none":
        return 1
    return 1 / math.sqrt(d_k) if scale == "1/sqrt(d_k)" else scale


def dot_product_scores(q, k, s):
    return [[s * dot(q_i, k_j) for k_j in k] for q_i in q]


def additive_hidden(q, k, b_score):
    """h_{i,j}, a small vector for each pair of a query and a key."""
    inner = [plus(k_j, b_score) for k_j in k] if b_score else k
    return [[[math.tanh(x) for x in plus(q_i, k_j)] for k_j in inner] for q_i in q]


def additive_scores(hidden, w, c):
    return [[dot(w, h_ij) + c for h_ij in h_i] for h_i in hidden]


def bilinear_scores(x, W, y):
    """x_i asks, and stands on the left of W."""
    answers = [product(W, y_j) for y_j in y]
    return [[dot(x_i, Wy_j) for Wy_j in answers] for x_i in x]


def scores(problem, x, y, q, k, hidden):
    score = problem.get("score", "dot")
    if score == "additive":
        return additive_scores(hidden, problem["w"], problem.get("c", 0))
    if score == "bilinear":
        return bilinear_scores(x, problem["W"], y)
    return dot_product_scores(q, k, scale_factor(problem.get("scale", "none"), len(k[0])))


# 04 Source and target


def causal_mask(m, n):
    """True means "may attend": query i sees keys 1 to i, both counted from the start, and its own too."""
    return [[j <= i for j in range(n)] for i in range(m)]


def both_masks(mask, padding):
    """A mask of one's own is by query, padding by key: it hides a key from every query. Both must allow it."""
    return [[may and real for may, real in zip(allowed_i, padding, strict=True)] for allowed_i in mask]


def allowed_keys(problem, m, n):
    """For m queries, which of n keys each of them may attend to."""
    mask = problem.get("mask", [[True] * n] * m)
    if mask == "causal":
        mask = causal_mask(m, n)
    elif problem["kind"] == "single_output" and "mask" in problem:
        mask = [mask] * m  # one query, so one list
    return both_masks(mask, problem.get("padding", [True] * n))


def masked_softmax(alpha_i, allowed_i):
    """Softmax over the keys that are allowed: forbidden scores are not looked at."""
    seen = [j for j, may in enumerate(allowed_i) if may]
    alpha_prime_i = [0] * len(alpha_i)
    if seen:  # a query that may attend to no key keeps its zeros: 0/0 would not be a number
        for j, weight in zip(seen, softmax([alpha_i[j] for j in seen])):
            alpha_prime_i[j] = weight
    return alpha_prime_i


def attention_weights(alpha, allowed):
    return [masked_softmax(alpha_i, allowed_i) for alpha_i, allowed_i in zip(alpha, allowed, strict=True)]


def attend(problem, layer, x, y, z, allowed, take):
    """Queries are made of x, keys of y, values of z: the same as y, but for heads on a first level. take(name, value)
    writes a step down, and returns what the later ones go on from: this value, or what the problem gives."""
    q = k = hidden = None
    if problem.get("score") != "bilinear":
        q = take("q", queries(layer, x))
        k = take("k", keys(layer, y))
    v = take("v", values(layer, z))
    if problem.get("score") == "additive":
        hidden = take("hidden", additive_hidden(q, k, problem.get("b_score")))
    alpha = take("alpha", scores(problem, x, y, q, k, hidden))
    alpha_prime = take("alpha_prime", attention_weights(alpha, allowed))
    return take("b", weighted_sums(alpha_prime, v))


# 05 Multi-head attention


def stacked_heads(B):
    """b_{i,1}, b_{i,2}, ... one below the other, for each query i."""
    return [stacked(b_i) for b_i in zip(*B)]


def output_layer(Wo, s, bo):
    """Wo s_i + bo; without Wo it is s_i + bo."""
    if Wo:
        return per_vector(Wo, s, bo)
    return [plus(s_i, bo) for s_i in s] if bo else s


def heads_outputs(problem, x, y, z, allowed, take):
    B = []
    for h, head in enumerate(problem["heads"], 1):
        B.append(attend(problem, head, x, y, z, allowed, lambda name, value: take(f"{name}.{h}", value)))
    return B


# 06 Positional encoding


def pair_speed(r, d, base):
    """r counts pairs, from 0."""
    return base ** (-2 * r / d)


def sinusoid(d, n, base=10000, first=0):
    """Components 2r and 2r + 1 are a pair, sine and cosine of one speed; when d is odd, the last sine has no cosine."""
    turn = [math.cos if c % 2 else math.sin for c in range(d)]
    speed = [pair_speed(c // 2, d, base) for c in range(d)]
    return [[turn[c](speed[c] * (first + i)) for c in range(d)] for i in range(n)]


def add_positions(a, e):
    """Of more vectors than inputs the first ones are taken."""
    return [plus(a_i, e_i) for a_i, e_i in zip(a, e)]


def position_vectors(positions, d, n):
    return positions if isinstance(positions, list) else sinusoid(d, n, **positions["sinusoid"])


def who_asks_and_answers(problem, take):
    """Target and source, or the inputs twice. Positions come before all else; each sequence is counted from its own start."""
    x, y = [problem.get(name, problem.get("inputs")) for name in ("target", "source")]
    if "positions" not in problem:
        return x, y
    e = take("e", position_vectors(problem["positions"], len(x[0]), max(len(x), len(y))))
    if "target" not in problem:
        return [take("a_plus_e", add_positions(x, e))] * 2
    moved = take("a_plus_e", add_positions(x, e) + add_positions(y, e))
    return moved[:len(x)], moved[len(x):]


# 07 Against the RNN. A network has Wx, Wh, b, h0, c0.


def start(r, name):
    return r.get(name, [0] * len(r["Wh"][0]))


def recurrent_sums(r, a_t, h_before):
    z = plus(product(r["Wx"], a_t), product(r["Wh"], h_before))
    return plus(z, r["b"]) if "b" in r else z


def rnn_step(r, a_t, h_before, activation):
    z = recurrent_sums(r, a_t, h_before)
    return z if activation == "identity" else [math.tanh(x) for x in z]


def sigmoid(z):
    if z < 0:  # math.exp raises an error when it overflows
        return math.exp(z) / (math.exp(z) + 1)
    return 1 / (1 + math.exp(-z))


def gates(z):
    """One sum, four times as long as the state, is cut in the order i, f, g, o."""
    m = len(z) // 4
    return ([sigmoid(x) for x in z[:m]], [sigmoid(x) for x in z[m:2 * m]],
            [math.tanh(x) for x in z[2 * m:3 * m]], [sigmoid(x) for x in z[3 * m:]])


def lstm_cell(i, f, g, c_before):
    return [f_k * c_k + i_k * g_k for f_k, c_k, i_k, g_k in zip(f, c_before, i, g)]


def lstm_step(r, a_t, h_before, c_before):
    i, f, g, o = gates(recurrent_sums(r, a_t, h_before))
    c = lstm_cell(i, f, g, c_before)
    return [o_k * math.tanh(c_k) for o_k, c_k in zip(o, c)], c


def recurrent_states(problem, r, a):
    """h_1, h_2, ... in the order in which the inputs are read."""
    h, c = start(r, "h0"), start(r, "c0")
    states = []
    for a_t in a:
        if problem.get("cell") == "lstm":
            h, c = lstm_step(r, a_t, h, c)
        else:
            h = rnn_step(r, a_t, h, problem.get("activation"))
        states.append(h)
    return states


def recurrent_cells(r, a, h):
    """The cells of an LSTM, made of the states h as they stand, which a problem may have given."""
    c = [start(r, "c0")]
    for a_t, h_before in zip(a, [start(r, "h0")] + h):
        c.append(lstm_step(r, a_t, h_before, c[-1])[1])
    return c[1:]


def backward_states(problem, a):
    """Reads from the end; turned round again, so that entry t belongs to time t."""
    return recurrent_states(problem, problem["backward"], a[::-1])[::-1]


def both_directions(h, h_backward):
    return [h_t + back_t for h_t, back_t in zip(h, h_backward, strict=True)]


# 07 What arrives, and what is left


def reach(layer, a):
    """reach[t][s]: input s is moved, by little and by much, up and down; does output t change in any bit?"""
    still = layer(a)
    arrives = [[False] * len(a) for _ in still]
    for s, a_s in enumerate(a):
        for size in (1, -1, 1e9, -1e9):
            moved = layer(a[:s] + [[x + size * math.sqrt(r) for r, x in enumerate(a_s, 2)]] + a[s + 1:])
            for t, y_t in enumerate(still):
                arrives[t][s] = arrives[t][s] or moved[t] != y_t
    return arrives


def norm(D):
    """Of all entries together. hypot squares nothing that would vanish: 1e-200 squared is 0 in a double."""
    return math.hypot(*stacked(D))


def score_slopes(problem, x_n, y, q_n, k, h_n):
    """Slopes of the scores of the last query with each key, by what asks and by what answers."""
    if problem.get("score") == "bilinear":
        return [product(problem["W"], y_j) for y_j in y], [product(transposed(problem["W"]), x_n)] * len(y)
    if problem.get("score") == "additive":
        by_q = by_k = [[w_r * (1 - x * x) for w_r, x in zip(problem["w"], h_j)] for h_j in h_n]
    else:
        s = scale_factor(problem.get("scale", "none"), len(q_n))
        by_q, by_k = [[s * x for x in k_j] for k_j in k], [[s * x for x in q_n]] * len(k)
    return per_vector(transposed(problem["Wq"]), by_q, None), per_vector(transposed(problem["Wk"]), by_k, None)


def attention_memory(Wv, weights, v, by_asking, by_answering):
    """An input moves its value and, by its key, the weights; the last one moves the query as well, and so all weights."""
    (b,) = weighted_sums([weights], v)
    D = [[[weight * x for x in row] for row in Wv] for weight in weights]
    for j, weight in enumerate(weights):
        for r, (v_r, b_r) in enumerate(zip(v[j], b)):
            pull = weight * (v_r - b_r)  # softmax: a larger score draws b towards v_j
            D[j][r] = plus(D[j][r], [pull * x for x in by_answering[j]])
            D[-1][r] = plus(D[-1][r], [pull * x for x in by_asking[j]])
    return [norm(D_t) for D_t in D]


def tanh_slopes(h_t):
    return [1 - x * x for x in h_t]


def back_through_rnn_step(left, h_t, activation):
    """From the slope of an output by h_t to that by the sums z_t."""
    return left if activation == "identity" else [x * slope for x, slope in zip(left, tanh_slopes(h_t))]


def back_through_lstm_step(left, left_c, z, c_before, c):
    """From h_t and c_t to z_t and c_{t-1}: the slope of sigma is sigma (1 - sigma)."""
    i, f, g, o = gates(z)
    left_c = [l_c + l * o_k * (1 - math.tanh(c_k) ** 2) for l_c, l, o_k, c_k in zip(left_c, left, o, c)]
    left_z = ([l * g_k * i_k * (1 - i_k) for l, g_k, i_k in zip(left_c, g, i)]
              + [l * c_k * f_k * (1 - f_k) for l, c_k, f_k in zip(left_c, c_before, f)]
              + [l * i_k * (1 - g_k * g_k) for l, i_k, g_k in zip(left_c, i, g)]
              + [l * math.tanh(c_k) * o_k * (1 - o_k) for l, c_k, o_k in zip(left, c, o)])
    return left_z, [l * f_k for l, f_k in zip(left_c, f)]


def slopes_through_time(problem, r, a, h, c, left):
    """Slopes of one output by every input; left is that by the last state, and goes back a step at a time."""
    slopes, left_c = [], [0] * len(left)
    Wx, Wh = transposed(r["Wx"]), transposed(r["Wh"])
    for t in reversed(range(len(a))):
        if problem.get("cell") == "lstm":
            h_before, c_before = (h[t - 1], c[t - 1]) if t else (start(r, "h0"), start(r, "c0"))
            c_t = lstm_step(r, a[t], h_before, c_before)[1]  # made anew, also where the problem gives another
            left_z, left_c = back_through_lstm_step(left, left_c, recurrent_sums(r, a[t], h_before), c_before, c_t)
        else:
            left_z = back_through_rnn_step(left, h[t], problem.get("activation"))
        slopes.append(product(Wx, left_z))
        left = product(Wh, left_z)
    return slopes[::-1]


def recurrent_memory(problem, a, h, c, h_backward, c_backward):
    m, states = len(h[0]), len(h[0] + (h_backward or [[]])[-1])
    L = problem.get("Wy") or [[r == k for k in range(states)] for r in range(states)]
    D = [[] for _ in a]
    for row in L:
        slopes = slopes_through_time(problem, problem, a, h, c, row[:m])
        if h_backward:  # its state of the last time has read the last input alone
            last = slopes_through_time(problem, problem["backward"], a[-1:], h_backward[-1:], c_backward[-1:], row[m:])
            slopes[-1] = plus(slopes[-1], last[0])
        for D_t, slope in zip(D, slopes):
            D_t.append(slope)
    return [norm(D_t) for D_t in D]


# The steps of each kind of problem


def layer_steps(problem, take):
    layer = per_vector if problem["kind"] == "per_vector" else window
    take("y", layer(problem["W"], problem["inputs"], problem.get("bias")))


def single_output_steps(problem, take):
    def take_alone(name, value):
        """What belongs to the one query is no list of one."""
        return take(name, value) if name in ("k", "v") else [take(name, value[0])]

    a, _ = who_asks_and_answers(problem, take)
    i = problem.get("query", 1) - 1
    attend(problem, problem, [a[i]], a, a, [allowed_keys(problem, len(a), len(a))[i]], take_alone)


def attention_steps(problem, take):
    """Self-attention, too: there the inputs ask themselves."""
    step = {}

    def take_and_keep(name, value):
        step[name] = take(name, value)
        return step[name]

    x, y = who_asks_and_answers(problem, take)
    attend(problem, problem, x, y, y, allowed_keys(problem, len(x), len(y)), take_and_keep)
    if "reach" in problem.get("measure", []):
        take("reach", reach(function_of(problem, "b"), problem["inputs"]))
    if "memory" in problem.get("measure", []):
        q_n, h_n = [step[name][-1] if name in step else None for name in ("q", "hidden")]
        slopes = score_slopes(problem, x[-1], y, q_n, step.get("k"), h_n)
        take("memory", attention_memory(problem["Wv"], step["alpha_prime"][-1], step["v"], *slopes))


def multi_head_steps(problem, take):
    x, y = who_asks_and_answers(problem, take)
    allowed = allowed_keys(problem, len(x), len(y))
    z = y
    if "Wq" in problem:  # a first level: heads act on its queries, keys and values, in place of the inputs
        x, y, z = take("q", queries(problem, x)), take("k", keys(problem, y)), take("v", values(problem, z))
    concat = take("concat", stacked_heads(heads_outputs(problem, x, y, z, allowed, take)))
    take("b", output_layer(problem.get("Wo"), concat, problem.get("bo")))


def positional_encoding_steps(problem, take):
    a = problem.get("inputs")
    if "e" in problem:
        e = take("e", problem["e"])
    else:
        d, n = (len(a[0]), len(a)) if a else (problem["d"], problem["n"])
        e = take("e", sinusoid(d, n, problem.get("base", 10000), problem.get("first", 0)))
    if a:
        take("a_plus_e", add_positions(a, e))


def recurrent_steps(problem, take):
    a, _ = who_asks_and_answers(problem, take)
    lstm, backward = problem.get("cell") == "lstm", problem.get("backward")
    output, h_backward, c_backward = "h", [], []
    s = h = take("h", recurrent_states(problem, problem, a))
    c = take("c", recurrent_cells(problem, a, h)) if lstm else []
    if backward:
        h_backward = take("h_backward", backward_states(problem, a))
        if lstm:
            c_backward = take("c_backward", recurrent_cells(backward, a[::-1], h_backward[::-1])[::-1])
        output, s = "concat", take("concat", both_directions(h, h_backward))
    if "Wy" in problem or "by" in problem:
        output = "y"
        take("y", output_layer(problem.get("Wy"), s, problem.get("by")))
    if "reach" in problem.get("measure", []):
        take("reach", reach(function_of(problem, output), problem["inputs"]))
    if "memory" in problem.get("measure", []):
        take("memory", recurrent_memory(problem, a, h, c, h_backward, c_backward))


def function_of(problem, output):
    """The problem as a function of its inputs, without given steps; the step named output is its value."""
    bare = {name: value for name, value in problem.items() if name not in ("given", "measure")}
    return lambda inputs: steps_of({**bare, "inputs": inputs})[output]


STEPS_OF_KIND = {"per_vector": layer_steps, "window": layer_steps, "single_output": single_output_steps,
                 "self_attention": attention_steps, "attention": attention_steps, "multi_head": multi_head_steps,
                 "positional_encoding": positional_encoding_steps, "rnn": recurrent_steps}


def steps_of(problem):
    """All steps of a problem by name. Where the problem gives a step, that is what the later ones go on from."""
    steps, given = {}, problem.get("given", {})

    def take(name, value):
        steps[name] = given.get(name, value)
        return steps[name]

    STEPS_OF_KIND[problem["kind"]](problem, take)
    return steps
