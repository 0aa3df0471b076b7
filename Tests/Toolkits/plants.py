#!/usr/bin/env python3
"""Proves that the tests of the samples find faults: plants a fault in a copy, and runs a test on it.

It plants the first fault of the list; with FLICKD_PLANTS=all, each fault, which takes six minutes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import test_cards

TESTS = Path(__file__).resolve().parent
SAMPLES = TESTS.parents[1] / "docs/examples/toolkits"
DEMO = "test_follows_the_demo_and_connects_again"
PRESS = "test_stops_under_a_finger_and_returns_after_a_cancel"

# What is wrong, the test that must find it, and the right and the wrong code of cards.qml and of cards-gtk.py.
FAULTS = (
    ("a prediction with the wrong sign", DEMO)
    + (("x + Math.max(-most", "x - Math.max(-most"), ('"] + max(-most', '"] - max(-most')),
    ("no prediction", DEMO, (", 100000) / 1e6", ", 0) / 1e6"), (", 100_000) / 1e6", ", 0) / 1e6")),
    ("a spring that ignores the velocity", DEMO)
    + (("(spring.initial_velocity + ", "("), ('(spring["initial_velocity"] + ', "(")),
    ("a spring that never ends", PRESS)
    + (("t >= flight.spring.settling_us", "false"), ('t >= spring["settling_us"]', "False")),
    ("a jump by the slop", PRESS, ("Math.min(line.slop / ", "Math.min(0 / "), ('min(line["slop"] / ', "min(0 / ")),
    ("a press that stops nothing", PRESS)
    + (("press = line.press_id", "press = null"), ('press = line["press_id"]', "press = None")),
    ("a release that is ignored", PRESS)
    + (("line.press_id === press", "false"), ('line.get("press_id") == self.press', "False")),
    ("a cancel that is ignored", PRESS)
    + ((' || line.phase === "cancel"', ""), ('in ("end", "cancel")', 'in ("end",)')),
    ("the clock of a recording as ours", PRESS)
    + (("isRecording ?", "false ?"), ("if self.is_recording else", "if False else")),
    ("no card after the end of flickd", DEMO)
    + (("if (finger || press", "if (false && press"), ("if self.finger or self.press is", "if None and self.press is")),
    ("frames at rest", PRESS)
    + (("return finger !== null || ", "return true || "), ("if self.finger or self.flight and", "if True or")),
)


def is_found(folder: Path, suite: str, test: str) -> bool:
    """Whether the test fails on the samples in a folder."""
    words = [sys.executable, "-B", str(TESTS / "test_cards.py"), f"{suite}.{test}"]
    environment = {**os.environ, "FLICKD_TOOLKIT_SAMPLES": str(folder), "CI": "true"}
    ended = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    # An error is not a finding: the planted fault must run.
    found = ended.returncode != 0 and "FAILED (failures=1)" in ended.stderr
    reason = [line for line in ended.stderr.splitlines() if "Error: " in line]
    print(f"        {(reason or ended.stderr.splitlines()[-1:])[0][:120]}", flush=True)
    return found


def main() -> int:
    """Plants the faults in each sample."""
    status = 0
    faults = FAULTS if os.environ.get("FLICKD_PLANTS") == "all" else FAULTS[:1]
    for what, test, *codes in faults:
        for name, suite, (right, wrong) in zip(("cards.qml", "cards-gtk.py"), ("TheQtSample", "TheGtkSample"), codes):
            if (reason := test_cards.missing(getattr(test_cards, suite).modules)) and "CI" not in os.environ:
                print(f"skipped {name}: {reason}", flush=True)
                continue
            with tempfile.TemporaryDirectory() as folder:
                shutil.copytree(SAMPLES, folder, dirs_exist_ok=True)
                file = Path(folder, name)
                text = file.read_text(encoding="utf-8")
                fits = text.count(right) == 1
                file.write_text(text.replace(right, wrong), encoding="utf-8")
                is_good = fits and is_found(Path(folder), suite, test)
            changed = "" if fits else "; the code has changed"
            print(f"{'ok     ' if is_good else 'FAILED '} {name}: finds {what}{changed}", flush=True)
            status |= not is_good
    return status


if __name__ == "__main__":
    sys.exit(main())
