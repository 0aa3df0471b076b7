"""flickd's documented estimate of the release velocity, implemented from its documentation.

A parabola p + v·s + a·s²/2 with a prior on a, by weighted least squares. A sample of age s weighs 1
/ (noise² + (speed · 0.5 ms)² + 2 · 12/s · (10/s · speed)² / 20 · n · |s|⁵); a is 0 ± 10/s · speed;
speed is the fastest chunk of about 12 ms in the last 60 ms, or up to the sample's age, and n is how
many samples come in 20 ms. A lifted finger's last position is with probability 1/4 a jump of 0.7 mm
each way, if it comes within 25 ms of the previous one. One sample that takes more than 200 m/s² is
left out; a velocity against the displacement is at most twice that of the last 20 ms; a velocity as
slow as noise is rest.
"""

from dataclasses import dataclass
from math import exp, hypot

from plain_fits import solve
from rule import has_travelled

WINDOW_US = 100_000
CHUNK_US = 12_000
CHUNK_REACH_US = 60_000
LEAST_SPEED = 2.0
ACCELERATION_PER_SPEED = 10.0
ACCELERATION_RATE = 12.0
SHARED_BEND_S = 0.02
STAMP_NOISE_S = 0.0005
JUMP_SHARE = 0.25
JUMP_MM = 0.7
JUMP_PAUSE_US = 25_000
GREATEST_ACCELERATION = 200_000.0
SHORTEST_S = 0.004
TURN_US = 20_000
TURN_FACTOR = 2.0
REST_S = 0.02
REST_ODDS = 10.0
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
    """The state that outlasts a stroke: the noise of a position, and the report period."""

    def __init__(self, step_mm):
        # The noise of a good panel, and the rounding to the panel's grid.
        self.noise = hypot(0.06, 0.29 * step_mm)
        self.period = 10_000

    @property
    def rest_after(self):
        """The silence that means rest, in µs."""
        return max(80_000, 3 * self.period)

    def estimate(self, reports, lift_us):
        """The daemon's estimate for a contact when it lifts.

        From every report of the contact that the kernel sent, as (µs, x mm, y mm), the landing first.
        """
        self.period = 10_000
        ring = [reports[0]]
        last = reports[0]
        changed = last[0]
        for report in reports[1:]:
            pause = report[0] - last[0]
            if 3_000 <= pause <= 50_000:
                difference = pause - self.period
                self.period += abs(difference) // 8 * (1 if difference > 0 else -1)
            if pause > self.rest_after:
                # The finger rested at the old position until about one period ago.
                ring = [(report[0] - self.period, *last[1:])]
            if report[0] < ring[-1][0]:
                ring = []
            elif report[0] == ring[-1][0]:
                ring.pop()
            ring = (ring + [report])[-RING:]
            if report[1:] != last[1:]:
                changed = report[0]
            last = report
        seen_at_rest = last[0] - changed > self.rest_after
        _, left, top = reports[0]
        path = [(moment, x - left, y - top) for moment, x, y in reports]
        if seen_at_rest or lift_us - last[0] > self.rest_after or not has_travelled(path):
            return REST
        return regression(ring, self.noise)


def regression(ring, noise):
    """The estimate at the newest movement of a list of samples, oldest first, after the lift."""
    samples = without_repetitions(ring)
    if not samples:
        return REST
    wild = outlier(samples[-1 - seen(samples) :])
    if wild == samples[-1]:
        samples = samples[:-1]
    used = [sample for sample in in_window(samples) if sample != wild]
    if len(used) < 2:
        return REST
    can_jump = len(used) > 2 and samples[-1][0] - samples[-2][0] <= JUMP_PAUSE_US
    velocity, variance = settled(used, variances(samples, wild, noise), can_jump)
    velocity = believed(velocity, samples, used)
    # If it is as slow as noise and the evidence is weak, rest is more likely.
    rest = min(variance, (noise / REST_S) ** 2)
    square = velocity[0] ** 2 + velocity[1] ** 2
    odds = REST_ODDS * exp(-square / (2 * rest)) if rest > 0 else 0
    velocity = tuple(value / (1 + odds) for value in velocity)
    return Estimate(velocity, len(used), used[-1][0] - used[0][0]) if square > 0 else REST


def believed(velocity, samples, used):
    """The velocity; against the displacement of the window at most twice that of the last 20 ms."""
    newest = samples[-1]
    whole = (newest[1] - used[0][1], newest[2] - used[0][2])
    square = velocity[0] ** 2 + velocity[1] ** 2
    if velocity[0] * whole[0] + velocity[1] * whole[1] >= 0 or square == 0:
        return velocity
    start = next((one for one in samples[-2::-1] if newest[0] - one[0] >= TURN_US), samples[0])
    back = velocity[0] * (newest[1] - start[1]) + velocity[1] * (newest[2] - start[2])
    limit = TURN_FACTOR * back / ((newest[0] - start[0]) * 1e-6)
    return tuple(value * min(1, max(limit, 0) / square) for value in velocity)


def in_window(samples):
    """The samples of the last 100 ms."""
    return [sample for sample in samples if samples[-1][0] - sample[0] <= WINDOW_US]


def without_repetitions(ring):
    """The samples without recent repetitions of the newest position; none if those are old: a rest."""
    first = len(ring) - 1
    while first > 0 and ring[first - 1][1:] == ring[-1][1:]:
        first -= 1
    return ring[: first + 1] if ring[-1][0] - ring[first][0] <= REPETITION_REACH_US else []


def seen(samples):
    """The number of samples before the newest for the speed scale: those of 60 ms and one more."""
    behind = [samples[-1][0] - one[0] for one in samples[-2::-1]]
    return next((index for index, time in enumerate(behind) if time > CHUNK_REACH_US), len(behind) - 1) + 1


def accelerations(samples):
    """mm/s² at each sample but the first and last, and the segments' velocities; times are at least 4 ms."""
    times = [max((b[0] - a[0]) * 1e-6, SHORTEST_S) for a, b in zip(samples, samples[1:])]
    pairs = zip(samples, samples[1:], times)
    speeds = [((b[1] - a[1]) / time, (b[2] - a[2]) / time) for a, b, time in pairs]
    found = [
        2 * hypot(v[0] - u[0], v[1] - u[1]) / (t + r)
        for u, v, r, t in zip(speeds, speeds[1:], times, times[1:])
    ]
    return found, speeds


def outlier(samples):
    """The outlier, or None."""
    if len(samples) < 4:
        return None
    found, speeds = accelerations(samples)
    greatest = max(found)
    if greatest <= GREATEST_ACCELERATION:
        return None
    index = len(found) - 1 - found[::-1].index(greatest)
    before, after = hypot(*speeds[index]), hypot(*speeds[index + 1])
    if index == len(found) - 1 and found[index - 1] < greatest / 4:
        return samples[-1] if after > 4 * before else None
    if index == 0 and found[1] < greatest / 4:
        return samples[0] if before > 4 * after else None
    cosine = speeds[index][0] * speeds[index + 1][0] + speeds[index][1] * speeds[index + 1][1]
    return samples[index + 1] if cosine < -0.5 * before * after else None


def variances(samples, wild, noise):
    """The variance of each sample's position about the parabola, in mm², and the speed that scales it."""
    newest = samples[-1]
    backwards = samples[-2::-1]
    fastest, speeds, end = LEAST_SPEED, [], newest
    for sample in backwards:
        time = end[0] - sample[0]
        if sample != wild and (time >= CHUNK_US or sample == samples[0]):
            length = hypot(end[1] - sample[1], end[2] - sample[2])
            fastest, end = max(fastest, length / (max(time, CHUNK_US) * 1e-6)), sample
        speeds.append(fastest)
    reach = seen(samples) - 1
    speed = speeds[reach]
    together = max(1, (reach + 1) / ((newest[0] - backwards[reach][0]) * 1e-6) * SHARED_BEND_S)
    base = noise**2 + (speed * STAMP_NOISE_S) ** 2
    found = {newest: base}
    for index, sample in enumerate(backwards):
        acceleration = ACCELERATION_PER_SPEED * speeds[max(index, reach)]
        density = 2 * ACCELERATION_RATE * acceleration**2 * together
        found[sample] = base + density / 20 * ((newest[0] - sample[0]) * 1e-6) ** 5
    return found, speed


def settled(samples, scales, can_jump):
    """The velocity in mm/s and the variance of its components; the last position may be a jump."""
    found, speed = scales
    newest = samples[-1]
    others = normal_equations(samples[:-1], newest, found, speed)
    course = [solve(others[0], side) for side in others[1]]
    spread = solve(others[0], [1.0, 0.0, 0.0])[0] + found[newest]
    square = course[0][0] ** 2 + course[1][0] ** 2
    readings = []
    for share, jump in ((1 - JUMP_SHARE, 0.0), (JUMP_SHARE, JUMP_MM**2)):
        all_of_them = normal_equations(samples, newest, {**found, newest: found[newest] + jump}, speed)
        velocity = [solve(all_of_them[0], side)[1] for side in all_of_them[1]]
        variance = solve(all_of_them[0], [0.0, 1.0, 0.0])[1]
        # The density relative to that of a jump, which is never much smaller.
        excess = square / 2 * (1 / (spread + jump) - 1 / (spread + JUMP_MM**2))
        readings.append((share / (spread + jump) * exp(-excess), velocity, variance))
    if not can_jump:
        return readings[0][1], readings[0][2]
    total = readings[0][0] + readings[1][0]
    mean = [sum(share * one[axis] for share, one, _ in readings) / total for axis in (0, 1)]
    apart = sum((one - other) ** 2 for one, other in zip(readings[0][1], readings[1][1]))
    variance = sum(share * one for share, _, one in readings) / total
    return mean, variance + readings[0][0] * readings[1][0] / total**2 * apart / 2


def normal_equations(samples, newest, found, speed):
    """The matrix, and its right side for x and for y, at the newest sample's moment."""
    matrix = [[0.0] * 3 for _ in range(3)]
    right = [[0.0] * 3, [0.0] * 3]
    matrix[1][1] = 1 / 100_000.0**2
    matrix[2][2] = 1 / (ACCELERATION_PER_SPEED * speed) ** 2
    for sample in samples:
        age = (sample[0] - newest[0]) * 1e-6
        basis = (1.0, age, age * age / 2)
        for i in range(3):
            for j in range(3):
                matrix[i][j] += basis[i] * basis[j] / found[sample]
            for axis in (0, 1):
                right[axis][i] += basis[i] * (sample[1 + axis] - newest[1 + axis]) / found[sample]
    return matrix, right
