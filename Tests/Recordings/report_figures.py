#!/usr/bin/env python3
"""Writes the pictures of docs/tuning.md: the picture of each planted fault in the page of `flickctl report`, as SVG.

    report_figures.py FLICKCTL RECORDINGS FOLDER

RECORDINGS is a folder with the files that Tests/PanelLabTests/ReportFaultTests.swift writes with FLICKD_WRITE_FAULTS. A picture
contains the style sheet of the page, so it is light or dark as its reader prefers. Exit codes: 64 wrong usage, 66 a recording is
missing, 70 the page has no such picture, or the picture is larger than 60 kB.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

FAULTS = {
    "dead_strip": ("coverage", "dead-strip"),
    "late_lift": ("lift", "late-lift"),
    "lost_reports": ("intervals", "lost-reports"),
    "low_rate": ("intervals", "low-rate"),
    "noisy_positions": ("resting", "noise"),
    "first_jump": ("first", "first-jump"),
}
MOST = 60_000


def fail(code: int, words: str) -> None:
    print(f"report_figures.py: {words}", file=sys.stderr)
    raise SystemExit(code)


def page(flickctl: str, recordings: Path, fault: str) -> str:
    files = [(station, recordings / f"{fault}-{station}.evemu") for station in ("resting", "swipes")]
    for _, path in files:
        if not path.is_file():
            fail(66, f"{path} is missing")
    with tempfile.TemporaryDirectory() as folder:
        none, output = Path(folder) / "none.toml", Path(folder) / "report.html"
        none.write_text("")
        words = [f"{station}={path}" for station, path in files]
        subprocess.run([flickctl, "report", "--config", str(none), "-o", str(output), *words], check=True, stderr=subprocess.DEVNULL)
        return output.read_text()


def picture(text: str, name: str) -> str:
    found = re.search(rf'data-picture="{name}">(<svg .*?</svg>)', text, re.DOTALL)
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    if not found or not style:
        fail(70, f"the page has no picture {name}")
    head, rest = found[1].split(">", 1)
    head = head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return f'{head}><style>{style[1]}</style><rect width="100%" height="100%" style="fill: var(--paper)"/>{rest}\n'


def main() -> None:
    if len(sys.argv) != 4:
        fail(64, "write report_figures.py FLICKCTL RECORDINGS FOLDER")
    flickctl, recordings, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    for fault, (name, file) in FAULTS.items():
        text = picture(page(flickctl, recordings, fault), name)
        if len(text.encode()) > MOST:
            fail(70, f"{file} has {len(text.encode())} bytes of at most {MOST}")
        (folder / f"report-{file}.svg").write_text(text)


main()
