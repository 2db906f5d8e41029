"""The port with one mistake in it, to see whether a check names it.

    python3 mistaken.py --list      the mistakes: chapter/name, one a line
    python3 mistaken.py MISTAKE     answers as main.py does, but with this mistake
"""
import json
import sys

import attention
import mistaken_attention
import mistaken_recurrent

MISTAKES = mistaken_attention.MISTAKES | mistaken_recurrent.MISTAKES


def switch_on(mistake):
    """In place of a function stands the mistaken one, for all who call it; so all that follows goes on from it."""
    for name, replacement in MISTAKES[mistake].items():
        assert hasattr(attention, name), name
        setattr(attention, name, replacement)
        for kind, steps in attention.STEPS_OF_KIND.items():
            if steps.__name__ == name:
                attention.STEPS_OF_KIND[kind] = replacement


def answer(line):
    """NaN and infinity are written as they come out; what does not fit together is an error."""
    problem = json.loads(line)
    try:
        steps = attention.steps_of(problem)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        return {"id": problem["id"], "error": f"{type(error).__name__}: {error}"}
    return {"id": problem["id"], "steps": [{"name": name, "value": value} for name, value in steps.items()]}


def main(arguments):
    if arguments == ["--list"]:
        print("\n".join(MISTAKES))
        return 0
    if len(arguments) != 1 or arguments[0] not in MISTAKES:
        got = " ".join(arguments) or "nothing"
        print(f"mistaken.py: expected --list, or one mistake of that list, got {got}", file=sys.stderr)
        return 2
    switch_on(arguments[0])
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
