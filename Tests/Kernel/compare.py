#!/usr/bin/env python3
"""Compares flickd's decisions in several runs in virtual time: compare.py RUN RUN..., the runs' folders.

Every decision must be the same in all runs, byte for byte: its kind, direction, commit, criteria, distance and position, and the
order of the decisions. Timestamps, and the speeds that follow from them, may differ slightly: a read of the guest's clock advances it
by 256 ns, so when two processes read the clock in the same microsecond, the second may get the next one. The output reports how many
lines are equal to the last byte, and how far the timestamps of the others differ; more than STRAY is a fault.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

# In microseconds: the time in which a dozen processes wake up when a device is unplugged.
STRAY = 10

TIMED = ("t_us", "velocity", "predicted_end_translation", "predicted_end_location", "duration_us", "idle_us", "estimate")


def lines_of(run: Path) -> dict[str, list[str]]:
    """The lines of every performance of a run."""
    return {path.name: path.read_text(encoding="utf-8").splitlines() for path in sorted(run.glob("*/decisions/*.jsonl"))}


def decision(line: str) -> tuple[str, int]:
    """A line without the fields that follow from timestamps, and its timestamp."""
    fields = json.loads(line)
    stamp = fields["t_us"]
    for name in TIMED:
        fields.pop(name, None)
    if "decision" in fields:
        fields["decision"].pop("speed", None)
    return json.dumps(fields), stamp


def main() -> int:
    """Compares each run with the first."""
    runs = [lines_of(Path(folder)) for folder in sys.argv[1:]]
    total = alike = stray = 0
    for number, run in enumerate(runs[1:], 2):
        if run.keys() != runs[0].keys():
            print(f"kernel: run {number} has other performances than run 1: {sorted(run.keys() ^ runs[0].keys())}")
            return 1
        for name, first in runs[0].items():
            for one, other in zip(first, run[name]):
                (left, before), (right, after) = decision(one) if one else ("", 0), decision(other) if other else ("", 0)
                if left != right or abs(before - after) > STRAY:
                    print(f"kernel: {name}: run 1 and run {number} differ\n  {one}\n  {other}")
                    return 1
                total += 1
                alike += one == other
                stray = max(stray, abs(before - after))
            if len(first) != len(run[name]):
                print(f"kernel: {name}: run 1 has {len(first)} lines, run {number} {len(run[name])}")
                return 1
    if total == 0:
        print("kernel: nothing was decided, so nothing can be compared")
        return 1
    print(
        f"kernel: {sum(map(len, runs[0].values()))} decisions of {len(runs[0])} performances are the same in {len(runs)} runs; "
        f"{alike} of {total} lines to the last byte, stamps within {stray} us"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
