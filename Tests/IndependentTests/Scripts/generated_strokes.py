#!/usr/bin/env python3
"""Checks decisions one per cent to either side of a threshold, on generated straight strokes.

Strokes near D end with a long rest before the lift, so that only the distance can commit; they have a
steady speed or minimum jerk (Flash and Hogan, 1985). Strokes near S have a steady speed along the axis,
over less than 0.8 D, so that only the speed can commit. Angles are within 40 degrees of one of the four
directions, rates are from 60 to 1000 reports a second, and the grid has 100 units per mm. The numbers are
random with a fixed seed. Standard library only. Exits with 1 on any violation.
"""

import argparse
import random
import sys
from math import cos, pi, radians, sin

from flickctl import Violations, by_stroke, replay
from kernel import Panel, Recording
from rule import D_MM, S_MM_PER_S

SEED = 1001
RATES_HZ = (60, 75, 90, 100, 111, 120, 125, 133, 144, 165, 200, 240, 250, 333, 500, 1000)
UNITS_PER_MM = 100
SIZE_MM = 400
REPEATS = 10
DIRECTIONS = {"right": 0.0, "down": pi / 2, "left": pi, "up": 3 * pi / 2}


def minimum_jerk(share):
    """The share of the path after this share of the time."""
    return share**3 * (10 - 15 * share + 6 * share**2)


def sampled(path, length_mm, duration_s, rate_hz, chance):
    """(µs, mm) of a movement: a report at each scan from the landing to its end."""
    count = max(2, int(duration_s * rate_hz))
    # Scans and finger are not in step: the time from the last scan to the end is random.
    times = [index / rate_hz for index in range(count + 1) if index / rate_hz < duration_s] + [duration_s]
    if times[-1] - times[-2] < 0.3 / rate_hz:
        times.pop(-2)
    start = chance.randrange(1000)
    return [(start + round(1e6 * time), length_mm * path(time / duration_s)) for time in times]


def about_distance(factor, rate_hz, chance):
    """A slow stroke of D times `factor` along its axis: its samples along the axis and its lift."""
    path = chance.choice((minimum_jerk, lambda share: share))
    samples = sampled(path, D_MM * factor, chance.uniform(0.25, 0.9), rate_hz, chance)
    return samples, samples[-1][0] + chance.randrange(250_000, 700_000)


def about_speed(factor, rate_hz, chance):
    """A short stroke at S times `factor` along its axis, lifted one report after its last movement."""
    length_mm = chance.uniform(0.25, 0.79) * D_MM
    samples = sampled(lambda share: share, length_mm, length_mm / (S_MM_PER_S * factor), rate_hz, chance)
    return samples, samples[-1][0] + round(1e6 / rate_hz)


def add_stroke(recording, name, direction, samples, lift_us, chance):
    """Puts the samples on a straight line near a direction; keeps their parts along its axis."""
    angle = DIRECTIONS[direction]
    slant = radians(chance.uniform(-40, 40))
    middle = SIZE_MM / 2 * UNITS_PER_MM
    start = [middle + chance.uniform(-0.25, 0.25) * SIZE_MM * UNITS_PER_MM for _ in "xy"]
    units = []
    for moment, along in samples:
        across = along * sin(slant) / cos(slant)
        x = along * cos(angle) - across * sin(angle)
        y = along * sin(angle) + across * cos(angle)
        units.append((moment, round(start[0] + UNITS_PER_MM * x), round(start[1] + UNITS_PER_MM * y)))
    recording.add(name, units, (lift_us, *units[-1][1:]))


def main():
    """Generates and checks one recording for each rate."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("flickctl")
    options = parser.parse_args()
    violations = Violations()
    chance = random.Random(SEED)
    counts = {}
    for rate_hz in RATES_HZ:
        panel = Panel(f"Generated {rate_hz} Hz", 0, SIZE_MM * UNITS_PER_MM, resolution=UNITS_PER_MM)
        recording = Recording(panel)
        expected = {}
        for repeat in range(REPEATS):
            for direction in DIRECTIONS:
                for kind, make, arm in (("D", about_distance, "distance"), ("S", about_speed, "velocity")):
                    for factor in (0.99, 1.01):
                        name = f"{kind} x {factor} {direction} {rate_hz} Hz {repeat}"
                        samples, lift_us = make(factor, rate_hz, chance)
                        add_stroke(recording, name, direction, samples, lift_us, chance)
                        commits = factor > 1
                        expected[name] = {
                            "kind": "flick" if commits and kind == "S" else "drag",
                            "commit": commits,
                            "by": [arm] if commits else [],
                            "direction": direction,
                        }
        ends = by_stroke(recording, replay(options.flickctl, recording), violations)
        for name, decision in expected.items():
            line = ends.get(name)
            found = {key: line["decision"][key] for key in decision} if line else None
            factor = " ".join(name.split()[:3])
            right, total = counts.get(factor, (0, 0))
            counts[factor] = (right + (found == decision), total + 1)
            speed = line and line["decision"]["speed"]
            violations.require(found == decision, f"{name}: expected {decision}, got {found} at {speed} mm/s")
    for factor, (right, total) in sorted(counts.items()):
        print(f"{factor:9}: {right} of {total} on the right side")
    total = sum(total for _, total in counts.values())
    print(f"seed {SEED}, strokes {total}, on the right side {sum(right for right, _ in counts.values())}")
    violations.require(total >= 2000, "fewer than 2000 strokes")
    return violations.exit_code()


if __name__ == "__main__":
    sys.exit(main())
