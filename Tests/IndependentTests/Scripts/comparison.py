"""Compares end lines with an independent implementation of the documented model."""

from flickctl import Tally
from rule import differences

LEAST_SHARE = 0.999


class ModelComparison:
    """Velocity, evidence and decision, over many strokes."""

    def __init__(self, violations):
        self.violations = violations
        self.velocity = Tally()
        self.evidence = Tally()
        self.decision = Tally()

    def add(self, stroke, samples, expected, line):
        """Compares one end line with the model's result for the stroke."""
        found = (line["velocity"]["x"], line["velocity"]["y"])
        evidence = (line["estimate"]["samples"], line["estimate"]["window_us"])
        self.velocity.add(expected.is_near(found))
        self.evidence.add(evidence == (expected.samples, expected.window_us))
        if not expected.is_near(found) or evidence != (expected.samples, expected.window_us):
            print(f"{stroke}: expected {expected}, got {found} from {evidence}")
        differing = differences(samples, expected.velocity, line["decision"], 0.01)
        if differing is not None:
            self.decision.add(not differing)
            self.violations.require(
                not differing, f"{stroke}: {differing}: expected {expected}, got {line['decision']}"
            )

    def finish(self):
        """Prints the figures and checks the shares."""
        print(f"velocity by the model, within 0.5 % or 0.5 mm/s: {self.velocity}")
        print(f"samples and window by the model: {self.evidence}")
        print(f"decision by the model, nothing within 1 % of a threshold: {self.decision}")
        for name, tally in (("velocity", self.velocity), ("evidence", self.evidence)):
            self.violations.require(tally.share >= LEAST_SHARE, f"{name} by the model: {tally}")
