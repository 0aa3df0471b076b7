"""flickd's documented estimate of the release velocity, written anew from its documentation.

A parabola p + v·s + a·s²/2 with a prior on a, by weighted least squares. A sample of age s weighs 1 /
(noise² + (speed · 0.5 ms)² + (500/s² · speed · s³/6)²); a is 0 ± 10/s · speed; speed is the fastest stretch
of about 12 ms in the last 50 ms.
"""

from dataclasses import dataclass
from math import hypot

from plain_fits import solve
from rule import MINIMUM_TRAVEL_MM

WINDOW_US = 100_000
STRETCH_US = 12_000
STRETCH_REACH_US = 50_000
JERK_PER_SPEED = 500.0
ACCELERATION_PER_SPEED = 10.0
STAMP_NOISE_S = 0.0005
JUMP_FACTOR = 1.5
JUMP_SHORTEST_S = 0.004
REPETITION_REACH_US = 25_000
RING = 128


@dataclass
class Estimate:
    """A velocity in mm/s, the number of samples used, and the time that they span in µs."""

    velocity: tuple
    samples: int
    window_us: int

    def is_near(self, velocity):
        """Whether another velocity is the same within 0.5 % or 0.5 mm/s."""
        error = max(abs(one - other) for one, other in zip(self.velocity, velocity))
        return error <= max(0.005 * max(abs(value) for value in self.velocity), 0.5)


REST = Estimate((0.0, 0.0), 0, 0)


class Panel:
    """What outlasts a stroke: the noise of a position, and the usual time between two reports."""

    def __init__(self, step_mm):
        # What good glass can tell, and the rounding to the panel's grid.
        self.noise = hypot(0.06, 0.29 * step_mm)
        self.period = 10_000

    @property
    def rest_after(self):
        """The silence that means rest, in µs."""
        return max(80_000, 3 * self.period)

    def estimate(self, reports, lift_us):
        """The estimate that the daemon gives for a contact when it lifts.

        From every report of it that the kernel sent, as (µs, x mm, y mm), the landing first.
        """
        ring = [reports[0]]
        last = reports[0]
        furthest = 0.0
        for report in reports[1:]:
            pause = report[0] - last[0]
            if 3_000 <= pause <= 50_000:
                difference = pause - self.period
                self.period += abs(difference) // 8 * (1 if difference > 0 else -1)
            if pause > self.rest_after:
                # It rested at the old place until about one period ago.
                ring = [(report[0] - self.period, *last[1:])]
            if report[0] < ring[-1][0]:
                ring = []
            elif report[0] == ring[-1][0]:
                ring.pop()
            ring = (ring + [report])[-RING:]
            last = report
            furthest = max(furthest, hypot(report[1] - reports[0][1], report[2] - reports[0][2]))
        if lift_us - last[0] > self.rest_after or furthest < MINIMUM_TRAVEL_MM:
            return REST
        return regression(ring, self.noise)


def regression(ring, noise):
    """The estimate at the newest movement of a list of samples, oldest first."""
    samples = without_repetitions(ring)
    newest = samples[-1]
    samples = [sample for sample in samples if newest[0] - sample[0] <= WINDOW_US]
    speed = fastest_stretch(samples)
    if speed == 0:
        return REST
    if len(samples) >= 4:
        course = fit(samples[:-1], newest, noise, speed)
        frame = max((newest[0] - samples[-2][0]) * 1e-6, JUMP_SHORTEST_S)
        if course and hypot(course[0][0], course[1][0]) > JUMP_FACTOR * speed * frame + 4 * noise:
            return Estimate((course[0][1], course[1][1]), len(samples) - 1, samples[-2][0] - samples[0][0])
    line = fit(samples, newest, noise, speed)
    if line is None:
        return REST
    return Estimate((line[0][1], line[1][1]), len(samples), newest[0] - samples[0][0])


def without_repetitions(ring):
    """The samples less the young repetitions of the newest place."""
    first = len(ring) - 1
    while first > 0 and ring[first - 1][1:] == ring[-1][1:]:
        first -= 1
    return ring[: first + 1] if ring[-1][0] - ring[first][0] <= REPETITION_REACH_US else ring


def fastest_stretch(samples):
    """The greatest speed over about 12 ms that ends in the last 50 ms, in mm/s."""
    fastest = 0.0
    for place, end in enumerate(samples):
        if place == 0 or samples[-1][0] - end[0] > STRETCH_REACH_US:
            continue
        before = samples[:place]
        start = next((one for one in reversed(before) if end[0] - one[0] >= STRETCH_US), before[0])
        time = max(end[0] - start[0], STRETCH_US) * 1e-6
        fastest = max(fastest, hypot(end[1] - start[1], end[2] - start[2]) / time)
    return fastest


def fit(samples, newest, noise, speed):
    """(place, velocity, acceleration) at the newest sample's moment, for x and for y."""
    matrix = [[0.0] * 3 for _ in range(3)]
    right = [[0.0] * 3, [0.0] * 3]
    matrix[2][2] = 1 / (ACCELERATION_PER_SPEED * speed) ** 2
    for sample in samples:
        age = (sample[0] - newest[0]) * 1e-6
        bend = JERK_PER_SPEED * speed * age**3 / 6
        weight = 1 / (noise**2 + (speed * STAMP_NOISE_S) ** 2 + bend**2)
        basis = (1.0, age, age * age / 2)
        for i in range(3):
            for j in range(3):
                matrix[i][j] += weight * basis[i] * basis[j]
            for axis in (0, 1):
                right[axis][i] += weight * basis[i] * (sample[1 + axis] - newest[1 + axis])
    answers = [solve(matrix, side) for side in right]
    return None if None in answers else answers
