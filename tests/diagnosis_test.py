"""Does the check name what is wrong? It judges a port with each mistake of the catalogue in it, one at a time, on all cases.

A mistake is caught when some case comes out wrong. It is named rightly when it stands in the first finding, the commonest
cause, alone or among others that give the same numbers. A right port must get no finding at all. The mistaken port shares
nothing with this project's C++: it is the Python port, wrong in one place, written from the words of the lessons.

    python3 tests/diagnosis_test.py PROGRAM

Needs node for the JavaScript port. Takes about a minute.
"""
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PORTS = Path(__file__).resolve().parent / "ports"
MISTAKEN = [sys.executable, "-B", str(PORTS / "python/mistaken.py")]
RIGHT = [[sys.executable, "-B", str(PORTS / "python/main.py")], ["node", str(PORTS / "javascript/main.mjs")]]
AT_ONCE, CAUGHT, NAMED = 2, 95, 90  # ports at a time; per cent

# Two mistakes in one: the check finds each at its own step.
IN_TWO_PARTS = {"05/reshaped_there_and_back": [["reshaped_without_transposing"], ["joined_without_transposing"]]}
# Wrong here and right elsewhere: where the cases accept it, the check names the convention.
IN_GOOD_FAITH = {"04/equal_weights_for_no_key": "mean_of_values_for_no_key"}


def catalogue(program):
    """chapter/name of every mistake: three names stand in two chapters, for different mistakes."""
    mistakes, chapter = [], ""
    for line in printed([program, "mistakes", "--lang", "en"]).splitlines():
        heading = re.match(r"(\d\d)  \S", line)
        if heading:
            chapter = heading[1]
        elif re.fullmatch(r"[a-z0-9_]+", line) and line != "right":
            mistakes.append(f"{chapter}/{line}")
    return mistakes


def printed(command):
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def check(program, port):
    """The report on a port; what went wrong instead, when there is none; and the exit code."""
    run = subprocess.run([program, "check", "--report", "json", "--lang", "en", "--", *port], capture_output=True, text=True,
                         encoding="utf-8")
    if run.returncode not in (0, 1) or not run.stdout:
        return None, f"exit code {run.returncode}: {run.stderr.strip()}", run.returncode
    return json.loads(run.stdout)["ports"][0], "", run.returncode


def how_named(mistake, report):
    """"alone", "among ..." or "as ..."; empty when it is not named."""
    name, found = mistake.split("/")[1], [finding["mistakes"] for finding in report["findings"]]
    if found and name in found[0]:
        equals = [other for other in found[0] if other != name]
        return "among " + ", ".join(equals) if equals else "alone"
    convention = IN_GOOD_FAITH.get(mistake)
    if any(convention in case.get("conventions", []) for case in report["cases"]):
        return f"as {convention}, which is accepted"
    return ""


def other_names(mistake, report):
    """Causes that were found beside it, or in place of it, each with the number of its faults."""
    name = mistake.split("/")[1]
    return [f"{' = '.join(finding['mistakes']) or 'no name'} ({len(finding['faults'])})" for finding in report["findings"]
            if name not in finding["mistakes"]]


def judge(program, mistake):
    """A line of the table; whether the mistake was caught, whether it was named, and whether that is as it should be."""
    report, failure, _ = check(program, [*MISTAKEN, mistake])
    if failure:
        return f"{mistake:<37} {failure}", False, False, False
    wrong = sum(case["outcome"] == "wrong" for case in report["cases"])
    named, others = how_named(mistake, report), other_names(mistake, report)
    caught = wrong > 0 or named.startswith("as ")
    in_parts = [finding["mistakes"] for finding in report["findings"]] == IN_TWO_PARTS.get(mistake)
    line = f"{mistake:<37} {wrong:>3} of {len(report['cases'])}  {named or 'not'}"
    if others:
        line += ("; besides " if named else "; in place of it ") + ", ".join(others)
    return line, caught, bool(named), caught and (bool(named) or in_parts)


def main(program):
    passed = failed = 0

    def count(good, line):
        nonlocal passed, failed
        passed, failed = passed + good, failed + (not good)
        print(line if good else f"{line}  <- FAILED", flush=True)

    mistakes = catalogue(program)
    listed = printed([*MISTAKEN, "--list"]).split()
    count(listed == mistakes, f"the mistaken port has the {len(mistakes)} mistakes of the catalogue: "
                              f"{', '.join(sorted(set(mistakes) ^ set(listed))) or 'no difference'}")
    for port in RIGHT:
        report, failure, code = check(program, port)
        count(code == 0 and not report["findings"], f"the right port gets no finding: {port[-1]} {failure}".rstrip())
    print("\nmistake                               cases wrong  named")
    caught = named = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for line, is_caught, is_named, good in pool.map(lambda mistake: judge(program, mistake), mistakes):
            caught, named = caught + is_caught, named + is_named
            count(good, line)
    caught, named = 100 * caught / len(mistakes), 100 * named / len(mistakes)
    print()
    count(caught >= CAUGHT, f"caught {caught:.1f} %, at least {CAUGHT} % asked")
    count(named >= NAMED, f"named rightly {named:.1f} %, at least {NAMED} % asked")
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        print("usage: python3 tests/diagnosis_test.py PROGRAM", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(str(Path(sys.argv[1]).resolve())))
