#!/usr/bin/env python3
"""Writes content.json: what fingers and apps do to content, and its true motion, for Swift and for JavaScript.

The truth is the content model of docs/web.md, in decimals of 60 digits, with the springs of exact_spring.py. It
shares no code with the libraries.

    Tests/Cases/content.py            writes content.json
    Tests/Cases/content.py --check    exits with 1 if content.json is not what this file writes
"""
import random
from decimal import Decimal

import case_file
from exact_spring import parts, state

D = Decimal
CONSTANT = D(0.55)
RECENT = 100_000
SMOOTH, BOUNCY, SNAPPY = {"duration": 0.5, "bounce": 0}, {"duration": 0.5, "bounce": 0.3}, {"bounce": 0.15}


def stretched(extent, constant, pull):
    """Displacement and slope of a rubber band under a pull of 0 or more."""
    if extent == 0:
        return D(0), D(0)
    whole = extent + constant * pull
    return extent - extent * extent / whole, constant * extent * extent / (whole * whole)


def unstretched(extent, constant, displacement):
    """The pull under which a rubber band has a displacement."""
    return (extent / (extent - displacement) - 1) * extent / constant


class Truth:
    """Content with its finger (`hand`) or its spring (`fall`)."""

    def __init__(self, start=0, bounds=None, extent=None, keepsSlop=False, follow=None):
        self.follow = follow
        self.set_bounds(bounds)
        self.extent = D(extent) if extent is not None else D(0)
        self.has_band = extent is not None
        self.keeps_slop = keepsSlop
        self.rest = self.inside(D(start))
        self.hand = self.fall = self.seen = None

    def set_bounds(self, bounds):
        lower, upper = bounds or (None, None)
        self.lower = D("-Infinity") if lower is None else D(lower)
        self.upper = D("Infinity") if upper is None else D(upper)

    def inside(self, offset):
        return min(max(offset, self.lower), self.upper)

    # A finger has pulled by `pull` beyond a wall; walls are the bounds, moved for content caught far beyond them.
    def grip(self, offset, origin):
        lower, upper, raw = self.lower, self.upper, offset
        for sign in (1, -1):
            over = sign * offset - (upper if sign > 0 else -lower)
            if over <= 0:
                continue
            tension = min(over, self.extent / 2)
            if sign > 0:
                upper = offset - tension
            else:
                lower = offset + tension
            pull = unstretched(self.extent, CONSTANT, tension) if tension > 0 else D(0)
            raw = offset + sign * (pull - tension)
        return {"raw": raw, "origin": origin, "displacement": origin, "lower": lower, "upper": upper}

    def held(self):
        hand = self.hand
        raw = hand["raw"] + hand["displacement"] - hand["origin"]
        v = hand["velocity"]
        for sign, wall in ((1, hand["upper"]), (-1, -hand["lower"])):
            pull = sign * raw - wall
            if pull > 0 or (pull == 0 and sign * v > 0):
                displacement, slope = stretched(self.extent, CONSTANT, pull)
                return sign * (wall + displacement), slope * v
        return raw, v

    # Content that follows on a spring flies to where the finger was at the last report.
    def chased(self, time):
        chase = self.hand["chase"]
        seconds = max(D(time) - D(chase["since"]), D(0)) / D(1_000_000)
        x, v = state(*parts(self.follow), (chase["from"] - chase["to"], chase["velocity"]), seconds)
        return chase["to"] + x, v

    def pursue(self, time):
        if self.follow:
            offset, velocity = self.chased(time)
            self.hand["chase"] = {"from": offset, "to": self.held()[0], "velocity": velocity, "since": time}

    def motion(self, time):
        """Offset and velocity."""
        if self.hand:
            return self.chased(time) if self.follow else self.held()
        if not self.fall:
            return self.rest, D(0)
        fall = self.fall
        seconds = max(D(time) - D(fall["since"]), D(0)) / D(1_000_000)
        stiffness, damping = parts(fall["spring"])
        x, v = state(stiffness, damping, (fall["from"] - fall["to"], fall["velocity"]), seconds)
        offset = fall["to"] + x
        if not fall["lower"] <= offset <= fall["upper"]:
            return min(max(offset, fall["lower"]), fall["upper"]), D(0)
        return offset, v

    def moves(self, time):
        """Whether the spring moves the content; None near the end of the flight, which springs.json states."""
        if self.hand or not self.fall:
            return False
        fall = self.fall
        seconds = max(D(time) - D(fall["since"]), D(0)) / D(1_000_000)
        stiffness, damping = parts(fall["spring"])
        x, v = state(stiffness, damping, (fall["from"] - fall["to"], fall["velocity"]), seconds)
        if abs(x) > 1:
            return True
        return False if x * x + v * v / stiffness < D("0.04") else None

    def fall_to(self, start, target, velocity, spring, since):
        to = self.inside(D(target))
        fall = {"from": start, "to": to, "velocity": velocity, "spring": spring, "since": since}
        fall.update(self.walls(start))
        self.fall, self.hand, self.rest = fall, None, to

    def walls(self, offset):
        if self.has_band:
            return {"lower": D("-Infinity"), "upper": D("Infinity")}
        return {"lower": min(self.lower, offset), "upper": max(self.upper, offset)}

    def was_seen(self, time):
        return self.seen is not None and time - self.seen["time"] <= RECENT

    def catch(self, finger, origin, time):
        offset = self.motion(time)[0]
        if self.fall and not self.hand:
            moving = self.moves(time)
            assert moving is not None, "the case catches content that has almost arrived"
            if moving and self.was_seen(time):
                offset = self.seen["offset"]
        onward = self.hand["onward"] if self.hand else (self.fall["to"], self.fall["spring"]) if self.fall else None
        self.rest = offset
        self.hand = {"finger": finger, "presses": 1, "velocity": D(0), "onward": onward, **self.grip(offset, origin)}
        self.hand["chase"] = {"from": offset, "to": offset, "velocity": D(0), "since": time}

    def do(self, step):
        time, what = step["time"], step["do"]
        if what == "track":
            self.track(step, time)
        elif what == "draw":
            self.seen = {"offset": self.motion(time)[0], "time": time}
        elif what == "press":
            if self.hand and self.hand["finger"] is None:
                self.hand["presses"] += 1
            elif self.moves(time):
                self.catch(None, D(0), time)
        elif what == "resume":
            if self.hand and self.hand["finger"] is None:
                self.hand["presses"] -= 1
                if self.hand["presses"]:
                    return
                self.fall_to(self.motion(time)[0], self.hand["onward"][0], D(0), self.hand["onward"][1], time)
        elif what in ("release", "go"):
            offset, velocity = self.motion(time)
            since = time
            if self.hand and self.hand["finger"] is not None and self.was_seen(time):
                offset, since = self.seen["offset"], self.seen["time"]
            if "velocity" in step:
                velocity = D(step["velocity"])
            self.fall_to(offset, step["target"], velocity, step["spring"], since)
        elif what == "put":
            self.hand = self.fall = self.seen = None
            self.rest = self.inside(D(step["target"]))
        elif what == "confine":
            self.confine(step, time)
        else:
            raise ValueError(what)

    def track(self, step, time):
        displacement, slop = D(step["displacement"]), D(step.get("slop", 0))
        if self.hand and self.hand["finger"] not in (None, step["id"]):
            return
        if not self.hand or self.hand["finger"] is None:
            origin = displacement if step["phase"] != "begin" else D(0) if self.keeps_slop else slop
            self.catch(step["id"], origin, time)
        self.hand["displacement"] = displacement
        self.hand["velocity"] = D(step.get("velocity", 0))
        self.pursue(time)

    def confine(self, step, time):
        offset, velocity = self.motion(time)
        self.set_bounds(step["bounds"])
        if self.hand:
            self.hand.update(self.grip(self.held()[0], self.hand["displacement"]))
            self.pursue(time)
            if self.hand["onward"]:
                self.hand["onward"] = (self.inside(self.hand["onward"][0]), self.hand["onward"][1])
        elif self.inside(self.rest) != self.rest:
            self.fall_to(offset, self.rest, velocity, step["spring"], time)
        elif self.fall:
            self.fall.update(self.walls(offset))


def case(name, content, steps):
    truth, rows = Truth(**content), []
    for step in steps:
        truth.do(step)
        at = step.pop("at", step["time"])
        offset, velocity = truth.motion(at)
        row = {**step, "at": at, "offset": float(offset), "rate": float(velocity)}
        row.update({"isHeld": truth.hand is not None, "isFlying": truth.moves(at), "start": float(truth.rest)})
        rows.append(row)
    return {"name": name, "content": content, "steps": rows}


def track(phase, ms, displacement, velocity=0, finger=1, **more):
    return {"do": "track", "phase": phase, "id": finger, "time": ms * 1000, "displacement": displacement, "velocity": velocity,
            **more}


def draw(ms):
    return {"do": "draw", "time": ms * 1000}


def release(ms, target, spring=SMOOTH, **more):
    return {"do": "release", "time": ms * 1000, "target": target, "spring": spring, **more}


def go(ms, target, spring=SMOOTH, **more):
    return {"do": "go", "time": ms * 1000, "target": target, "spring": spring, **more}


def press(ms, **more):
    return {"do": "press", "time": ms * 1000, **more}


def resume(ms, **more):
    return {"do": "resume", "time": ms * 1000, **more}


def confine(ms, bounds, spring=SMOOTH, **more):
    return {"do": "confine", "time": ms * 1000, "bounds": bounds, "spring": spring, **more}


def flight(ms, target=-296, velocity=-900, **more):
    """Content that is thrown at `ms`, as the state after 60 ms."""
    return release(ms, target, velocity=velocity, at=(ms + 60) * 1000, **more)


ROW = {"bounds": [-1184, 0], "extent": 280}
CARD = {"bounds": [0, None]}
INTERACTIVE = {"response": 0.15, "dampingFraction": 0.86}


def named():
    yield case("a begin does not move the content", {}, [
        track("begin", 0, 12.5, 100, slop=10), track("update", 10, 13.5, 100), track("update", 20, 30, 1500)])
    yield case("a begin moves it if the slop is kept", {"keepsSlop": True}, [
        track("begin", 0, 12.5, 100, slop=10), track("update", 10, 13.5, 100)])
    yield case("a swipe whose begin was lost moves it from here", {}, [
        track("update", 0, 120, 100), track("update", 10, 130, 100)])
    yield case("a second finger is ignored", {}, [
        track("begin", 0, -20), track("update", 5, 90, 100, finger=2), track("update", 10, -40, -100)])
    yield case("a release continues from the last drawn frame, not from the lift", {}, [
        track("begin", 0, -10, -1000, slop=10), draw(4), track("update", 8, -18, -1000), draw(20),
        track("update", 24, -34, -1000), track("end", 30, -40, -1000),
        release(30, -296, at=37_000), draw(37)])
    yield case("a release without a drawn frame continues from the lift", {}, [
        track("begin", 0, -10, -1000, slop=10), track("update", 8, -18, -1000), track("end", 30, -40, -1000),
        release(30, -296, at=37_000)])
    yield case("a frame of 100 ms ago was seen, an older one was not", {}, [
        track("begin", 0, 0, 0), track("update", 8, 30, 0), draw(10), track("end", 110, 60, 500),
        release(110, 296, at=130_000), {"do": "put", "time": 200_000, "target": 0},
        track("begin", 300, 0, 0), draw(310), track("end", 411, 60, 500), release(411, 296, at=430_000)])
    yield case("a late line continues from a frame after the lift", {}, [
        track("begin", 0, 0, 0), track("update", 8, 30, 900), draw(40), track("end", 20, 42, 900),
        release(20, 296, at=56_000)])
    yield case("a press stops it where it was drawn", {}, [
        flight(0), draw(48), press(50, at=51_000), {"do": "draw", "time": 64_000}, resume(400, at=480_000)])
    yield case("a press that comes late stops it where it was drawn", {}, [
        flight(0), draw(64), press(50, at=70_000), resume(90, at=100_000)])
    yield case("a press without a drawn frame stops it at its time", {}, [flight(0), press(50), resume(90)])
    yield case("the last of two pressing fingers lets it go on", {}, [
        flight(0), draw(48), press(50), press(80), resume(90, at=95_000), resume(120, at=200_000)])
    yield case("a swipe of one of two pressing fingers moves it", {}, [
        flight(0), draw(48), press(50), press(80), track("begin", 90, 12, 200, slop=10),
        track("update", 100, 20, 200), resume(105), track("update", 110, 25, 200)])
    yield case("a press of resting content is nothing", {"start": 5}, [press(50), resume(90), track("begin", 100, 3)])
    yield case("a swipe after a press does not move it at begin", {}, [
        flight(0), draw(48), press(50), track("begin", 90, 12, 200, slop=10), track("update", 100, 20, 200),
        resume(101), track("end", 110, 22, 200), release(110, 0, BOUNCY, at=150_000)])
    yield case("a swipe catches it in flight where it was drawn", {}, [
        flight(0), draw(48), track("begin", 50, -12, -200, slop=10), track("update", 60, -30, -900)])
    yield case("a card pushed up stays, and returns without a jump", CARD, [
        track("begin", 0, -12, -2000, slop=10), track("update", 40, -80, -2000), draw(44),
        track("end", 80, -160, -2000), release(80, 0, at=100_000), draw(110)])
    yield case("a card that is thrown back over its bound stops there", CARD, [
        track("begin", 0, 12, 900, slop=10), track("update", 40, 80, 900), draw(44),
        track("end", 80, 40, -3000), release(80, 0, at=70_000), draw(90), draw(120), draw(200)])
    yield case("a row pulled beyond its end follows as a rubber band", ROW, [
        track("begin", 0, 12, 900, slop=10), track("update", 40, 110, 900), track("update", 80, 510, 900), draw(84),
        track("end", 90, 510, 900), release(90, 0, at=100_000), draw(110)])
    yield case("a row caught beyond its end stays, and follows back", ROW, [
        release(0, 0, velocity=2500, at=60_000), draw(60), press(62), track("begin", 80, -12, -300, slop=10),
        track("update", 90, -30, -300), track("update", 100, -200, -300)])
    yield case("a row caught further beyond than half of its band stays", ROW, [
        release(0, 0, velocity=9000, at=60_000), draw(60), press(62), track("begin", 80, 12, 300, slop=10),
        track("update", 90, 90, 300), track("update", 100, -300, -300)])
    yield case("content that was caught beyond a hard bound stays", CARD, [
        {"do": "put", "time": 0, "target": 40}, confine(10, [60, None], BOUNCY, at=60_000), draw(60), press(62),
        track("begin", 80, -12, -300, slop=10), track("update", 90, -30, -300), track("update", 100, 60, 300)])
    yield case("another target in flight keeps offset and velocity", {}, [
        flight(0), go(60, 100, BOUNCY), go(100, -500, at=140_000), {"do": "put", "time": 150_000, "target": 7}])
    yield case("a target beyond the bounds is the bound", ROW, [
        go(0, 500, at=50_000), go(60, -9999, at=800_000), {"do": "put", "time": 900_000, "target": 20}])
    yield case("bounds that shrink in flight move the target", ROW, [
        flight(0, -1184, -4000), confine(60, [-592, 0], at=70_000), confine(80, [-5000, 0], at=90_000)])
    yield case("bounds that shrink while a finger holds it move nothing", ROW, [
        track("begin", 0, -12, -900, slop=10), track("update", 40, -110, -900), confine(50, [-40, 0]),
        track("update", 60, -120, -900), track("update", 70, -20, 900), track("end", 80, -10, 100),
        release(80, 0, at=90_000)])
    yield case("bounds that shrink move resting content to the bound", {"start": -700, **ROW}, [
        confine(0, [-296, 0], at=100_000), confine(200, None, at=210_000)])
    yield case("a band of extent 0 is a hard bound", {"bounds": [0, 100], "extent": 0}, [
        track("begin", 0, -12, -900, slop=10), track("update", 40, 300, 900), track("end", 50, 300, 900),
        release(50, 100, at=60_000)])
    yield case("bounds may leave one place", {"bounds": [5, 5], "extent": 300}, [
        track("begin", 0, -12, -900, slop=10), track("update", 40, 300, 900), release(50, 500, at=60_000)])
    yield case("content follows on a spring, and is released where it is", {"follow": INTERACTIVE, **ROW}, [
        track("begin", 0, -12, -900, slop=10), draw(8), track("update", 16, -30, -900), draw(24),
        track("update", 32, -44, -900), track("update", 48, -58, -900, at=400_000), track("end", 450, -60, -900),
        release(450, -296, at=480_000)])
    yield case("content that follows is caught where it is, and follows a rubber band", {"follow": INTERACTIVE, **ROW}, [
        flight(0, 0, 900), draw(48), press(50), track("begin", 90, 12, 200, slop=10), track("update", 100, 90, 900),
        confine(120, [-1184, 40]), track("update", 140, 200, 900), track("end", 150, 210, 900),
        release(150, 0, at=170_000)])
    yield case("a release before the end takes the content from the finger", {}, [
        track("begin", 0, 0, 0), track("update", 40, 300, 900), release(50, 0, at=60_000)])


def strokes(dice):
    """Random content under random strokes, presses, targets and bounds."""
    bounds = dice.choice([None, [-1184, 0], [0, None], [-300, 300], [None, 0]])
    content = {"start": dice.choice([0, -296, 40]), "bounds": bounds, "keepsSlop": dice.random() < 0.2}
    if dice.random() < 0.6:
        content["extent"] = dice.choice([100, 280, 600])
    if dice.random() < 0.2:
        content["follow"] = INTERACTIVE
    spring = dice.choice([SMOOTH, BOUNCY, SNAPPY, {"response": 0.3, "dampingFraction": 0.7}])
    steps, ms = [], 0
    for finger in range(1, 4):
        speed = dice.choice([-1, 1]) * dice.choice([80, 400, 1200, 3000])
        slop = 10 if speed > 0 else -10
        displacement = slop * 1.25
        steps.append(track("begin", ms, displacement, speed, finger, slop=slop))
        for _ in range(dice.randrange(1, 4)):
            if dice.random() < 0.8:
                steps.append(draw(ms + 4))
            ms += 8
            displacement = round(displacement + speed * 0.008 * dice.uniform(0.7, 1.3), 3)
            steps.append(track("update", ms, displacement, round(speed * dice.uniform(0.8, 1.1), 2), finger))
        steps.append(track(dice.choice(["end", "end", "cancel"]), ms + 8, displacement, speed, finger))
        target = dice.choice([0, -296, 300, 800])
        steps.append(release(ms + 8, target, spring, at=(ms + 20) * 1000))
        ms += 24
        for _ in range(dice.randrange(3)):
            steps.append(draw(ms))
            ms += 16
        kind = dice.randrange(5)
        if kind == 0:
            steps += [press(ms), resume(ms + 30, at=(ms + 50) * 1000)]
        elif kind == 1:
            steps.append(go(ms, dice.choice([0, -592, 200]), at=(ms + 12) * 1000))
        elif kind == 2:
            steps.append(confine(ms, dice.choice([None, [-200, 0], [-100, 500]]), at=(ms + 12) * 1000))
        ms += 60
    return content, steps


def bands():
    for extent in (0, 1, 100, 280, 812.5):
        for constant in (0.55, 0.25, 1):
            for pull in (0, 0.5, 10, 100, 333.3, 5000, -10, -640):
                displacement, slope = stretched(D(extent), D(constant), abs(D(pull)))
                displacement = displacement if pull >= 0 else -displacement
                yield {"extent": extent, "constant": constant, "pull": pull, "displacement": float(displacement),
                       "slope": float(slope)}


def cases():
    dice, random_cases = random.Random(26), []
    while len(random_cases) < 60:
        content, steps = strokes(dice)
        try:
            random_cases.append(case(f"stroke {len(random_cases)}", content, steps))
        except AssertionError:
            continue
    return {"bands": list(bands()), "content": list(named()) + random_cases}


case_file.run(__file__, cases())
