#!/usr/bin/env python3
"""Writes every generated file from the tables in Sources/Tables.

    generate.py           writes the files that are not up to date
    generate.py --check   names them instead, and fails; before, it proves that a change of a table would be noticed

A module of packaging/tables has `outputs(root)`: the text of each file by its path, where a file that is generated in part has its
other parts as they are; and `plant(table)`, which changes a table such that each of its files changes. A module that needs a program
has `missing()`, the name of that program if it is not installed: then its files are not written, and the check fails.
"""
import pathlib
import sys

import tables
from tables import keys, messages, types, words

# In this order: the types contain the words.
MODULES = {"words": words, "keys": keys, "messages": messages, "types": types}


def stale(root, module):
    """The paths of a module's files that are not up to date."""
    found = []
    for path, text in module.outputs(root).items():
        file = root / path
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            found.append(path)
    return found


def unnoticed(root, name, module):
    """The paths of a module's files that would not change with its table."""
    tables.planted = lambda table_name, table: module.plant(table) if table_name == name else table
    try:
        return sorted(set(module.outputs(root)) - set(stale(root, module)))
    finally:
        tables.planted = None


def missing(module):
    return module.missing() if hasattr(module, "missing") else None


def check(root):
    status = 0
    for name, module in MODULES.items():
        if missing(module):
            print(f"generate.py: {name} is not checked without {missing(module)}: `make lint` installs it", file=sys.stderr)
            status = 1
            continue
        for path in unnoticed(root, name, module):
            print(f"generate.py: a change of Sources/Tables/{name}.toml does not change {path}", file=sys.stderr)
            status = 1
        for path in stale(root, module):
            print(f"{path} is not up to date with Sources/Tables: run `make generate`", file=sys.stderr)
            status = 1
    return status


def write(root):
    # One after the other: two tables can have parts of one document.
    for name, module in MODULES.items():
        if missing(module):
            print(f"generate.py: {name} is not written without {missing(module)}: `make lint` installs it", file=sys.stderr)
            continue
        changed = stale(root, module)
        for path, text in module.outputs(root).items():
            if path in changed:
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, encoding="utf-8")
                print(path)
    return 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if arguments not in ([], ["--check"]):
        sys.exit("usage: generate.py [--check]")
    project = pathlib.Path(__file__).resolve().parent.parent
    sys.exit(check(project) if arguments else write(project))
