#!/usr/bin/env python3
"""Writes decisions.json: releases of the interactions with their true outcome, for Swift and for JavaScript.

The truth is the rule of the documentation, in exact fractions. It shares no code with the libraries.

    Tests/Cases/decisions.py            writes decisions.json
    Tests/Cases/decisions.py --check    exits with 1 if decisions.json is not what this file writes
"""
from fractions import Fraction

import case_file

TAU = Fraction(1, 4)
FLICK = 800
# The criteria of each interaction at its defaults; the directions in which it may leave: of a negative and of a
# positive displacement.
DOWN, SIDEWAYS = (None, "down"), ("left", "right")
LEAVING = {
    "DismissibleCard": {"distance": 200, "velocity": FLICK, "directions": DOWN},
    "DismissibleSheet": {"predicted": 200, "directions": DOWN},
    "SwipeCard": {"distance": 100, "velocity": FLICK, "directions": SIDEWAYS},
    "SpringCard": {"distance": 200, "predicted": 500, "directions": DOWN},
}
SNAPPING = {
    "CardCarousel": lambda options: [-296 * card for card in range(options["count"])],
    "BottomSheet": lambda options: options["detents"],
}


def exact(number):
    return Fraction(str(number))


def side(interaction, options, t, v):
    """The direction in which the content leaves; None if it returns."""
    rule = dict(LEAVING[interaction])
    rule.update({key: value for key, value in options.items() if key in ("distance", "predicted")})
    if "height" in options:
        rule["predicted"] = exact(options["height"]) / 2
    t, v = exact(t), exact(v)
    follows = options.get("reversal", "follow") == "follow"
    is_flick = abs(v) > FLICK
    lead = v if is_flick and follows else (t if t != 0 else v)
    sign = (lead > 0) - (lead < 0)
    met = (
        ("distance" in rule and sign * t > rule["distance"])
        or ("velocity" in rule and (abs(v) if follows else sign * v) > rule["velocity"])
        or ("predicted" in rule and sign * (t + TAU * v) > rule["predicted"]))
    return rule["directions"][sign > 0] if sign != 0 and met else None


def index(interaction, options, begin, t, v):
    """The number of the selected snap point; the current one if there is none."""
    points = [exact(point) for point in SNAPPING[interaction](options)]
    if not points:
        return begin
    landing = points[begin] + exact(t) + TAU * exact(v)
    least = min(abs(point - landing) for point in points)
    nearest = [number for number, point in enumerate(points) if abs(point - landing) == least]
    if v != 0:
        return max(nearest, key=lambda number: points[number] * (1 if v > 0 else -1))
    return min(nearest, key=lambda number: abs(number - begin))


# The rows in which the libraries once differed from each other or from flickd, and the reasons for the rule.
NAMED = [
    ("a pull beyond the threshold and a flick back return", "DismissibleCard", {}, 240, -1000),
    ("the same dismisses if the reversal is ignored", "DismissibleCard", {"reversal": "ignore"}, 240, -1000),
    ("a pull beyond the threshold that drifts back dismisses", "DismissibleCard", {}, 240, -200),
    ("a push up and a flick down dismiss", "DismissibleCard", {}, -30, 1000),
    ("the same returns if the reversal is ignored", "DismissibleCard", {"reversal": "ignore"}, -30, 1000),
    ("a drag up is not a dismissal, whatever its predicted end", "DismissibleSheet", {"height": 200}, -50, 700),
    ("a flick down after a drag up is one", "DismissibleSheet", {"height": 200}, -50, 1000.5),
    ("the direction of the flick counts", "SwipeCard", {}, 300, -900),
    ("the direction of the displacement counts if the reversal is ignored", "SwipeCard", {"reversal": "ignore"},
     300, -900),
    ("a slow drift back does not turn a drag", "SwipeCard", {}, 300, -800),
    ("a short flick leaves by its speed", "SwipeCard", {}, 80, 1050),
    ("a short drag stays", "SwipeCard", {}, 80, 790),
    ("a pulled card that is flicked back returns", "SpringCard", {}, 240, -900),
    ("the same dismisses if the reversal is ignored", "SpringCard", {"reversal": "ignore"}, 240, -900),
    ("without displacement and velocity nothing leaves", "SwipeCard", {}, 0, 0),
]
TIES = [
    ("half of the distance at rest stays", "CardCarousel", {"count": 5}, 0, -148, 0),
    ("half of the distance at rest stays, from the second card", "CardCarousel", {"count": 5}, 1, 148, 0),
    ("a tie goes with the velocity", "CardCarousel", {"count": 5}, 0, -147, -4),
    ("a tie goes with the velocity, back", "CardCarousel", {"count": 5}, 0, -149, 4),
    ("a tie beyond the next card goes with the velocity", "CardCarousel", {"count": 5}, 0, -443, -4),
    ("a tie beyond the next card at rest stays nearer", "CardCarousel", {"count": 5}, 0, -444, 0),
    ("65 cards select as 5 do", "CardCarousel", {"count": 65}, 64, 148, 0),
    ("65 cards select as 5 do, with a velocity", "CardCarousel", {"count": 65}, 64, 147, 4),
    ("the last of 65 cards is the end", "CardCarousel", {"count": 65}, 64, -900, -9000),
    ("no card stays", "CardCarousel", {"count": 0}, 0, -500, -3000),
    ("one card stays", "CardCarousel", {"count": 1}, 0, -500, -3000),
    ("half of the height at rest stays", "BottomSheet", {"detents": [0, -300, -600]}, 1, -150, 0),
    ("half of the height at rest stays, downwards", "BottomSheet", {"detents": [0, -300, -600]}, 1, 150, 0),
    ("a tie goes with the velocity, up", "BottomSheet", {"detents": [0, -300, -600]}, 1, -149, -4),
    ("a tie goes with the velocity, down", "BottomSheet", {"detents": [0, -300, -600]}, 1, -151, 4),
    ("a rising list has the same ties", "BottomSheet", {"detents": [0, 300, 600]}, 1, 149, 4),
    ("an empty list has one answer: the current height", "BottomSheet", {"detents": []}, 0, -400, -2000),
]


def leaving_row(name, interaction, options, t, v):
    return {"name": name, "interaction": interaction, "options": options, "t": t, "v": v,
            "side": side(interaction, options, t, v)}


def snapping_row(name, interaction, options, begin, t, v):
    return {"name": name, "interaction": interaction, "options": options, "begin": begin, "t": t, "v": v,
            "index": index(interaction, options, begin, t, v)}


def cases():
    leaving = [leaving_row(*row) for row in NAMED]
    for interaction in LEAVING:
        for reversal in ("follow", "ignore"):
            for t in (-240, -101, -30, 0, 30, 99, 101, 199, 200, 201, 240, 510):
                for v in (-2000, -900, -800, -300, 0, 300, 800, 801, 1700):
                    leaving.append(leaving_row(
                        f"{t} at {v}", interaction, {"reversal": reversal}, t, v))
    snapping = [snapping_row(*row) for row in TIES]
    for interaction, options in (
        ("CardCarousel", {"count": 5}), ("CardCarousel", {"count": 2}), ("BottomSheet", {"detents": [0, -300, -600]}),
        ("BottomSheet", {"detents": [-80, -420]}),
    ):
        last = len(SNAPPING[interaction](options)) - 1
        for begin in sorted({0, 1, last}):
            for t in (-300, -170, -148, -100, 0, 60, 148, 150, 260):
                for v in (-4000, -1000, 0, 8, 900):
                    snapping.append(snapping_row(f"{t} at {v} from {begin}", interaction, options, begin, t, v))
    return {"leaving": leaving, "snapping": snapping}


case_file.run(__file__, cases())
