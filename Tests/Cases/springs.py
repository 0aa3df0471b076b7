#!/usr/bin/env python3
"""Writes springs.json: springs with their true motion, for the tests of Swift and of JavaScript.

The true motion is that of exact_spring.py. The libraries use closed forms in double precision, so they share no
formula with this file.

    Tests/Cases/springs.py            writes springs.json
    Tests/Cases/springs.py --check    exits with 1 if springs.json is not what this file writes
"""
from decimal import Decimal

import case_file
from exact_spring import PI, parts, propagator, state

# The three forms, with springs that oscillate, are critical, creep, or are at the limits.
SPRINGS = [
    {}, {"duration": 0.5, "bounce": 0}, {"duration": 0.35}, {"bounce": 0.15}, {"bounce": 0.3}, {"bounce": -0.5},
    {"duration": 2, "bounce": 0.7}, {"duration": 0.5, "bounce": 0.99}, {"duration": 0.5, "bounce": -0.99},
    {"duration": 0.001, "bounce": 0.2}, {"duration": 60, "bounce": -0.2}, {"duration": 1, "bounce": 1e-7},
    {"duration": 1, "bounce": -1e-7},
    {"response": 0.5}, {"response": 0.2}, {"response": 0.55, "dampingFraction": 0.825},
    {"response": 0.15, "dampingFraction": 0.86}, {"response": 0.3, "dampingFraction": 0.7},
    {"response": 0.5, "dampingFraction": 1}, {"response": 0.4, "dampingFraction": 0.01},
    {"response": 0.4, "dampingFraction": 100}, {"response": 3, "dampingFraction": 2.5},
    {"stiffness": 158, "damping": 25}, {"mass": 1, "stiffness": 100, "damping": 10},
    {"mass": 2, "stiffness": 300, "damping": 30}, {"mass": 0.5, "stiffness": 50, "damping": 40},
    {"mass": 3, "stiffness": 170, "damping": 1.5},
]
STARTS = [(-196.0, -1000.0), (100.0, 0.0), (0.0, 1500.0), (-58.4, 2500.0), (600.0, -5000.0)]
TOLERANCES = [0.5, 0.01]
# Numbers that JSON does not have are words.
BAD = ["NaN", "Infinity", "-Infinity"]
INVALID = (
    [({"duration": value}, "duration") for value in [0, -1, 0.0009, 60.001, 1e300, *BAD]]
    + [({"duration": 0.5, "bounce": value}, "bounce") for value in [1, -1, 2, 0.991, -0.991, *BAD]]
    + [({"response": value, "dampingFraction": 0.8}, "response") for value in [0, -0.3, 0.0009, 61, *BAD]]
    + [({"response": 0.5, "dampingFraction": value}, "dampingFraction") for value in [0, -1, 0.009, 101, *BAD]]
    + [({"mass": value, "stiffness": 100, "damping": 10}, "mass") for value in [0, -1, *BAD]]
    + [({"stiffness": value, "damping": 10}, "stiffness") for value in [0, -200, *BAD, 1e-9, 1e9]]
    + [({"stiffness": 200, "damping": value}, "damping") for value in [0, -10, *BAD, 0.1, 1e5]]
)
PRESETS = {
    "standard": (0.5, 1), "smooth": (0.5, 1), "snappy": (0.5, 0.85), "bouncy": (0.5, 0.7), "interactive": (0.15, 0.86),
}


def settling(stiffness, damping, start, tolerance):
    """The last time at which the displacement exceeds the tolerance.

    The energy never grows, so the displacement never again exceeds √(energy/stiffness).
    """
    step = 1 / (40 * stiffness.sqrt() * max(Decimal(1), damping / (2 * stiffness.sqrt()) / 20))
    matrix = [[float(value) for value in row] for row in propagator(stiffness, damping, step)]
    x, v = start
    last, count = -1, 0
    while (x * x + v * v / float(stiffness)) ** 0.5 > tolerance:
        if abs(x) > tolerance:
            last = count
        x, v = matrix[0][0] * x + matrix[0][1] * v, matrix[1][0] * x + matrix[1][1] * v
        count += 1
    if last < 0:
        return Decimal(0)
    early, late = last * step, (last + 1) * step
    for _ in range(50):
        middle = (early + late) / 2
        if abs(state(stiffness, damping, start, middle)[0]) > Decimal(tolerance):
            early = middle
        else:
            late = middle
    return late


def pair(displacement, velocity):
    return {"displacement": float(displacement), "velocity": float(velocity)}


def cases():
    springs, motions, times = [], [], []
    for number, spring in enumerate(SPRINGS):
        stiffness, damping = parts(spring)
        duration, fraction = 2 * PI / stiffness.sqrt(), damping / (2 * stiffness.sqrt())
        springs.append({
            "spring": spring, "stiffness": float(stiffness), "damping": float(damping), "duration": float(duration),
            "dampingFraction": float(fraction), "bounce": float(1 - fraction if fraction <= 1 else 1 / fraction - 1),
        })
        for start in STARTS:
            for part in (0, 0.02, 0.3, 1.7):
                time = float(duration) * part
                motions.append({
                    "spring": spring, "start": pair(*start), "time": time,
                    **pair(*state(stiffness, damping, start, time)),
                })
        # A few starts for each spring, so that the file is written within seconds.
        for start in STARTS[number % 3::3]:
            for tolerance in TOLERANCES:
                times.append({
                    "spring": spring, "start": pair(*start), "tolerance": tolerance,
                    "settlingTime": float(settling(stiffness, damping, start, tolerance)),
                })
    return {
        "springs": springs, "motions": motions, "settlingTimes": times,
        "invalid": [{"spring": spring, "parameter": parameter} for spring, parameter in INVALID],
        "presets": [{"name": name, "duration": duration, "dampingFraction": fraction}
                    for name, (duration, fraction) in PRESETS.items()],
    }


case_file.run(__file__, cases())
