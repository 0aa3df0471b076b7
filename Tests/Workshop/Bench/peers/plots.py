"""Draws how the cost grows, as SVG."""

from __future__ import annotations

import math
from pathlib import Path

import figures

WIDTH, HEIGHT, MARGIN = 520, 360, 60
# By the beginning of the name, so that a program has one colour in all diagrams.
COLOURS = {
    "bare2": "#b35900",
    "bare": "#777777",
    "libinput": "#3d7a2f",
    "flickd, ends": "#7a3d7a",
    "flickd, each": "#a02020",
    "flickd": "#0b6e99",
}

Line = tuple[str, list[tuple[float, float]]]


def text(x: float, y: float, words: str, anchor: str = "middle", size: int = 13, colour: str = "#222222") -> str:
    """One label."""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def rule(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    """One straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def step_of(most: float) -> float:
    """A round step, of which four or less reach the greatest value."""
    step = 10.0 ** math.floor(math.log10(most / 4))
    return next(step * factor for factor in (1, 2, 2.5, 5, 10) if step * factor * 4 >= most)


def panel(left: float, title: str, axis: str, unit: str, lines: list[Line]) -> list[str]:
    """One diagram, from 0 on both axes, at `left`."""
    most_x = max(x for _, points in lines for x, _ in points)
    step = step_of(max(y for _, points in lines for _, y in points))
    most_y = 4 * step
    right, top, bottom = left + WIDTH - 2 * MARGIN, MARGIN, HEIGHT - MARGIN

    def position(x: float, y: float) -> tuple[float, float]:
        return left + x / most_x * (right - left), bottom - y / most_y * (bottom - top)

    shapes = [text((left + right) / 2, 28, title, size=16), text((left + right) / 2, HEIGHT - 14, axis)]
    shapes.append(text(left, top - 12, unit, "start"))
    for part in range(5):
        value = step * part
        _, y = position(0, value)
        shapes += [rule(left, y, right, y, "#dddddd"), text(left - 6, y + 4, f"{value:g}", "end")]
    for x in sorted({x for _, points in lines for x, _ in points}):
        shapes.append(text(position(x, 0)[0], bottom + 18, f"{x:g}"))
    for number, (name, points) in enumerate(lines):
        colour = next(colour for beginning, colour in COLOURS.items() if name.startswith(beginning))
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (position(*point) for point in points))
        shapes.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        shapes.append(text(left + 12, top + 14 + 17 * number, name, "start", colour=colour))
    return shapes


def write(file: Path, panels: list[list[str]]) -> None:
    """One picture of several diagrams beside each other."""
    width = WIDTH * len(panels)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" font-family="sans-serif">'
    shapes = [shape for one in panels for shape in one]
    file.write_text("\n".join([head, '<rect width="100%" height="100%" fill="#ffffff"/>', *shapes, "</svg>", ""]), encoding="utf-8")


def series(results: figures.Results, program: str, names: list[tuple[float, str]], is_latency: bool) -> Line:
    """The values of one program, in 1000 instructions or in µs."""
    points = []
    for x, name in names:
        result = results.get(f"{program} {name}")
        if result is None or (is_latency and not result["move_ns"]["count"]):
            continue
        points.append((x, result["move_ns"]["p50"] / 1000 if is_latency else figures.per_frame(result) / 8000))
    return program, points


def draw(results: figures.Results, folder: Path) -> None:
    """Draws performance.svg (beside others) and performance-growth.svg (rate, clients, panels)."""
    fingers = [(float(count), str(count)) for count in (1, 2, 5, 10)]
    apart = [(1.0, "1"), *((float(count), f"{count} apart") for count in (2, 5, 10))]
    for_swipes = ("flickd, each finger a swipe", series(results, "updates", apart, False)[1])
    swipes_late = ("flickd, each finger a swipe", series(results, "updates", apart, True)[1])
    named = {"updates": "flickd, updates", "ends": "flickd, ends only", "libinput": "libinput debug-events"}

    def beside(programs: tuple[str, ...], is_latency: bool) -> list[Line]:
        lines = [series(results, program, fingers, is_latency) for program in programs]
        return [(named.get(name, name), points) for name, points in lines if points]

    write(folder / "performance.svg", [
        panel(MARGIN, "Frame to last byte, p50", "fingers", "µs at 125 MIPS", [*beside(("bare", "bare2", "libinput", "updates"), True), swipes_late]),
        panel(WIDTH + MARGIN, "CPU of a frame", "fingers", "1000 instructions", [*beside(("bare", "bare2", "libinput", "ends", "updates"), False), for_swipes]),
    ])
    clients = [(1.0, "1"), *((float(count), f"1 clients={count}") for count in (2, 4, 8, 16))]
    boards = [(1.0, "1"), *((float(count), f"1 panels={count}") for count in (2, 4, 8))]
    rates = [(120.0, "1"), *((float(rate), f"1 rate={rate}") for rate in (60, 240, 1000))]
    rates.sort()
    per_second = [("flickd, updates", "updates"), ("bare", "bare")]
    write(folder / "performance-growth.svg", [
        panel(MARGIN, "Clients", "clients, 1 finger", "1000 instructions a frame", [("flickd, updates", series(results, "updates", clients, False)[1])]),
        panel(WIDTH + MARGIN, "Panels", "panels, 1 finger each", "1000 instructions a frame of all panels", [("flickd, updates", series(results, "updates", boards, False)[1])]),
        panel(2 * WIDTH + MARGIN, "Rate", "frames a second, 1 finger", "million instructions a second", [
            (name, [(rate, cost * rate / 1000) for rate, cost in series(results, program, rates, False)[1]]) for name, program in per_second
        ]),
    ])
