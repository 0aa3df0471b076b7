#!/usr/bin/env python3
"""Checks `flickctl replay` on 27,000 strokes of people against calculations from the tables' rows.

(a) slop: one end line for each stroke that passes the slop, none for others
(b) axis and distance
(c) commit, by textbook speeds: four plain fits
(d) velocity and the whole decision, by an independent implementation of the documented model

Standard library only. Exits with 1 on any violation.
"""

import argparse
import sys

import plain_fits
import tables
from comparison import ModelComparison
from flickctl import Tally, Violations, by_stroke, replay
from kernel import PAUSE_US
from model import Panel
from rule import D_MM, S_MM_PER_S, SLOP_MM, axes_in_question, decisive, excursion, is_near, judge

# Strokes whose commit differs from that of all four plain fits, and the reason.
EXCEPTIONS = {}

LEAST_SHARE_OF_A_FIT = 0.97
MOST_EXCEPTIONS = 0.003


class Judge:
    """The comparison of all strokes."""

    def __init__(self, listing):
        self.violations = Violations()
        self.listing = listing
        self.strokes = 0
        self.swipes = 0
        self.swipes_of_device = 0
        self.distance = Tally()
        self.largest_error = 0.0
        self.axis = Tally()
        self.fits = {name: Tally() for name, _, _ in plain_fits.FITS}
        self.all_fits = Tally()
        self.exceptions = set()
        self.model = ModelComparison(self.violations)

    def device(self, binary, strokes):
        """Checks the strokes of one device."""
        recording, factor = tables.recording(strokes)
        ends = by_stroke(recording, replay(binary, recording), self.violations)
        self.swipes_of_device = 0
        panel = Panel(strokes[0].pixel_mm / factor)
        for stroke in strokes:
            samples = stroke.samples()
            sent = [one for one, last in zip(samples[1:], samples) if one[1:] != last[1:]]
            expected = panel.estimate(samples[:1] + sent, stroke.lift_us)
            passes = excursion(samples) > SLOP_MM
            self.strokes += 1
            self.violations.require(
                passes == (stroke.name in ends),
                f"{stroke.name}: {'passes' if passes else 'stays within'} the slop, yet"
                f" {'an' if stroke.name in ends else 'no'} end line",
            )
            if passes and stroke.name in ends:
                self.swipes += 1
                self.swipe(stroke, samples, ends[stroke.name], expected)

    def swipe(self, stroke, samples, line, expected):
        """Checks one end line."""
        plain = {
            name: decisive(plain_fits.velocity(samples, stroke.lift_us, degree, window), samples)
            for name, degree, window in plain_fits.FITS
        }
        self.compare_times(stroke, samples, line)
        self.compare_distance(stroke, samples, line)
        self.compare_axis(stroke, samples[-1][1:], plain, line)
        self.compare_commit(stroke, samples[-1][1:], plain, line)
        self.model.add(stroke.name, samples, expected, line)

    def compare_times(self, stroke, samples, line):
        """Duration and age by the table's timestamps; the idle time by the generated recording."""
        last = samples[plain_fits.last_movement(samples)][0]
        found = (line["duration_us"], line["estimate"]["age_us"], line["idle_us"])
        expected = (stroke.lift_us - samples[0][0], stroke.lift_us - last, PAUSE_US)
        is_first = found[2] is None and not self.swipes_of_device
        self.violations.require(
            found[:2] == expected[:2] and (is_first or found[2] == expected[2]),
            f"{stroke.name}: duration, age, idle are {found}, expected {expected}",
        )
        self.swipes_of_device += 1

    def compare_distance(self, stroke, samples, line):
        """(b) The displacement along the decided axis, with its sign."""
        decision = line["decision"]
        axis = 0 if decision["direction"] in ("left", "right", None) else 1
        sign = 1 if decision["direction"] in ("right", "down") else -1
        error = abs(decision["distance"] - sign * samples[-1][1 + axis])
        for key, value in zip("xy", samples[-1][1:]):
            error = max(error, abs(line["translation"][key] - value))
        self.largest_error = max(self.largest_error, error)
        self.distance.add(error <= stroke.pixel_mm)
        # Printed values are rounded to a thousandth of a millimetre; no other difference is
        # allowed.
        self.violations.require(error <= 0.000501, f"{stroke.name}: distance off by {error:.4f} mm")

    def compare_axis(self, stroke, translation, plain, line):
        """(b) The axis by each plain fit's speed, if they agree and none is within 5 %."""
        said = {
            axes_in_question(translation, velocity, 0.05) if velocity else None for velocity in plain.values()
        }
        if len(said) != 1 or said & {None, (0, 1)}:
            return
        axis = said.pop()[0]
        agrees = (line["decision"]["direction"] in ("left", "right")) == (axis == 0)
        self.axis.add(agrees)
        if not agrees:
            self.note(stroke, translation, plain, line, "axis")

    def compare_commit(self, stroke, translation, plain, line):
        """(c) Commit by each plain fit, if neither distance nor speed is within 5 % of its threshold."""
        said = {}
        for name, velocity in plain.items():
            said[name] = plain_commit(translation, velocity)
            if said[name] is not None:
                agrees = said[name] == line["decision"]["commit"]
                self.fits[name].add(agrees)
                if not agrees:
                    self.note(stroke, translation, plain, line, f"commit by {name}")
        together = set(said.values())
        if len(together) != 1 or None in together:
            return
        agrees = together.pop() == line["decision"]["commit"]
        self.all_fits.add(agrees)
        if not agrees:
            self.exceptions.add(stroke.name)
            self.note(stroke, translation, plain, line, "commit by all")
            self.violations.require(
                stroke.name in EXCEPTIONS,
                f"{stroke.name}: four plain fits agree on the commit, the product differs",
            )

    def note(self, stroke, translation, plain, line, what):
        """Lists a disagreement with its numbers."""
        if not self.listing:
            return
        speeds = "; ".join(f"{name} {show(velocity)}" for name, velocity in plain.items())
        decision, estimate, velocity = line["decision"], line["estimate"], line["velocity"]
        self.listing.write(
            f"{what} {stroke.name} {stroke.label}: T {show(translation)} mm; product V"
            f" {show((velocity['x'], velocity['y']))} mm/s, {decision['kind']} {decision['direction']}"
            f" commit {decision['commit']}, age {estimate['age_us']} µs, samples {estimate['samples']},"
            f" duration {line['duration_us']} µs; {speeds}\n"
        )

    def finish(self):
        """Prints the figures, and returns the exit code of the script."""
        require = self.violations.require
        print(f"strokes {self.strokes}, of which {self.swipes} pass the slop")
        print(f"distance within a pixel: {self.distance}; largest error {self.largest_error:.4f} mm")
        print(f"axis, all fits clear and alike: {self.axis}")
        for name, tally in self.fits.items():
            print(f"commit by {name}: {tally}")
            require(tally.share >= LEAST_SHARE_OF_A_FIT, f"commit by {name}: {tally}")
        print(f"commit, all fits clear and alike: {self.all_fits}, exceptions {len(EXCEPTIONS)}")
        require(len(EXCEPTIONS) <= MOST_EXCEPTIONS * self.all_fits.compared, "too many exceptions")
        for name in sorted(set(EXCEPTIONS) - self.exceptions):
            self.violations.add(f"{name} is listed as an exception and is none")
        self.model.finish()
        require(min(self.strokes, self.swipes) > 0, "nothing was compared")
        return self.violations.exit_code()


def plain_commit(translation, velocity):
    """Whether the rule commits at this velocity; None if unknown or within 5 % of a threshold."""
    if velocity is None:
        return None
    said = set()
    for axis in axes_in_question(translation, velocity, 0.05):
        if is_near(translation[axis], D_MM, 0.05) or is_near(velocity[axis], S_MM_PER_S, 0.05):
            return None
        said.add(judge(translation, velocity, axis).commit)
    return said.pop() if len(said) == 1 else None


def show(pair):
    """Two numbers for people."""
    return "unknown" if pair is None else f"({pair[0]:.2f}, {pair[1]:.2f})"


def main():
    """Runs all tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("flickctl")
    parser.add_argument("material", help="the folder that holds recordings/human")
    parser.add_argument("--list", help="write every disagreement with the plain fits to this file")
    options = parser.parse_args()
    listing = open(options.list, "w") if options.list else None
    judge_of_all = Judge(listing)
    for table in tables.TABLES:
        for strokes in tables.by_device(tables.read(options.material, table)).values():
            judge_of_all.device(options.flickctl, strokes)
    if listing:
        listing.close()
    return judge_of_all.finish()


if __name__ == "__main__":
    sys.exit(main())
