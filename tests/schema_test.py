"""The JSON Schemas in docs/schema say what the program reads and writes: as much, and no more.

Every problem and case of the repository, and the walkthrough of each, must pass them. Examples are judged twice, by the
schema and by the program, and both must agree; of a broken one the schema must find the fault that is meant.

    python3 tests/schema_test.py PROGRAM

Needs the package jsonschema, 4.10 or newer.
"""
import copy
import functools
import json
import re
import subprocess
import sys
import unittest
from pathlib import Path

try:
    import jsonschema
    jsonschema.Draft202012Validator
except (ImportError, AttributeError):
    sys.exit("schema_test.py: needs the Python package jsonschema, 4.10 or newer: python3 -m pip install jsonschema")

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "docs/schema").glob("*.json"))}
STEPS, PROBLEM, CASE, WALKTHROUGH, ANSWER = (
    f"{name}.schema.json" for name in ("steps", "problem", "case", "walkthrough", "answer"))
KINDS = SCHEMAS[STEPS]["$defs"]["kind"]["enum"]
SHAPES_THAT_DISAGREE = ROOT / "chapters/00_why_attention/five_words.json"  # a lesson shows how it is refused
PROGRAM = ""  # set by main


# ---- the validator ----

@functools.lru_cache(maxsize=None)
def validator(reference):
    """For "problem.schema.json", or for a part of it behind "#"; nothing is looked for outside docs/schema."""
    folder = (ROOT / "docs/schema").as_uri() + "/"
    schema = {"$ref": folder + reference}
    files = {folder + name: content for name, content in SCHEMAS.items()}
    try:
        from referencing import Registry, Resource  # comes with jsonschema 4.18
    except ImportError:
        nothing_else = dict.fromkeys(("file", "http", "https"), missing)
        resolver = jsonschema.RefResolver(folder, schema, store=files, handlers=nothing_else)
        return jsonschema.Draft202012Validator(schema, resolver=resolver)
    registry = Registry().with_resources((uri, Resource.from_contents(content)) for uri, content in files.items())
    return jsonschema.Draft202012Validator(schema, registry=registry)


def missing(uri):
    raise FileNotFoundError(uri)


def faults(reference, document):
    """What is wrong: ("heads/0/Wq", keyword of the schema, message) for each fault."""
    return [("/".join(map(str, fault.absolute_path)), fault.validator, fault.message)
            for fault in validator(reference).iter_errors(document)]


# ---- the program ----

def said_by_program(document, *words):
    return subprocess.run([PROGRAM, *words], input=json.dumps(document), capture_output=True, encoding="utf-8", check=False)


def run(command, document):
    """Its output, or None where it refuses the document."""
    done = said_by_program(document, command, "/dev/stdin", "--format", "json")
    if done.returncode not in (0, 2):
        raise AssertionError(f"exit code {done.returncode}: {done.stderr}")
    return done.stdout if done.returncode == 0 else None


def knows_field(kind, field):
    done = said_by_program({"kind": kind, field: None}, "solve", "/dev/stdin", "--lang", "en")
    return f"{field}: expected a field of {kind}, got" not in done.stderr


# ---- the files of the repository ----

def without_constants(word):
    raise ValueError(f"{word} is not JSON")


def load(path):
    return json.loads(path.read_text(encoding="utf-8"), parse_constant=without_constants)


def problem_files():
    """All but SHAPES_THAT_DISAGREE."""
    chapters = [path for path in ROOT.glob("chapters/*/*.json") if not path.name.startswith("story.")]
    published = [path for path in ROOT.glob("tests/published/*.json") if not path.name.endswith(".printed.json")]
    return [path for path in sorted(chapters) + sorted(published) if path != SHAPES_THAT_DISAGREE]


def case_files():
    return sorted(ROOT.glob("tests/cases/*.json"))


def problem_of(case):
    return {name: value for name, value in case.items() if name == "id" or name not in SCHEMAS[CASE]["properties"]}


# ---- the fields of a schema ----

def target_of(reference, file):
    """The schema that "FILE#/$defs/NAME" means in a file, and the file in which it stands."""
    name, _, pointer = reference.partition("#")
    file = name or file
    schema = SCHEMAS[file]
    for part in pointer.split("/")[1:]:
        schema = schema[part]
    return schema, file


def fields_of(schema, file):
    """The fields that it, or a schema that it refers to, gives to an object, whatever the conditions."""
    fields = set(schema.get("properties", {}))
    parts = schema.get("allOf", []) + [schema[word] for word in ("then", "else") if word in schema]
    for part in parts:
        fields |= fields_of(part, file)
    return fields | (fields_of(*target_of(schema["$ref"], file)) if "$ref" in schema else set())


# ---- examples ----

REMOVED = object()


def changed(document, place, value):
    """A copy in which "heads/0/Wq" has another value, or none."""
    result = copy.deepcopy(document)
    *outer, last = [int(part) if part.isdigit() else part for part in place.split("/")]
    inner = result
    for part in outer:
        inner = inner[part]
    if value is REMOVED:
        del inner[last]
    elif isinstance(inner, list) and last == len(inner):
        inner.append(value)
    else:
        inner[last] = value
    return result


LAYER = {"kind": "per_vector", "inputs": [[1, 2], [3, 4], [5, 6]], "W": [[1, 0]]}
WINDOW = {"kind": "window", "inputs": [[1, 2], [3, 4]], "W": [[1, 0, 2, 1]]}
WEIGHTS = {"Wq": [[1, 0]], "Wk": [[0, 1]], "Wv": [[1, 1]]}
SINGLE = {"kind": "single_output", "inputs": [[1, 2], [3, 4], [5, 6]], **WEIGHTS}
SELF = {"kind": "self_attention", "inputs": [[1, 2], [3, 4], [5, 6]], **WEIGHTS}
ADDITIVE = {**SELF, "score": "additive", "w": [2]}
BILINEAR = {"kind": "self_attention", "inputs": [[1, 2], [3, 4]], "score": "bilinear", "W": [[1, 2], [3, 4]], "Wv": [[1, 1]]}
BETWEEN = {"kind": "attention", "target": [[1, 2]], "source": [[3, 4], [5, 6]], **WEIGHTS}
HEADS = {"kind": "multi_head", "inputs": [[1, 2], [3, 4], [5, 6]], "heads": [WEIGHTS, WEIGHTS]}
HEADS_BETWEEN = {"kind": "multi_head", "target": [[1, 2]], "source": [[3, 4], [5, 6]], "heads": [WEIGHTS]}
SINUSOID = {"kind": "positional_encoding", "d": 3, "n": 2}
BY_HAND = {"kind": "positional_encoding", "e": [[1, 2], [3, 4]]}
RNN = {"kind": "rnn", "inputs": [[1], [2]], "Wx": [[1], [2]], "Wh": [[0, 1], [1, 0]]}
LSTM = {"kind": "rnn", "inputs": [[1], [2]], "cell": "lstm", "Wx": [[1], [2], [3], [4]], "Wh": [[1], [0], [0], [1]]}
BOTH_WAYS = {**RNN, "backward": {"Wx": [[1]], "Wh": [[2]]}}
LSTM_BOTH_WAYS = {**LSTM, "backward": {"Wx": [[1], [2], [3], [4]], "Wh": [[1], [0], [0], [1]], "c0": [1]}}

PROBLEMS = {
    "a layer": LAYER, "a window": WINDOW, "one output": SINGLE, "self-attention": SELF, "the additive score": ADDITIVE,
    "the bilinear score": BILINEAR, "target and source": BETWEEN, "heads": HEADS, "heads between two": HEADS_BETWEEN,
    "the sinusoid": SINUSOID, "positions by hand": BY_HAND, "a recurrent network": RNN, "an LSTM": LSTM,
    "both directions": BOTH_WAYS, "an LSTM both ways": LSTM_BOTH_WAYS,
    "text that heads it": {**SELF, "id": "any text", "title": "any text"},
    "a title in both languages": {**SELF, "title": {"en": "one", "zh": "一"}},
    "a title in one language": {**SELF, "title": {"zh": "一"}},
    "biases": {**SELF, "bq": [1], "bk": ["1/2"], "bv": [-1e-3]},
    "a layer with bias": {**LAYER, "bias": ["ln 2"]},
    "the query": {**SINGLE, "query": 3},
    "a mask for one query": {**SINGLE, "mask": [True, False, True]},
    "a mask": {**BETWEEN, "mask": [[True, False]]},
    "a causal mask": {**SELF, "mask": "causal"},
    "a causal mask for one query": {**SINGLE, "mask": "causal"},
    "padding": {**HEADS, "padding": [True, True, False], "mask": "causal"},
    "the usual score": {**SELF, "score": "dot", "scale": "none"},
    "the usual score of heads": {**HEADS, "score": "dot"},
    "the usual cell": {**RNN, "cell": "tanh", "activation": "tanh"},
    "the usual scale": {**SELF, "scale": "1/sqrt(d_k)"},
    "a number as scale": {**HEADS, "scale": -2.5},
    "an exact scale": {**SINGLE, "scale": "1/2 sqrt 2"},
    "what is the default said aloud": {**ADDITIVE, "scale": "none"},
    "the default beside the bilinear score": {**BILINEAR, "scale": "none"},
    "the additive score with all it has": {**ADDITIVE, "b_score": [1], "c": "1/3"},
    "the additive score in heads": {**HEADS, "score": "additive", "w": [1], "b_score": [1], "c": 2},
    "the bilinear score for one query": {**BILINEAR, "kind": "single_output", "bv": [1]},
    "positions by hand added": {**SELF, "positions": [[0, 1], [1, 0], [1, 1]]},
    "the sinusoid added": {**RNN, "positions": {"sinusoid": {}}},
    "a sinusoid of its own": {**HEADS, "positions": {"sinusoid": {"base": 100, "first": "-1/2"}}},
    "a first level": {**HEADS, **WEIGHTS, "heads": [{"Wq": [[1]], "Wk": [[1]], "Wv": [[2]], "bq": [1]}], "bv": [3]},
    "an output matrix": {**HEADS, "Wo": [[1, 2]], "bo": [1]},
    "a bias on the stacked heads": {**HEADS, "bo": [1, 2]},
    "base and first": {**SINUSOID, "base": "100/3", "first": -5},
    "inputs that say d and n": {"kind": "positional_encoding", "inputs": [[1, 2]]},
    "by hand with inputs": {**BY_HAND, "inputs": [[1, 2], [3, 4]]},
    "a network without tanh": {**RNN, "activation": "identity", "b": [1, 2], "h0": [1, 2]},
    "both directions with all they have": {**RNN, "backward": {"Wx": [[1]], "Wh": [[2]], "b": [1], "h0": [1]}},
    "an LSTM with all it has": {**LSTM, "activation": "tanh", "b": [1, 2, 3, 4], "h0": [1], "c0": ["1/2"]},
    "an output layer": {**BOTH_WAYS, "Wy": [[1, 2, 3]], "by": [1]},
    "a bias on the states": {**RNN, "by": [1, 2]},
    "reach and memory": {**RNN, "measure": ["memory", "reach"]},
    "reach of self-attention": {**SELF, "measure": ["reach"]},
    "no more than 128 for reach": {**RNN, "inputs": [[1]] * 128, "measure": ["reach"]},
    "more than 128 for memory": {**RNN, "inputs": [[1]] * 129, "measure": ["memory"]},
    "more than 128 without measuring": {**SELF, "inputs": [[1, 2]] * 129},
    "2048 inputs": {**LAYER, "inputs": [[1, 2]] * 2048},
    "4096 components": {**LAYER, "inputs": [[1] * 4096], "W": [[1] * 4096]},
    "given weights": {**SINGLE, "given": {"alpha_prime": ["1/2", "1/4", "1/4"], "v": [[1], [2], [3]]}},
    "a given step of a head": {**HEADS, "given": {"alpha_prime.2": [[1, 0, 0]] * 3}},
    "a given step of a network": {**LSTM, "given": {"c": [[1], [2]]}},
    "the additive score's given step": {**ADDITIVE, "given": {"hidden": [[[1]] * 3] * 3}},
}

BROKEN_PROBLEMS = []
BROKEN_CASES = []
BROKEN_WALKTHROUGHS = []
BROKEN_ANSWERS = []


def broken(examples, what, document, place, value, keyword, at=None, word="", program_too=True):
    """A document with one change, and the fault to be found: its keyword, where it is if not at the change, a word of it."""
    examples.append((what, document, changed(document, place, value), place if at is None else at, keyword, word, program_too))


def problem(*words, **more):
    broken(BROKEN_PROBLEMS, *words, **more)


def of_a_closed_object(what, document, field, value, **more):
    problem(what, document, field, value, "unevaluatedProperties", at="/".join(field.split("/")[:-1]),
            word=repr(field.split("/")[-1]), **more)


problem("a wrong kind", SELF, "kind", "self-attention", "enum")
problem("a kind that is no text", SELF, "kind", 3, "enum")
problem("no kind", SELF, "kind", REMOVED, "required", at="", word="'kind'")
problem("an id that is a number", SELF, "id", 7, "type")
problem("a title that is a number", SELF, "title", 7, "type")
problem("a title in a third language", SELF, "title", {"en": "one", "de": "eins"}, "additionalProperties", word="'de'")
problem("a title whose text is a list", SELF, "title", {"en": ["one"]}, "type", at="title/en")
problem("a title whose Chinese is a number", SELF, "title", {"zh": 1}, "type", at="title/zh")
of_a_closed_object("an unknown field", SELF, "Wqq", [[1, 0]])
of_a_closed_object("a field in other letters", SELF, "wq", [[1, 0]])
of_a_closed_object("a place for editors", SELF, "$schema", "problem.schema.json")
of_a_closed_object("a query of all", SELF, "query", 1)
of_a_closed_object("a mask of a network", RNN, "mask", "causal")
of_a_closed_object("heads of one attention", SELF, "heads", [WEIGHTS])
of_a_closed_object("inputs of a target and a source", BETWEEN, "inputs", [[1, 2]])
of_a_closed_object("inputs beside target and source", HEADS_BETWEEN, "inputs", [[1, 2]])
of_a_closed_object("a measure of heads", HEADS, "measure", ["reach"])
of_a_closed_object("steps", SELF, "steps", [])
of_a_closed_object("what a case has", SELF, "tolerance", 0.1)
of_a_closed_object("a bias of one direction", SELF, "bias", [1])
of_a_closed_object("w without the additive score", SELF, "w", [1])
of_a_closed_object("c without the additive score", HEADS, "c", 1)
of_a_closed_object("W without the bilinear score", SELF, "W", [[1, 0], [0, 1]])
of_a_closed_object("W of heads", HEADS, "W", [[1, 0], [0, 1]])
of_a_closed_object("W beside the additive score", ADDITIVE, "W", [[1, 0], [0, 1]])
of_a_closed_object("Wq beside the bilinear score", BILINEAR, "Wq", [[1, 0]])
of_a_closed_object("bk beside the bilinear score", BILINEAR, "bk", [1])
of_a_closed_object("an unknown field of a head", HEADS, "heads/1/Wo", [[1]])
of_a_closed_object("c0 without a cell", RNN, "c0", [1, 2])
of_a_closed_object("c0 of a backward direction without cells", BOTH_WAYS, "backward/c0", [1])
of_a_closed_object("an unknown field of the backward direction", BOTH_WAYS, "backward/Wy", [[1]])
of_a_closed_object("an unknown field of an LSTM backward", LSTM_BOTH_WAYS, "backward/by", [1])
of_a_closed_object("d beside positions by hand", BY_HAND, "d", 2)
of_a_closed_object("base beside positions by hand", BY_HAND, "base", 100)
of_a_closed_object("an unknown field of a sinusoid", {**SELF, "positions": {"sinusoid": {}}}, "positions/sinusoid/d", 2)
problem("a sinusoid misspelt", {**SELF, "positions": {"sinusoid": {}}}, "positions", {"sinus": {}}, "required",
        word="'sinusoid'")
problem("a sinusoid and more", {**SELF, "positions": {"sinusoid": {}}}, "positions/d", 2, "additionalProperties",
        at="positions", word="'d'")
problem("a sinusoid that is its base", {**SELF, "positions": {"sinusoid": {}}}, "positions/sinusoid", 100, "type")
problem("positions in a word", SELF, "positions", "sinusoid", "type")
for document in (LAYER, WINDOW, SINGLE, SELF, ADDITIVE, BILINEAR, BETWEEN, HEADS, HEADS_BETWEEN, SINUSOID, RNN):
    for field in document:
        if field not in ("kind", "score"):
            problem(f"{document['kind']} without {field}", document, field, REMOVED, "required", at="", word=repr(field))
for name in WEIGHTS:
    problem(f"a head without {name}", HEADS, f"heads/1/{name}", REMOVED, "required", at="heads/1", word=repr(name))
for name in ("Wx", "Wh"):
    for document in (BOTH_WAYS, LSTM_BOTH_WAYS):
        problem(f"no {name} backward", document, f"backward/{name}", REMOVED, "required", at="backward", word=repr(name))
problem("positions neither by hand nor by the sinusoid", BY_HAND, "e", REMOVED, "required", at="", word="'d'")
for name in "qkv":
    for other in "qkv".replace(name, ""):
        problem(f"a first level of W{name} without W{other}", HEADS, "W" + name, [[1, 0]], "dependentRequired", at="",
                word=f"'W{other}' is a dependency of 'W{name}'")
    problem(f"a b{name} of no first level", HEADS, "b" + name, [1], "dependentRequired", at="", word=f"'W{name}'")
problem("heads empty", HEADS, "heads", [], "minItems")
problem("a head that is a matrix", HEADS, "heads/1", [[1, 0]], "type")
problem("heads by number", HEADS, "heads", 2, "type")
problem("the bilinear score in heads", HEADS, "score", "bilinear", "enum")
problem("a score misspelt", SELF, "score", "dott", "enum")
problem("a wrong scale", SELF, "scale", "1/sqrt(d)", "pattern")
problem("a scale that is no number", SELF, "scale", True, "type")
problem("a scale beside the additive score", ADDITIVE, "scale", "1/sqrt(d_k)", "const")
problem("a scale beside the bilinear score", BILINEAR, "scale", 2, "const")
problem("causal mistyped", SELF, "mask", "casual", "const")
problem("causal mistyped for one query", SINGLE, "mask", "Causal", "const")
problem("a mask of numbers", BETWEEN, "mask", [[1, 0]], "type", at="mask/0/0")
problem("a mask for all as for one", SELF, "mask", [True, True, False], "type", at="mask/0")
problem("a mask for one as for all", SINGLE, "mask", [[True, True, False]], "type", at="mask/0")
problem("an empty mask", SELF, "mask", [], "minItems")
problem("2049 queries in a mask", BETWEEN, "mask", [[True, True]] * 2049, "maxItems")
problem("2049 keys in padding", SELF, "padding", [True] * 2049, "maxItems")
problem("padding in numbers", {**BETWEEN, "padding": [True, True]}, "padding/1", 1, "type")
problem("a negative query", SINGLE, "query", -1, "minimum")
problem("a query counted from 0", SINGLE, "query", 0, "minimum")
problem("a query beyond 2048", SINGLE, "query", 2049, "maximum")
problem("a query between two", SINGLE, "query", 1.5, "type")
problem("a query in quotes", SINGLE, "query", "1", "type")
problem("inputs empty", SELF, "inputs", [], "minItems")
problem("an input empty", SELF, "inputs/1", [], "minItems")
problem("inputs as one vector", SELF, "inputs", [1, 2], "type", at="inputs/0")
problem("inputs nested deeper", SELF, "inputs/0/1", [2], "type")
problem("inputs nested deeper throughout", SELF, "inputs", [[[1, 2]]], "type", at="inputs/0/0")
problem("a matrix as one row", SELF, "Wq", [1, 0], "type", at="Wq/0")
problem("a bias as a number", SELF, "bq", 1, "type")
problem("null for a bias", SELF, "bq", None, "type")
problem("true for a number", SELF, "Wq/0/0", True, "type")
problem("a plain number in quotes", SELF, "Wq/0/0", "2", "pattern")
problem("not a number", SELF, "Wq/0/0", "NaN", "pattern")
problem("infinity", SELF, "Wq/0/0", "inf", "pattern")
problem("words for a number", SELF, "Wk/0/1", "half", "pattern")
problem("a number above all doubles", SELF, "Wq/0/0", json.loads("1e999"), "maximum", program_too=False)
problem("a number below all doubles", SELF, "Wq/0/0", json.loads("-1e999"), "minimum", program_too=False)
problem("2049 inputs", SELF, "inputs", [[1, 2]] * 2049, "maxItems")
problem("4097 components", LAYER, "inputs/0", [1] * 4097, "maxItems")
problem("4097 rows", LAYER, "W", [[1, 0]] * 4097, "maxItems")
problem("an activation misspelt", RNN, "activation", "relu", "enum")
problem("an activation of an LSTM", LSTM, "activation", "identity", "const")
problem("a cell misspelt", RNN, "cell", "gru", "enum")
problem("an LSTM of three gates", LSTM, "Wx", [[1], [2], [3]], "minItems")
problem("an LSTM of three gates backward", LSTM_BOTH_WAYS, "backward/Wx", [[1], [2], [3]], "minItems")
problem("an LSTM of three gates on its state", LSTM, "Wh", [[1], [0], [0]], "minItems")
problem("an LSTM of three gates on its state backward", LSTM_BOTH_WAYS, "backward/Wh", [[1], [0], [0]], "minItems")
problem("backward as a matrix", RNN, "backward", [[1]], "type")
problem("backward as a matrix in an LSTM", LSTM, "backward", [[1]], "type")
problem("measure in a word", RNN, "measure", "reach", "type")
problem("measure nothing", RNN, "measure", [], "minItems")
problem("measure twice", RNN, "measure", ["reach", "reach"], "uniqueItems")
problem("measure something else", RNN, "measure", ["speed"], "enum", at="measure/0")
problem("reach of 129", {**RNN, "measure": ["reach"]}, "inputs", [[1]] * 129, "maxItems")
problem("d of 0", SINUSOID, "d", 0, "minimum")
problem("n of 0", SINUSOID, "n", 0, "minimum")
problem("d between two", SINUSOID, "d", 1.5, "type")
problem("d beyond 4096", SINUSOID, "d", 4097, "maximum")
problem("n beyond 2048", SINUSOID, "n", 2049, "maximum")
problem("n in quotes", SINUSOID, "n", "2", "type")
problem("base 0", SINUSOID, "base", 0, "exclusiveMinimum")
problem("base below 0", {**SELF, "positions": {"sinusoid": {}}}, "positions/sinusoid/base", -1, "exclusiveMinimum")
problem("first beyond 2^53", SINUSOID, "first", 2.0**53, "maximum")
problem("first below -2^53", SINUSOID, "first", -(2.0**53), "minimum")
problem("given in a list", SELF, "given", [[1]], "type")
problem("a given step of another kind", SELF, "given", {"concat": [[1]]}, "unevaluatedProperties", word="'concat'")
problem("a given step misspelt", SELF, "given", {"alphaprime": [[1]]}, "unevaluatedProperties", word="'alphaprime'")
problem("a given step of head 0", HEADS, "given", {"b.0": [[1]] * 3}, "unevaluatedProperties", word="'b.0'")
problem("a given step as one vector", SELF, "given", {"b": [1, 2, 3]}, "type", at="given/b/0")
problem("a given step of one query as of all", SINGLE, "given", {"b": [[1]]}, "type", at="given/b/0")
problem("a given step empty", SELF, "given", {"b": []}, "minItems", at="given/b")

TRUE_CASE = {
    "id": "02_01_one_input", "title": {"en": "one input", "zh": "一个输入"}, "kind": "self_attention",
    "inputs": [[2]], "Wq": [[1]], "Wk": [[1]], "Wv": [[3]],
    "expected": {"q": [[2]], "k": [[2]], "v": [[6]], "alpha": [[4]], "alpha_prime": [[1]], "b": [[6]]},
    "catches": ["keys_as_values"],
}
CASES = {
    "a case": TRUE_CASE,
    "a case with all it may have": {
        **TRUE_CASE, "acceptable": {"another_convention": {"b": [["1/2"]]}}, "tolerance": 1e-10, "supersedes": "02_99_old"},
    "a case of a network": {
        **RNN, "id": "07_01_reach", "title": "reach", "measure": ["reach"],
        "expected": {"reach": [[True, False], [True, True]]}, "catches": ["state_not_carried"]},
}


def case(what, place, value, keyword, at=None, word=""):
    broken(BROKEN_CASES, what, CASES["a case with all it may have"], place, value, keyword, at, word)


case("no expected", "expected", REMOVED, "required", "", "'expected'")
case("nothing expected", "expected", {}, "minProperties")
case("expected in a list", "expected", [[6]], "type")
case("an expected step of another kind", "expected/h", [[6]], "unevaluatedProperties", "expected", "'h'")
case("an expected step as one vector", "expected/b", [6], "type", "expected/b/0")
case("an expected number in quotes", "expected/b/0/0", "6", "pattern")
case("an expected number that is none", "expected/b/0/0", None, "type")
case("no id", "id", REMOVED, "required", "", "'id'")
case("an id that is a number", "id", 2, "type")
case("acceptable is nothing", "acceptable", {}, "minProperties")
case("acceptable in a list", "acceptable", [], "type")
case("a convention in a list", "acceptable/another_convention", [[6]], "type")
case("a mistake that is a number", "catches", [3], "type", "catches/0")
case("an id without numbers", "id", "one_input", "pattern")
case("an id with a hyphen", "id", "02_01_one-input", "pattern")
case("an id in capitals", "id", "02_01_One", "pattern")
case("an id with one digit", "id", "2_01_one_input", "pattern")
case("no title", "title", REMOVED, "required", "", "'title'")
case("a wrong title", "title", {"fr": "une"}, "additionalProperties", word="'fr'")
case("no catches", "catches", REMOVED, "required", "", "'catches'")
case("catches nothing", "catches", [], "minItems")
case("catches a mistake twice", "catches", ["keys_as_values", "keys_as_values"], "uniqueItems")
case("catches words", "catches", ["keys as values"], "pattern", "catches/0")
case("catches in a word", "catches", "keys_as_values", "type")
case("tolerance 0", "tolerance", 0, "exclusiveMinimum")
case("a negative tolerance", "tolerance", -1e-12, "exclusiveMinimum")
case("a tolerance of 1", "tolerance", 1, "exclusiveMaximum")
case("a tolerance in quotes", "tolerance", "1e-12", "type")
case("an empty convention", "acceptable/another_convention", {}, "minProperties")
case("a convention in words", "acceptable/another convention", {"b": [[1]]}, "pattern", "acceptable")
case("a convention with a step of another kind", "acceptable/another_convention/y", [[1]], "unevaluatedProperties",
     "acceptable/another_convention", "'y'")
case("a convention with a number in quotes", "acceptable/another_convention/b/0/0", "1", "pattern")
case("supersedes no id", "supersedes", "an older one", "pattern")
case("a misspelt field", "expects", {"b": [[6]]}, "unevaluatedProperties", "", "'expects'")
case("a field of another kind", "Wx", [[6]], "unevaluatedProperties", "", "'Wx'")
case("no Wq in its problem", "Wq", REMOVED, "required", "", "'Wq'")

PORTS_WALKTHROUGH = {"id": "", "steps": [{"name": "q", "value": [[1, "1/2"]]}, {"name": "my.step", "value": 3}]}
FULL_WALKTHROUGH = {
    "id": "one", "kind": "self_attention", "steps": [
        {"name": "b", "symbol": "O", "formula": "O = V A'", "value": [[1]], "words": {"en": "Outputs.", "zh": "输出。"}},
        {"name": "hidden", "value": [[[1]]]}, {"name": "reach", "value": [[True]]}, {"name": "memory", "value": [1]}]}
SINGLE_WALKTHROUGH = {"id": "", "kind": "single_output", "steps": [{"name": "b", "value": [1]}, {"name": "v", "value": [[1]]}]}
HEADS_WALKTHROUGH = {"id": "", "kind": "multi_head", "steps": [{"name": "b.2", "value": [[1]]}, {"name": "q.x", "value": 1}]}
WALKTHROUGHS = {"a port's walkthrough": PORTS_WALKTHROUGH, "a full walkthrough": FULL_WALKTHROUGH,
                "a walkthrough for one query": SINGLE_WALKTHROUGH, "a walkthrough with heads": HEADS_WALKTHROUGH}


def walkthrough(*words, **more):
    broken(BROKEN_WALKTHROUGHS, *words, **more)


walkthrough("a step without value", PORTS_WALKTHROUGH, "steps/0/value", REMOVED, "required", at="steps/0", word="'value'")
walkthrough("a step without name", PORTS_WALKTHROUGH, "steps/0/name", REMOVED, "required", at="steps/0", word="'name'")
walkthrough("a step that is a list", PORTS_WALKTHROUGH, "steps/0", [[1]], "type")
walkthrough("an unknown field of a step", FULL_WALKTHROUGH, "steps/0/colour", "red", "additionalProperties", at="steps/0",
            word="'colour'")
walkthrough("no id", PORTS_WALKTHROUGH, "id", REMOVED, "required", at="", word="'id'")
walkthrough("an id that is a number", PORTS_WALKTHROUGH, "id", 1, "type")
walkthrough("no steps", PORTS_WALKTHROUGH, "steps", REMOVED, "required", at="", word="'steps'")
walkthrough("steps empty", PORTS_WALKTHROUGH, "steps", [], "minItems")
walkthrough("steps by name", PORTS_WALKTHROUGH, "steps", {"q": [[1]]}, "type")
walkthrough("an unknown field", PORTS_WALKTHROUGH, "unit", "m", "additionalProperties", at="", word="'unit'")
walkthrough("a name with a space", PORTS_WALKTHROUGH, "steps/0/name", "alpha prime", "pattern")
walkthrough("a name that begins with a digit", PORTS_WALKTHROUGH, "steps/0/name", "1q", "pattern")
walkthrough("a name of 41 letters", PORTS_WALKTHROUGH, "steps/0/name", "a" * 41, "pattern")
walkthrough("a value that is empty", PORTS_WALKTHROUGH, "steps/0/value", [], "minItems")
walkthrough("a value with an empty list", PORTS_WALKTHROUGH, "steps/0/value", [[1], []], "minItems", at="steps/0/value/1")
walkthrough("a value in words", PORTS_WALKTHROUGH, "steps/0/value", "many", "pattern")
walkthrough("a value that is null", PORTS_WALKTHROUGH, "steps/0/value", [[None]], "type", at="steps/0/value/0/0")
walkthrough("a number among lists", PORTS_WALKTHROUGH, "steps/0/value", [[1], 2], "type", at="steps/0/value/1")
walkthrough("a list among numbers", PORTS_WALKTHROUGH, "steps/0/value", [1, [2]], "type", at="steps/0/value/0")
walkthrough("lists four deep", PORTS_WALKTHROUGH, "steps/0/value", [[[[1]]]], "type", at="steps/0/value/0/0/0")
walkthrough("reach in numbers", FULL_WALKTHROUGH, "steps/2/value", [[1]], "type", at="steps/2/value/0/0")
walkthrough("truths elsewhere", FULL_WALKTHROUGH, "steps/0/value", [[True]], "type", at="steps/0/value/0/0")
walkthrough("a symbol that is a number", FULL_WALKTHROUGH, "steps/0/symbol", 1, "type")
walkthrough("a formula without end", FULL_WALKTHROUGH, "steps/0/formula", "x" * 1001, "maxLength")
walkthrough("words in a third language", FULL_WALKTHROUGH, "steps/0/words/de", "Alle.", "additionalProperties",
            at="steps/0/words", word="'de'")
walkthrough("words that are one text", FULL_WALKTHROUGH, "steps/0/words", "All.", "type")
walkthrough("a kind that is none", FULL_WALKTHROUGH, "kind", "attn", "enum", program_too=False)
walkthrough("outputs as one vector", FULL_WALKTHROUGH, "steps/0/value", [1], "type", at="steps/0/value/0", program_too=False)
walkthrough("hidden two deep", FULL_WALKTHROUGH, "steps/1/value", [[1]], "type", at="steps/1/value/0/0", program_too=False)
walkthrough("memory in lists", FULL_WALKTHROUGH, "steps/3/value", [[1]], "type", at="steps/3/value/0", program_too=False)
walkthrough("one output in lists", SINGLE_WALKTHROUGH, "steps/0/value", [[1]], "type", at="steps/0/value/0", program_too=False)
walkthrough("values as one vector", SINGLE_WALKTHROUGH, "steps/1/value", [1], "type", at="steps/1/value/0", program_too=False)
walkthrough("outputs of a head as one vector", HEADS_WALKTHROUGH, "steps/0/value", [1], "type", at="steps/0/value/0",
            program_too=False)

UNSUPPORTED = {"id": "02_01_one_input", "unsupported": True}
ERROR = {"id": "02_01_one_input", "error": "Wq has 3 columns"}
ANSWERS = {"steps": PORTS_WALKTHROUGH, "unsupported": UNSUPPORTED, "an error": ERROR}


def answer(*words, **more):
    broken(BROKEN_ANSWERS, *words, **more)


answer("unsupported without id", UNSUPPORTED, "id", REMOVED, "required", at="", word="'id'")
answer("unsupported with a number for an id", UNSUPPORTED, "id", 2, "type")
answer("an error with a number for an id", ERROR, "id", 2, "type")
answer("not unsupported", UNSUPPORTED, "unsupported", False, "const")
answer("unsupported with steps", UNSUPPORTED, "steps", [{"name": "q", "value": [1]}], "additionalProperties", at="",
       word="'steps'")
answer("an error without id", ERROR, "id", REMOVED, "required", at="", word="'id'")
answer("an error that says nothing", ERROR, "error", "", "minLength")
answer("an error that is a number", ERROR, "error", 3, "type")
answer("an error with more", ERROR, "place", "Wq", "additionalProperties", at="", word="'place'")
answer("steps without id", PORTS_WALKTHROUGH, "id", REMOVED, "required", at="", word="'id'")
answer("neither steps nor a reason", PORTS_WALKTHROUGH, "steps", REMOVED, "required", at="", word="'steps'")
answer("a step without value", PORTS_WALKTHROUGH, "steps/0/value", REMOVED, "required", at="steps/0", word="'value'")

# How deep the lists of a step are, by kind.
OF_EVERY_QUERY = {2: "e a_plus_e q k v alpha alpha_prime b", 3: "hidden"}
DEPTHS = {
    "per_vector": {2: "y"}, "window": {1: "y"},
    "single_output": {1: "q alpha alpha_prime b", 2: "e a_plus_e k v hidden"},
    "self_attention": {1: "memory", **OF_EVERY_QUERY}, "attention": OF_EVERY_QUERY,
    "multi_head": {2: "e a_plus_e q k v q.1 k.2 v.3 alpha.10 alpha_prime.1 b.1 concat b", 3: "hidden.1"},
    "positional_encoding": {2: "e a_plus_e"},
    "rnn": {1: "memory", 2: "e a_plus_e h c h_backward c_backward concat y"},
}
PROBLEM_OF_KIND = {document["kind"]: document for document in (LAYER, WINDOW, SINGLE, SELF, BETWEEN, HEADS, SINUSOID, RNN)}


def names_of(kind):
    return [name for names in DEPTHS[kind].values() for name in names.split()]


def lists(depth):
    return 1 if depth == 0 else [lists(depth - 1)]


EXACT = ["1/3", "-1/2", "ln 2", "ln 3/2", "-1/2 ln 3", "5/3 ln 3/2", "sqrt 2", "1/2 sqrt 2", "ln2", "2ln3", "-ln 2", "sqrt 0",
         "0/1", "2 sqrt 9007199254740992", "1/9007199254740992", "007/008", "0 ln 1", "sqrt 0/5"]
NOT_EXACT = ["", "2", "-2", "1.5", "1e3", "1/0", "1/00", "+1/2", "--1/2", "1/-2", "1 / 2", "1/2 ", " 1/2", "ln", "ln 0", "ln 0/1",
             "ln -1", "ln(2)", "log 2", "LN 2", "ln 2/0", "ln 2 3", "ln 1.5", "sqrt -1", "sqrt(2)", "sqrt 2/0", "2 + 1/2", "pi",
             "1/9007199254740993", "9007199254740993 ln 2", "sqrt 10000000000000000", "ln 9007199254741000", "nan", "Infinity"]


# ---- the tests ----

class Schemas(unittest.TestCase):
    def test_are_valid_themselves(self):
        for name, schema in SCHEMAS.items():
            with self.subTest(name):
                jsonschema.Draft202012Validator.check_schema(schema)

    def test_refer_to_what_is_there(self):
        for name, schema in SCHEMAS.items():
            with self.subTest(name):
                for reference in re.findall(r'"\$ref": "([^"]+)"', json.dumps(schema)):
                    target_of(reference, name)

    def test_know_the_fields_that_the_program_knows(self):
        """But for the W of multi_head, which the program knows and refuses, for no score of heads takes it."""
        source = (ROOT / "src/text/problem_format.cpp").read_text(encoding="utf-8")
        parts = SCHEMAS[PROBLEM]["$defs"]
        in_schema = {kind: fields_of(parts[kind], PROBLEM) | {"kind", "id", "title"} for kind in KINDS}
        words = set(re.findall(r'"(\w+)"', source)).union(*in_schema.values()) - {"expected"}  # which makes it a case
        for kind in KINDS:
            with self.subTest(kind):
                known = {word for word in words if knows_field(kind, word)} - ({"W"} if kind == "multi_head" else set())
                self.assertEqual(sorted(in_schema[kind]), sorted(known))


class Files(unittest.TestCase):
    def assert_walkthrough(self, problem):
        """What the program answers passes, and has no other steps than those of the kind."""
        printed = run("solve", problem)
        self.assertIsNotNone(printed, "the program refuses it")
        walkthrough = json.loads(printed, parse_constant=without_constants)
        self.assertEqual(faults(WALKTHROUGH, walkthrough), [])
        steps = {step["name"]: step["value"] for step in walkthrough["steps"]}
        self.assertEqual(faults(f"{STEPS}#/$defs/{problem['kind']}", steps), [])

    def test_problems(self):
        self.assertTrue(problem_files())
        for path in problem_files():
            with self.subTest(str(path.relative_to(ROOT))):
                self.assertEqual(faults(PROBLEM, load(path)), [])

    def test_walkthroughs_of_problems(self):
        for path in problem_files():
            with self.subTest(f"walkthrough of {path.relative_to(ROOT)}"):
                self.assert_walkthrough(load(path))

    def test_a_problem_whose_shapes_disagree(self):
        with self.subTest("no schema sees it, but the program does"):
            self.assertEqual(faults(PROBLEM, load(SHAPES_THAT_DISAGREE)), [])
            self.assertIsNone(run("solve", load(SHAPES_THAT_DISAGREE)))

    def test_cases(self):
        for path in case_files():
            with self.subTest(str(path.relative_to(ROOT))):
                self.assertEqual(faults(CASE, load(path)), [])
                self.assertEqual(faults(PROBLEM, problem_of(load(path))), [])

    def test_walkthroughs_of_cases(self):
        for path in case_files():
            with self.subTest(f"walkthrough of {path.relative_to(ROOT)}"):
                self.assert_walkthrough(problem_of(load(path)))


class Steps(unittest.TestCase):
    """In given, in expected, in acceptable, and in a walkthrough that says its kind."""

    def assert_step(self, kind, name, value, is_right):
        problem = PROBLEM_OF_KIND[kind]
        case = {**problem, "id": "00_00_x", "title": "x", "expected": {name: value}, "acceptable": {"y": {name: value}},
                "catches": ["z"]}
        places = [fault[0] for fault in faults(CASE, case)]
        walkthrough = {"id": "", "kind": kind, "steps": [{"name": name, "value": value}]}
        verdicts = {
            "given": faults(PROBLEM, {**problem, "given": {name: value}}) == [],
            "expected": not any(place.startswith("expected") for place in places),
            "acceptable": not any(place.startswith("acceptable/y") for place in places),
            "walkthrough": faults(WALKTHROUGH, walkthrough) == []}
        self.assertEqual(verdicts, dict.fromkeys(verdicts, is_right), f"{name} = {value}")

    def test_are_as_deep_as_the_format_says(self):
        for kind, depths in DEPTHS.items():
            for right, names in depths.items():
                for name in names.split():
                    with self.subTest(f"{name} of {kind}"):
                        for depth in range(5):
                            self.assert_step(kind, name, lists(depth), depth == right)

    def test_reach_is_true_and_false(self):
        for kind in ("self_attention", "rnn"):
            with self.subTest(f"reach of {kind}"):
                self.assert_step(kind, "reach", [[True]], True)
                for value in (True, [True], [[[True]]], [[1]], [], [[]]):
                    self.assert_step(kind, "reach", value, False)

    def test_each_kind_has_its_own(self):
        every = {name for kind in KINDS for name in names_of(kind)} | {"reach", "x"}
        for kind in KINDS:
            with self.subTest(f"no others of {kind}"):
                own = set(names_of(kind)) | ({"reach"} if "memory" in names_of(kind) else set())
                for name in every - own:
                    found = faults(f"{STEPS}#/$defs/{kind}", {name: [[1]]})
                    self.assertEqual([fault[1] for fault in found], ["unevaluatedProperties"], name)


class Examples(unittest.TestCase):
    def assert_accepted(self, schema, examples, command=None):
        for what, document in examples.items():
            with self.subTest(what):
                self.assertEqual(faults(schema, document), [])
                if command:
                    self.assertIsNotNone(run(command, document), "the program refuses it")

    def assert_refused(self, schema, examples, command=None):
        for what, good, bad, place, keyword, word, program_too in examples:
            with self.subTest(what):
                self.assertEqual(faults(schema, good), [])
                found = faults(schema, bad)
                self.assertTrue(any((place, keyword) == fault[:2] and word in fault[2] for fault in found),
                                f"{keyword} at {place!r} with {word!r} is not among {found}")
                if command and program_too:
                    self.assertIsNotNone(run(command, good), "the program refuses it before it is broken")
                    self.assertIsNone(run(command, bad), "the program accepts it")

    def test_problems_that_the_format_has(self):
        self.assert_accepted(PROBLEM, PROBLEMS, "solve")

    def test_gradients_can_be_asked_for(self):
        self.assert_accepted(PROBLEM, {
            "of all outputs": {**SELF, "upstream": [[1], [2], [3]]}, "of one output": {**SINGLE, "upstream": [1]},
            "of a network": {**RNN, "upstream": [[1, 2], [3, 4]]}})

    def test_fields_of_a_wrong_sort(self):
        fields = {(document["kind"], field): document for document in PROBLEMS.values() for field in document}
        for (kind, field), document in fields.items():
            with self.subTest(f"{field} of {kind}"):
                for value in ({"x": 1}, [], None):
                    bad = changed(document, field, value)
                    self.assertTrue([fault for fault in faults(PROBLEM, bad) if fault[0].startswith(field)], value)
                    self.assertIsNone(run("solve", bad), "the program accepts it")

    def test_broken_problems(self):
        self.assert_refused(PROBLEM, BROKEN_PROBLEMS, "solve")

    def test_cases_that_the_format_has(self):
        self.assert_accepted(CASE, CASES)

    def test_broken_cases(self):
        self.assert_refused(CASE, BROKEN_CASES)

    def test_walkthroughs_that_the_format_has(self):
        self.assert_accepted(WALKTHROUGH, WALKTHROUGHS, "show")

    def test_broken_walkthroughs(self):
        self.assert_refused(WALKTHROUGH, BROKEN_WALKTHROUGHS, "show")

    def test_answers_that_the_format_has(self):
        self.assert_accepted(ANSWER, ANSWERS)

    def test_broken_answers(self):
        self.assert_refused(ANSWER, BROKEN_ANSWERS)

    def test_all_are_objects(self):
        for schema in (PROBLEM, CASE, WALKTHROUGH, ANSWER):
            for document in ([], "text", 1, None):
                with self.subTest(f"{document!r} for {schema}"):
                    self.assertIn(("", "type"), [fault[:2] for fault in faults(schema, document)])

    def test_exact_numbers(self):
        self.assert_accepted(PROBLEM, {f"the number {text!r}": changed(SELF, "Wv/0/0", text) for text in EXACT}, "solve")

    def test_texts_that_are_no_number(self):
        self.assert_refused(PROBLEM, [(f"no number: {text!r}", SELF, changed(SELF, "Wv/0/0", text), "Wv/0/0",
                                       "not" if re.search("[0-9]{16}", text) else "pattern", "", True) for text in NOT_EXACT],
                            "solve")


class Count(unittest.TextTestResult):
    """Counts each file and each example."""
    passed = failed = 0

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        self.passed += err is None
        self.failed += err is not None

    def addError(self, test, err):
        super().addError(test, err)
        self.failed += 1

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.failed += 1


def main():
    global PROGRAM
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        print("usage: python3 tests/schema_test.py PROGRAM", file=sys.stderr)
        sys.exit(2)
    PROGRAM = str(Path(sys.argv[1]).resolve())
    tests = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
    result = unittest.TextTestRunner(stream=sys.stdout, resultclass=Count).run(tests)
    print(f"{result.passed} passed, {result.failed} failed")
    sys.exit(result.failed > 0 or result.passed == 0)


if __name__ == "__main__":
    main()
