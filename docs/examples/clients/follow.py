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
        self.shift = self.due = 0  # From the clock of the lines to ours, and when the next frame is due, in µs.

    def hear(self, line, late):
        """Processes a swipe of the row. Returns the base of a new swipe, which flickd must know."""
        self.shift = late if line["phase"] == "begin" else min(self.shift, late)
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
        if spring["settling_us"] is not None and t >= spring["settling_us"]:
            self.offset, self.release = snap["offset"], None
            return f"card {snap['index']}"
        start = self.base + self.release["translation"]["x"] - snap["offset"]
        numbers = spring["initial_velocity"], spring["stiffness"], spring["damping"]
        self.offset = snap["offset"] + displacement(start, *numbers, t / 1e6)
        return "spring"

    def lose(self):
        """Without flickd, a release goes on to its end, and a row that a finger held rests at the nearest card."""
        if self.finger:
            nearest = min(CARDS, key=lambda card: abs(card - self.offset))
            snap, spring = {"offset": nearest, "index": CARDS.index(nearest)}, {"settling_us": 0}
            self.finger, self.release = None, {"t_us": 0, "zone": {"snap": snap, "spring": spring}}

    def frames(self, services, pause=math.inf):
        """Yields the frames until a service has sent something, or until the end of a pause in seconds."""
        end = time.monotonic_ns() / 1000 + pause * 1e6
        while (now := time.monotonic_ns() // 1000) < end:
            if (self.finger or self.release) and now >= self.due:
                self.due = now + FRAME
                shown = self.due - self.shift  # On the clock of the lines.
                cause = self.draw(shown)
                yield f"{shown / 1e6:.6f} {self.offset:.3f} {cause}"
                continue
            wait = min(end, self.due if self.finger or self.release else math.inf) - now
            if select.select(services, [], [], None if wait == math.inf else wait / 1e6)[0]:
                return


def follow(service, row):
    """Processes one connection, to its end; yields its frames."""
    def send(number, request, **fields):
        service.sendall(json.dumps({"id": number, "request": request, **fields}).encode() + b"\n")

    unread, clock = b"", None
    while True:
        yield from row.frames([service])
        block = service.recv(65536)
        if not block:
            return
        *lines, unread = (unread + block).split(b"\n")
        for line in map(json.loads, lines):
            if line["type"] == "hello":
                clock = line["clock"]
                rest = row.release["zone"]["snap"]["offset"] if row.release else row.offset
                zone = {"name": "cards", "axis": "x", "snap_points": CARDS, "offset": rest}
                send(1, "subscribe", phases=["begin", "update", "end", "cancel"], unit="pt", zones=[zone])
            elif line["type"] == "swipe" and line["zone"]:
                # While a recording plays, the line that came soonest shows how far the clocks are apart.
                base = row.hear(line, time.monotonic_ns() // 1000 - line["t_us"] if clock == "recording" else 0)
                if base is not None:
                    send(2, "update", zone="cards", offset=base)
            elif line["type"] == "reply" and not line["ok"]:
                print("refused:", line["error"]["message"], file=sys.stderr)
            elif line["type"] == "bye":
                print(f"bye: {line['reason']}: {line['detail']}", file=sys.stderr)
                if line["reason"] == "denied":
                    sys.exit(77)  # Trying again is of no use.


def frames(row):
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as service:
                service.connect(PATH)
                yield from follow(service, row)
        except PermissionError:
            print(f"no permission for {PATH}: `flickctl doctor` shows how to get it", file=sys.stderr)
        except OSError as error:
            print("flickd is not there:", error, file=sys.stderr)
        row.lose()
        yield from row.frames([], 1)


for frame in frames(Row()):
    print(frame, flush=True)
