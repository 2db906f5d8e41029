#!/usr/bin/env python3
"""Keeps the lessons true: code, outputs and pictures equal their source, and both languages say the same.

A mark is a comment alone on the line before what it governs; a forge does not show it.

    <!-- code: matrix_form.hpp#softmax_over_keys -->   a ```cpp fence: that region of the file,
    <!-- code: problem.json -->                        or all of it
    <!-- output: solve problem.json --steps alpha -->  a ```text fence: what the program prints
    <!-- output(2): solve ragged.json -->              what it says on stderr, leaving with code 2
    <!-- output: story -->                             what the chapter's test tells as prose
    <!-- picture: picture.svg: solve problem.json --format svg -->   the line ![words](picture.svg)
    <!-- terminal: docs/tour.svg: tour 2 -->           the same line: the output as a terminal window

Files are meant from the page's folder, where the program runs too, with --lang of the page. To begin, write the
mark with an empty fence or the image line below it, then --write. In sources, `// #region NAME` … `// #endregion`
is for pages to copy, `// #part NAME` … `// #endpart` is for students to write; copies leave these lines out.
PAGE.md and its counterpart PAGE.zh.md agree, section by section, in marks, numbers, formulas and links.
docs/translations.json records the words of both sides as someone last compared them: when one side changes,
read the other, mend it, then --record.

    docs/lessons.py --check           tells what is not true, changes nothing
    docs/lessons.py --write           copies code, outputs and pictures anew, then checks
    docs/lessons.py --record [PAGE…]  records sections as compared, once nothing else is wrong
"""
import argparse
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

from lesson_page import Fault, IMAGE_LINE, NotCompared, Page, SOURCE_MARK, fenced, neutral, read, twin
from terminal_picture import draw_terminal


class Keeper:
    def __init__(self, root, program, tests):
        self.root, self.program, self.tests = root, program, tests
        self.faults, self.pages, self.sources, self.pictures = [], {}, {}, {}
        for path in sorted({p for glob in ("*.md", "chapters/*/*.md", "docs/**/*.md") for p in root.glob(glob)}):
            self.attempt(self.page, path)
        self.pairs = [(page, self.pages[twin(path)]) for path, page in self.pages.items()
                      if page.language == "en" and twin(path) in self.pages]

    def name(self, path):
        return path.relative_to(self.root).as_posix() if self.root in path.parents else str(path)

    def attempt(self, step, *arguments):
        try:
            return step(*arguments)
        except Fault as fault:
            self.faults.append(fault)

    def page(self, path):
        if path not in self.pages:
            self.pages[path] = Page(path)
        return self.pages[path]

    def check(self):
        for page in list(self.pages.values()):
            self.check_alone(page)
            for mark in page.marks:
                self.attempt(self.check_mark, page, mark)
            for link in (link for section in page.sections for link in section.links):
                self.attempt(self.check_link, page, *link)
            for line, title, file in page.scenarios():
                self.attempt(self.check_scenario, page, line, title, file)
        for folder in sorted(self.root.glob("chapters/*")):
            self.check_parts(folder)
        self.parallel = [pair for pair in self.pairs if self.attempt(self.check_headings, *pair)]
        for english, chinese in self.parallel:
            for e, c in zip(english.sections, chinese.sections):
                self.compare(english, chinese, e, c)
        self.attempt(self.check_records)
        unique = {(self.name(fault.path), fault.line, str(fault)): fault for fault in self.faults}
        self.faults = [unique[key] for key in sorted(unique)]

    def check_alone(self, page):
        """What a page owes without looking elsewhere."""
        chapters, folder = self.root / "chapters", page.path.parent
        front = page.path.name == "README.md" and (folder == self.root or folder.parent == chapters)
        if (front or page.language == "zh") and not twin(page.path).exists():
            self.faults.append(page.fault(1, f"expected its counterpart {self.name(twin(page.path))}, got none"))
        self.faults += [page.fault(line, "expected words that describe this image, got none") for line in page.wordless]
        if chapters in page.path.parents:
            self.faults += [page.fault(start + 1, "expected a code mark before ```cpp, got code copied by hand")
                            for start, fence in page.fences.items()
                            if fence.language == "cpp" and start not in [mark.line for mark in page.marks]]

    # -- code

    def source(self, path):
        """Lines of a source and its spans {(kind, name): (first, last)}; what is wrong in it is told once."""
        if path not in self.sources:
            lines = read(path).split("\n")
            spans, wrong = find_spans(lines)
            self.sources[path] = lines, spans
            self.faults += [Fault(path, line, text) for line, text in wrong]
        return self.sources[path]

    def check_parts(self, folder):
        seen = {}
        for path in sorted([*folder.glob("*.hpp"), *folder.glob("*.cpp")]):
            _, spans = self.attempt(self.source, path) or ([], {})
            for name, line in ((name, first) for (kind, name), (first, _) in spans.items() if kind == "part"):
                if seen.setdefault(name, path) != path:
                    self.faults.append(Fault(path, line, f"#part {name}: expected one in this chapter, got "
                                                         f"another in {seen[name].name}"))

    def code(self, page, mark):
        file, _, region = mark.text.partition("#")
        path = self.inside(page, mark.line, file)
        lines, spans = self.source(path) if path.is_file() else ([], {})
        first, last = spans.get(("region", region), (0, 0)) if region else (0, len(lines) + 1)
        body = "\n".join(line for line in lines[first:max(last - 1, 0)] if not SOURCE_MARK.fullmatch(line))
        if not body.strip():
            raise page.fault(mark.line, f"code {mark.text}: expected {f'#region {region}' if region else 'text'} "
                                        f"in {self.name(path)}, got {'none' if path.is_file() else 'no such file'}")
        return textwrap.dedent(body).strip("\n")

    # -- outputs and pictures

    def inside(self, page, line, file):
        path = Path(os.path.normpath(self.root / file[1:] if file.startswith("/") else page.path.parent / file))
        if any(self.root not in [p, *p.parents] for p in (path, path.resolve())):
            raise page.fault(line, f"{file}: expected a file of this repository, got one outside")
        return path

    def command(self, page, mark, words):
        if words[0] == "story" and page.path.parent.parent != self.root / "chapters":
            raise page.fault(mark.line, "story: expected on a page of a chapter")
        if words[0] == "story":
            return [self.tests / f"{page.path.parent.name}_test", "-r", "story", *words[1:]]
        given = any(word.split("=")[0] == "--lang" for word in words)
        return [self.program, *words] + ([] if given else ["--lang", page.language]) \
            + (["--color", "always"] if mark.kind == "terminal" else [])

    def run(self, page, mark, arguments):
        try:
            command = self.command(page, mark, shlex.split(arguments))
        except (ValueError, IndexError):
            raise page.fault(mark.line, f"expected arguments of the program, got {arguments}")
        world = {**os.environ, "LC_ALL": "C.UTF-8", "ATTENTION_LANG": page.language, "COLUMNS": "80", "NO_COLOR": "1"}
        if mark.kind == "terminal":
            del world["NO_COLOR"]
        try:
            done = subprocess.run(command, cwd=page.path.parent, env=world, timeout=60, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            output, said = done.stdout.decode(), done.stderr.decode()
        except OSError as error:
            raise page.fault(mark.line, f"cannot run {self.name(command[0])}: {error.strerror}")
        except (subprocess.TimeoutExpired, UnicodeDecodeError) as error:
            raise page.fault(mark.line, f"`{arguments}`: expected UTF-8 within 60 s, got: {error}")
        if done.returncode != mark.code:
            raise page.fault(mark.line, f"`{arguments}`: expected exit code {mark.code}, got {done.returncode}: "
                                        f"{' '.join(said.split())[:200]}")
        return said if mark.code else output

    def due(self, page, mark):
        """What a mark asks for: (fence, its lines) or (path of a picture, its text)."""
        below = page.lines[mark.line].strip() if mark.line < len(page.lines) else ""
        if mark.kind in ("code", "output"):
            if mark.line not in page.fences:
                raise page.fault(mark.line, f"{mark.kind} {mark.text}: expected a fence below, "
                                            f"got {below or 'nothing'}")
            text = self.code(page, mark) if mark.kind == "code" else self.run(page, mark, mark.text).rstrip("\n")
            if re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text):
                raise page.fault(mark.line, f"{mark.kind} {mark.text}: expected plain text, got control characters")
            return page.fences[mark.line], fenced(page.fences[mark.line], text)
        file, _, arguments = mark.text.partition(": ")
        image = IMAGE_LINE.fullmatch(below)
        if not file.endswith(".svg") or not image or image[1] != file:
            raise page.fault(mark.line, f"{mark.kind} {file}: expected ![words](FILE.svg) of this file below, "
                                        f"got {below or 'nothing'}")
        return self.inside(page, mark.line, file), self.picture(page, mark, file, arguments)

    def picture(self, page, mark, file, arguments):
        text = self.run(page, mark, arguments)
        try:
            text = draw_terminal(f"./learn {arguments}", text) if mark.kind == "terminal" else text
        except ValueError as error:
            raise page.fault(mark.line, f"`{arguments}`: {error}")
        first, where = self.pictures.setdefault(self.inside(page, mark.line, file), (text, (page.path, mark.line)))
        if first != text:
            raise page.fault(mark.line, f"{file}: expected one picture in this file, got another from "
                                        f"{self.name(where[0])}:{where[1]}")
        return text

    def check_mark(self, page, mark):
        place, due = self.due(page, mark)
        if isinstance(place, Path):
            got, expected = read(place) if place.exists() else "(no file)", due
        else:
            got, expected = "\n".join(page.lines[place.start:place.end + 1]), "\n".join(due)
        if got != expected:
            raise page.fault(mark.line, f"{mark.kind} {mark.text}: stale, --write mends it", got, expected)

    def write(self):
        for page in list(self.pages.values()):
            dues = [due for due in (self.attempt(self.due, page, mark) for mark in page.marks) if due]
            lines = list(page.lines)
            for place, due in reversed(dues):  # from below, so that the places above stay
                if isinstance(place, Path):
                    self.replace(place, due)
                else:
                    lines[place.start:place.end + 1] = due
            self.replace(page.path, "\n".join(lines))

    def replace(self, path, text):
        """All or nothing: nobody meets half a file."""
        if path.exists() and path.read_bytes() == text.encode():
            return
        if self.root not in [path.parent.resolve(), *path.parent.resolve().parents]:
            raise OSError(f"expected to write inside of {self.root}, got {path.parent.resolve()}")
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            fresh.write_bytes(text.encode())
            if path.exists():
                shutil.copymode(path, fresh)
            os.replace(fresh, path)
        finally:
            if fresh.exists():
                fresh.unlink()
        print(f"wrote {self.name(path)}")

    # -- links

    def follow(self, page, line, target):
        """The file that a link leads to, and the place of the heading in it; None for the world outside."""
        if re.match(r"[a-z][a-z0-9+.-]*:|//", target):
            return None
        file, _, anchor = unquote(target).partition("#")
        path = self.inside(page, line, file) if file else page.path
        if not path.exists():
            raise page.fault(line, f"link {target}: expected a file {self.name(path)}, got none")
        path = path / "README.md" if (path / "README.md").exists() else path
        places, kind = self.places(path) if anchor else ({}, "")
        if anchor and anchor not in places:
            raise page.fault(line, f"link {target}: expected a {kind} #{anchor} in {self.name(path)}, got none")
        return path, places.get(anchor, "")

    def places(self, path):
        """What a link may lead to inside a file: a heading of a page, a region of a source."""
        if path.suffix in (".hpp", ".cpp"):
            return {name: name for kind, name in self.source(path)[1] if kind == "region"}, "region"
        return self.page(path).places() if path.suffix == ".md" else {}, "heading"

    def check_scenario(self, page, line, title, file):
        """A link into a chapter's test names one of its scenarios, in the page's language."""
        path = self.inside(page, line, file)
        titles = re.findall(r'^SCENARIO\("([^"]*)"', read(path) if path.is_file() else "", re.MULTILINE)
        if page.language == "zh":
            story = json.loads(read(path.parent / "story.zh.json"))
            titles = [story.get(each, each) for each in titles]
        if title not in titles:
            raise page.fault(line, f"{title}: expected a scenario of {self.name(path)}, got none of that name")

    def check_link(self, page, line, target):
        path, _ = self.follow(page, line, target) or (page.path, "")
        own = path in (page.path, twin(page.path))  # a page may lead to itself in the other language
        if not own and path.stem.endswith(".zh") != (page.language == "zh") and twin(path).exists():
            raise page.fault(line, f"link {target}: expected {twin(path).name}, which is in this page's language")

    def common(self, page, link):
        """A link as both languages share it; None when it is broken, which is told already."""
        try:
            path, place = self.follow(page, *link) or (None, "")
            return f"{neutral(self.name(path))}#{place}".rstrip("#") if path else link[1]
        except Fault:
            return None

    # -- both languages

    def check_headings(self, english, chinese):
        for e, c in itertools.zip_longest(english.sections, chinese.sections):
            if not e or not c or e.level != c.level:
                expected = f"{'#' * e.level} as {self.name(english.path)}:{e.line}" if e else "no more"
                raise chinese.fault(c.line if c else len(chinese.lines), "headings: expected "
                                    f"{expected}, got {'#' * c.level + ' ' + c.title if c else 'none'}")
        return True

    def compare(self, english, chinese, e, c):
        marks = [[(m.kind, m.code, common_mark(m)) for m in side.marks] for side in (e, c)]
        links = [Counter(self.common(page, link) for link in side.links) for page, side in ((english, e), (chinese, c))]
        links = links if None not in links[0] + links[1] else [Counter(), Counter()]
        for what, expected, got in (("marks", Counter(enumerate(marks[0], 1)), Counter(enumerate(marks[1], 1))),
                                    ("numbers", e.numbers(), c.numbers()), ("formulas", e.formulas, c.formulas),
                                    ("links", *links)):
            if expected != got:
                self.faults.append(chinese.fault(c.line, f'{what} in "{c.title}": expected {listed(expected - got)} '
                                   f"as {self.name(english.path)}:{e.line}, got {listed(got - expected)}"))

    # -- the record of what was compared

    def recorded(self):
        path = self.root / "docs/translations.json"
        try:
            records = json.loads(read(path)) if path.exists() else {}
            if all(len(both.split()) == 2 for page in records.values() for both in page.values()):
                return records
            raise ValueError
        except (ValueError, AttributeError):
            raise Fault(path, 1, "expected {PAGE: {SECTION: \"HASH HASH\"}}, got other JSON or none: mend or remove it")

    def present(self):
        """{page: {section: (English page, section, Chinese page, section)}} of the pairs with the same headings."""
        return {self.name(english.path): {f"{e.place} {e.title}": (english, e, chinese, c)
                for e, c in zip(english.sections, chinese.sections) if e.by_hand or c.by_hand}
                for english, chinese in self.parallel}

    def check_records(self):
        recorded, present = self.recorded(), self.present()
        for page, sections in present.items():
            for key, section in sections.items():
                self.check_section(key, recorded.get(page, {}).get(key), *section)
        gone = [(page, key) for page in recorded for key in recorded[page]
                if key not in present.get(page, {}) and (page in present or not (self.root / page).exists())]
        self.faults += [NotCompared(self.root / "docs/translations.json", 1,
                                    f'"{key}" of {page} is recorded, but gone: --record') for page, key in gone]

    def check_section(self, key, was, english, e, chinese, c):
        sides = [("English", english, e, chinese, c), ("Chinese", chinese, c, english, e)]
        now = [e.fingerprint(), c.fingerprint()]
        changed = [side for side, old, new in zip(sides, was.split() if was else ("", ""), now) if old != new]
        if changed:
            news = "changed in " + " and ".join(side[0] for side in changed) if was else "is not recorded"
            _, page, section, other, counterpart = changed[0]
            self.faults.append(NotCompared(page.path, section.line, f'"{key}" {news}: look at its counterpart '
                                           f"{self.name(other.path)}:{counterpart.line}, then --record"))

    def record(self, paths):
        """Keeps the faults that stand in the way; without any, records the pairs of these pages, or all."""
        pairs = [pair for pair in self.pairs if not paths or paths & {page.path for page in pair}]
        folders = {english.path.parent for english, _ in pairs} | {self.root / "docs"}
        self.faults = [fault for fault in self.faults
                       if not isinstance(fault, NotCompared) and fault.path.parent in folders]
        if self.faults:
            return
        chosen = {self.name(english.path) for english, _ in pairs}
        records = self.recorded() if paths else {}
        records.update({page: {key: f"{e.fingerprint()} {c.fingerprint()}" for key, (_, e, _, c) in sections.items()}
                        for page, sections in self.present().items() if page in chosen})
        text = json.dumps(records, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
        self.replace(self.root / "docs/translations.json", text)


def find_spans(lines):
    """Regions and parts {(kind, name): (first, last)} and what is wrong with them [(line, text)]."""
    opened, spans, wrong = [], {}, []
    for line, text in enumerate(lines, 1):
        mark = SOURCE_MARK.search(text)
        if not mark:
            continue
        end, kind, name = mark.groups()
        if mark[0] != text:
            wrong.append((line, f"#{end}{kind}: expected alone on its line with one name, got {text.strip()}"))
        elif end and (not opened or opened[-1][0] != kind or name not in ("", opened[-1][1])):
            expected = "#end{} {}".format(*opened[-1]) if opened else "an open one"
            wrong.append((line, f"#end{kind} {name}".rstrip() + f": expected {expected}"))
        elif end:
            kind, name, first = opened.pop()
            spans[kind, name] = first, line
        else:
            if not name or (kind, name) in [key[:2] for key in [*opened, *spans]]:
                wrong.append((line, f"#{kind} {name}: expected a name that is new in this file"))
            if kind == "part" and "part" in [key[0] for key in opened]:
                wrong.append((line, f"#part {name}: expected outside of other parts"))
            opened.append((kind, name, line))
    return spans, wrong + [(line, f"#{kind} {name}: expected #end{kind}, got the end of the file")
                           for kind, name, line in opened]


def common_mark(mark):
    file, colon, arguments = mark.text.partition(": ")
    return neutral(file) + colon + arguments if mark.kind in ("picture", "terminal") else mark.text


def listed(things):
    words = (thing if isinstance(thing, str) else f"{thing[1][0]} {thing[1][2]}" for thing in things.elements())
    return ", ".join(word.replace("\n", " ") for word in words) or "nothing more"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="tell what is not true")
    what.add_argument("--write", action="store_true", help="copy code, outputs and pictures anew, then check")
    what.add_argument("--record", nargs="*", type=Path, metavar="PAGE", help="record sections as compared")
    parser.add_argument("--program", type=Path, help="default: build/release/attention")
    parser.add_argument("--tests", type=Path, help="default: build/release/tests")
    parser.add_argument("--root", type=Path, default=Path(__file__).parent.parent, help="default: this repository")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    places = (root, Path(os.path.abspath(options.program or root / "build/release/attention")),
              Path(os.path.abspath(options.tests or root / "build/release/tests")))
    keeper, chosen = Keeper(*places), {path.resolve() for path in options.record or []}
    if not keeper.pages and not keeper.faults:
        parser.exit(2, f"lessons.py: expected pages under {root}, got none\n")
    if chosen - {page.path for pair in keeper.pairs for page in pair}:
        parser.exit(2, "lessons.py: --record: expected pages that have a counterpart\n")
    try:
        if options.write:
            keeper.write()
            keeper = Keeper(*places)
        keeper.check()
        if options.record is not None:
            keeper.record(chosen)
    except OSError as error:
        parser.exit(2, f"lessons.py: {error}\n")
    for fault in keeper.faults:
        print(f"{keeper.name(fault.path)}:{fault.line}: {fault}", *fault.details, sep="\n")
    print(f"{len(keeper.pages)} pages, {len(keeper.pairs)} pairs, {len(keeper.faults)} faults")
    return 1 if keeper.faults else 0


if __name__ == "__main__":
    sys.exit(main())
