#!/usr/bin/env python3
"""Compares the environment variables that the code reads with the documents that list them.

    variables.py   prints what is missing or too much, and fails; before, it proves that a planted fault would be noticed

What flickd and flickctl read is in the section ENVIRONMENT of their manual page. All other variables of this project are in the table of
CONTRIBUTING.md. Variables of a unit and properties of udev have a page of their own.
"""
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = ("Sources", "Tests", "packaging", "systemd", "udev-rules", ".ci", "docs/examples", "Makefile", "Package.swift")
MANUALS = ("docs/man/flickd.8", "docs/man/flickctl.1")
TABLE = "CONTRIBUTING.md"
HEADING = "## Environment variables"
# These are not variables of a program's environment, or only a unit sets them.
ELSEWHERE = {"FLICK_BRIDGE": "docs/bridge.md", "FLICKD_SIZE_MM": "docs/udev.md", "FLICKD_READABLE": "docs/udev.md"}
# Every program uses these.
COMMON = {"PATH", "HOME"}

OWN = re.compile(r"\bFLICKD?_[A-Z][A-Z_]*[A-Z]\b")
# In Sources: environment("NAME"), absolute("NAME") of UserFolders, and a list of names before `environment(`.
READ = re.compile(r'\b(?:environment|absolute)\("([A-Z_]+)"\)')
LIST = re.compile(r'\[("[A-Z_]+"(?:, "[A-Z_]+")*)\]\.contains \{ environment\(')


def files():
    """The path and the text of each file of the code, without binary files."""
    for name in CODE:
        top = ROOT / name
        found = [top] if top.is_file() else (
            pathlib.Path(folder) / file for folder, _, names in os.walk(top) for file in names)
        for file in found:
            # The name of a header's guard is no variable.
            if file.suffix in (".md", ".h", ".pyc") or file == pathlib.Path(__file__).resolve():
                continue
            try:
                yield file.relative_to(ROOT), file.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                pass


def code():
    """The words of the code that may be variables, and the variables that flickd and flickctl read, each with a file."""
    words, read = {}, {}
    for path, text in files():
        for word in re.findall(r"\b[A-Z][A-Z_]*[A-Z]\b", text):
            words.setdefault(word, path)
        if path.parts[0] == "Sources" and path.suffix == ".swift":
            names = READ.findall(text)
            for group in LIST.findall(text):
                names += re.findall(r"[A-Z_]+", group)
            for name in names:
                read.setdefault(name, path)
    return words, read


def documents():
    """The variables of the table, and those of the manual pages."""
    text = (ROOT / TABLE).read_text(encoding="utf-8")
    section = text.partition(f"\n{HEADING}\n")[2].partition("\n## ")[0]
    table = {name for row in re.findall(r"^\| (`[^|]+) \|", section, re.M) for name in re.findall(r"`([A-Z_]+)`", row)}
    manual = set()
    for page in MANUALS:
        section = (ROOT / page).read_text(encoding="utf-8").partition("\n.Sh ENVIRONMENT\n")[2].partition("\n.Sh ")[0]
        for line in re.findall(r"^\.It Ev (.+)$", section, re.M):
            manual.update(re.findall(r"[A-Z_]+", line))
    return table, manual


def faults(words, read, table, manual):
    """What is missing in a document, and what no code contains."""
    found = [
        f"{path}: {name} is in no section ENVIRONMENT of {' and '.join(MANUALS)}"
        for name, path in read.items()
        if name not in manual | COMMON
    ]
    found += [
        f"{path}: {name} is not in the table of {TABLE}"
        for name, path in words.items()
        if OWN.fullmatch(name) and name not in table | manual and name not in ELSEWHERE
    ]
    found += [f"{TABLE}: no code contains {name}" for name in table if name not in words]
    found += [f"{TABLE}: the manual explains {name}: remove the row" for name in table & manual]
    # systemd sets some, which no program of ours names in this form.
    found += [f"{' or '.join(MANUALS)}: no code contains {name}" for name in manual if name not in words]
    found += [
        f"{page}: {name} is not there"
        for name, page in ELSEWHERE.items()
        if name not in (ROOT / page).read_text(encoding="utf-8")
    ]
    return sorted(found)


def main():
    """Prints the faults of the documents; 1 if there are any."""
    words, read = code()
    table, manual = documents()
    here = faults(words, read, table, manual)
    planted = faults({**words, "FLICKD_PLANTED_FAULT": "a"}, {**read, "PLANTED": "b"}, table | {"FLICKD_ABSENT"}, manual)
    if len(planted) != len(here) + 3:
        print(f"variables: planted faults were not found: {planted}", file=sys.stderr)
        return 1
    for fault in here:
        print(f"variables: {fault}", file=sys.stderr)
    return 1 if here else 0


if __name__ == "__main__":
    sys.exit(main())
