#!/usr/bin/env python3
"""Writes the cases ID.json and SHA256SUMS, or tells with --check where they differ from what it would write.

It needs mpmath. It knows nothing of this project's C++.
"""
import argparse
import hashlib
import pathlib
import sys

import chapter_00
import chapter_01
import chapter_02
import chapter_03
import chapter_04
import chapter_05
import chapter_06
import chapter_07
from layout import page
from recording import recorded

FOLDER = pathlib.Path(__file__).parent
CHAPTERS = (chapter_00, chapter_01, chapter_02, chapter_03, chapter_04, chapter_05, chapter_06, chapter_07)


def files():
    """What is to stand in the folder: the text of every case by its file's name, and the sums."""
    pages = {}
    for chapter in CHAPTERS:
        for one in chapter.CASES:
            name = one["id"] + ".json"
            assert name not in pages, f"{name} is there twice"
            pages[name] = page(recorded(**one))
    digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in pages.items()}
    pages["SHA256SUMS"] = "".join(f"{digests[name]}  {name}\n" for name in sorted(digests))
    return pages


def found():
    return {file.name: file.read_text(encoding="utf-8") for file in [*FOLDER.glob("*.json"), *FOLDER.glob("SHA256SUMS")]}


def differences(wanted, present):
    for name in sorted(wanted.keys() | present.keys()):
        if wanted.get(name) != present.get(name):
            what = "is superfluous" if name not in wanted else "is missing" if name not in present else "differs"
            yield f"tests/cases/{name} {what}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 when a file departs")
    wanted = files()
    if parser.parse_args().check:
        lines = list(differences(wanted, found()))
        print("\n".join(lines), end="\n" if lines else "")
        return 1 if lines else 0
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
