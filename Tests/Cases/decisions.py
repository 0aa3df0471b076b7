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


# Parts at equal distances: the stride, and whether the row is a ring.
ROWS = {
    "CardCarousel": lambda options: (296, options.get("isLooping", False)),
    "Pager": lambda options: (options["size"], options.get("isLooping", False)),
    "Dial": lambda options: (40, options.get("isWrapping", True)),
}
ROW_OPTIONS = [
    ("CardCarousel", {"count": 5, "isLooping": True}),
    ("CardCarousel", {"count": 3, "isLooping": True, "maxSteps": 1}),
    ("CardCarousel", {"count": 4, "isLooping": True, "perView": 3, "isRightToLeft": True}),
    ("CardCarousel", {"count": 3, "isLooping": True, "perView": 3}),
    ("CardCarousel", {"count": 8, "perView": 3}),
    ("CardCarousel", {"count": 2, "perView": 3}),
    ("CardCarousel", {"count": 5, "isRightToLeft": True}),
    ("CardCarousel", {"count": 70, "isLooping": True}),
    ("CardCarousel", {"count": 5, "axis": "y", "isRightToLeft": True, "maxSteps": 2}),
    ("Pager", {"count": 4, "size": 600}),
    ("Pager", {"count": 4, "size": 600, "isLooping": True, "isRightToLeft": True}),
    ("Dial", {"count": 12}),
    ("Dial", {"count": 2}),
    ("Dial", {"count": 12, "isWrapping": False}),
    ("Dial", {"count": 0}),
]


class Row:
    """Parts numbered without end on a ring; number n is at the offset sign * n * stride."""

    def __init__(self, interaction, options):
        self.stride, is_ring = ROWS[interaction](options)
        self.count, self.view = options["count"], options.get("perView", 1)
        self.is_ring = is_ring and self.count > self.view
        axis = options.get("axis", "y" if interaction == "Dial" else "x")
        self.sign = 1 if options.get("isRightToLeft") and axis == "x" else -1
        self.steps = options.get("maxSteps", 1 if interaction == "Pager" else None)

    def numbers(self, around):
        """The numbers near a landing that may be selected."""
        if self.is_ring:
            return range(around - 2, around + 3)
        return range(max(self.count - self.view, 0) + 1)

    def selected(self, begin, t, v):
        """The number that a swipe from a number selects."""
        start = self.sign * begin * self.stride
        landing = start + exact(t) + TAU * exact(v)
        around = int(self.sign * landing // self.stride)
        far = {number: abs(self.sign * number * self.stride - landing) for number in self.numbers(around)}
        nearest = [number for number in far if far[number] == min(far.values())]
        if v != 0:
            number = max(nearest, key=lambda number: self.sign * number * (1 if v > 0 else -1))
        else:
            number = min(nearest, key=lambda number: abs(number - begin))
        if self.steps is not None:
            number = min(max(number, begin - self.steps), begin + self.steps)
        return number

    def gone(self, begin, index):
        """The number to which `go(index)` moves, without a finger."""
        if not self.is_ring:
            return max(min(index, max(self.count - self.view, 0)), 0)
        now = begin % self.count
        if not 0 <= index < self.count:
            return begin + index - now
        turns = [index - now, index - now + self.count, index - now - self.count]
        return begin + min(turns, key=lambda turn: (abs(turn), turns.index(turn)))

    def index(self, number):
        return number % self.count if self.is_ring else number

    def drawn(self, part, number):
        """The displacement of a part from its position, with a number in front."""
        offset = self.sign * number * self.stride
        if not self.is_ring:
            return [offset]
        # Its distance from the middle of the view is at most half of the ring; at exactly half, both sides are equal.
        period, middle = self.count * self.stride, Fraction(self.view - 1, 2) * self.stride
        position = offset - self.sign * part * self.stride
        rounds = list(range(-4, 5))
        far = {turn: abs(position + turn * period + self.sign * middle) for turn in rounds}
        return [offset + turn * period for turn in rounds if far[turn] == min(far.values())]


def row_zones():
    """Each row with the snap points of its zone; without snap points if there is none, or more than 64."""
    for interaction, options in ROW_OPTIONS:
        row = Row(interaction, options)
        count = row.count if row.is_ring or row.count == 0 else max(row.count - row.view, 0) + 1
        zone = {"interaction": interaction, "options": options}
        if 1 <= count <= 64:
            zone["snapPoints"] = [row.sign * number * row.stride for number in range(count)]
            zone["maxSteps"] = row.steps
            zone["wrap"] = row.count * row.stride if row.is_ring else None
        yield zone


def stroke_cases():
    for row_index, (interaction, options) in enumerate(ROW_OPTIONS):
        row = Row(interaction, options)
        last = max(options["count"] - row.view, 0) if not row.is_ring else options["count"] - 1
        for begin in sorted({0, min(1, last), last}):
            for quarters in (-9, -4, -2, -1, 0, 1, 2, 4, 10):
                for v in (-3000, -600, 0, 8, 900):
                    t = row.stride * quarters / 4
                    number = row.selected(begin, t, v) if options["count"] else 0
                    yield {"row": row_index, "begin": begin, "t": t, "v": v, "index": row.index(number),
                           "target": row.sign * number * row.stride}


def go_cases():
    for row_index, (interaction, options) in enumerate(ROW_OPTIONS):
        row, count = Row(interaction, options), options["count"]
        if not count:
            continue
        for begin in range(min(count, 6)):
            begin = begin if row.is_ring else row.gone(0, begin)
            for index in sorted({-1, 0, 1, count // 2, count - 1, count, count + 1}):
                number = row.gone(begin, index)
                drawn = [row.drawn(part, number) for part in range(min(count, 8))]
                yield {"row": row_index, "begin": begin, "go": index, "index": row.index(number),
                       "target": row.sign * number * row.stride, "drawn": drawn}


def corner_cases():
    rectangle = {"x": -100, "y": 20, "width": 900, "height": 400}
    for corner in ("top_left", "bottom_right"):
        for t in ((0, 0), (450, 0), (-450, -200), (300, -150), (-500, 100), (460, 210)):
            for v in ((0, 0), (-8, 8), (-1200, 700), (900, -900)):
                words = []
                for axis, near, names in ((1, "top", ("top", "bottom")), (0, "left", ("left", "right"))):
                    start, extent = ((-100, 900), (20, 400))[axis]
                    is_far = near not in corner
                    landing = (start + extent if is_far else start) + exact(t[axis]) + TAU * exact(v[axis])
                    excess = landing - start - Fraction(extent, 2)
                    if excess == 0 and v[axis] != 0:
                        excess = v[axis]
                    words.append(names[excess > 0 if excess != 0 else is_far])
                yield {"rectangle": rectangle, "begin": corner, "t": {"x": t[0], "y": t[1]},
                       "v": {"x": v[0], "y": v[1]}, "corner": "_".join(words)}


def refresh_cases():
    for threshold, extent in ((64, 256), (80, 200)):
        # The pull at which the rubber band has stretched to the threshold.
        distance = Fraction(threshold * extent, extent - threshold) / Fraction(55, 100)
        for part in (-1, 0, Fraction(1, 2), Fraction(99, 100), Fraction(101, 100), 3):
            for v in (-3000, -801, -600, 0, 700, 5000):
                t = float(round(distance * part, 6))
                # A flick up has the direction up, which does not refresh.
                yield {"threshold": threshold, "extent": extent, "distance": float(distance), "t": t, "v": v,
                       "isRefreshing": exact(t) > distance and not v < -FLICK}


# Swipes with their path, in the units of a page: the slop of its recogniser, and a minimum travel of whole pixels.
SLOP, LEAST, DISTANCE = 10, 40, 200
CARDS = [0, -296, -592]
NAMES = {"x": ("left", "right"), "y": ("up", "down")}


def retreat(path):
    """How far a finger went back against its displacement along an axis, and whether it turned before."""
    sign = 1 if path[-1] > 0 else -1
    if path[-1] == 0:
        return 0, False
    run, is_rising, turn = [0], None, 0
    for position in path:
        run.append(sign * position)
        if is_rising is not False and max(run) - run[-1] > SLOP:
            turn, run, is_rising = max(run), run[-1:], False
        elif is_rising is not True and run[-1] - min(run) > SLOP:
            run, is_rising = run[-1:], True
    return (turn - run[-1], True) if is_rising is False else (max(run) - run[-1], False)


def axis_of(options, t, v):
    if "axis" in options:
        return options["axis"]
    across, down = (abs(t[axis]) + TAU * abs(v[axis]) for axis in "xy")
    return "x" if across >= down else "y"


def outcome(options, t, v):
    """Kind, sign, axis, criteria and speed of a velocity that counts."""
    axis = axis_of(options, t, v)
    is_flick = abs(v[axis]) > FLICK
    follows = options.get("reversal") != "ignore"
    lead = v[axis] if is_flick and follows else (t[axis] or v[axis])
    sign = (lead > 0) - (lead < 0)
    speed = abs(v[axis]) if follows else sign * v[axis]
    by = [name for name, is_met in (
        ("distance", sign * t[axis] > DISTANCE), ("velocity", speed > FLICK)) if is_met]
    return is_flick, sign, axis, by, speed


def landed(t, v, axis):
    """The index of the card on which content from the first card comes to rest."""
    landing = t[axis] + TAU * v[axis]
    least = min(abs(point - landing) for point in CARDS)
    nearest = [number for number, point in enumerate(CARDS) if abs(point - landing) == least]
    return max(nearest, key=lambda number: CARDS[number] * (v[axis] > 0 or -1)) if v[axis] else nearest[0]


def path_case(name, path, v, travel=100, **options):
    """A swipe along a path of (x, y) from (0, 0), with its velocity at the lift."""
    t, v = dict(zip("xy", path[-1])), dict(zip("xy", v))
    back = {axis: retreat([position["xy".index(axis)] for position in path]) for axis in "xy"}
    is_short, follows = travel < LEAST, options.get("reversal") != "ignore"
    counts = {}
    for axis in "xy":
        length, has_turned = back[axis]
        is_recoil = follows and v[axis] * t[axis] < 0 and (length if has_turned else 0) < LEAST
        counts[axis] = 0 if is_short or is_recoil else v[axis]
    is_flick, sign, axis, by, speed = outcome(options, t, counts)
    recoil = {}
    for one in "xy":
        other = outcome(options, t, {**counts, one: v[one]})
        if not is_short and counts[one] != v[one] and (other[2], other[4]) != (axis, speed):
            recoil[one] = back[one][0]
    row = {
        "name": name, "options": options, "path": path, "v": list(v.values()), "travel": travel,
        "retreat": {one: {"length": back[one][0], "hasTurned": back[one][1]} for one in "xy"},
        "kind": "flick" if is_flick else "drag", "direction": NAMES[axis][sign > 0] if sign else None,
        "commit": sign != 0 and bool(by), "speed": speed, "recoil": recoil or None,
    }
    is_thrown = is_short and bool(outcome({**options, "axis": axis}, t, v)[3])
    is_at_end = False
    if options.get("snapPoints"):
        row["index"], row["initialVelocity"] = landed(t, counts, axis), counts[axis]
        row["commit"] = row["index"] != 0
        is_thrown, is_at_end = is_short and landed(t, v, axis) != 0, sign > 0
    reasons = {"direction": sign == 0, "short_travel": is_thrown, "end_of_range": is_at_end, "below_thresholds": True}
    row["noCommit"] = None if row["commit"] else next(reason for reason, applies in reasons.items() if applies)
    return row


def path_cases():
    out = [(120, 0), (240, 0)]
    yield path_case("a drag with a recoil keeps its direction", [*out, (228, 0)], (-1000, 0))
    yield path_case("a pull and a flick back follow the flick", [*out, (180, 0)], (-1000, 0))
    yield path_case("exactly the minimum travel back is a flick", [*out, (200, 0)], (-1000, 0))
    yield path_case("a pixel less is a recoil", [*out, (201, 0)], (-1000, 0))
    yield path_case("a recoil within the slop is one", [*out, (235, 0)], (-1000, 0))
    yield path_case("exactly the slop forth is no turn", [*out, (220, 0), (230, 0), (200, 0)], (-1000, 0))
    yield path_case("more than the slop forth is a turn", [*out, (220, 0), (231, 0), (200, 0)], (-1000, 0))
    yield path_case("a short flick back to the start is one", [(60, 0), (12, 0)], (-1000, 0))
    yield path_case("a flick through the start is not against it", [(60, 0), (-12, 0)], (-1000, 0))
    yield path_case("a recoil across chooses no axis", [(60, 40), (104, 70), (104, 64)], (0, -900))
    yield path_case("a recoil along both axes", [(150, 140), (220, 210), (205, 198)], (-900, -1200))
    yield path_case("a short swipe is no recoil", [(20, 0), (12, 0)], (-1000, 0), 39)
    yield path_case("a drag with a recoil, if reversal is ignored", [*out, (228, 0)], (-1000, 0), reversal="ignore")
    yield path_case("a row that recoils goes on", [(-160, 0), (-150, 0)], (1000, 0), axis="x", snapPoints=CARDS)
    yield path_case("a row that is flicked back stays", [(-200, 0), (-155, 0)], (1000, 0), axis="x", snapPoints=CARDS)
    yield path_case("a row that recoils is not short", [(-60, 0), (-48, 0)], (2000, 0), axis="x", snapPoints=CARDS)
    for axis, sign, options in (("x", 1, {}), ("x", -1, {"axis": "x", "snapPoints": CARDS}), ("y", -1, {"axis": "y"})):
        for back in (0, 9, 10, 11, 39, 40, 41, 75):
            for forth in (0, 10, 11, 30):
                for again in (0, 30, 41):
                    for v in (-1000, -300, 900):
                        along = [130, 240, 240 - back, 240 - back + forth, 240 - back + forth - again]
                        path = [(sign * one, 3) if axis == "x" else (3, sign * one) for one in along]
                        velocity = (sign * v, -5) if axis == "x" else (-5, sign * v)
                        yield path_case(f"back {back}, forth {forth}, back {again}", path, velocity, **options)


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
    return {
        "leaving": leaving, "snapping": snapping, "rows": list(row_zones()), "strokes": list(stroke_cases()),
        "goes": list(go_cases()), "corners": list(corner_cases()), "refreshes": list(refresh_cases()),
        "paths": list(path_cases()),
    }


case_file.run(__file__, cases())
