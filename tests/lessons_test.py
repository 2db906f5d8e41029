"""The keeper of the lessons finds every fault that it promises to find, and mends what can be mended.

Each test takes a small true tree, makes one thing false, and reads what docs/lessons.py says about it.
"""
import contextlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "docs"))
import lesson_page  # noqa: E402
import lessons  # noqa: E402
import terminal_picture as picture  # noqa: E402

LESSON, CHINESE, SOURCE = "chapters/01_one/README.md", "chapters/01_one/README.zh.md", "chapters/01_one/one.hpp"
RECORD = "docs/translations.json"

TREE = {
    "README.md": "# Home\n\n[中文](README.zh.md) [one](chapters/01_one/README.md#the-numbers)\n",
    "README.zh.md": "# 首页\n\n[English](README.md) [一](chapters/01_one/README.zh.md#数字)\n",
    SOURCE: "// #region sum\n"
            "    int sum(int a) {\n"
            "        // #part sum\n"
            "        return a + 1;\n"
            "        // #endpart\n"
            "    }\n"
            "// #endregion sum\n",
    "chapters/01_one/problem.json": "[1, 2]\n",
    "chapters/01_one/picture.svg": "<svg>en</svg>\n",
    "chapters/01_one/picture.zh.svg": "<svg>zh</svg>\n",
    LESSON: """\
# One

All 4 inputs, weighted by .1 and -1/2, give $`b_1 = 8 \\text{ exactly}`$.

## The numbers

```math
a + b
```

<!-- code: one.hpp#sum -->
```cpp
int sum(int a) {
    return a + 1;
}
```

<!-- output: print problem.json -->
```text
en [1, 2]
```

<!-- picture: picture.svg: draw -->
![A picture of the sum](picture.svg)
""",
    CHINESE: """\
# 一

全部 4 个输入按 .1 与 -1/2 加权，得到 $`b_1 = 8 \\text{ 恰好}`$。

## 数字

```math
a + b
```

<!-- code: one.hpp#sum -->
```cpp
int sum(int a) {
    return a + 1;
}
```

<!-- output: print problem.json -->
```text
zh [1, 2]
```

<!-- picture: picture.zh.svg: draw -->
![求和的图](picture.zh.svg)
""",
}

PROGRAM = r"""#!/bin/sh
for word; do [ "$before" = --lang ] && lang=$word; before=$word; done
case $1 in
  print) printf '%s ' "$lang"; cat "$2" ;;
  draw) echo "<svg>$lang</svg>" ;;
  refuse) echo "$lang: expected a file" >&2; exit 2 ;;
  ticks) printf 'a\n````\nb\n' ;;
  escape) printf '\033[1mbold\033[0m\n' ;;
  colour) [ "$before" = always ] && [ -z "$NO_COLOR" ] && printf '\033[1;36mQ\033[0m 数 <\n' ;;
  arguments) echo "$@" ;;
  silent) ;;
  bytes) printf '\377\n' ;;
esac
"""
STORY = '#!/bin/sh\necho "$ATTENTION_LANG: $*"\n'


class Kept(unittest.TestCase):
    """A true tree in a temporary directory."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.build = Path(folder.name) / "build"
        for name, text in (("release/attention", PROGRAM), ("release/tests/01_one_test", STORY)):
            (cls.build / name).parent.mkdir(parents=True)
            (cls.build / name).write_text(text)
            (cls.build / name).chmod(0o755)
        root = Path(folder.name) / "tree"
        cls.plant(root)
        cls.run_tool(root, "--record")
        cls.records = (root / RECORD).read_bytes().decode()

    @classmethod
    def plant(cls, root):
        (root / "chapters/01_one").mkdir(parents=True)
        (root / "docs").mkdir()
        (root / "build").symlink_to(cls.build)  # shared, since every test would make the same one
        for name, text in TREE.items():
            (root / name).write_bytes(text.encode())

    @staticmethod
    def run_tool(root, *arguments):
        said, complained = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
            try:
                code = lessons.main([*arguments, "--root", str(root)])
            except SystemExit as stopped:
                code = stopped.code
        return code, said.getvalue(), complained.getvalue()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.plant(self.root)
        self.put(RECORD, self.records)

    def put(self, name, text):
        (self.root / name).write_bytes(text.encode())

    def text(self, name):
        return (self.root / name).read_bytes().decode()

    def edit(self, name, old, new):
        self.assertIn(old, self.text(name))
        self.put(name, self.text(name).replace(old, new, 1))

    def edit_both(self, old, new):
        self.edit(LESSON, old, new)
        self.edit(CHINESE, old, new)

    def files(self):
        return {path: path.read_bytes() for path in self.root.rglob("*") if path.is_file()}

    def check(self):
        """What --check says, without the faults that only ask to compare sections."""
        code, said, _ = self.run_tool(self.root, "--check")
        *lines, summary = said.splitlines()
        self.assertEqual(code, 1 if lines else 0)
        self.assertEqual(summary.endswith(" 0 faults"), not lines)
        return [line for line in lines if not line.endswith("--record")]

    def check_all(self):
        return self.run_tool(self.root, "--check")[1].splitlines()[:-1]

    def write(self):
        return self.run_tool(self.root, "--write")


class Truth(Kept):
    def test_a_true_tree_has_no_fault(self):
        self.assertEqual(self.run_tool(self.root, "--check"), (0, "4 pages, 2 pairs, 0 faults\n", ""))

    def test_checking_changes_nothing(self):
        self.edit(SOURCE, "a + 1", "a + 2")
        self.put("chapters/01_one/picture.svg", "old\n")
        before = self.files()
        self.assertEqual(len(self.check()), 9)
        self.assertEqual(self.files(), before)

    def test_writing_a_true_tree_changes_nothing(self):
        before = self.files()
        self.assertEqual(self.write(), (0, "4 pages, 2 pairs, 0 faults\n", ""))
        self.assertEqual(self.files(), before)

    def test_a_tree_without_pages_is_refused(self):
        code, said, complained = self.run_tool(self.root / "docs", "--check")
        self.assertEqual((code, said), (2, ""))
        self.assertEqual(complained, f"lessons.py: expected pages under {self.root / 'docs'}, got none\n")

    def test_a_page_alone_that_cannot_be_read_is_told(self):
        (self.root / "docs/page.md").write_bytes(b"\xff")
        self.assertEqual(self.run_tool(self.root / "docs", "--check")[:2],
                         (1, "page.md:1: expected UTF-8, got the byte 0xff\n0 pages, 0 pairs, 1 faults\n"))

    def test_from_the_command_line(self):
        (self.root / "README.zh.md").unlink()
        done = subprocess.run([sys.executable, "-B", lessons.__file__, "--check", "--root", str(self.root)],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stderr), (1, b""))
        self.assertIn(b"README.md:1: expected its counterpart README.zh.md, got none\n", done.stdout)


class Code(Kept):
    def test_stale_code_is_shown_and_mended(self):
        self.edit(SOURCE, "a + 1", "a + 2")
        self.assertEqual(self.check()[:3], [f"{LESSON}:11: code one.hpp#sum: stale, --write mends it",
                                            "    got:     return a + 1;", "    expected:     return a + 2;"])
        code, said, _ = self.write()
        self.assertEqual((code, said), (0, f"wrote {LESSON}\nwrote {CHINESE}\n4 pages, 2 pairs, 0 faults\n"))
        self.assertIn("return a + 2;", self.text(CHINESE))
        self.assertEqual(self.write()[1], "4 pages, 2 pairs, 0 faults\n")

    def test_without_a_region_the_whole_file_is_meant_but_no_marks(self):
        self.edit_both("one.hpp#sum", "one.hpp")
        self.write()
        self.assertIn("```cpp\nint sum(int a) {\n    return a + 1;\n}\n```\n", self.text(LESSON))

    def test_a_region_that_is_missing(self):
        self.edit_both("one.hpp#sum", "one.hpp#total")
        self.assertEqual(self.check(), [f"{page}:11: code one.hpp#total: expected #region total in {SOURCE}, got none"
                                        for page in (LESSON, CHINESE)])

    def test_a_source_that_is_missing(self):
        self.edit(LESSON, "one.hpp#sum", "two.hpp#sum")
        self.assertIn(f"{LESSON}:11: code two.hpp#sum: expected #region sum in chapters/01_one/two.hpp, "
                      "got no such file", self.check())

    def test_regions_and_parts_that_are_not_well_marked(self):
        for old, new, faults in (
                ("// #endregion sum\n", "", ["1: #region sum: expected #endregion, got the end of the file"]),
                ("// #endregion sum", "// #endregion total",
                 ["7: #endregion total: expected #endregion sum",
                  "1: #region sum: expected #endregion, got the end of the file"]),
                ("// #endregion sum\n", "// #endregion\n// #endregion\n", ["8: #endregion: expected an open one"]),
                ("// #endregion sum\n", "// #endregion\n// #region sum\nx\n// #endregion\n",
                 ["8: #region sum: expected a name that is new in this file"]),
                ("// #region sum", "// #region", ["1: #region : expected a name that is new in this file"]),
                ("// #region sum", "int x; // #region sum",
                 ["1: #region: expected alone on its line with one name, got int x; // #region sum"]),
                ("// #endpart", "// #part two\n// #endpart\n// #endpart",
                 ["5: #part two: expected outside of other parts"]),
                ("        // #endpart\n", "", ["6: #endregion sum: expected #endpart sum"])):
            with self.subTest(new=new):
                self.put(SOURCE, TREE[SOURCE].replace(old, new))
                said = self.check()
                for fault in faults:
                    self.assertIn(f"{SOURCE}:{fault}", said)
                    self.assertEqual(said.count(f"{SOURCE}:{fault}"), 1)

    def test_a_region_may_stand_in_a_part(self):
        self.edit(SOURCE, "        return a + 1;\n", "// #region one\n        return a + 1;\n// #endregion\n")
        self.assertEqual(self.check(), [])

    def test_two_files_may_have_a_region_of_one_name(self):
        self.put("chapters/01_one/two.hpp", "// #region sum\n// #endregion\n")
        self.assertEqual(self.check(), [])

    def test_a_source_that_cannot_be_read(self):
        self.put("chapters/01_one/two.hpp", "int a;\r\n")
        self.assertEqual(self.check(), ["chapters/01_one/two.hpp:1: expected lines that end in LF, got CR"])

    def test_a_part_has_one_name_in_a_chapter(self):
        self.put("chapters/01_one/two.cpp", "// #part sum\n// #endpart\n")
        self.assertEqual(self.check(), ["chapters/01_one/two.cpp:1: #part sum: expected one in this chapter, "
                                        "got another in one.hpp"])

    def test_code_copied_by_hand(self):
        self.edit_both("<!-- code: one.hpp#sum -->\n", "")
        self.assertEqual(self.check(), [f"{page}:11: expected a code mark before ```cpp, got code copied by hand"
                                        for page in (LESSON, CHINESE)])

    def test_a_fence_in_a_list_or_a_quotation_keeps_its_place(self):
        for prefix in ("   ", "> "):
            with self.subTest(prefix=prefix):
                self.put(LESSON, f"# A\n\n{prefix}<!-- code: one.hpp#sum -->\n{prefix}~~~~cpp\n{prefix}~~~~\nend")
                self.write()
                self.assertEqual(self.text(LESSON), f"# A\n\n{prefix}<!-- code: one.hpp#sum -->\n{prefix}~~~~cpp\n"
                                 f"{prefix}int sum(int a) {{\n{prefix}    return a + 1;\n{prefix}}}\n{prefix}~~~~\nend")

    def test_a_file_outside_of_the_repository(self):
        self.edit_both("one.hpp#sum", "../../../secret.hpp")
        self.assertEqual(self.check(), [f"{page}:11: ../../../secret.hpp: expected a file of this repository, "
                                        "got one outside" for page in (LESSON, CHINESE)])


class Output(Kept):
    def output(self, arguments, mark="output"):
        self.put(LESSON, f"# One\n\n<!-- {mark}: {arguments} -->\n```text\n```\n")

    def written(self):
        self.write()
        return self.text(LESSON).split("-->\n")[1]

    def test_stale_output_is_shown_and_mended(self):
        self.put("chapters/01_one/problem.json", "[3]\n")
        self.assertEqual(self.check(), [f"{LESSON}:18: output print problem.json: stale, --write mends it",
                                        "    got: en [1, 2]", "    expected: en [3]",
                                        f"{CHINESE}:18: output print problem.json: stale, --write mends it",
                                        "    got: zh [1, 2]", "    expected: zh [3]"])
        self.assertEqual(self.write()[0], 0)
        self.assertIn("zh [3]\n", self.text(CHINESE))

    def test_long_differences_are_cut(self):
        self.put("chapters/01_one/problem.json", "".join(f"{n}\n" for n in range(20)))
        self.assertIn("    … 13 more lines", self.check())

    def test_the_language_is_the_page_s_unless_given(self):
        self.output("arguments 'two words' --lang zh")
        self.assertEqual(self.written(), "```text\narguments two words --lang zh\n```\n")
        self.output("arguments")
        self.assertEqual(self.written(), "```text\narguments --lang en\n```\n")

    def test_a_story_comes_from_the_chapter_s_test(self):
        self.output("story 'a name'")
        self.assertEqual(self.written(), "```text\nen: -r story a name\n```\n")
        self.put("README.md", "# Home\n\n<!-- output: story -->\n```text\n```\n")
        self.assertIn("README.md:3: story: expected on a page of a chapter", self.check())

    def test_a_refusal_is_copied_from_stderr(self):
        self.output("refuse", "output(2)")
        self.assertEqual(self.written(), "```text\nen: expected a file\n```\n")

    def test_a_command_that_fails(self):
        self.output("refuse")
        self.assertIn(f"{LESSON}:3: `refuse`: expected exit code 0, got 2: en: expected a file", self.check())
        self.output("silent", "output(2)")
        self.assertIn(f"{LESSON}:3: `silent`: expected exit code 2, got 0: ", self.check())

    def test_arguments_that_are_none(self):
        self.output("print 'x")
        self.assertIn(f"{LESSON}:3: expected arguments of the program, got print 'x", self.check())

    def test_other_programs_may_be_named(self):
        (self.root / "build").unlink()
        other = self.build / "release"
        self.output("story")
        self.run_tool(self.root, "--write", "--program", str(other / "attention"), "--tests", str(other / "tests"))
        self.assertIn("en: -r story\n", self.text(LESSON))
        self.output("arguments")
        self.run_tool(self.root, "--write", "--program", str(other / "attention"), "--tests", str(other / "tests"))
        self.assertIn("arguments --lang en\n", self.text(LESSON))

    def test_a_program_that_is_not_built(self):
        (self.root / "build").unlink()
        self.assertIn(f"{LESSON}:18: cannot run build/release/attention: No such file or directory", self.check())

    def test_output_that_is_not_plain_text(self):
        self.output("escape")
        self.assertIn(f"{LESSON}:3: output escape: expected plain text, got control characters", self.check())
        self.output("bytes")
        self.assertRegex("\n".join(self.check()), f"{LESSON}:3: `bytes`: expected UTF-8 within 60 s, got: 'utf-8'")

    def test_a_fence_is_longer_than_the_fences_in_its_body(self):
        self.output("ticks")
        self.assertEqual(self.written(), "`````text\na\n````\nb\n`````\n")
        self.assertEqual(self.written(), "`````text\na\n````\nb\n`````\n")

    def test_no_output_is_an_empty_fence(self):
        self.output("silent")
        self.assertEqual(self.written(), "```text\n```\n")

    def test_a_mark_without_a_fence(self):
        self.put(LESSON, "# One\n<!-- output: silent -->\n\n```text\n```\n"
                         "<!-- output: silent -->\nx\n<!-- code: one.hpp -->")
        said = self.check()
        self.assertIn(f"{LESSON}:2: output silent: expected a fence below, got nothing", said)
        self.assertIn(f"{LESSON}:6: output silent: expected a fence below, got x", said)
        self.assertIn(f"{LESSON}:8: code one.hpp: expected a fence below, got nothing", said)

    def test_what_can_be_mended_is_mended_beside_what_cannot(self):
        self.edit(SOURCE, "a + 1", "a + 2")
        self.edit_both("print problem.json", "refuse")
        code, said, _ = self.write()
        self.assertEqual(code, 1)
        self.assertIn(f"wrote {LESSON}\nwrote {CHINESE}\n{LESSON}:18: `refuse`: expected exit code 0", said)
        self.assertIn("a + 2", self.text(LESSON))


class Pictures(Kept):
    def test_a_stale_or_missing_picture_is_shown_and_drawn(self):
        self.put("chapters/01_one/picture.svg", "<svg>old</svg>\n")
        (self.root / "chapters/01_one/picture.zh.svg").unlink()
        said = self.check()
        self.assertEqual(said[:3], [f"{LESSON}:23: picture picture.svg: draw: stale, --write mends it",
                                    "    got: <svg>old</svg>", "    expected: <svg>en</svg>"])
        self.assertIn(f"{CHINESE}:23: picture picture.zh.svg: draw: stale, --write mends it", said)
        self.assertEqual(self.write()[0], 0)
        self.assertEqual(self.text("chapters/01_one/picture.zh.svg"), "<svg>zh</svg>\n")

    def test_the_image_line_names_the_picture(self):
        self.edit(LESSON, "(picture.svg)", "(picture.zh.svg)")
        self.assertIn(f"{LESSON}:23: picture picture.svg: expected ![words](FILE.svg) of this file below, "
                      "got ![A picture of the sum](picture.zh.svg)", self.check())

    def test_a_mark_without_an_image(self):
        self.put(LESSON, "# One\n<!-- picture: picture.svg: draw -->\n\n![words](picture.svg)\n"
                         "<!-- picture: picture.svg: draw -->\ntext")
        said = self.check()
        fault = "picture picture.svg: expected ![words](FILE.svg) of this file below, got"
        self.assertIn(f"{LESSON}:2: {fault} nothing", said)
        self.assertIn(f"{LESSON}:5: {fault} text", said)

    def test_an_image_has_words(self):
        self.edit(LESSON, "A picture of the sum", " ")
        self.put(CHINESE, TREE[CHINESE] + '<img src="picture.zh.svg">\n')
        said = self.check()
        self.assertIn(f"{LESSON}:24: expected words that describe this image, got none", said)
        self.assertIn(f"{CHINESE}:25: expected words that describe this image, got none", said)

    def test_only_a_picture_is_overwritten(self):
        self.put(LESSON, "# One\n<!-- picture: one.hpp: draw -->\n![words](one.hpp)\n")
        self.assertIn(f"{LESSON}:2: picture one.hpp: expected ![words](FILE.svg) of this file below, "
                      "got ![words](one.hpp)", self.check())
        self.write()
        self.assertEqual(self.text(SOURCE), TREE[SOURCE])

    def test_a_picture_file_holds_one_picture(self):
        self.edit(CHINESE, "picture.zh.svg: draw", "picture.svg: draw")
        self.edit(CHINESE, "(picture.zh.svg)", "(picture.svg)")
        self.assertIn(f"{CHINESE}:23: picture.svg: expected one picture in this file, got another from {LESSON}:23",
                      self.check())

    def test_no_picture_is_drawn_outside_of_the_repository(self):
        with tempfile.TemporaryDirectory() as elsewhere:
            os.symlink(elsewhere, self.root / "chapters/01_one/out")
            self.put(LESSON, "# One\n<!-- picture: out/p.svg: draw -->\n![words](out/p.svg)\n")
            self.assertIn(f"{LESSON}:2: out/p.svg: expected a file of this repository, got one outside", self.check())
            self.write()
            self.assertEqual(os.listdir(elsewhere), [])


class Terminal(Kept):
    def drawn(self, output):
        return ElementTree.fromstring(picture.draw_terminal("./learn tour", output))

    def spans(self, output):
        """Text, x, width in cells, and look of every piece."""
        usual = ("x", "textLength", "lengthAdjust")
        return [(s.text, (int(s.get("x")) - picture.MARGIN) // picture.CELL, int(s.get("textLength")) // picture.CELL,
                 {key: value for key, value in s.attrib.items() if key not in usual})
                for s in self.drawn(output).iter("{http://www.w3.org/2000/svg}tspan")]

    def test_a_coloured_output_becomes_a_window(self):
        self.put(LESSON, "# One\n<!-- terminal: ../../docs/tour.svg: colour -->\n![words](../../docs/tour.svg)\n")
        self.write()
        picture = self.text("docs/tour.svg")
        self.assertIn(">./learn colour</text>", picture)
        self.assertIn('font-weight="bold" fill="#39c5cf"', picture)
        self.assertIn(">&lt;</tspan>", picture)
        self.assertNotIn(f"{LESSON}:2", "\n".join(self.check()))

    def test_an_output_that_cannot_be_drawn(self):
        self.put(LESSON, "# One\n<!-- terminal: t.svg: print tab -->\n![words](t.svg)\n")
        self.put("chapters/01_one/tab", "a\tb")
        self.assertIn(f"{LESSON}:2: `print tab`: cannot draw the character U+0009", self.check())

    def test_letters_are_stretched_and_chinese_is_spread(self):
        self.assertEqual([s.get("lengthAdjust") for s in self.drawn("a注█").iter() if s.get("textLength")],
                         ["spacingAndGlyphs", None, "spacingAndGlyphs"])

    def test_every_piece_takes_its_cells(self):
        self.assertEqual(self.spans("  ab 注意 α′ <&"), [("ab", 2, 2, {}), ("注意", 5, 4, {}), ("α′", 10, 2, {}),
                                                          ("<&", 13, 2, {})])

    def test_looks(self):
        for codes, look in (("1", {"font-weight": "bold"}), ("3", {"font-style": "italic"}),
                            ("2", {"fill-opacity": ".65"}), ("31", {"fill": picture.PALETTE[1]}),
                            ("97", {"fill": "#ffffff"}), ("38;5;208", {"fill": "#ff8700"}),
                            ("38;5;244", {"fill": "#808080"}), ("38;5;9", {"fill": picture.PALETTE[9]}), ("48;5;9", {}),
                            ("1;31", {"font-weight": "bold", "fill": picture.PALETTE[1]}), ("1;38;5;9;0", {}),
                            ("1;38;5;9", {"font-weight": "bold", "fill": picture.PALETTE[9]})):
            with self.subTest(codes=codes):
                self.assertEqual(self.spans(f"\x1b[{codes}mx"), [("x", 0, 1, look)])

    def test_a_look_lasts_over_lines_until_it_is_reset(self):
        look = {"font-weight": "bold"}
        self.assertEqual(self.spans("\x1b[1ma\nb\x1b[mc"), [("a", 0, 1, look), ("b", 0, 1, look), ("c", 1, 1, {})])

    def test_a_background_covers_blanks_too(self):
        back = [r.attrib for r in self.drawn("a\x1b[48;5;21m  \x1b[0m").iter("{http://www.w3.org/2000/svg}rect")][1]
        self.assertEqual((back["x"], back["width"], back["fill"]), ("29", "18", "#0000ff"))

    def test_the_window_holds_the_longest_line(self):
        window = self.drawn("x" * 100 + "\n\n注")
        self.assertEqual((window.get("width"), window.get("height")), ("940", "124"))

    def test_what_cannot_be_drawn_is_refused(self):
        for output, fault in (("\x1b[2J", "the character U+001B"), ("\x1b[5m", "the terminal code 5"),
                              ("a\tb", "the character U+0009"),
                              ("\x1b[38;5;256m", "the terminal code 38;5;256"), ("x\u0302", "the character U+0302")):
            with self.subTest(output=output):
                with self.assertRaises(ValueError) as refusal:
                    picture.draw_terminal("", output)
                self.assertEqual(str(refusal.exception), f"cannot draw {fault}")


class Pages(Kept):
    def test_pages_that_cannot_be_read(self):
        for content, fault in ((b"# A\n\xff", "2: expected UTF-8, got the byte 0xff"),
                               (b"# A\nb\r\n", "2: expected lines that end in LF, got CR"),
                               (b"# A\n```text\nx\n", "2: expected ``` to close this fence, got the end of the page"),
                               (b"# A\n<!-- x\n", "2: expected --> to close this comment and to end its line"),
                               (b"a <!-- code: x -->\n", "1: expected a comment alone on its line, got text before it"),
                               (b"<!-- code: x --> a\n", "1: expected --> to close this comment and to end its line")):
            with self.subTest(content=content):
                (self.root / "docs/page.md").write_bytes(content)
                self.assertEqual(self.check(), [f"docs/page.md:{fault}"])

    def test_a_page_that_cannot_be_read_is_told_once_and_stays_recorded(self):
        (self.root / CHINESE).write_bytes(b"\xff")
        self.assertEqual(self.check_all(), [f"{CHINESE}:1: expected UTF-8, got the byte 0xff"])

    def test_a_mark_that_is_not_spelled_right(self):
        for mark in ("<!-- outptu: x -->", "<!--code: x -->", "<!-- code x -->", "<!-- output(two): x -->",
                     "<!-- picture(2): x -->", "<!-- code: -->"):
            with self.subTest(mark=mark):
                self.put("docs/page.md", mark + "\n")
                self.assertEqual(self.check(), ["docs/page.md:1: expected <!-- code|output|output(CODE)|picture|"
                                                f"terminal: … -->, got {mark}"])

    def test_marks_in_fences_and_in_code_are_only_shown(self):
        self.put("docs/page.md", "# A\n\nWrite `<!-- code: x -->` so:\n\n````\n<!-- code: x -->\n```cpp\n```\n````\n"
                                 "<!-- a remark\nover lines -->\n")
        self.assertEqual(self.check(), [])

    def test_a_chapter_and_the_front_page_have_a_counterpart(self):
        for name in ("README.md", LESSON):
            (self.root / lesson_page.twin(Path(name))).unlink()
        said = self.check()
        self.assertIn("README.md:1: expected its counterpart README.zh.md, got none", said)
        self.assertIn(f"{LESSON}:1: expected its counterpart {CHINESE}, got none", said)

    def test_other_pages_may_stand_alone(self):
        (self.root / "docs/more").mkdir()
        for name in ("notes.md", "chapters/01_one/notes.md", "docs/page.md", "docs/more/README.md"):
            self.put(name, "# Notes\n")
        self.assertEqual(self.check(), [])

    def test_a_chinese_page_has_a_counterpart(self):
        self.put("docs/page.zh.md", "# 页\n")
        self.assertEqual(self.check(), ["docs/page.zh.md:1: expected its counterpart docs/page.md, got none"])


class Links(Kept):
    def test_links_lead_somewhere(self):
        for link, fault in (
                ("[x](none.md)", "link none.md: expected a file docs/none.md, got none"),
                ("![x](none.png)", "link none.png: expected a file docs/none.png, got none"),
                ('<a href="none.md">x</a>', "link none.md: expected a file docs/none.md, got none"),
                ("[x]: none.md", "link none.md: expected a file docs/none.md, got none"),
                ("[![x](none.png)](../README.md)", "link none.png: expected a file docs/none.png, got none"),
                ("[x](../../x)", "../../x: expected a file of this repository, got one outside"),
                ("[x](#none)", "link #none: expected a heading #none in docs/page.md, got none"),
                ("[x](../README.md#no)", "link ../README.md#no: expected a heading #no in README.md, got none"),
                (f"[x](../{SOURCE}#L1)", f"link ../{SOURCE}#L1: expected a region #L1 in {SOURCE}, got none")):
            with self.subTest(link=link):
                self.put("docs/page.md", f"# A\n\n{link}\n")
                self.assertEqual(self.check(), [f"docs/page.md:3: {fault}"])

    def test_only_a_page_has_anchors(self):
        self.put("docs/page.txt", "# Here\n")
        self.put("docs/page.md", "[x](page.txt#here)\n")
        self.assertEqual(self.check(), ["docs/page.md:1: link page.txt#here: expected a heading #here "
                                        "in docs/page.txt, got none"])

    def test_a_link_to_a_source_names_a_region(self):
        self.put("docs/page.md", f"# A\n\n[`sum`](../{SOURCE}#sum) [x](../{SOURCE})\n")
        self.assertEqual(self.check(), [])

    def test_a_link_to_a_test_names_a_scenario_in_the_page_s_language(self):
        test = "chapters/01_one/one_test.cpp"
        self.put(test, 'SCENARIO("one and one are two", "[one]")\n{\n}\n')
        self.put("chapters/01_one/story.zh.json", '{"one and one are two": "一加一得二"}')
        for name, title in (("README.md", "one and one are two"), ("README.zh.md", "一加一得二")):
            self.put(name, self.text(name) + f"[{title}]({test})\n")
        self.assertEqual(self.check(), [])
        self.edit("README.zh.md", "一加一得二", "一加一")
        self.assertEqual(self.check(), [f"README.zh.md:4: 一加一: expected a scenario of {test}, got none of that name"])

    def test_good_links(self):
        self.put("docs/page.md", "# A `b_1`, _c_ & [d](#e): 注意，力 é²\n## E\n## E\n\n"
                 "[x](#a-b_1-c--d-注意力-é) [x](#e-1) [x](../chapters/01_one/) [x](/README.md#home)\n"
                 "[x](https://example.org/a#b) `[x](none)` [^1]\n[^1]: none\n")
        self.assertEqual(self.check(), [])

    def test_a_page_in_one_language_is_for_all(self):
        self.put("docs/page.md", "# Notes\n")
        for name in ("README.md", "README.zh.md"):
            self.put(name, self.text(name) + "[x](docs/page.md)\n")
        self.assertEqual(self.check(), [])

    def test_a_link_keeps_the_reader_s_language(self):
        self.edit("README.zh.md", "chapters/01_one/README.zh.md#数字", "chapters/01_one/README.md#the-numbers")
        self.assertEqual(self.check(), ["README.zh.md:3: link chapters/01_one/README.md#the-numbers: "
                                        "expected README.zh.md, which is in this page's language"])


class Languages(Kept):
    def differ(self, old, new, fault, line):
        self.edit(CHINESE, old, new)
        self.assertIn(f"{CHINESE}:{line}: {fault}", self.check())

    def test_headings(self):
        self.differ("## 数字", "### 数字", f"headings: expected ## as {LESSON}:5, got ### 数字", 5)

    def test_a_heading_too_many_or_too_few(self):
        self.differ("## 数字\n", "## 数字\n### 更多\n", "headings: expected no more, got ### 更多", 6)
        self.put(CHINESE, "# 一\n")
        self.assertIn(f"{CHINESE}:2: headings: expected ## as {LESSON}:5, got none", self.check())

    def test_numbers(self):
        for new, extra in (("0.1", "0.1"), (".2", ".2"), (".1 .1", ".1"), ("10 %", "10%")):
            with self.subTest(new=new):
                self.put(CHINESE, TREE[CHINESE].replace(".1 与", new + " 与"))
                missing = "nothing more" if new == ".1 .1" else ".1"
                self.assertEqual(self.check(), [f'{CHINESE}:1: numbers in "一": expected {missing} as {LESSON}:1, '
                                                f"got {extra}"])

    def test_what_is_a_number(self):
        def numbers(text):
            section = lesson_page.Section("1", 1, "", 1)
            section.words = text.split("\n")
            return sorted(section.numbers().elements())
        for text, expected in (
                ("4个输入，第2章", ["2", "4"]), ("1/6 and 25/12", ["1/6", "25/12"]), ("-1000 与−.5", ["-.5", "-1000"]),
                ("50 %, 50％", ["50%", "50%"]), ("1e-14 1e400", ["1e-14", "1e400"]), ("10,000", ["10000"]),
                ("(0,10)", ["0", "10"]), ("1-4 a1 UTF-8", ["1", "1", "4", "8"]), ("02_matrix_form", []),
                ("[x](a/1.md) https://x.org/2 <https://x.org/3>", []), ("`alpha 0.3`", ["0.3"]),
                ("$`x = 7`$", []), ("It is 4.5.", ["4.5"]), ("2nd, 3x3", ["2", "3", "3"]),
                ("q.1 [-1,2]", ["-1", ".1", "2"])):
            with self.subTest(text=text):
                self.assertEqual(numbers(text), expected)

    def test_marks(self):
        self.differ("print problem.json", "print one.hpp",
                    f'marks in "数字": expected output print problem.json as {LESSON}:5, got output print one.hpp', 5)

    def test_the_order_of_marks(self):
        a, b = "<!-- output: silent -->\n```text\n```\n", "<!-- output: silent 2 -->\n```text\n```\n"
        self.put("docs/page.md", "# A\n" + a + b)
        self.put("docs/page.zh.md", "# 甲\n" + b + a)
        self.assertEqual(self.check(), ['docs/page.zh.md:1: marks in "甲": expected output silent, output silent 2 '
                                        "as docs/page.md:1, got output silent 2, output silent"])

    def test_formulas(self):
        self.differ("a + b", "a - b", f'formulas in "数字": expected a + b as {LESSON}:5, got a - b', 5)
        self.differ("b_1 = 8 ", "b_1 = 9 ", f'formulas in "一": expected b_1 = 8 \\text{{}} as {LESSON}:1, '
                                            "got b_1 = 9 \\text{}", 1)

    def test_fences_by_hand_are_prose_also_below_a_copy(self):
        for page, word in ((LESSON, "one"), (CHINESE, "一")):
            self.put(page, TREE[page] + f"\n```sh\n./learn 2 # {word}\n```\n\n##\n")
        self.assertEqual(self.check(), [])
        self.differ("./learn 2", "./learn 3", f'numbers in "数字": expected 2 as {LESSON}:5, got 3', 5)

    def test_links_to_the_world(self):
        for name in ("README.md", "README.zh.md"):
            self.put(name, self.text(name) + "[x](https://example.org/1)\n")
        self.assertEqual(self.check(), [])
        self.edit("README.zh.md", "org/1", "org/2")
        self.assertEqual(self.check(), ['README.zh.md:1: links in "首页": expected https://example.org/1 as README.md:1, '
                                        "got https://example.org/2"])

    def test_links(self):
        self.edit("README.zh.md", "#数字", "#一")
        self.assertEqual(self.check(), ['README.zh.md:1: links in "首页": expected chapters/01_one/README.md#1.1 '
                                        "as README.md:1, got chapters/01_one/README.md#1"])


class Record(Kept):
    def test_a_change_on_one_side_asks_for_the_other(self):
        self.edit(LESSON, "All 4 inputs", "All the 4 inputs")
        self.assertEqual(self.check_all(), [f'{LESSON}:1: "1 One" changed in English: look at its counterpart '
                                            f"{CHINESE}:1, then --record"])
        self.put(LESSON, TREE[LESSON])
        self.edit(CHINESE, "求和的图", "求和之图")
        self.assertEqual(self.check_all(), [f'{CHINESE}:5: "1.1 The numbers" changed in Chinese: look at its '
                                            f"counterpart {LESSON}:5, then --record"])

    def test_a_change_on_both_sides_asks_too(self):
        self.edit(LESSON, "All 4 inputs", "All the 4 inputs")
        self.edit(CHINESE, "全部 4 个", "所有 4 个")
        self.assertEqual(self.check_all(), [f'{LESSON}:1: "1 One" changed in English and Chinese: look at its '
                                            f"counterpart {CHINESE}:1, then --record"])
        code, said, _ = self.run_tool(self.root, "--record")
        self.assertEqual((code, said), (0, f"wrote {RECORD}\n4 pages, 2 pairs, 0 faults\n"))
        self.assertEqual(self.check_all(), [])

    def test_copies_marks_and_line_breaks_are_no_change(self):
        self.put("chapters/01_one/problem.json", "[3]\n")
        self.write()
        self.edit(LESSON, "weighted by", "weighted\nby")
        self.edit(CHINESE, "个输入按", "个输\n入按")
        self.assertEqual(self.check_all(), [])

    def test_a_displayed_formula_is_a_change(self):
        for page in (LESSON, CHINESE):
            self.edit(page, "a + b", "a - b")
        self.assertEqual(len(self.check_all()), 1)

    def test_new_and_lost_sections(self):
        self.edit(LESSON, "## The numbers", "## All numbers")
        self.edit("README.md", "#the-numbers", "#all-numbers")
        self.assertEqual(self.check_all(), [
            f'{LESSON}:5: "1.1 All numbers" is not recorded: look at its counterpart {CHINESE}:5, then --record',
            f'{RECORD}:1: "1.1 The numbers" of {LESSON} is recorded, but gone: --record'])
        self.assertEqual(self.run_tool(self.root, "--record", str(self.root / CHINESE))[0], 0)
        self.assertEqual(self.check_all(), [])

    def test_what_stands_before_the_first_heading_is_a_section_too(self):
        self.assertNotIn("(top)", self.records)
        self.put("README.zh.md", "[English](README.md)\n" + self.text("README.zh.md"))
        self.assertIn('README.md:1: "0 (top)" is not recorded: look at its counterpart README.zh.md:1, then --record',
                      self.check_all())

    def test_a_lost_page(self):
        for name in ("docs/page.md", "docs/page.zh.md"):
            self.put(name, "# 1\n")
        self.run_tool(self.root, "--record")
        for name in ("docs/page.md", "docs/page.zh.md"):
            (self.root / name).unlink()
        self.assertEqual(self.check_all(), [f'{RECORD}:1: "1 1" of docs/page.md is recorded, but gone: --record'])
        self.run_tool(self.root, "--record")
        self.assertEqual(self.text(RECORD), self.records)

    def test_one_page_is_recorded_alone(self):
        self.edit(LESSON, "All 4", "Those 4")
        self.edit("README.md", "[one]", "[the first]")
        self.run_tool(self.root, "--record", str(self.root / LESSON))
        self.assertEqual([line.split(":")[0] for line in self.check_all()], ["README.md"])

    def test_nothing_is_recorded_while_something_is_false(self):
        self.edit(LESSON, "All 4", "Those 4")
        self.edit("README.md", "chapters/01_one/README.md", "none.md")
        code, said, _ = self.run_tool(self.root, "--record")
        self.assertEqual(code, 1)
        self.assertEqual(said.splitlines()[0],
                         "README.md:3: link none.md#the-numbers: expected a file none.md, got none")
        self.assertEqual(self.text(RECORD), self.records)

    def test_what_is_false_in_another_folder_does_not_hinder(self):
        self.edit(LESSON, "All 4", "Those 4")
        self.edit("README.md", "chapters/01_one/README.md", "none.md")
        self.assertEqual(self.run_tool(self.root, "--record", str(self.root / LESSON))[0], 0)

    def test_a_page_without_counterpart_is_not_recorded(self):
        self.assertEqual(self.run_tool(self.root, "--record", str(self.root / SOURCE)),
                         (2, "", "lessons.py: --record: expected pages that have a counterpart\n"))

    def test_a_record_that_is_spoilt(self):
        for text in ("{", "[]", '{"README.md": {"1 Home": "x"}}', '{"README.md": {"1 Home": 1}}'):
            with self.subTest(text=text):
                self.put(RECORD, text)
                self.assertEqual(self.check(), [f'{RECORD}:1: expected {{PAGE: {{SECTION: "HASH HASH"}}}}, '
                                                "got other JSON or none: mend or remove it"])
                self.assertEqual(self.run_tool(self.root, "--record")[0], 1)
                self.assertEqual(self.text(RECORD), text)


class Writing(Kept):
    def test_a_file_is_replaced_whole_and_keeps_its_mode(self):
        self.edit(SOURCE, "a + 1", "a + 2")
        (self.root / LESSON).chmod(0o600)
        self.write()
        self.assertEqual((self.root / LESSON).stat().st_mode & 0o777, 0o600)
        self.assertEqual(sorted(os.listdir(self.root / "chapters/01_one")),
                         ["README.md", "README.zh.md", "one.hpp", "picture.svg", "picture.zh.svg", "problem.json"])


    def test_nothing_is_written_outside_of_the_root(self):
        with tempfile.TemporaryDirectory() as elsewhere:
            shutil.copytree(self.root / "chapters/01_one", f"{elsewhere}/01_one")
            shutil.rmtree(self.root / "chapters/01_one")
            os.symlink(f"{elsewhere}/01_one", self.root / "chapters/01_one")
            self.edit(LESSON, "en [1, 2]", "")
            before = self.text(LESSON)
            code, said, complained = self.write()
            self.assertEqual((code, said), (2, ""))
            self.assertEqual(complained, f"lessons.py: expected to write inside of {self.root}, "
                                         f"got {Path(elsewhere).resolve()}/01_one\n")
            self.assertEqual(self.text(LESSON), before)

    def test_nothing_is_left_of_a_file_that_cannot_be_written(self):
        self.edit(SOURCE, "a + 1", "a + 2")
        before = self.files()
        with mock.patch("os.replace", side_effect=OSError("no room")):
            self.assertEqual(self.write(), (2, "", "lessons.py: no room\n"))
        self.assertEqual(self.files(), before)

    def test_a_picture_that_cannot_be_written(self):
        (self.root / "chapters/01_one/picture.svg").unlink()
        (self.root / "chapters/01_one/picture.svg").mkdir()
        self.assertIn("chapters/01_one/picture.svg:1: expected a readable file, got: Is a directory", self.check())
        code, _, complained = self.write()
        self.assertEqual((code, complained.count("\n")), (2, 1))
        self.assertIn("Is a directory", complained)


if __name__ == "__main__":
    unittest.main()
