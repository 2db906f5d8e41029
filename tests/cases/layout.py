"""A case as text: JSON with a vector on a line, so that a difference shows where it is."""
import json


def is_line(value):
    """Whether it stands on one line: a number, a word, or a list or object of them alone."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return not any(isinstance(part, (list, dict)) for part in parts) or value == {"sinusoid": {}}


def text(value, column):
    """`value` as it stands from `column` on: its parts one below the other, unless all fit on a line."""
    if is_line(value):
        return json.dumps(value, ensure_ascii=False)
    below = ",\n" + " " * (column + 1)
    if isinstance(value, list):
        return "[" + below.join(text(part, column + 1) for part in value) + "]"
    return "{" + below.join(member(name, part, column + 1) for name, part in value.items()) + "}"


def member(name, value, column):
    start = json.dumps(name) + ": "
    return start + text(value, column + len(start))


def title(words, column):
    below = ",\n" + " " * (column + 1)
    return "{" + below.join(member(language, line, column + 1) for language, line in words.items()) + "}"


def page(case):
    """The whole file. Fields stand one below the other, and so do the steps of `expected`."""
    lines = [f'  "title": {title(part, 11)}' if name == "title" else "  " + member(name, part, 2)
             for name, part in case.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
