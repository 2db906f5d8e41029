"""From a problem to its case: what every step comes to, and what others get in good faith."""
from exact_numbers import as_doubles, in_digits
from reference import walk

CONVENTIONS = (
    "mean_of_values_for_no_key",
    "causal_from_the_end",
    "odd_width_rounded_up",
    "odd_width_last_component_zero",
)


def answer(problem, convention=None):
    """All steps, as doubles."""
    steps = walk({**in_digits(problem), "convention": convention})
    return {name: as_doubles(value) for name, value in steps.items()}


def acceptable_answers(problem, expected):
    """By convention the steps that differ, for every convention under which some do."""
    answers = {}
    for convention in CONVENTIONS:
        steps = answer(problem, convention)
        differing = {name: value for name, value in steps.items() if value != expected[name]}
        if differing:
            answers[convention] = differing
    return answers


def recorded(id, title, problem, catches, tolerance=None, supersedes=None):
    """The case: id and title, the fields of the problem, what its steps come to, and what is told about that."""
    case = {"id": id, "title": title, **problem}
    case["expected"] = answer(problem)
    acceptable = acceptable_answers(problem, case["expected"])
    if acceptable:
        case["acceptable"] = acceptable
    told = {"tolerance": tolerance, "catches": catches, "supersedes": supersedes}
    return case | {name: part for name, part in told.items() if part is not None}
