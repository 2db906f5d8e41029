"""What `measure` asks for: which inputs reach an output, and how much of each is left in the last one."""
from mpmath import mp, mpf, sqrt

from derivatives import attention_derivatives, lstm_derivatives, tanh_derivatives


MOVES = (1, -1, 10 ** 9, -10 ** 9)


def outputs(problem, walk):
    """b; of a recurrent network y, or the states."""
    steps = walk(problem)
    return steps[[name for name in ("h", "concat", "y", "b") if name in steps][-1]]


def moved(problem, t, r, by):
    inputs = [list(a) for a in problem["inputs"]]
    inputs[t][r] += by
    return {**problem, "inputs": inputs}


def moved_in_all(problem, s, x):
    """x times √2, √3, √4, … is added to the components of input s."""
    for r in range(len(problem["inputs"][s])):
        problem = moved(problem, s, r, x * sqrt(r + 2))
    return problem


def differ(x, y):
    """Whether two outputs differ, for any double: a case must not hang on the last digits."""
    largest = max(abs(x_r - y_r) for x_r, y_r in zip(x, y))
    assert largest > 1e-6 or largest < 1e-30, "whether it differs is a matter of rounding"
    return largest > 1e-6


def reach(problem, walk):
    """By output and input, whether one of the moves of the input changes the output. Given steps are not asked."""
    plain = {name: part for name, part in problem.items() if name not in ("measure", "given")}
    before = outputs(plain, walk)
    by_input = []
    for s in range(len(before)):
        after = [outputs(moved_in_all(plain, s, x), walk) for x in MOVES]
        by_input.append([any(differ(before[t], afterwards[t]) for afterwards in after) for t in range(len(before))])
    return [list(by_output) for by_output in zip(*by_input)]


def memory(problem, walk, steps):
    """By input, the Frobenius norm of the derivative of the last output.

    Without given steps it is a central difference. With steps of 1e-40 at 130 digits, both its error, of the order of the
    step squared, and what subtraction loses lie below 1e-75: for a double that is exact. With given steps it is the chain
    of the derivatives of all layers, on the numbers of the steps as they stand.
    """
    if "given" in problem:
        return [frobenius(J) for J in derivatives_on_steps(problem, steps)]
    plain = {name: part for name, part in problem.items() if name != "measure"}
    with mp.workdps(130):
        step = mpf(10) ** -40
        norms = []
        for t, a_t in enumerate(problem["inputs"]):
            squares = mpf(0)
            for r in range(len(a_t)):
                after = outputs(moved(plain, t, r, step), walk)[-1]
                before = outputs(moved(plain, t, r, -step), walk)[-1]
                squares += sum(((x - y) / (2 * step)) ** 2 for x, y in zip(after, before))
            norms.append(sqrt(squares))
    return norms


def derivatives_on_steps(problem, steps):
    """By input, the derivative of the last output."""
    if problem["kind"] == "self_attention":
        return attention_derivatives(problem, steps)
    return (lstm_derivatives if problem.get("cell") == "lstm" else tanh_derivatives)(problem, steps)


def frobenius(J):
    return sqrt(sum(x * x for row in J for x in row))
