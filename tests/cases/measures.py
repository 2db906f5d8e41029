"""What `measure` asks for: which inputs reach an output, and how much of each is left in the last one."""
from mpmath import mp, mpf, sqrt


def reach(allowed, convention=None):
    """Of self-attention: input s changes output t as a key that t may attend to, and t its own as a query.

    A query changes nothing when it has but one key: the weight is 1, whatever the score. Layers must be without
    accident (no zero matrices, no scores beyond what exp can hold).
    """
    if convention == "mean_of_values_for_no_key":  # its values are those of all keys
        allowed = [allowed_t if any(allowed_t) else [True] * len(allowed_t) for allowed_t in allowed]
    return [[allowed_t[s] or (s == t and sum(allowed_t) > 1) for s in range(len(allowed_t))]
            for t, allowed_t in enumerate(allowed)]


def last_output(problem, walk):
    """b_n; of a recurrent network y_n, or the last state."""
    steps = walk({name: part for name, part in problem.items() if name != "measure"})
    name = [name for name in ("h", "concat", "y", "b") if name in steps][-1]
    return steps[name][-1]


def moved(problem, t, r, by):
    inputs = [list(a) for a in problem["inputs"]]
    inputs[t][r] += by
    return {**problem, "inputs": inputs}


def memory(problem, walk):
    """By input, the Frobenius norm of the derivative of the last output.

    It is a central difference. With steps of 1e-40 at 130 digits, both its error, of the order of the step squared, and
    what subtraction loses lie below 1e-75: for a double that is exact.
    """
    assert "given" not in problem
    with mp.workdps(130):
        step = mpf(10) ** -40
        norms = []
        for t, a_t in enumerate(problem["inputs"]):
            squares = mpf(0)
            for r in range(len(a_t)):
                after = last_output(moved(problem, t, r, step), walk)
                before = last_output(moved(problem, t, r, -step), walk)
                squares += sum(((x - y) / (2 * step)) ** 2 for x, y in zip(after, before))
            norms.append(sqrt(squares))
    return norms
