#!/usr/bin/env python3
"""Writes the strokes of people as labelled recordings, one evemu file a person, for `flickctl evaluate` and `tune --from`.

    people.py FOLDER [MATERIAL]

The strokes are those of the table ipad-strokes.csv in MATERIAL, or in the folder that packaging/material.sh prints: of each
person all drags, and as many of the first taps. The tablet's ids are unknown; the recordings have those of an example, 1234:0001.
Prints the path of each file. Exit codes: 64 wrong usage, 66 there is no such table, 73 the folder cannot be written.
"""

from __future__ import annotations

import csv
import gzip
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

TABLE = "recordings/human/ipad-strokes.csv.gz"
# A screen of 1024 x 768 px, 132 px in an inch.
WIDTH, HEIGHT, DENSITY = 1024, 768, 132
SLOT, X, Y, TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
ABS, SYN = 3, 0

Row = dict[str, str]


def header(person: str) -> str:
    """The description of the panel, and the person."""
    axes = {SLOT: 9, X: WIDTH - 1, Y: HEIGHT - 1, TRACKING_ID: 65535}
    bits = bytearray(8)
    for code in axes:
        bits[code // 8] |= 1 << code % 8
    size = "x".join(f"{side * 25.4 / DENSITY:.2f}" for side in (WIDTH, HEIGHT))
    return (
        "# EVEMU 1.3\nN: Example tablet\nI: 0003 1234 0001 0100\nP: 02 00 00 00 00 00 00 00\n"
        + f"B: 03 {bits.hex(' ')}\n"
        + "".join(f"A: {code:02x} 0 {most} 0 0 0\n" for code, most in axes.items())
        + f"# flickd size_mm: {size}\n# flickd person: {person}\n"
    )


def frame(time: int, *events: tuple[int, int]) -> str:
    lines = [f"E: {time // 1_000_000}.{time % 1_000_000:06d} {kind:04x} {code:04x} {value}\n" for kind, code, value in
             [*((ABS, code, value) for code, value in events), (SYN, 0, 0)]]
    return "".join(lines)


def stroke(rows: list[Row], number: int, begin: int) -> tuple[str, int]:
    """The lines of one stroke that lands at `begin`, and when it ends, in µs."""
    first, text, last, now = int(float(rows[0]["t_us"])), "", None, begin
    for row in rows:
        now = begin + int(float(row["t_us"])) - first
        position = (round(float(row["x_px"])), round(float(row["y_px"])))
        moved = [] if position == last else [(X, position[0]), (Y, position[1])]
        if row["event"] == "D":
            text += frame(now, (TRACKING_ID, number), *moved)
        elif row["event"] == "U":
            text += frame(now, *moved, (TRACKING_ID, -1))
        elif moved:
            text += frame(now, *moved)
        last = position
    return text, now


def recording(person: str, strokes: list[list[Row]]) -> str:
    text, now = header(person), 1_000_000
    for number, rows in enumerate(strokes):
        label = rows[0]["label"]
        lines, now = stroke(rows, number, now)
        text += f"# flickd label: {label}\n{lines}# flickd label_end: {label}\n"
        now += 1_000_000
    return text


def people(table: Path) -> dict[str, list[list[Row]]]:
    """The drags of each person, and as many taps."""
    strokes: dict[str, dict[str, list[Row]]] = defaultdict(dict)
    with gzip.open(table, "rt", newline="") as lines:
        for row in csv.DictReader(lines):
            if row["label"] in ("drag", "tap"):
                strokes[row["user"]].setdefault(row["stroke_id"], []).append(row)
    chosen = {}
    for person, own in sorted(strokes.items()):
        drags = [rows for rows in own.values() if rows[0]["label"] == "drag"]
        taps = [rows for rows in own.values() if rows[0]["label"] == "tap"]
        chosen[person] = drags + taps[: len(drags)]
    return chosen


def main(words: list[str]) -> int:
    if len(words) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 64
    material = words[1] if len(words) > 1 else subprocess.check_output(
        [Path(__file__).resolve().parents[2] / "packaging/material.sh"], text=True).strip()
    table = Path(material) / TABLE
    if not table.is_file():
        print(f"people: there is no {table}: fetch it with `make recordings`", file=sys.stderr)
        return 66
    try:
        folder = Path(words[0])
        folder.mkdir(parents=True, exist_ok=True)
        for person, strokes in people(table).items():
            path = folder / f"{person}.evemu"
            path.write_text(recording(person, strokes))
            print(path)
    except OSError as error:
        print(f"people: {error}: choose another folder", file=sys.stderr)
        return 73
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
