"""A page of the lessons as a list of sections, with what stands in each: marks, fences, links, numbers, formulas."""
import difflib
import hashlib
import re
import unicodedata
from collections import Counter, namedtuple

MARK = re.compile(r"[ >]*<!-- (code|output|picture|terminal)(?:(?<=output)\((\d+)\))?: (\S.*) -->\s*")
MEANT_AS_MARK = re.compile(r"[ >]*<!--\s*(\w+(\(.*?\))?\s*:|(code|output|picture|terminal)\b)")
FENCE = re.compile(r"([ >]*)(`{3,}(?=[^`]*$)|~{3,})\s*(.*?)\s*")
HEADING = re.compile(r" {0,3}(#{1,6})(?:\s+(.*?))??(?:\s+#+)?\s*")
IMAGE_LINE = re.compile(r"[ >]*!\[.*?\]\(([^()\s]+)\)\s*")
WORDLESS = re.compile(r"""!\[\s*\]\(|<img\b(?![^>]*\balt="[^"])""")
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)")
FORMULA = re.compile(r"\$`([^`]+)`\$")
LINK = re.compile(r"""\]\(<?((?:[^()\s<>]|\([^()\s]*\))+)>?(?:\s+"[^"]*")?\)|(?:href|src)="([^"]+)\""""
                  r"""|^ {0,3}\[[^\]^][^\]]*\]:\s*<?([^\s<>]+)""", re.MULTILINE)
SCENARIO = re.compile(r"(?<!!)\[([^\]]+)\]\(([^()\s#]+_test\.cpp)\)")
# 3, -1/2, .25, 1e-14, 50 %, 10,000; but not the 02 of 02_matrix_form.
NUMBER = re.compile(r"(?:(?<![\w)\]}])[-−])?(?:\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?(?:/\d+)?"
                    r"(?!\d|_[A-Za-z])(?: ?[%％])?", re.ASCII)
SOURCE_MARK = re.compile(r"\s*(?://|#)\s*#(end|)(region|part)\b\s*(\S*)\s*")

Mark = namedtuple("Mark", "line kind code text")  # code: the exit code that is expected
Fence = namedtuple("Fence", "start end prefix ticks language")  # start, end: indices of its first and last line


class Fault(Exception):
    """One thing that is not true, and where."""

    def __init__(self, path, line, text, got="", expected=""):
        super().__init__(text)
        self.path, self.line, self.details = path, line, difference(got.split("\n"), expected.split("\n"))


class NotCompared(Fault):
    """A section that is not as it was recorded: the one fault that --record mends."""


def difference(got, expected, most=8):
    changes = [line for line in list(difflib.unified_diff(got, expected, n=0, lineterm=""))[2:] if line[:2] != "@@"]
    shown = [f"    {'got' if line[0] == '-' else 'expected'}: {line[1:][:100]}" for line in changes[:most]]
    return shown + [f"    … {len(changes) - most} more lines"] * (len(changes) > most)


def read(path):
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[:error.start].count(b"\n") + 1
        raise Fault(path, line, f"expected UTF-8, got the byte {error.object[error.start]:#04x}")
    except OSError as error:
        raise Fault(path, 1, f"expected a readable file, got: {error.strerror}")
    if "\r" in text:
        raise Fault(path, text[:text.index("\r")].count("\n") + 1, "expected lines that end in LF, got CR")
    return text


def twin(path):
    """The same page or picture in the other language."""
    stem = path.stem[:-3] if path.stem.endswith(".zh") else path.stem + ".zh"
    return path.with_name(stem + path.suffix)


def neutral(name):
    return re.sub(r"\.zh(?=\.\w+$)", "", name)


# ---- pages -----------------------------------------------------------------------------------------------------

class Section:
    """What stands under one heading; its place counts headings: 1.2 is the second one below the first."""

    def __init__(self, place, level, title, line):
        self.place, self.level, self.title, self.line = place, level, title, line
        self.marks, self.links, self.formulas = [], [], Counter()
        self.words = []    # lines by hand, without displayed formulas
        self.by_hand = []  # all lines but marks and copies

    def numbers(self):
        """What is compared elsewhere is left out: formulas as a whole, and where links lead."""
        text = LINK.sub("]", FORMULA.sub(" ", "\n".join(self.words)))
        found = NUMBER.findall(re.sub(r"https?://[!-;=?-~]+", " ", text))
        return Counter(re.sub(r"[ ,]", "", number).replace("−", "-").replace("％", "%") for number in found)

    def fingerprint(self):
        """Stays when lines are wrapped anew: with a blank between English words, without one in Chinese."""
        text = " ".join(LINK.sub("]", "\n".join(self.by_hand)).split())
        text = re.sub(r"(?<=[^\x00-\x7f]) | (?=[^\x00-\x7f])", "", text)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


class Page:
    def __init__(self, path):
        self.path, self.lines = path, read(path).split("\n")
        self.language = "zh" if path.stem.endswith(".zh") else "en"
        self.marks, self.fences, self.wordless, self.sections = [], {}, [], [Section("0", 0, "(top)", 1)]
        index = 0
        while index < len(self.lines):
            line = self.lines[index]
            take = self.take_fence if FENCE.fullmatch(line) else \
                self.take_comment if re.match(r"[ >]*<!--", line) else self.take_line
            index = take(index)

    def scenarios(self):
        """Links into tests: (line, what they name, the file)."""
        return [(number, *found) for number, line in enumerate(self.lines, 1) for found in SCENARIO.findall(line)]

    def fault(self, line, text, got="", expected=""):
        return Fault(self.path, line, text, got, expected)

    def take_line(self, index):
        line = self.lines[index]
        if HEADING.fullmatch(line):
            self.open_section(index + 1, *HEADING.fullmatch(line).groups())
        section, plain = self.sections[-1], CODE_SPAN.sub(lambda code: "x" * len(code[0]), line)
        if "<!--" in plain:
            raise self.fault(index + 1, "expected a comment alone on its line, got text before it")
        section.words.append(line)
        section.by_hand.append(line)
        section.formulas.update(without_words(formula) for formula in FORMULA.findall(line))
        section.links += [(index + 1, "".join(target)) for target in LINK.findall(plain)]
        self.wordless += [index + 1] if WORDLESS.search(plain) else []
        return index + 1

    def open_section(self, line, marks, title):
        before = [int(count) for count in self.sections[-1].place.split(".")] if len(self.sections) > 1 else []
        place = (before + [0] * 6)[:len(marks)]
        place[-1] += 1
        self.sections.append(Section(".".join(map(str, place)), len(marks), title or "", line))

    def take_fence(self, start):
        prefix, ticks, language = FENCE.fullmatch(self.lines[start]).groups()
        closing = re.compile(rf"[ >]*{ticks[0]}{{{len(ticks)},}}\s*")
        end = next((i for i in range(start + 1, len(self.lines)) if closing.fullmatch(self.lines[i])), None)
        if end is None:
            raise self.fault(start + 1, f"expected {ticks} to close this fence, got the end of the page")
        self.fences[start] = Fence(start, end, prefix, ticks, language)
        section, body = self.sections[-1], [line[len(prefix):] for line in self.lines[start + 1:end]]
        if self.marks and self.marks[-1].line == start:  # a copy
            return end + 1
        section.by_hand += body
        if language == "math":
            section.formulas[without_words("\n".join(body))] += 1
        else:
            section.words += body
        return end + 1

    def take_comment(self, start):
        end = next((i for i in range(start, len(self.lines)) if "-->" in self.lines[i]), None)
        if end is None or not self.lines[end].rstrip().endswith("-->"):
            raise self.fault(start + 1, "expected --> to close this comment and to end its line")
        mark = MARK.fullmatch(self.lines[start])
        if mark:
            self.marks.append(Mark(start + 1, mark[1], int(mark[2] or 0), mark[3]))
            self.sections[-1].marks.append(self.marks[-1])
        elif MEANT_AS_MARK.match(self.lines[start]):
            raise self.fault(start + 1, "expected <!-- code|output|output(CODE)|picture|terminal: … -->, "
                                        f"got {self.lines[start].strip()}")
        return end + 1

    def places(self):
        """Where each #anchor leads, by a forge's rule: letters, digits, - and _ stay, a blank becomes -."""
        places, seen = {}, Counter()
        for section in self.sections[1:]:
            title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", section.title).lower()
            title = re.sub(r"(?<!\w)_(.+?)_(?!\w)", r"\1", title)
            slug = "".join(c for c in title if c in "- " or unicodedata.category(c)[0] in "LM"
                           or unicodedata.category(c) in ("Nd", "Nl", "Pc")).replace(" ", "-")
            places[f"{slug}-{seen[slug]}" if seen[slug] else slug] = section.place
            seen[slug] += 1
        return places


def without_words(formula):
    return re.sub(r"\\text\{[^{}]*\}", r"\\text{}", formula)


def fenced(fence, body):
    """The whole fence anew, longer than any fence in its body."""
    inner = [len(run) for run in re.findall(rf"(?m)^[ >]*({fence.ticks[0]}{{3,}})", body)]
    ticks = fence.ticks[0] * max([len(fence.ticks)] + [length + 1 for length in inner])
    lines = [ticks + fence.language] + (body.split("\n") if body else []) + [ticks]
    return [fence.prefix + line if line else fence.prefix.rstrip() for line in lines]
