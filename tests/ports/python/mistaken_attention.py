"""The mistakes of chapters 00 to 06, each as a wrong port makes it: a function that stands in place of one of attention.py.

What a mistake does not concern comes out right: no bias to leave out, no square matrix to transpose.
"""
import math

from attention import (add_positions, additive_hidden, additive_scores, allowed_keys, attend, attention_weights, dot,
                       dot_product_scores, fully_connected, heads_outputs, keys, layer_steps, masked_softmax,
                       multi_head_steps, per_vector, plus, product, queries, scale_factor, scores, single_output_steps,
                       sinusoid, softmax, stacked, stacked_heads, transposed, values, weighted_sums, who_asks_and_answers)


def without(fields, *names):
    return {name: value for name, value in fields.items() if name not in names}


def transposed_if_square(W):
    """Any other matrix does not fit the vectors from the wrong side, which nobody overlooks."""
    return transposed(W) if len(W) == len(W[0]) else W


def exp(x):
    """As other languages have it: infinite where math.exp raises an error."""
    return math.exp(x) if x < 709 else math.inf


def divided(x, y):
    """As other languages have it: what Python refuses to divide by 0 is infinite, or not a number."""
    return x / y if y else x * math.inf


# 00 Why attention


def bias_left_out(problem, take):
    layer_steps(without(problem, "bias"), take)


def reshaped_not_transposed(problem, take):
    a, n = problem["inputs"], len(problem["inputs"])
    if problem["kind"] == "per_vector":
        numbers = stacked(a)
        a = transposed([numbers[r * n:(r + 1) * n] for r in range(len(a[0]))])
    layer_steps({**problem, "inputs": a}, take)


def layer_transposed(problem, take):
    layer_steps({**problem, "W": transposed_if_square(problem["W"])}, take)


def window_reversed(W, a, bias):
    return fully_connected(W, stacked(a[::-1]), bias)


def stacked_by_component(W, a, bias):
    return fully_connected(W, stacked(transposed(a)), bias)


# 01 One output


def query_counted_from_zero(problem, take):
    single_output_steps({**problem, "query": problem.get("query", 1) + 1}, take)


def no_exponential(alpha_i):
    return [divided(x, sum(alpha_i)) for x in alpha_i]


def not_normalised(alpha_i):
    return [exp(x) for x in alpha_i]


def self_left_out(problem, m, n):
    allowed = allowed_keys(problem, m, n)
    if "target" in problem:
        return allowed
    return [[may and i != j for j, may in enumerate(allowed_i)] for i, allowed_i in enumerate(allowed)]


def largest_only(alpha_i):
    largest = alpha_i.index(max(alpha_i))
    return [int(j == largest) for j in range(len(alpha_i))]


def inputs_as_values(layer, z):
    return z


def keys_as_values(layer, z):
    return keys(layer, z) if "Wk" in layer else values(layer, z)


def unshifted_exponential(alpha_i):
    e = [exp(x) for x in alpha_i]
    return [divided(x, sum(e)) for x in e]


def queries_transposed(layer, x):
    return queries({**layer, "Wq": transposed_if_square(layer["Wq"])}, x)


def keys_transposed(layer, y):
    return keys({**layer, "Wk": transposed_if_square(layer["Wk"])}, y)


def values_transposed(layer, z):
    return values({**layer, "Wv": transposed_if_square(layer["Wv"])}, z)


def query_bias_left_out(layer, x):
    return queries(without(layer, "bq"), x)


def key_bias_left_out(layer, y):
    return keys(without(layer, "bk"), y)


def value_bias_left_out(layer, z):
    return values(without(layer, "bv"), z)


def keys_with_query_bias(layer, y):
    return per_vector(layer["Wk"], y, layer.get("bq"))


def values_with_query_bias(layer, z):
    return per_vector(layer["Wv"], z, layer.get("bq"))


# 02 Matrix form


def scaled_unasked(scale, d_k):
    return scale_factor("1/sqrt(d_k)" if scale == "none" else scale, d_k)


def softmax_over_queries(alpha, allowed):
    return transposed(attention_weights(transposed(alpha), transposed(allowed)))


def softmax_over_everything(alpha, allowed):
    n = len(alpha[0])
    weights = masked_softmax(stacked(alpha), stacked(allowed))
    return [weights[i * n:(i + 1) * n] for i in range(len(alpha))]


def queries_and_keys_exchanged(q, k, s):
    """Of one query the scores are a plain list, which has no rows and columns."""
    return dot_product_scores(k, q, s) if len(q) > 1 else dot_product_scores(q, k, s)


def weights_transposed(alpha_prime, v):
    return weighted_sums(transposed(alpha_prime) if len(alpha_prime) > 1 else alpha_prime, v)


# 03 Scores


def scale_left_out(scale, d_k):
    return 1


def scaled_by_input_length(problem, x, y, q, k, hidden):
    if problem.get("scale") == "1/sqrt(d_k)":
        problem = {**problem, "scale": 1 / math.sqrt(len(x[0]))}
    return scores(problem, x, y, q, k, hidden)


def root_left_out(scale, d_k):
    return 1 / d_k if scale == "1/sqrt(d_k)" else scale_factor(scale, d_k)


def scale_inverted(scale, d_k):
    return math.sqrt(d_k) if scale == "1/sqrt(d_k)" else scale_factor(scale, d_k)


def scaled_after_softmax(problem, layer, x, y, z, allowed, take):
    s = scale_factor(problem.get("scale", "none"), len(layer.get("Wk", [])) or 1)

    def take_scaled(name, value):
        return take(name, [[s * weight for weight in row] for row in value] if name == "alpha_prime" else value)

    return attend({**problem, "scale": "none"}, layer, x, y, z, allowed, take_scaled)


def tanh_left_out(q, k, b_score):
    return [[plus(plus(q_i, k_j), b_score or [0] * len(k_j)) for k_j in k] for q_i in q]


def tanh_last(hidden, w, c):
    return [[math.tanh(dot(w, h_ij)) + c for h_ij in h_i] for h_i in hidden]


def w_left_out(hidden, w, c):
    return additive_scores(hidden, [1] * len(w), c)


def score_bias_left_out(q, k, b_score):
    return additive_hidden(q, k, None)


def c_left_out(hidden, w, c):
    return additive_scores(hidden, w, 0)


def bilinear_exchanged(x, W, y):
    return [[dot(y_j, product(W, x_i)) for y_j in y] for x_i in x]


# 04 Source and target


def queries_from_source(problem, take):
    _, y = who_asks_and_answers(problem, take)
    return y, y


def keys_from_target(problem, take):
    x, _ = who_asks_and_answers(problem, take)
    return x, x


def causal_without_self(m, n):
    return [[j < i for j in range(n)] for i in range(m)]


def causal_one_too_many(m, n):
    return [[j <= i + 1 for j in range(n)] for i in range(m)]


def causal_turned_round(m, n):
    return [[j >= i for j in range(n)] for i in range(m)]


def mask_after_softmax(alpha_i, allowed_i):
    return [weight * may for weight, may in zip(softmax(alpha_i), allowed_i)]


def mask_multiplied(alpha_i, allowed_i):
    return softmax([x * may for x, may in zip(alpha_i, allowed_i)])


def mask_inverted(problem, m, n):
    allowed = allowed_keys(problem, m, n)
    if "mask" not in problem and "padding" not in problem:
        return allowed
    return [[not may for may in allowed_i] for allowed_i in allowed]


def mask_left_out(problem, m, n):
    return [[True] * n] * m


def padding_on_queries(problem, m, n):
    allowed = allowed_keys(without(problem, "padding"), m, n)
    if "padding" not in problem:
        return allowed
    return [[may and real for may in allowed_i] for allowed_i, real in zip(allowed, problem["padding"], strict=True)]


def mask_by_key(problem, m, n):
    if isinstance(problem.get("mask"), list) and problem["kind"] != "single_output":
        problem = {**problem, "mask": transposed(problem["mask"])}
    return allowed_keys(problem, m, n)


def either_mask(problem, m, n):
    if "mask" not in problem or "padding" not in problem:
        return allowed_keys(problem, m, n)
    return [[may or real for may, real in zip(allowed_i, problem["padding"])]
            for allowed_i in allowed_keys(without(problem, "padding"), m, n)]


def finite_mask_value(alpha_i, allowed_i):
    return softmax([x if may else x - 10000 for x, may in zip(alpha_i, allowed_i)])


def equal_weights_for_no_key(alpha_i, allowed_i):
    return masked_softmax(alpha_i, allowed_i) if any(allowed_i) else [1 / len(alpha_i)] * len(alpha_i)


# 05 Multi-head attention


def one_head_for_all(problem, x, y, z, allowed, take):
    heads = [problem["heads"][0]] * len(problem["heads"])
    return heads_outputs({**problem, "heads": heads}, x, y, z, allowed, take)


def heads_stacked_in_reverse(B):
    return stacked_heads(B[::-1])


def equally_wide(B):
    """Heads of different widths do not fit into one array, so there is nothing to reshape."""
    return len({len(b_h[0]) for b_h in B}) == 1


def blocks(numbers, width):
    return [numbers[i:i + width] for i in range(0, len(numbers), width)]


def read_as_heads(whole, heads):
    """The numbers of all inputs one after the other, read as heads x inputs x width."""
    return blocks(blocks(stacked(whole), len(whole[0]) // heads), len(whole))


def taken_in_turns(whole, heads):
    return [[a_i[h::heads] for a_i in whole] for h in range(heads)]


def cut_wrongly(cut, problem, x, y, z, allowed, take):
    """One matrix makes the queries of all heads, and so with keys and values; then the heads are cut out of them."""
    heads = problem["heads"]
    made = {"q": [queries(head, x) for head in heads], "k": [keys(head, y) for head in heads],
            "v": [values(head, z) for head in heads]}
    parts = {}
    for name, by_head in made.items():
        if not equally_wide(by_head):
            return heads_outputs(problem, x, y, z, allowed, take)
        for h, part in enumerate(cut(stacked_heads(by_head), len(heads)), 1):
            parts[f"{name}.{h}"] = part
    return heads_outputs(problem, x, y, z, allowed, lambda name, value: take(name, parts.get(name, value)))


def reshaped_without_transposing(problem, x, y, z, allowed, take):
    return cut_wrongly(read_as_heads, problem, x, y, z, allowed, take)


def joined_without_transposing(B):
    if not equally_wide(B):
        return stacked_heads(B)
    numbers = stacked(stacked(B))
    return blocks(numbers, len(numbers) // len(B[0]))


def heads_attend_to_each_other(problem, x, y, z, allowed, take):
    """For each input a product of its own queries, keys and values, in which a mask on inputs has no place. There are no
    scores and weights of one head with n x n numbers, so those steps are missing."""
    heads = problem["heads"]
    if problem.get("score") == "additive" or not all(map(all, allowed)):
        return heads_outputs(problem, x, y, z, allowed, take)
    s = scale_factor(problem.get("scale", "none"), len(heads[0]["Wq"]))
    q = [take(f"q.{h}", queries(head, x)) for h, head in enumerate(heads, 1)]
    k = [take(f"k.{h}", keys(head, y)) for h, head in enumerate(heads, 1)]
    v = [take(f"v.{h}", values(head, z)) for h, head in enumerate(heads, 1)]
    B = [weighted_sums([softmax(alpha_h) for alpha_h in dot_product_scores(q_i, k_i, s)], v_i)
         for q_i, k_i, v_i in zip(zip(*q), zip(*k), zip(*v), strict=True)]
    return [take(f"b.{h}", list(b_h)) for h, b_h in enumerate(zip(*B), 1)]


def softmax_over_heads(problem, x, y, z, allowed, take):
    step = {}
    heads_outputs(problem, x, y, z, allowed, lambda name, value: step.setdefault(name, take(name, value)))
    A = [step[f"alpha.{h}"] for h in range(1, len(problem["heads"]) + 1)]
    weights = {f"alpha_prime.{h}": [list(row) for row in step[f"alpha_prime.{h}"]] for h in range(1, len(A) + 1)}
    for i, allowed_i in enumerate(allowed):
        for j, may in enumerate(allowed_i):
            for h, weight in enumerate(softmax([A_h[i][j] for A_h in A]), 1):
                weights[f"alpha_prime.{h}"][i][j] = weight * may
    return heads_outputs(problem, x, y, z, allowed, lambda name, value: take(name, weights.get(name, value)))


def heads_summed(B):
    """What a W_O of (1 1) would do, so no other one follows."""
    return [[sum(parts) for parts in zip(*b_i, strict=True)] for b_i in zip(*B)]


def sum_is_output(problem, take):
    multi_head_steps(without(problem, "Wo", "bo"), take)


def output_projection_left_out(problem, take):
    multi_head_steps(without(problem, "Wo"), take)


def output_projection_transposed(problem, take):
    multi_head_steps({**problem, "Wo": transposed_if_square(problem["Wo"])} if "Wo" in problem else problem, take)


def output_bias_left_out(problem, take):
    multi_head_steps(without(problem, "bo"), take)


def output_bias_for_every_head(problem, take):
    times = len(problem["heads"])
    multi_head_steps({**problem, "bo": [times * x for x in problem["bo"]]} if "bo" in problem else problem, take)


def heads_interleaved(problem, x, y, z, allowed, take):
    return cut_wrongly(taken_in_turns, problem, x, y, z, allowed, take)


def scaled_by_width_of_all_heads(problem, take):
    if problem.get("scale") == "1/sqrt(d_k)":
        problem = {**problem, "scale": 1 / math.sqrt(sum(len(head["Wq"]) for head in problem["heads"]))}
    multi_head_steps(problem, take)


def scaled_by_number_of_heads(problem, take):
    if problem.get("scale") == "1/sqrt(d_k)":
        problem = {**problem, "scale": 1 / math.sqrt(len(problem["heads"]))}
    multi_head_steps(problem, take)


# 06 Positional encoding


def waves(speeds, turns, n, first):
    return [[turn(speed * (first + i)) for speed, turn in zip(speeds, turns)] for i in range(n)]


def sine_and_cosine_in_turns(d):
    return [math.cos if c % 2 else math.sin for c in range(d)]


def exponent_of_column(d, n, base=10000, first=0):
    return waves([base ** (-c / d) for c in range(d)], sine_and_cosine_in_turns(d), n, first)


def exponent_of_twice_the_column(d, n, base=10000, first=0):
    return waves([base ** (-2 * c / d) for c in range(d)], sine_and_cosine_in_turns(d), n, first)


def exponent_without_two(r, d, base):
    return base ** (-r / d)


def exponent_without_minus(r, d, base):
    return base ** (2 * r / d)


def sines_then_cosines(d, n, base=10000, first=0):
    half = d // 2
    speeds = [base ** (-r / max(half - 1, 1)) for r in range(half)]
    e = waves(speeds + speeds, [math.sin] * half + [math.cos] * half, n, first)
    return [e_i + [0] * (d - 2 * half) for e_i in e]


def cosines_before_sines(d, n, base=10000, first=0):
    speeds = [base ** (-2 * (c // 2) / d) for c in range(d)]
    return waves(speeds, [math.sin if c % 2 else math.cos for c in range(d)], n, first)


def positions_from_one(d, n, base=10000, first=0):
    return sinusoid(d, n, base, first + 1)


def base_1000(d, n, base=10000, first=0):
    return sinusoid(d, n, 1000 if base == 10000 else base, first)


def base_and_exponent_exchanged(r, d, base):
    return (2 * r / d) ** (1 / base)


def positions_left_out(a, e):
    return a


def encoding_replaces_input(a, e):
    return e[:len(a)]


def inputs_times_root_d(a, e):
    return add_positions([[math.sqrt(len(a_i)) * x for x in a_i] for a_i in a], e)


def values_without_positions():
    """In two places: what the inputs were is kept, and the values are made of that."""
    kept = {}

    def keep(problem, take):
        x, y = who_asks_and_answers(problem, take)
        kept.update(y=y, bare=problem.get("source", problem.get("inputs")))
        return x, y

    return {"who_asks_and_answers": keep,
            "values": lambda layer, z: values(layer, kept["bare"] if z is kept["y"] else z)}


def source_counted_on(problem, take):
    x, y = who_asks_and_answers(problem, take)
    positions = problem.get("positions")
    if "source" not in problem or not isinstance(positions, dict):
        return x, y
    wave = positions["sinusoid"]
    e = sinusoid(len(y[0]), len(y), wave.get("base", 10000), wave.get("first", 0) + len(x))
    moved = take("a_plus_e", x + add_positions(problem["source"], e))
    return moved[:len(x)], moved[len(x):]


def source_without_positions(problem, take):
    x, y = who_asks_and_answers(problem, take)
    if "source" not in problem or "positions" not in problem:
        return x, y
    moved = take("a_plus_e", x + problem["source"])
    return moved[:len(x)], moved[len(x):]


# What stands in place of what

MISTAKES = {
    "00/bias_left_out": {"layer_steps": bias_left_out},
    "00/reshaped_not_transposed": {"layer_steps": reshaped_not_transposed},
    "00/layer_transposed": {"layer_steps": layer_transposed},
    "00/window_reversed": {"window": window_reversed},
    "00/stacked_by_component": {"window": stacked_by_component},
    "01/query_counted_from_zero": {"single_output_steps": query_counted_from_zero},
    "01/query_layer_makes_keys": {"keys": queries},
    "01/query_and_key_layers_exchanged": {"queries": keys, "keys": queries},
    "01/no_exponential": {"softmax": no_exponential},
    "01/not_normalised": {"softmax": not_normalised},
    "01/self_left_out": {"allowed_keys": self_left_out},
    "01/largest_only": {"softmax": largest_only},
    "01/inputs_as_values": {"values": inputs_as_values},
    "01/keys_as_values": {"values": keys_as_values},
    "01/unshifted_exponential": {"softmax": unshifted_exponential},
    "01/projections_transposed": {"queries": queries_transposed, "keys": keys_transposed, "values": values_transposed},
    "01/query_bias_left_out": {"queries": query_bias_left_out},
    "01/key_bias_left_out": {"keys": key_bias_left_out},
    "01/value_bias_left_out": {"values": value_bias_left_out},
    "01/one_bias_for_all": {"keys": keys_with_query_bias, "values": values_with_query_bias},
    "02/scaled_unasked": {"scale_factor": scaled_unasked},
    "02/softmax_over_queries": {"attention_weights": softmax_over_queries},
    "02/softmax_over_everything": {"attention_weights": softmax_over_everything},
    "02/queries_and_keys_exchanged": {"dot_product_scores": queries_and_keys_exchanged},
    "02/weights_transposed": {"weighted_sums": weights_transposed},
    "03/scale_left_out": {"scale_factor": scale_left_out},
    "03/scaled_by_input_length": {"scores": scaled_by_input_length},
    "03/root_left_out": {"scale_factor": root_left_out},
    "03/scale_inverted": {"scale_factor": scale_inverted},
    "03/scaled_after_softmax": {"attend": scaled_after_softmax},
    "03/tanh_left_out": {"additive_hidden": tanh_left_out},
    "03/tanh_last": {"additive_hidden": tanh_left_out, "additive_scores": tanh_last},
    "03/w_left_out": {"additive_scores": w_left_out},
    "03/score_bias_left_out": {"additive_hidden": score_bias_left_out},
    "03/c_left_out": {"additive_scores": c_left_out},
    "03/bilinear_exchanged": {"bilinear_scores": bilinear_exchanged},
    "04/queries_from_source": {"who_asks_and_answers": queries_from_source},
    "04/keys_from_target": {"who_asks_and_answers": keys_from_target},
    "04/causal_without_self": {"causal_mask": causal_without_self},
    "04/causal_one_too_many": {"causal_mask": causal_one_too_many},
    "04/causal_turned_round": {"causal_mask": causal_turned_round},
    "04/mask_after_softmax": {"masked_softmax": mask_after_softmax},
    "04/mask_multiplied": {"masked_softmax": mask_multiplied},
    "04/mask_inverted": {"allowed_keys": mask_inverted},
    "04/mask_left_out": {"allowed_keys": mask_left_out},
    "04/padding_on_queries": {"allowed_keys": padding_on_queries},
    "04/mask_by_key": {"allowed_keys": mask_by_key},
    "04/either_mask": {"allowed_keys": either_mask},
    "04/finite_mask_value": {"masked_softmax": finite_mask_value},
    "04/equal_weights_for_no_key": {"masked_softmax": equal_weights_for_no_key},
    "05/one_head_for_all": {"heads_outputs": one_head_for_all},
    "05/heads_stacked_in_reverse": {"stacked_heads": heads_stacked_in_reverse},
    "05/reshaped_without_transposing": {"heads_outputs": reshaped_without_transposing},
    "05/joined_without_transposing": {"stacked_heads": joined_without_transposing},
    "05/heads_attend_to_each_other": {"heads_outputs": heads_attend_to_each_other},
    "05/softmax_over_heads": {"heads_outputs": softmax_over_heads},
    "05/heads_summed": {"stacked_heads": heads_summed, "multi_head_steps": sum_is_output},
    "05/output_projection_left_out": {"multi_head_steps": output_projection_left_out},
    "05/output_projection_transposed": {"multi_head_steps": output_projection_transposed},
    "05/output_bias_left_out": {"multi_head_steps": output_bias_left_out},
    "05/output_bias_for_every_head": {"multi_head_steps": output_bias_for_every_head},
    "05/reshaped_there_and_back": {"heads_outputs": reshaped_without_transposing, "stacked_heads": joined_without_transposing},
    "05/heads_interleaved": {"heads_outputs": heads_interleaved},
    "05/scaled_by_width_of_all_heads": {"multi_head_steps": scaled_by_width_of_all_heads},
    "05/scaled_by_number_of_heads": {"multi_head_steps": scaled_by_number_of_heads},
    "06/exponent_of_column": {"sinusoid": exponent_of_column},
    "06/exponent_of_twice_the_column": {"sinusoid": exponent_of_twice_the_column},
    "06/exponent_without_two": {"pair_speed": exponent_without_two},
    "06/exponent_without_minus": {"pair_speed": exponent_without_minus},
    "06/sines_then_cosines": {"sinusoid": sines_then_cosines},
    "06/cosines_before_sines": {"sinusoid": cosines_before_sines},
    "06/positions_from_one": {"sinusoid": positions_from_one},
    "06/base_1000": {"sinusoid": base_1000},
    "06/base_and_exponent_exchanged": {"pair_speed": base_and_exponent_exchanged},
    "06/positions_left_out": {"add_positions": positions_left_out},
    "06/encoding_replaces_input": {"add_positions": encoding_replaces_input},
    "06/inputs_times_root_d": {"add_positions": inputs_times_root_d},
    "06/values_without_positions": values_without_positions(),
    "06/source_counted_on": {"who_asks_and_answers": source_counted_on},
    "06/source_without_positions": {"who_asks_and_answers": source_without_positions},
}
