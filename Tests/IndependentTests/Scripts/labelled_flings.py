#!/usr/bin/env python3
"""Checks the kind of published flings by the release speeds of other estimators.

A fling whose published speeds along its main axis all lie on one side of S by more than 20 % has that kind
and, if it is a flick, that direction. Standard library only. Exits with 1 on any violation.
"""

import argparse
import csv
import os
import sys

import tables
from flickctl import Violations, by_stroke, replay
from rule import S_MM_PER_S

MARGIN = 0.2


def references(folder):
    """The published velocities by stroke and axis, in px/s."""
    found = {}
    with open(os.path.join(folder, "recordings", "human", "fling-reference-velocity.csv")) as file:
        for row in csv.DictReader(file):
            velocities = found.setdefault((row["stroke_id"], "xy".index(row["axis"])), [])
            velocities.append(float(row["velocity_px_per_s"]))
    return found


def expected_kind(speeds):
    """The common result of these speeds (mm/s); None if it is not clear."""
    if all(speed > S_MM_PER_S * (1 + MARGIN) for speed in speeds):
        return "flick"
    if all(speed < S_MM_PER_S * (1 - MARGIN) for speed in speeds):
        return "drag"
    return None


def main():
    """Runs every fling."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("flickctl")
    parser.add_argument("material", help="the folder that holds recordings/human")
    options = parser.parse_args()
    violations = Violations()
    published = references(options.material)
    compared = agreeing = flings = 0
    print(f"{'fling':28} {'axis':4} {'published mm/s':>20} {'product':>9}  {'expected':8} decision")
    for strokes in tables.by_device(tables.read(options.material, "flings.csv")).values():
        recording, _ = tables.recording(strokes)
        ends = by_stroke(recording, replay(options.flickctl, recording), violations)
        for stroke in strokes:
            flings += 1
            end = stroke.samples()[-1][1:]
            axis = 0 if abs(end[0]) > abs(end[1]) else 1
            velocities = [value * stroke.pixel_mm for value in published.get((stroke.name, axis), [])]
            line = ends.get(stroke.name)
            if line is None or not velocities:
                violations.add(f"{stroke.name}: {'no end line' if line is None else 'no published velocity'}")
                continue
            decision = line["decision"]
            expected = expected_kind([abs(value) for value in velocities])
            agrees = expected is None or decision["kind"] == expected
            if expected == "flick":
                is_positive = {value > 0 for value in velocities}
                directions = {(("left", "right"), ("up", "down"))[axis][positive] for positive in is_positive}
                agrees = agrees and decision["commit"] and decision["direction"] in directions and len(directions) == 1
            print(
                f"{stroke.name:28} {'xy'[axis]:4} {', '.join(f'{value:.1f}' for value in velocities):>20}"
                f" {line['velocity']['xy'[axis]]:9.1f}  {expected or 'unclear':8} {decision['kind']}"
                f" {decision['direction']} {'+'.join(decision['by']) or 'returns'}"
            )
            if expected:
                compared += 1
                agreeing += agrees
                violations.require(agrees, f"{stroke.name}: expected a {expected}, got {decision}")
    print(f"flings {flings}, clear by every published speed {compared}, agreeing {agreeing}")
    violations.require(compared > 0, "nothing was compared")
    return violations.exit_code()


if __name__ == "__main__":
    sys.exit(main())
