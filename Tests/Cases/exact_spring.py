"""The true motion of a spring: the exponential of the matrix of its differential equation, in decimals of 60 digits."""
from decimal import Decimal, getcontext

getcontext().prec = 60
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")


def parts(spring):
    """Stiffness and damping per unit of mass."""
    if "stiffness" in spring:
        mass = Decimal(spring.get("mass", 1))
        return Decimal(spring["stiffness"]) / mass, Decimal(spring["damping"]) / mass
    if "response" in spring:
        pace = 2 * PI / Decimal(spring["response"])
        return pace * pace, 2 * pace * Decimal(spring.get("dampingFraction", 0.825))
    pace = 2 * PI / Decimal(spring.get("duration", 0.5))
    bounce = Decimal(spring.get("bounce", 0))
    return pace * pace, 2 * pace * ((1 - bounce) if bounce >= 0 else 1 / (1 + bounce))


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(2)) for j in range(2)] for i in range(2)]


def propagator(stiffness, damping, time):
    """e^(At) of (x, v): ẋ = v, v̇ = −stiffness·x − damping·v."""
    matrix = [[Decimal(0), time], [-stiffness * time, -damping * time]]
    size = max(abs(value) for row in matrix for value in row)
    halvings = 0
    while size > Decimal("0.1"):
        size /= 2
        halvings += 1
    scale = Decimal(2) ** -halvings
    matrix = [[value * scale for value in row] for row in matrix]
    total = [[Decimal(1), Decimal(0)], [Decimal(0), Decimal(1)]]
    term = total
    for order in range(1, 36):
        term = [[value / order for value in row] for row in product(term, matrix)]
        total = [[total[i][j] + term[i][j] for j in range(2)] for i in range(2)]
    for _ in range(halvings):
        total = product(total, total)
    return total


def state(stiffness, damping, start, time):
    """Displacement and velocity after a time in seconds."""
    matrix = propagator(stiffness, damping, Decimal(time))
    x, v = Decimal(start[0]), Decimal(start[1])
    return matrix[0][0] * x + matrix[0][1] * v, matrix[1][0] * x + matrix[1][1] * v
