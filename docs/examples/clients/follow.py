#!/usr/bin/env python3
"""Moves a row of three cards with the finger; prints the time (s), the offset (pt) and the cause of each frame."""
import json, math, os, select, socket, sys, time

PATH = os.environ.get("FLICKD_SOCKET", "/run/flickd/flickd.sock")
CARDS = [0, -296, -592]  # The offsets at which the row rests, in pt.
FRAME = 16_667  # The time between frames, and from drawing a frame until it is shown, in µs.
MOST_LEAD = 100_000  # µs
MOST_SPEED = 5000 * 163 / 25.4  # 5 m/s, in pt/s.


def predicted(line, frame):
    """The translation when the frame is shown, from the newest line of the finger."""
    lead = min(max(frame - line["t_us"], 0), line["estimate"]["window_us"], MOST_LEAD) / 1e6
    return line["translation"]["x"] + max(-MOST_SPEED, min(line["velocity"]["x"], MOST_SPEED)) * lead


def displacement(start, velocity, stiffness, damping, t):
    """How far content on a spring is from its target t seconds after the release."""
    half = damping / 2
    rate = math.sqrt(abs(half * half - stiffness))
    if rate * t < 1e-6:
        cosine, sine = math.exp(-half * t), math.exp(-half * t) * t
    elif half * half < stiffness:
        decay = math.exp(-half * t)
        cosine, sine = decay * math.cos(rate * t), decay * math.sin(rate * t) / rate
    else:
        slow, fast = math.exp(-t * stiffness / (half + rate)), math.exp(-t * (half + rate))
        cosine, sine = (slow + fast) / 2, (slow - fast) / (2 * rate)
    return start * cosine + (velocity + half * start) * sine


class Row:
    def __init__(self):
        self.offset = self.base = 0  # In the newest frame, and where the translation counts from.
        self.finger = self.release = None  # The line that moves the row: of a finger, or of the release.

    def hear(self, line):
        """Processes a swipe of the row. Returns the base of a new swipe, which flickd must know."""
        if line["phase"] == "begin" and not self.finger:
            # The finger catches the row where it is drawn. Without the slop, the row would jump.
            x, y = line["translation"]["x"], line["translation"]["y"]
            self.base = self.offset - x * min(line["slop"] / (math.hypot(x, y) or 1), 1)
            self.finger = line
            return self.base
        if self.finger and line["swipe_id"] == self.finger["swipe_id"]:
            is_over = line["phase"] in ("end", "cancel")
            self.finger, self.release = (None, line) if is_over else (line, None)

    def draw(self, frame):
        """Moves the row to its offset when the frame is shown; returns what moves the row."""
        if self.finger:
            self.offset = self.base + predicted(self.finger, frame)
            return "finger"
        snap, spring = self.release["zone"]["snap"], self.release["zone"]["spring"]
        t = max(frame - self.release["t_us"], 0)
        if t >= spring["settling_us"]:
            self.offset, self.release = snap["offset"], None
            return f"card {snap['index']}"
        start = self.base + self.release["translation"]["x"] - snap["offset"]
        numbers = spring["initial_velocity"], spring["stiffness"], spring["damping"]
        self.offset = snap["offset"] + displacement(start, *numbers, t / 1e6)
        return "spring"

    def lose(self):
        """Without flickd, the row rests at the nearest card."""
        self.finger = self.release = None
        self.offset = min(CARDS, key=lambda card: abs(card - self.offset))


def follow(service, row):
    """Processes one connection, to its end; yields its frames."""
    def send(number, request, **fields):
        service.sendall(json.dumps({"id": number, "request": request, **fields}).encode() + b"\n")

    zone = {"name": "cards", "axis": "x", "snap_points": CARDS, "offset": row.offset}
    send(1, "subscribe", phases=["begin", "update", "end", "cancel"], unit="pt", zones=[zone])
    unread, clock, shift, due = b"", None, 0, 0
    while True:
        now = time.monotonic_ns() // 1000
        is_moving = row.finger or row.release
        if is_moving and now >= due:
            due = now + FRAME
            shown = due - shift  # On the clock of the lines.
            cause = row.draw(shown)
            yield f"{shown / 1e6:.6f} {row.offset:.3f} {cause}"
            continue
        if not select.select([service], [], [], (due - now) / 1e6 if is_moving else None)[0]:
            continue
        block = service.recv(65536)
        if not block:
            return
        *lines, unread = (unread + block).split(b"\n")
        for line in map(json.loads, lines):
            if line["type"] == "hello":
                clock = line["clock"]
            elif line["type"] == "swipe" and line["zone"]:
                if clock == "recording":  # The line that came soonest shows how far the clocks are apart.
                    late = time.monotonic_ns() // 1000 - line["t_us"]
                    shift = late if line["phase"] == "begin" else min(shift, late)
                base = row.hear(line)
                if base is not None:
                    send(2, "update", zone="cards", offset=base)
            elif line["type"] == "reply" and not line["ok"]:
                print("refused:", line["error"]["message"], file=sys.stderr)
            elif line["type"] == "bye":
                print("bye:", line["reason"], file=sys.stderr)


def frames(row):
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as service:
                service.connect(PATH)
                yield from follow(service, row)
        except OSError as error:
            print("flickd is not there:", error, file=sys.stderr)
        row.lose()
        time.sleep(1)


for frame in frames(Row()):
    print(frame, flush=True)
