#!/usr/bin/env python3
"""Checks the output of `flickctl replay` on every recording of real panels.

The recordings in the table of contacts end with 0, print only swipe lines with the contract's fields and
numbers, and print the same bytes when replayed again; every other file of the folder ends with 65 and a
description. Standard library only. Exits with 1 on any violation.
"""

import argparse
import csv
import json
import os
import re
import sys

from flickctl import Violations, run
from rule import D_MM, MINIMUM_TRAVEL_MM, S_MM_PER_S, SLOP_MM, TAU_S, axes_in_question, no_commit

PHASES = "begin,update,end,cancel"
LOOKAHEAD_MS = 16
HEAD = ["type", "phase", "seq", "swipe_id", "panel_id", "t_us", "unit", "fingers"]
HEAD += ["start", "location", "translation"]
AHEAD = ["lookahead_translation"]
MOTION = ["velocity", "projection_us", "predicted_end_translation", "predicted_end_location"]
TIMES = ["duration_us", "idle_us", "edge"]
FIELDS = {
    "begin": HEAD + AHEAD + MOTION + TIMES + ["slop", "decision", "progress", "estimate", "zone"],
    "update": HEAD + AHEAD + MOTION + TIMES + ["decision", "progress", "estimate", "zone"],
    "end": HEAD + MOTION + TIMES + ["decision", "estimate", "zone"],
    "cancel": HEAD + ["reason"] + TIMES + ["zone"],
}
MEASURES = ["distance", "distance_threshold", "speed", "speed_threshold", "travel", "travel_threshold"]
PARTS = {
    "decision": ["kind", "commit", "by", "direction"] + MEASURES,
    "estimate": ["samples", "window_us", "age_us", "confidence"],
}
PAIRS = ("start", "location", "translation", *AHEAD, *MOTION[:1], *MOTION[2:])
REASONS = {"palm", "size", "dropped", "unplugged", "stale", "suspend", "fingers", "pinch", "shutdown",
           "ghost"}
EDGES = {"left", "right", "top", "bottom", None}
# The shortest decimal with at most three digits behind its point: no exponent, no -0, no zero at the end.
NUMBER = re.compile(r"0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)\.[0-9]{0,2}[1-9]")
SLOP = round(SLOP_MM, 3)
# Any reason without a commit.
ANY = object()
# Printed values are rounded to 0.001; the sum of two such numbers may be off by this.
ROUNDING = 0.0011


class BadLine(Exception):
    """A line that breaks the contract, and the reason."""


def demand(condition, words):
    """Ends the check of a line unless the condition holds."""
    if not condition:
        raise BadLine(words)


def number(text):
    """A JSON number in the form that the contract requires."""
    demand(NUMBER.fullmatch(text), f"the number {text}")
    return float(text) if "." in text else int(text)


def constant(text):
    """NaN and infinity are not valid JSON."""
    raise BadLine(f"the constant {text}")


def unique(pairs):
    """An object without repeated names."""
    names = [name for name, _ in pairs]
    demand(len(names) == len(set(names)), f"repeated names in {names}")
    return dict(pairs)


def check_line(text):
    """Parses a line, checks its fields, and returns it."""
    try:
        line = json.loads(
            text, parse_float=number, parse_int=number, parse_constant=constant, object_pairs_hook=unique
        )
    except ValueError as error:
        raise BadLine(f"no JSON: {error}") from error
    demand(line.get("type") == "swipe" and line.get("phase") in FIELDS, "no swipe of a known phase")
    demand(sorted(line) == sorted(FIELDS[line["phase"]]), f"fields {sorted(line)}")
    parts = PARTS | {"decision": PARTS["decision"] + ["no_commit"]} if line["phase"] == "end" else PARTS
    for name in PAIRS:
        demand(name not in line or sorted(line[name]) == ["x", "y"], name)
    for name, fields in parts.items():
        names = sorted(set(line.get(name, fields)) - {"recoil"})
        demand(names == sorted(fields), f"fields of {name}")
    demand(line["unit"] == "mm" and line["edge"] in EDGES and line["zone"] is None, "unit, edge or zone")
    demand(line["phase"] != "cancel" or line["reason"] in REASONS, "reason")
    demand(line.get("slop", SLOP) == SLOP, "slop")
    demand(1 <= line["fingers"] <= 10 and line["duration_us"] >= 0, "fingers or duration")
    if "decision" in line:
        check_sums(line)
        check_decision(line)
    return line


def check_sums(line):
    """Positions, translation, velocity and predicted end fit together."""
    tau = line["projection_us"] * 1e-6
    demand(tau == TAU_S, "projection")
    for axis in "xy":
        start, translation, velocity = line["start"][axis], line["translation"][axis], line["velocity"][axis]
        predicted, landing = line["predicted_end_translation"][axis], line["predicted_end_location"][axis]
        demand(abs(start + translation - line["location"][axis]) <= 2 * ROUNDING, "location")
        demand(abs(translation + tau * velocity - predicted) <= 2 * ROUNDING, "predicted_end_translation")
        demand(abs(start + predicted - landing) <= 2 * ROUNDING, "predicted_end_location")
        if "lookahead_translation" in line:
            ahead = line["lookahead_translation"][axis]
            demand(abs(translation + LOOKAHEAD_MS * 1e-3 * velocity - ahead) <= 2 * ROUNDING, "lookahead")


def check_decision(line):
    """Kind, criteria, direction and signs follow the rule from the numbers in the line itself."""
    decision, estimate = line["decision"], line["estimate"]
    demand(decision["distance_threshold"] == round(D_MM, 3), "distance_threshold")
    demand(decision["speed_threshold"] == round(S_MM_PER_S, 3), "speed_threshold")
    demand(0 <= estimate["confidence"] <= 1 and estimate["samples"] >= 0 <= estimate["age_us"], "estimate")
    demand(decision["direction"] in ("left", "right", "up", "down", None), "direction")
    if abs(decision["speed"] - S_MM_PER_S) > ROUNDING:
        is_fast = decision["speed"] > S_MM_PER_S
        demand(decision["kind"] == ("flick" if is_fast else "drag"), "kind")
        demand(("velocity" in decision["by"]) == is_fast, "by velocity")
    if abs(decision["distance"] - D_MM) > ROUNDING:
        demand(("distance" in decision["by"]) == (decision["distance"] > D_MM), "by distance")
    demand(set(decision["by"]) <= {"distance", "velocity"}, "by")
    demand(decision["commit"] == (bool(decision["by"]) and decision["direction"] is not None), "commit")
    demand(decision["travel_threshold"] == MINIMUM_TRAVEL_MM, "travel_threshold")
    if abs(decision["travel"] - MINIMUM_TRAVEL_MM) > ROUNDING and decision["travel"] < MINIMUM_TRAVEL_MM:
        demand(decision["speed"] == 0, "a speed below the minimum travel")
    if line["phase"] == "end":
        expected = reason(line)
        demand(expected is ANY or decision["no_commit"] == expected, f"no_commit: expected {expected}")
    check_recoil(line)
    if decision["direction"]:
        axis = "x" if decision["direction"] in ("left", "right") else "y"
        sign = 1 if decision["direction"] in ("right", "down") else -1
        demand(abs(sign * line["translation"][axis] - decision["distance"]) <= ROUNDING, "distance")
        speed = abs(counted(line)["xy".index(axis)])
        if abs(decision["travel"] - decision["travel_threshold"]) > ROUNDING:
            demand(abs(speed - decision["speed"]) <= ROUNDING, "speed")
        lead = counted(line)["xy".index(axis)] if decision["kind"] == "flick" else decision["distance"] * sign
        demand(sign * lead >= 0, "the sign")


def counted(line):
    """The velocity that the decision uses, from the numbers in the line."""
    decision, velocity = line["decision"], line["velocity"]
    if decision["travel"] < decision["travel_threshold"]:
        return (0, 0)
    return tuple(0 if axis in decision.get("recoil", {}) else velocity[axis] for axis in "xy")


def check_recoil(line):
    """A recoil is against the displacement and less than the minimum travel; it explains axis and speed."""
    decision, translation, velocity = line["decision"], line["translation"], line["velocity"]
    if abs(decision["travel"] - MINIMUM_TRAVEL_MM) > ROUNDING and decision["direction"]:
        axes = axes_in_question(tuple(translation[axis] for axis in "xy"), counted(line), 0.001)
        demand((0 if decision["direction"] in ("left", "right") else 1) in axes, "the axis")
    if "recoil" not in decision:
        return
    recoil = decision["recoil"]
    demand(recoil and set(recoil) <= {"x", "y"}, "fields of recoil")
    demand(decision.get("no_commit") != "short_travel", "short_travel with a recoil")
    demand(decision["travel"] >= MINIMUM_TRAVEL_MM, "a recoil of a short swipe")
    for axis, length in recoil.items():
        demand(0 <= length <= MINIMUM_TRAVEL_MM, "the length of a recoil")
        demand(velocity[axis] * translation[axis] <= 0, "a recoil along the displacement")


def reason(line):
    """The first reason without a commit, from the numbers in the line; ANY if rounding decides.

    Only for lines without a zone: content has an end only in a zone with snap points.
    """
    decision = line["decision"]
    if decision["commit"]:
        return None
    if decision["direction"] is None:
        return "direction"
    axis = "x" if decision["direction"] in ("left", "right") else "y"
    travel, is_recoil = decision["travel"], axis in decision.get("recoil", {})
    speed = 0 if is_recoil else abs(line["velocity"][axis])
    if min(abs(travel - MINIMUM_TRAVEL_MM), abs(speed - S_MM_PER_S)) <= ROUNDING:
        return ANY
    return no_commit(decision["direction"], travel, speed)


def check_order(lines):
    """Sequence numbers count up from 1; a swipe begins once, then ends once, and is silent afterwards."""
    states = {}
    for seq, line in enumerate(lines, start=1):
        demand(line["seq"] == seq, f"seq {line['seq']} in line {seq}")
        before, phase = states.get(line["swipe_id"]), line["phase"]
        demand((before is None) == (phase == "begin"), f"{phase} after {before} of swipe {line['swipe_id']}")
        demand(before not in ("end", "cancel"), f"{phase} after {before} of swipe {line['swipe_id']}")
        states[line["swipe_id"]] = phase
    demand(set(states.values()) <= {"end", "cancel"}, "a swipe without an end")
    return len(states)


def check_recording(binary, path):
    """Replays a recording twice in all its phases and once by default; returns (lines, swipes)."""
    everything = ("--phases", PHASES, "--lookahead", str(LOOKAHEAD_MS))
    code, output, words = run(binary, path, *everything)
    remarks = [line for line in words.splitlines() if ": flickd would not read this device live: " not in line]
    # Without a line, the silence is explained.
    if not output:
        demand(remarks and remarks.pop().startswith("flickctl: 0 swipes: "), "says nothing of a recording without a swipe")
    demand(code == 0 and not remarks, f"exit {code}: {words}")
    demand(run(binary, path, *everything)[1] == output, "a second replay prints other bytes")
    demand(not output or output.endswith(b"\n"), "the last line has no end")
    lines = []
    for line_number, text in enumerate(output.decode("utf-8").splitlines(), start=1):
        try:
            lines.append(check_line(text))
        except BadLine as fault:
            raise BadLine(f"line {line_number}: {fault}: {text}") from fault
    swipes = check_order(lines)
    ends = [line for line in lines if line["phase"] in ("end", "cancel")]
    for seq, line in enumerate(ends, start=1):
        line["seq"] = seq
    code, output, words = run(binary, path)
    by_default = [json.loads(text) for text in output.splitlines()]
    demand(code == 0 and by_default == ends, "the default phases print something else")
    return len(lines), swipes


def check_refusal(binary, path):
    """A file without a recording ends with 65 and a description."""
    code, output, words = run(binary, path)
    demand(code == 65 and not output, f"exit {code} and {len(output)} bytes of output")
    expected = "binary revent" if path.endswith(".revent") else "describes a device, but contains no events"
    demand(expected in words and path in words and words.count("\n") == 1, f"says: {words}")


def main():
    """Runs every file below the folder of evdev recordings."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("flickctl")
    parser.add_argument("material", help="the folder that holds recordings/evdev")
    options = parser.parse_args()
    violations = Violations()
    root = os.path.join(options.material, "recordings")
    with open(os.path.join(root, "contacts.csv")) as file:
        named = {row["file"] for row in csv.DictReader(file)}
    present = {
        os.path.relpath(os.path.join(folder, name), root)
        for folder, _, names in os.walk(os.path.join(root, "evdev"))
        for name in names
    }
    for name in sorted(named - present):
        violations.add(f"{name} is missing")
    lines = swipes = 0
    for name in sorted(present):
        path = os.path.join(root, name)
        try:
            if name in named:
                counts = check_recording(options.flickctl, path)
                lines, swipes = lines + counts[0], swipes + counts[1]
            else:
                check_refusal(options.flickctl, path)
        except (BadLine, UnicodeDecodeError) as fault:
            violations.add(f"{name}: {fault}")
    refused = len(present - named)
    print(f"recordings {len(named & present)}, swipe lines {lines}, swipes {swipes}; refused {refused}")
    violations.require(len(named) >= 80 and swipes > 0, "hardly anything was replayed")
    return violations.exit_code()


if __name__ == "__main__":
    sys.exit(main())
