"""A case is never changed: compares the files here with SHA256SUMS, and prints a line for each that departs."""

import hashlib
import pathlib
import sys

FOLDER = pathlib.Path(__file__).parent


def recorded_sums():
    lines = (FOLDER / "SHA256SUMS").read_text().splitlines()
    return {name: digest for digest, name in (line.split() for line in lines)}


def sums_of_files():
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in FOLDER.glob("*.json")}


def main():
    recorded, found = recorded_sums(), sums_of_files()
    departing = sorted(name for name in recorded.keys() | found.keys() if recorded.get(name) != found.get(name))
    for name in departing:
        what = "is not recorded" if name not in recorded else "is missing" if name not in found else "has changed"
        print(f"tests/cases/{name} {what}; a case keeps its numbers, and another takes its place under a new id")
    return 1 if departing else 0


if __name__ == "__main__":
    sys.exit(main())
