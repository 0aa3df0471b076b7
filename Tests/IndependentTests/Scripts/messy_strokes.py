#!/usr/bin/env python3
"""Checks the velocity estimate on misbehaving panels, by an independent implementation of the model.

Curved, noisy strokes with minimum jerk, cut anywhere, from 60 to 1000 reports a second on coarse and fine
grids, half of them with a report in every frame. In some the finger rests, the last position repeats or
jumps, timestamps repeat or go back, or the lift is late. The numbers are random with a fixed seed. Standard
library only. Exits with 1 on any violation.
"""

import argparse
import random
import sys
from math import cos, pi, sin

from comparison import ModelComparison
from flickctl import Violations, by_stroke, replay
from generated_strokes import RATES_HZ, minimum_jerk
from kernel import Panel, Recording
from model import Panel as Model
from rule import SLOP_MM, excursion

SEED = 2002
SIZE_MM = 400
STROKES_OF_A_PANEL = 40
# Units per mm: 0.2 mm is a coarse panel's step.
GRIDS = (5, 20, 100)


def movement(chance, rate_hz):
    """(µs, mm, mm) of a finger's curved movement, as a panel samples it: the true positions with noise."""
    reach, duration = chance.uniform(5, 90), chance.uniform(0.1, 0.6)
    cut, bend, noise = chance.uniform(0.3, 1.05), chance.uniform(-1.5, 1.5), chance.choice((0, 0.03, 0.1))
    angle, jitter_us = chance.uniform(0, 2 * pi), chance.choice((0, 300))
    samples = []
    for index in range(max(3, int(duration * cut * rate_hz))):
        share = min(1.0, index / rate_hz / duration)
        along = reach * minimum_jerk(share)
        turn = angle + bend * share
        spot = (along * cos(turn) + chance.gauss(0, noise), along * sin(turn) + chance.gauss(0, noise))
        samples.append((round(1e6 * index / rate_hz + chance.uniform(-jitter_us, jitter_us)), *spot))
    return samples


def mishap(chance, samples, period_us, grid):
    """Applies an irregularity of panels or fingers to the samples in device units."""
    index = chance.randrange(1, len(samples))
    moment, x, y = samples[index]
    what = chance.choice(("none", "pause", "repeat", "jump", "double", "back", "hold"))
    if what == "pause":
        pause = chance.randrange(20_000, 300_000)
        return samples[:index] + [(later + pause, *spot) for later, *spot in samples[index:]]
    if what == "repeat":
        end, *spot = samples[-1]
        return samples + [(end + count * period_us, *spot) for count in range(1, chance.randrange(2, 9))]
    if what == "jump":
        end, end_x, end_y = samples[-1]
        size = chance.randrange(1, 8) * max(1, abs(end_x - samples[-2][1]), abs(end_y - samples[-2][2]))
        # A larger jump than the width of a fingertip would be cancelled as a ghost.
        size = min(size, 10 * grid)
        return samples + [(end + period_us, end_x + chance.choice((-1, 0, 1)) * size, end_y + size)]
    if what == "double":
        return samples[:index] + [(moment, x + chance.randrange(-3, 4), y)] + samples[index:]
    if what == "back":
        step = chance.randrange(1, 40_000)
        return samples[:index] + [(later - step, *spot) for later, *spot in samples[index:]]
    if what == "hold":
        spot = samples[index - 1][1:]
        count = chance.randrange(1, 60)
        held = [(moment + number * period_us, *spot) for number in range(count)]
        delay = count * period_us
        return samples[:index] + held + [(later + delay, *rest) for later, *rest in samples[index:]]
    return samples


def units_of(samples, grid):
    """The samples in device units of the panel, from its middle."""
    middle = SIZE_MM * grid // 2
    return [(moment, middle + round(x * grid), middle + round(y * grid)) for moment, x, y in samples]


def strokes_of(panel, rate_hz, grid, chance):
    """A recording of one panel's strokes, and its content: (samples in units, lift) by name."""
    recording, made = Recording(panel), {}
    period_us = round(1e6 / rate_hz)
    for number in range(STROKES_OF_A_PANEL):
        name = f"{panel.name} {number}"
        units = mishap(chance, units_of(movement(chance, rate_hz), grid), period_us, grid)
        lift_us = units[-1][0] + chance.choice((period_us, 2 * period_us, 70_000, 90_000, 200_000))
        recording.add(name, units, (lift_us, *units[-1][1:]))
        made[name] = (units, lift_us)
    return recording, made


class Judge:
    """The comparison of all panels."""

    def __init__(self):
        self.violations = Violations()
        self.model = ModelComparison(self.violations)
        self.strokes = 0
        self.swipes = 0

    def panel(self, binary, panel, rate_hz, grid, chance):
        """Generates and checks one panel's recording."""
        recording, made = strokes_of(panel, rate_hz, grid, chance)
        ends = by_stroke(recording, replay(binary, recording), self.violations)
        model = Model(1 / grid)
        for stroke, (units, lift_us) in made.items():
            _, left, top = units[0]
            samples = [(moment, (x - left) / grid, (y - top) / grid) for moment, x, y in units]
            pairs = zip(samples[1:], samples)
            sent = [one for one, last in pairs if panel.has_pressure or one[1:] != last[1:]]
            expected = model.estimate(samples[:1] + sent, lift_us)
            line = ends.get(stroke)
            self.strokes += 1
            passes = excursion(samples) > SLOP_MM
            self.violations.require(passes == (line is not None), f"{stroke}: the slop")
            if line is not None:
                self.swipes += 1
                self.model.add(stroke, samples, expected, line)


def main():
    """Generates and checks one recording for each rate, grid and kind of panel."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("flickctl")
    options = parser.parse_args()
    chance = random.Random(SEED)
    judge = Judge()
    for rate_hz in RATES_HZ:
        for grid in GRIDS:
            for has_pressure in (False, True):
                name = f"Messy {rate_hz} Hz {grid} per mm{' with pressure' if has_pressure else ''}"
                panel = Panel(name, 0, SIZE_MM * grid, resolution=grid, has_pressure=has_pressure)
                judge.panel(options.flickctl, panel, rate_hz, grid, chance)
    print(f"seed {SEED}, strokes {judge.strokes}, of which {judge.swipes} pass the slop")
    judge.model.finish()
    judge.violations.require(judge.swipes > 1000, "hardly anything was compared")
    return judge.violations.exit_code()


if __name__ == "__main__":
    sys.exit(main())
