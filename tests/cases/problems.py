"""Problems: the running example of the lessons, and drawn ones of each kind."""
from drawing import Draw

# The running example: a_1 … a_4, and the layer whose scores are logarithms of small whole numbers.
INPUTS = [[0, 0, 2, 0], [1, 0, 0, 1], [0, 1, 1, 0], [2, 0, 0, 0]]
WQ = [["-1/2", "1/2", "1/2", "1/2"], [0, 1, 0, 1]]
WQ_FOR_SCALE = [["-1/2 sqrt 2", "1/2 sqrt 2", "1/2 sqrt 2", "1/2 sqrt 2"], [0, "sqrt 2", 0, "sqrt 2"]]
WK = [["ln 2", "ln 3", 0, 0], [0, 0, "ln 2", "ln 3"]]
WV = [[5, 10, 0, 0], [0, 0, 5, 10]]
RUNNING = {"inputs": INPUTS, "Wq": WQ, "Wk": WK, "Wv": WV}
ADDITIVE = {
    "inputs": INPUTS,
    "score": "additive",
    "Wq": [[0, 0, "1/2 ln 2", 0], [0, 0, 0, 0]],
    "Wk": [["-1/2 ln 2", "-ln 2", "-ln 2", "1/2 ln 2"], [0, "ln 3", 0, 0]],
    "w": ["5/3 ln 2", "5/4 ln 3"],
    "Wv": WV,
}
BILINEAR = {
    "inputs": INPUTS,
    "score": "bilinear",
    "W": [["-1/2 ln 2", "-1/2 ln 3", 0, 0],
          ["1/2 ln 2", "1/2 ln 3", "ln 2", "ln 3"],
          ["1/2 ln 2", "1/2 ln 3", 0, 0],
          ["1/2 ln 2", "1/2 ln 3", "ln 2", "ln 3"]],
    "Wv": WV,
}
SAW = [[1, 0, 1], [0, 2, 1], [1, 0, 0], [0, 2, 1]]


def case(id, en, zh, problem, catches, **options):
    """What make_cases.py needs to know of a case; `catches` is a line of names."""
    return {"id": id, "title": {"en": en, "zh": zh}, "problem": problem, "catches": catches.split(), **options}


def per_vector(seed, n, d, m, bias=True):
    draw = Draw(seed)
    problem = {"kind": "per_vector", "inputs": draw.inputs(n, d), "W": draw.matrix(m, d)}
    return problem | ({"bias": draw.vector(m)} if bias else {})


def window(seed, n, d, m, bias=True):
    draw = Draw(seed)
    problem = {"kind": "window", "inputs": draw.inputs(n, d), "W": draw.matrix(m, n * d)}
    return problem | ({"bias": draw.vector(m)} if bias else {})


def scored(draw, score, d, d_k, d_v, d_source, biases, options):
    """Score and weights of one attention; `options` names b_score or c."""
    if score == "bilinear":
        value_layer = draw.layer(d, 1, d_v, d_source, biases)
        kept = {name: part for name, part in value_layer.items() if name in ("Wv", "bv")}
        return {"score": score, "W": draw.matrix(d, d_source or d), **kept}
    weights = draw.layer(d, d_k, d_v, d_source, biases)
    if score == "dot":
        return weights
    extra = {name: draw.vector(d_k) if name == "b_score" else draw.number(1, 8) for name in options}
    return {"score": score, **weights, "w": draw.vector(d_k, 2), **extra}


def self_attention(seed, n, d, d_k, d_v, biases="", score="dot", options=(), **fields):
    draw = Draw(seed)
    inputs = draw.inputs(n, d)
    return {"kind": "self_attention", "inputs": inputs, **scored(draw, score, d, d_k, d_v, None, biases, options), **fields}


def single_output(seed, n, d, d_k, d_v, query, biases="", score="dot", options=(), **fields):
    layer = self_attention(seed, n, d, d_k, d_v, biases, score, options, **fields)
    inputs = layer.pop("inputs")
    return {**layer, "kind": "single_output", "query": query, "inputs": inputs}


def attention(seed, m, n, d, d_source, d_k, d_v, biases="", score="dot", options=(), **fields):
    """m target vectors of d numbers ask n source vectors of d_source numbers."""
    draw = Draw(seed)
    sequences = {"target": draw.inputs(m, d), "source": draw.inputs(n, d_source)}
    return {"kind": "attention", **sequences, **scored(draw, score, d, d_k, d_v, d_source, biases, options), **fields}


def heads(draw, widths, d, d_source=None, biases=""):
    """One head for each (d_k, d_v) in `widths`."""
    return [draw.layer(d, d_k, d_v, d_source, biases) for d_k, d_v in widths]


def multi_head(seed, n, d, widths, d_out=None, bo=False, biases="", **fields):
    """Heads on the inputs, and Wo when d_out is told."""
    draw = Draw(seed)
    problem = {"kind": "multi_head", "inputs": draw.inputs(n, d), "heads": heads(draw, widths, d, None, biases)}
    return problem | output_layer(draw, widths, d_out, bo) | fields


def multi_head_across(seed, m, n, d, d_source, widths, d_out=None, bo=False, biases="", **fields):
    """The same between m target and n source vectors."""
    draw = Draw(seed)
    problem = {"kind": "multi_head", "target": draw.inputs(m, d), "source": draw.inputs(n, d_source),
               "heads": heads(draw, widths, d, d_source, biases)}
    return problem | output_layer(draw, widths, d_out, bo) | fields


def multi_head_second_level(seed, n, d, d_k, d_v, widths, d_out=None, bo=False, biases="", **fields):
    """Heads on the queries, keys and values of a first level."""
    draw = Draw(seed)
    problem = {"kind": "multi_head", "inputs": draw.inputs(n, d), **draw.layer(d, d_k, d_v, None, biases)}
    on_values = [{"Wq": draw.matrix(k, d_k), "Wk": draw.matrix(k, d_k), "Wv": draw.matrix(v, d_v)} for k, v in widths]
    return problem | {"heads": on_values} | output_layer(draw, widths, d_out, bo) | fields


def output_layer(draw, widths, d_out, bo):
    stacked_width = sum(d_v for _, d_v in widths)
    problem = {"Wo": draw.matrix(d_out, stacked_width)} if d_out else {}
    return problem | ({"bo": draw.vector(d_out or stacked_width)} if bo else {})


def rnn(seed, n, d, m, given=("b",), cell="tanh", backward=None, backward_given=("b",), d_out=None, by=False, **fields):
    """A network of m units, a second one of `backward` units, and an output layer when d_out is told."""
    draw = Draw(seed)
    gates = 4 if cell == "lstm" else 1
    problem = {"kind": "rnn", "inputs": draw.inputs(n, d)}
    problem |= {"cell": cell} if cell == "lstm" else {}
    problem |= draw.network(d, m, gates, given)
    problem |= {"backward": draw.network(d, backward, gates, backward_given)} if backward else {}
    width = m + (backward or 0)
    problem |= {"Wy": draw.matrix(d_out, width)} if d_out else {}
    problem |= {"by": draw.vector(d_out or width)} if by else {}
    return problem | fields
