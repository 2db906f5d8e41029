"""A port: a problem a line in, its steps a line out, until the input ends. python3 main.py < problems"""
import json
import sys

from attention import STEPS_OF_KIND, steps_of

# What this port knows: every field, and the words that may stand in it.
FIELDS = dict.fromkeys(
    "inputs target source W bias query Wq Wk Wv bq bk bv w b_score c padding heads Wo bo positions sinusoid base first "
    "d n e Wx Wh b h0 c0 backward Wy by".split(), ())
FIELDS.update(kind=STEPS_OF_KIND, score=("dot", "additive", "bilinear"), scale=("none", "1/sqrt(d_k)"), mask=("causal",),
              cell=("tanh", "lstm"), activation=("tanh", "identity"), measure=("reach", "memory"))


def is_known(name, value):
    if isinstance(value, dict):
        return name in FIELDS and all(is_known(*field) for field in value.items())
    if isinstance(value, list):
        return name in FIELDS and all(is_known(name, x) for x in value)
    return name in FIELDS and (not isinstance(value, str) or value in FIELDS[name])


def answer(line):
    name = ""
    try:
        problem = json.loads(line.decode())
        name = problem.get("id", "")
        if not all(is_known(*field) for field in problem.items() if field[0] not in ("id", "title", "given")):
            return json.dumps({"id": name, "unsupported": True})
        steps = [{"name": step, "value": value} for step, value in steps_of(problem).items()]
        return json.dumps({"id": name, "steps": steps}, allow_nan=False)  # infinity in a step: no answer
    except Exception as error:  # whatever is wrong with one line, the next one is to be answered
        return json.dumps({"id": name, "error": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    for line in sys.stdin.buffer:  # bytes: what is no UTF-8 is wrong in that line alone
        print(answer(line), flush=True)
