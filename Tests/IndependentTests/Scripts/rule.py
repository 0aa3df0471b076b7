"""The product's rule, from its public description: thresholds, and the decision on T and V."""

from dataclasses import dataclass
from math import hypot, inf

POINT_MM = 25.4 / 163
SLOP_MM = 10 * POINT_MM
D_MM = 200 * POINT_MM
S_MM_PER_S = 800 * POINT_MM
TAU_S = 0.25
# Below this travel there is no velocity, because the fingertip may roll.
ROLL_MM = 3.0
# Below this travel the decision ignores the velocity. A finger that went back by less only recoiled.
MINIMUM_TRAVEL_MM = 6.0
REST_US = 80_000


@dataclass
class Decision:
    kind: str
    commit: bool
    by: list
    direction: str
    distance: float
    speed: float
    no_commit: str


def reaches(translation, velocity):
    """The sum for each axis: |T| + τ|V| along x and y."""
    return tuple(abs(t) + TAU_S * abs(v) for t, v in zip(translation, velocity))


def judge(translation, velocity, axis=None, travel=inf, thrown=None):
    """The decision along an axis (0 is x, 1 is y), by default the one that the rule chooses.

    The velocity is the one that counts; `thrown` is the measured one, of a swipe with this travel.
    """
    if axis is None:
        across, down = reaches(translation, velocity)
        axis = 0 if across >= down else 1
    t, v = translation[axis], velocity[axis]
    kind = "flick" if abs(v) > S_MM_PER_S else "drag"
    lead = v if kind == "flick" else t or v
    sign = (lead > 0) - (lead < 0)
    names = (("left", "right"), ("up", "down"))[axis]
    by = [name for name, holds in (("distance", sign * t > D_MM), ("velocity", abs(v) > S_MM_PER_S)) if holds]
    direction = names[sign > 0] if sign else None
    commit = bool(by) and sign != 0
    reason = None if commit else no_commit(direction, travel, (thrown or velocity)[axis])
    return Decision(kind, commit, by, direction, sign * t, abs(v), reason)


def decisive(velocity, samples):
    """The velocity that the decision on a stroke uses."""
    if velocity is None:
        return None
    if travel(samples) < MINIMUM_TRAVEL_MM:
        return (0.0, 0.0)
    return tuple(0.0 if is_recoil(value, samples, axis) else value for axis, value in enumerate(velocity))


def is_recoil(speed, samples, axis):
    """Whether a speed is against the displacement along its axis, and the finger did not go back far enough."""
    return speed * samples[-1][1 + axis] < 0 and retreat(samples, axis) < MINIMUM_TRAVEL_MM


def retreat(samples, axis):
    """How far a finger went back against its displacement since it turned, in mm; 0 if it did not turn."""
    sign = 1 if samples[-1][1 + axis] > 0 else -1
    run, is_rising, turn = [], None, 0.0
    for sample in samples:
        run.append(sign * sample[1 + axis])
        if is_rising is not False and max(run) - run[-1] > SLOP_MM:
            turn, run, is_rising = max(run), run[-1:], False
        elif is_rising is not True and run[-1] - min(run) > SLOP_MM:
            run, is_rising = run[-1:], True
    return turn - run[-1] if is_rising is False else 0.0


def no_commit(direction, travel, thrown):
    """The first reason without a commit, outside of zones: content has an end only in a zone."""
    if direction is None:
        return "direction"
    is_short = travel < MINIMUM_TRAVEL_MM and abs(thrown) > S_MM_PER_S
    return "short_travel" if is_short else "below_thresholds"


def is_near(value, threshold, share):
    """Whether a value lies within this share of its threshold."""
    return abs(abs(value) - threshold) <= share * threshold


def axes_in_question(translation, velocity, share):
    """The axes that the rule may choose if its two sums are good to this share."""
    across, down = reaches(translation, velocity)
    if abs(across - down) <= share * max(across, down):
        return (0, 1)
    return (0,) if across > down else (1,)


def excursion(samples):
    """The greatest straight distance from the landing, in mm."""
    return max(hypot(x, y) for _, x, y in samples)


def travel(samples):
    """The displacement minus the detour, or half of the excursion if that is longer, in mm."""
    _, x, y = samples[-1]
    wide, high = (max(one[axis] for one in samples) - min(one[axis] for one in samples) for axis in (1, 2))
    detour = hypot(wide - abs(x), high - abs(y))
    return max(hypot(x, y) - detour, excursion(samples) / 2)


def has_travelled(samples):
    """Whether a stroke moved so far that there is a velocity."""
    return travel(samples) >= ROLL_MM


def differences(samples, velocity, decision, share):
    """The fields of a printed decision that differ from the rule's; None within this share of a threshold."""
    translation, length = samples[-1][1:], travel(samples)
    used = decisive(velocity, samples)
    axes = axes_in_question(translation, used, share)
    lengths = (length, retreat(samples, 0), retreat(samples, 1))
    if len(axes) != 1 or any(is_near(one, MINIMUM_TRAVEL_MM, 0.001) for one in lengths):
        return None
    if is_near(velocity[axes[0]], S_MM_PER_S, share) or is_near(translation[axes[0]], D_MM, share):
        return None
    due = judge(translation, used, travel=length, thrown=velocity)
    words = ("kind", "commit", "by", "direction", "no_commit")
    return [word for word in words if getattr(due, word) != decision[word]]
