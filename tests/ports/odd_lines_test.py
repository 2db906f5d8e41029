"""Every line gets one answer, whatever stands in it: what the cases, which are all right problems, cannot ask of the ports.

    python3 tests/ports/odd_lines_test.py
"""
import json
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
PORTS = {"python": [sys.executable, "-B", str(HERE / "python/main.py")],
         "javascript": ["node", str(HERE / "javascript/main.mjs")]}
DOUBLE = '"kind": "per_vector", "inputs": [[1]], "W": [[2]]'
NOT_KNOWN = ['"kind": "convolution"', DOUBLE + ', "dropout": 0.1', '"kind": "rnn", "cell": "gru"',
             '"kind": "self_attention", "score": "cosine"', '"kind": "self_attention", "mask": "prefix"',
             '"kind": "self_attention", "positions": {"rotary": {}}', '"kind": "self_attention", "measure": ["reach", "speed"]',
             '"kind": "multi_head", "heads": [{"Wg": [[1]]}]', '"kind": "rnn", "backward": {"Wg": [[1]]}']
NO_ANSWER = ['"kind": "window"', '"kind": "per_vector", "inputs": [[1e308]], "W": [[1e308]]']
NO_PROBLEM = [b"", b"no JSON", b"null", b"\xff", b"[" * 100000, b'{"id": "cut']


class OddLines(unittest.TestCase):
    def answers(self, port, lines):
        """The last line has no end: it, too, is to be answered."""
        run = subprocess.run(PORTS[port], input=b"\n".join(lines), capture_output=True, check=True)
        self.assertEqual(run.stderr, b"")
        return [json.loads(line) for line in run.stdout.decode().split("\n")[:-1]]

    def each(self, lines, expected):
        """Between any two lines a good one: it is answered as ever."""
        good = ('{"id": "good", ' + DOUBLE + "}").encode()
        for port in PORTS:
            got = self.answers(port, [part for line in lines for part in (line, good)])
            self.assertEqual(got[1::2], [{"id": "good", "steps": [{"name": "y", "value": [[2]]}]}] * len(lines), port)
            self.assertEqual(len(got), 2 * len(lines), port)
            for line, answer in zip(lines, got[::2]):
                with self.subTest(port=port, line=line[:60]):
                    expected(answer)

    def test_what_is_not_known_is_unsupported(self):
        self.each([f'{{"id": "x", {fields}}}'.encode() for fields in NOT_KNOWN],
                  lambda answer: self.assertEqual(answer, {"id": "x", "unsupported": True}))

    def test_what_has_no_answer_is_an_error(self):
        self.each([f'{{"id": "x", {fields}}}'.encode() for fields in NO_ANSWER],
                  lambda answer: self.assertEqual((answer["id"], list(answer)), ("x", ["id", "error"])))

    def test_what_is_no_problem_is_an_error(self):
        self.each(NO_PROBLEM, lambda answer: self.assertEqual((answer["id"], list(answer)), ("", ["id", "error"])))

    def test_only_a_line_feed_ends_a_line(self):
        for separator in "\u2028\u2029\x85":
            line = ('{"id": "a' + separator + 'b", ' + DOUBLE + "}").encode()
            self.each([line], lambda answer: self.assertEqual(answer["id"], f"a{separator}b"))

    def test_an_answer_comes_before_the_next_problem(self):
        for port in PORTS:
            with subprocess.Popen(PORTS[port], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
                for name in ("first", "second"):
                    process.stdin.write(f'{{"id": "{name}", {DOUBLE}}}\n'.encode())
                    process.stdin.flush()
                    self.assertEqual(json.loads(process.stdout.readline())["id"], name, port)
                process.stdin.close()
                self.assertEqual(process.wait(timeout=10), 0, port)


class Count(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


if __name__ == "__main__":
    tests = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
    result = unittest.TextTestRunner(stream=sys.stdout, resultclass=Count).run(tests)
    failed = result.testsRun - result.passed
    print(f"{result.passed} passed, {failed} failed")
    sys.exit(failed > 0 or result.passed == 0)
