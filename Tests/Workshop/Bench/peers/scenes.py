"""What `make bench ONLY=peers` runs: programs, each with the strokes of `drive`."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, replace

# Where the programs and their files are in the guest. @HERE@ stands for it, because a native run has another folder.
HERE = "@HERE@"
SOCKET = f"{HERE}/socket"
ALL = ["begin", "update", "end", "cancel"]
# Longer silence shows nothing new: programs that wake up do so at least every second.
IDLE_SECONDS = 30

# Lets the threads of the guest's kernel run only while nothing else does; some cannot be changed. Otherwise the thread of
# RCU interrupts two to seven frames of a scene with ten fingers, of bare or of flickd: enough to move p99.
QUIET = "for thread in $(pgrep -P 2); do chrt --idle --pid 0 $thread 2>/dev/null; done"


@dataclass(frozen=True)
class Scene:
    """One run of one program."""

    program: str
    fingers: int = 1
    # What differs from the ordinary scene: "apart", "clients=8" and so on.
    case: str = ""
    rate: int = 120
    frames: int = 60
    strokes: int = 8
    clients: int = 1
    panels: int = 1
    idle: int = 0
    counts_calls: bool = False
    max_rate: int = 0
    # Whether nothing of the program is in the page cache, as when a kiosk boots. Otherwise each page fault maps pages
    # that the program does not use.
    is_cold: bool = False

    @property
    def name(self) -> str:
        """The key of the scene's results."""
        return f"{self.program} {self.fingers}" + (f" {self.case}" if self.case else "")

    def command(self) -> str:
        """The line of shell that runs it."""
        channel, words = self._program()
        options = [
            *("-f", self.fingers, "-p", self.panels, "-r", self.rate, "-n", self.frames, "-s", self.strokes),
            *("-c", self.clients, "-i", self.idle, *(["-k"] if self.counts_calls else []), *channel),
        ]
        return shlex.join([f"{HERE}/drive", *map(str, options), "--", *words])

    def _program(self) -> tuple[list[str], list[str]]:
        if self.program in ("bare", "frozen"):
            return ["-l", SOCKET], [f"{HERE}/{self.program}", "@", SOCKET]
        if self.program in ("bare2", "frozen2"):
            return ["-l", SOCKET], [f"{HERE}/{self.program[:-1]}", "-v", "@", SOCKET]
        if self.program in ("updates", "ends"):
            request: dict[str, object] = {"id": 1, "request": "subscribe"}
            if self.program == "updates":
                request["phases"] = ALL
            if self.max_rate:
                request["max_rate_hz"] = self.max_rate
            settings = "apart" if "apart" in self.case else "grouped"
            return ["-u", SOCKET, "-q", json.dumps(request)], flickd(settings)
        # A program that prints to a pipe would print in blocks of 4 KiB.
        return [], ["stdbuf", "-oL", *PEERS[self.program]]


def flickd(settings: str) -> list[str]:
    """The command that starts flickd."""
    return [f"{HERE}/flickd", "--config", f"{HERE}/{settings}.toml", "--socket", SOCKET]


# Programs of Debian that read touchscreens, and print what they read.
PEERS = {
    "libinput": ["libinput", "debug-events", "--device", "@"],
    "evtest": ["evtest", "@"],
    "lisgd": ["lisgd", "-d", "@", "-w", "1920", "-h", "1080", "-g", "1,LR,*,*,*,echo swipe", "-g", "2,LR,*,*,*,echo swipe"],
}
SETTINGS = {"grouped": "", "apart": '[swipe]\nfingers_apart = "0mm"\n'}


def start_command() -> str:
    """Measures the time from fork to an accepted connection."""
    return shlex.join([f"{HERE}/drive", "-x", "-s", "5", "-u", SOCKET, "--", *flickd("grouped")])


def quick() -> list[Scene]:
    """The scenes of the figures that have a bound."""
    scenes = []
    for fingers in (1, 2, 10):
        scenes.append(Scene("bare", fingers, counts_calls=fingers == 1))
        scenes.append(Scene("bare2", fingers))
        scenes.append(Scene("updates", fingers, counts_calls=fingers == 1, idle=IDLE_SECONDS if fingers == 1 else 0))
        scenes.append(Scene("ends", fingers, counts_calls=fingers == 1))
    scenes += [
        Scene("updates", 10, "apart"),
        Scene("ends", 10, "apart"),
        Scene("updates", 1, "clients=8", clients=8),
        Scene("updates", 1, "max_rate=30", max_rate=30),
        Scene("updates", 10, "rate=1000", rate=1000, frames=1000, strokes=4),
        Scene("updates", 10, "panels=4 clients=8 apart", panels=4, clients=8, strokes=2, is_cold=True),
    ]
    return scenes


def growth() -> list[Scene]:
    """How the cost grows with contacts, swipes, rate, clients and panels."""
    scenes = [Scene(program, 5) for program in ("bare", "bare2", "updates", "ends")]
    scenes += [Scene("updates", fingers, "apart", strokes=4) for fingers in (2, 5)]
    for rate in (60, 240, 1000):
        scenes += [Scene(program, 1, f"rate={rate}", rate=rate, strokes=4) for program in ("bare", "updates")]
    scenes += [Scene("updates", 1, f"clients={clients}", clients=clients, strokes=4) for clients in (2, 4, 16)]
    scenes += [Scene("updates", 1, f"panels={panels}", panels=panels, strokes=4) for panels in (2, 4, 8)]
    scenes.append(Scene("bare2", 10, "rate=1000", rate=1000, frames=1000, strokes=2))
    return scenes


def peers(are_here: bool) -> list[Scene]:
    """The programs of Debian; one stroke less of those that are slow."""
    if not are_here:
        return []
    scenes = [Scene(peer, fingers, strokes=4) for peer in PEERS for fingers in (1, 2, 5, 10)]
    return [replace(one, idle=IDLE_SECONDS) if one.fingers == 1 else one for one in scenes]


def frozen() -> list[Scene]:
    """The loop with which the figures of the plan were measured, beside our own."""
    return [Scene(program, fingers) for program in ("frozen", "frozen2") for fingers in (1, 10)]


def script(scenes: list[Scene], folder: str) -> str:
    """A shell script that runs the scenes, and prints the name of each before its line of JSON."""
    lines = ["mountpoint -q /sys/kernel/tracing || mount -t tracefs tracefs /sys/kernel/tracing || true"]
    for scene in scenes:
        lines.append(f"echo 'scene {scene.name}'")
        if scene.is_cold:
            lines.append("sync; echo 3 >/proc/sys/vm/drop_caches")
        needed = PEERS.get(scene.program, [f"{HERE}/drive"])[0]
        lines.append(f"if command -v {needed} >/dev/null; then {scene.command()} 2>{HERE}/log || cat {HERE}/log; else echo missing; fi")
    lines += ["echo 'scene start'", f"{start_command()} 2>{HERE}/log || cat {HERE}/log"]
    return "\n".join(lines).replace(HERE, folder)
