#!/usr/bin/env python3
"""Extracts from a page what its reader must do.

    page.py PAGE FOLDER

A block behind `<!-- file: /path -->` becomes FOLDER/files/path, one behind `<!-- run: name -->` FOLDER/run/name.
Exit status: 64 for wrong usage, 65 when a mark has no block behind it, or two blocks have one name.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NoReturn

BAD_DATA = 65
MARK = re.compile(r"<!-- (file: /|run: )(\S+) -->")


def fail(text: str) -> NoReturn:
    """Reports an error of the page, and ends."""
    print(f"page.py: {text}", file=sys.stderr)
    sys.exit(BAD_DATA)


def blocks(page: str) -> dict[str, str]:
    """The marked blocks by their path in the folder."""
    found: dict[str, str] = {}
    path: str | None = None
    is_open = False
    for line in page.splitlines():
        if is_open:
            if line == "```":
                is_open, path = False, None
            elif path is not None:
                found[path] += line + "\n"
        elif line.startswith("```"):
            is_open = True
            if path in found:
                fail(f"shown twice: {path}")
            if path is not None:
                found[path] = ""
        elif mark := MARK.fullmatch(line):
            path = ("files/" if mark[1] == "file: /" else "run/") + mark[2]
        elif line and path is not None:
            fail(f"no block behind the mark of {path}")
    return found


def main() -> None:
    """Reads the command line and writes the blocks."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(64)
    page, folder = map(Path, sys.argv[1:])
    for path, text in blocks(page.read_text(encoding="utf-8")).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
