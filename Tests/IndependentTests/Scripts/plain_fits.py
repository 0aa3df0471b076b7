"""Release speeds by textbook methods: least squares, unweighted, up to the last movement."""

from rule import REST_US, has_travelled

# (name, degree, window in µs)
FITS = (
    ("parabola 100 ms", 2, 100_000),
    ("line 50 ms", 1, 50_000),
    ("parabola 50 ms", 2, 50_000),
    ("line 30 ms", 1, 30_000),
)


def solve(matrix, right):
    """Gaussian elimination with partial pivoting; None if the matrix is singular."""
    size = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        if rows[pivot][column] == 0:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(column + 1, size):
            factor = rows[row][column] / rows[column][column]
            for other in range(column, size + 1):
                rows[row][other] -= factor * rows[column][other]
    answer = [0.0] * size
    for row in reversed(range(size)):
        rest = sum(rows[row][other] * answer[other] for other in range(row + 1, size))
        answer[row] = (rows[row][size] - rest) / rows[row][row]
    return answer


def slope(points, degree):
    """The slope at 0 of the polynomial through (time, value), its degree less than the number of points."""
    degree = min(degree, len(points) - 1)
    powers = range(degree + 1)
    matrix = [[sum(time ** (i + j) for time, _ in points) for j in powers] for i in powers]
    answer = solve(matrix, [sum(value * time**i for time, value in points) for i in powers])
    return None if answer is None else answer[1]


def last_movement(samples):
    """The index of the last sample that differs from the previous one."""
    for index in range(len(samples) - 1, 0, -1):
        if samples[index][1:] != samples[index - 1][1:]:
            return index
    return 0


def velocity(samples, lift_us, degree, window_us):
    """The velocity (mm/s) at the last movement; None if the window has too few samples."""
    last = last_movement(samples)
    end = samples[last][0]
    if lift_us - end > REST_US or not has_travelled(samples[: last + 1]):
        return (0.0, 0.0)
    latest = {moment: (x, y) for moment, x, y in samples[: last + 1] if end - moment <= window_us}
    if len(latest) < 2:
        return None
    # In units of 10 ms the powers stay near 1.
    points = [((moment - end) / 10_000, position) for moment, position in sorted(latest.items())]
    slopes = [slope([(time, position[axis]) for time, position in points], degree) for axis in (0, 1)]
    return None if None in slopes else (slopes[0] * 100, slopes[1] * 100)
