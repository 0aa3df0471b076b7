"""Where the row of cards must be at each moment, by the lines of flickd and by the equation of the spring.

Written independently of the samples: the position of the finger is interpolated between the lines before and after a
moment, without prediction, and the spring is integrated in small steps.
"""

from __future__ import annotations

import json
import math
import socket
import threading
import time
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

from display import CARDS, HEIGHT, WIDTH

STEP = 0.0005  # s
PHASES = ["begin", "update", "end", "cancel", "press", "release"]


def now() -> float:
    """CLOCK_MONOTONIC in seconds."""
    return time.monotonic_ns() / 1e9


class Listener(threading.Thread):
    """A second client, with the subscription of the samples."""

    def __init__(self, path: Path, patience: float) -> None:
        super().__init__(daemon=True)
        self.lines: list[tuple[float, dict]] = []
        self.is_recording = False
        self.service = socket.socket(socket.AF_UNIX)
        end = now() + patience
        while self.service.connect_ex(str(path)) != 0:
            if now() > end:
                raise TimeoutError(f"flickd does not listen at {path}")
            time.sleep(0.01)
        self.start()

    def run(self) -> None:
        with self.service.makefile("rb") as stream:
            for text in stream:
                self.receive(json.loads(text), now())

    def receive(self, line: dict, time_of_arrival: float) -> None:
        """Subscribes to the first panel, and keeps its swipes."""
        if line["type"] == "hello":
            self.is_recording = line["clock"] == "recording"
        if line["type"] == "state" and line["panels"]:
            zone = {"name": "cards", "axis": "x", "snap_points": CARDS}
            request = {"id": 1, "request": "subscribe", "phases": PHASES, "unit": "px", "zones": [zone]}
            request |= {"panel_id": line["panels"][0]["panel_id"], "surface": {"width": WIDTH, "height": HEIGHT}}
            self.service.sendall(json.dumps(request).encode() + b"\n")
        if line["type"] == "reply" and not line["ok"]:
            raise RuntimeError(line["error"]["message"])
        if line["type"] == "swipe" and line["zone"]:
            self.lines.append((time_of_arrival, line))

    @property
    def count(self) -> int:
        """How many swipes have ended."""
        return sum(line["phase"] == "end" for _, line in self.lines)

    @property
    def distance(self) -> float:
        """How far the finger that is down has moved."""
        line = self.lines[-1][1] if self.lines else {"phase": ""}
        return abs(line["translation"]["x"]) if line["phase"] in ("begin", "update") else 0

    def timed(self) -> list[tuple[float, dict]]:
        """The lines with their times on our clock, in seconds."""
        # While a recording plays, the line that came soonest shows how far the clocks are apart.
        shift = min((came - line["t_us"] / 1e6 for came, line in self.lines), default=0) if self.is_recording else 0
        return [(line["t_us"] / 1e6 + shift, line) for _, line in self.lines]


@dataclass
class Sampled:
    """What the display showed: each offset with the time at which it appeared."""

    times: list[float] = field(default_factory=list)
    offsets: list[float | None] = field(default_factory=list)

    def add(self, moment: float, offset: float | None) -> None:
        """Adds an offset if it is a new one."""
        if not self.offsets or offset != self.offsets[-1]:
            self.times.append(moment)
            self.offsets.append(offset)

    def extend(self, other: Sampled) -> None:
        """Adds what the display showed afterwards."""
        for moment, offset in zip(other.times, other.offsets):
            self.add(moment, offset)

    def at(self, moment: float) -> float | None:
        """The offset that the display showed at a moment."""
        index = bisect_right(self.times, moment) - 1
        return self.offsets[index] if index >= 0 else None

    def changes(self, start: float, end: float) -> list[tuple[float, float]]:
        """The offsets that appeared within a time."""
        pairs = zip(self.times, self.offsets)
        return [(moment, offset) for moment, offset in pairs if start <= moment <= end and offset is not None]


@dataclass
class Stroke:
    """A swipe of a finger, and the flight after it."""

    points: list[tuple[float, float]]
    base: float
    last: dict = field(default_factory=dict)
    flight: list[float] = field(default_factory=list)

    @property
    def start(self) -> float:
        return self.points[0][0]

    @property
    def release(self) -> float:
        return self.points[-1][0]

    @property
    def target(self) -> float:
        return self.last["zone"]["snap"]["offset"]

    def finger(self, moment: float) -> float:
        """The offset at which the finger holds the row, between two lines."""
        times = [time for time, _ in self.points]
        index = min(max(bisect_right(times, moment), 1), len(times) - 1)
        (t0, x0), (t1, x1) = self.points[index - 1], self.points[index]
        return self.base + x0 + (x1 - x0) * min(max((moment - t0) / max(t1 - t0, 1e-9), 0), 1)

    def offset(self, moment: float) -> float:
        """Where the row must be: under the finger, then on the spring."""
        if moment < self.release:
            return self.finger(moment)
        step = int((moment - self.release) / STEP)
        return self.target + (self.flight[step] if step < len(self.flight) else 0)

    def end(self) -> None:
        """Integrates the flight: x'' = -stiffness x - damping x'."""
        spring = self.last["zone"]["spring"]
        x, v = self.base + self.points[-1][1] - self.target, spring["initial_velocity"]
        for _ in range(int(1.5 / STEP)):
            self.flight.append(x)
            middle = x + v * STEP / 2
            v = (v - spring["stiffness"] * middle * STEP) / (1 + spring["damping"] * STEP)
            x = middle + v * STEP / 2


def strokes(lines: list[tuple[float, dict]], sampled: Sampled) -> list[Stroke]:
    """The swipes that ended; each begins where the display showed the row."""
    found: list[Stroke] = []
    current: dict[int, Stroke] = {}
    for moment, line in lines:
        if "swipe_id" not in line:
            continue
        point = (moment, line["translation"]["x"])
        if line["phase"] == "begin":
            drawn = sampled.at(moment)
            if drawn is not None:
                x, y = line["translation"]["x"], line["translation"]["y"]
                slop = min(line["slop"], math.hypot(x, y)) * math.cos(math.atan2(y, x))
                current[line["swipe_id"]] = Stroke([point], drawn - slop)
        elif stroke := current.get(line["swipe_id"]):
            stroke.points.append(point)
            if line["phase"] in ("end", "cancel"):
                stroke.last = current.pop(line["swipe_id"]) and line
                stroke.end()
                found.append(stroke)
    return found
