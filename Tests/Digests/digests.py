#!/usr/bin/env python3
"""Compares the machine-readable output of flickctl and flickd with earlier output: one SHA-256 for each replay.

digests.py check         compare each digest with digests.txt
digests.py record        write digests.txt; for review after an intended change
digests.py show NAME     print the output behind each digest whose name contains NAME, to compare two builds

The programs are those of `make build` (FLICKD_BUILT sets another folder). The recordings are those of the material; without
them, only the output that needs no recording is compared.
Exit codes: 0 all equal, 1 a difference, 64 wrong usage, 66 there are no recordings, in CI, 69 a program is missing.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILT = Path(os.environ.get("FLICKD_BUILT", ROOT / ".build/dist"))
EXPECTED = HERE / "digests.txt"
EVERY_PHASE = ("--phases", "begin,update,end,cancel")
# The options of a replay. Each unit has every phase once; the last two use every table of the configuration.
REPLAYS: dict[str, tuple[str, ...]] = {
    "ends": (),
    "mm": (*EVERY_PHASE, "--unit", "mm"),
    "pt": (*EVERY_PHASE, "--unit", "pt"),
    "fraction": (*EVERY_PHASE, "--unit", "fraction"),
    "lookahead": (*EVERY_PHASE, "--lookahead", "24"),
    "zones": (*EVERY_PHASE, "--config", str(HERE / "zones.toml")),
    "rules": (*EVERY_PHASE, "--config", str(HERE / "rules.toml")),
}


@dataclass(frozen=True)
class Command:
    """One program with its arguments, whose standard output and exit code are compared."""

    name: str
    words: tuple[str, ...]
    input: str = ""

    def run(self) -> tuple[int, bytes]:
        # Without this machine's configuration and time zone.
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TZ": "UTC", "HOME": "/nonexistent"}
        ended = subprocess.run(
            self.words, input=self.input.encode(), env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120
        )
        return ended.returncode, ended.stdout

    def digest(self) -> str:
        code, output = self.run()
        return f"{hashlib.sha256(output).hexdigest()} {code}"


def material() -> Path:
    """The folder of the recordings."""
    return Path(subprocess.check_output([ROOT / "packaging/material.sh"], text=True).strip()) / "recordings/evdev"


def replays(recordings: Path) -> list[Command]:
    """Every recording, with each set of options; for recordings that no reader accepts, the exit code is compared."""
    files = sorted(path for path in recordings.rglob("*") if path.is_file())
    none = ("--config", str(HERE / "none.toml"))
    return [
        Command(
            f"{name} {path.relative_to(recordings)}",
            (str(BUILT / "flickctl"), "replay", *words, *(() if "--config" in words else none), str(path)),
        )
        for path in files
        for name, words in REPLAYS.items()
    ]


def usages() -> list[Command]:
    """Exit codes for wrong words, absent files and bad configurations."""
    flickctl, flickd = str(BUILT / "flickctl"), str(BUILT / "flickd")
    absent = str(HERE / "absent")
    wrong = {
        "flickctl no verb": (flickctl, "wander"),
        "flickctl no option": (flickctl, "listen", "--wander"),
        "flickctl absent recording": (flickctl, "replay", absent),
        "flickctl no recording": (flickctl, "replay", str(Path(__file__))),
        "flickctl no unit": (flickctl, "replay", "--unit", "furlong", absent),
        "flickctl absent configuration": (flickctl, "check", "--config", absent),
        "flickctl bad configuration": (flickctl, "check", "--config", str(HERE / "bad.toml")),
        "flickctl good configuration": (flickctl, "check", "--config", str(HERE / "zones.toml")),
        "flickctl no service": (flickctl, "status", "--socket", absent),
        "flickctl no output": (flickctl, "record"),
        "flickctl no label": (flickctl, "record", "-o", absent, "--label", "pat"),
        "flickctl absent labels": (flickctl, "evaluate", "--config", str(HERE / "none.toml"), absent),
        "flickctl no labels": (flickctl, "evaluate", "--config", str(HERE / "none.toml"), str(Path(__file__))),
        "flickctl no page": (flickctl, "report", absent),
        "flickctl absent report": (flickctl, "report", "--config", str(HERE / "none.toml"), "-o", absent, absent),
        "flickctl report on its input": (flickctl, "report", "--config", str(HERE / "none.toml"), "-o", str(Path(__file__)), str(Path(__file__))),
        "flickctl report on other content": (flickctl, "report", "--config", str(HERE / "none.toml"), "-o", str(Path(__file__)), absent),
        "flickctl blank person": (flickctl, "record", "-o", absent, "--person", " "),
        "flickctl no tries": (flickctl, "tune", "--tries", "0"),
        "flickctl absent tries": (flickctl, "tune", "--config", str(HERE / "none.toml"), "--from", absent),
        "flickctl no counts": (flickctl, "stats", "--socket", absent),
        "flickd no option": (flickd, "--wander"),
        "flickd absent configuration": (flickd, "--check", "--config", absent),
        "flickd bad configuration": (flickd, "--check", "--config", str(HERE / "bad.toml")),
        "flickd good configuration": (flickd, "--check", "--config", str(HERE / "rules.toml")),
        "flickd absent recording": (flickd, "--config", str(HERE / "none.toml"), "--socket", absent, "--replay", absent),
    }
    # Their messages are for people and may change.
    return [Command(f"exit {name}", ("sh", "-c", '"$@" >/dev/null', "sh", *words)) for name, words in wrong.items()]


def goldens() -> dict[str, str]:
    """The digests of the transcripts of connections, which a test compares byte by byte."""
    files = sorted((ROOT / "Tests/Golden").glob("*.txt"))
    return {f"golden {path.name}": f"{hashlib.sha256(path.read_bytes()).hexdigest()} 0" for path in files}


def commands(recordings: Path) -> list[Command]:
    for program in ("flickctl", "flickd"):
        if not (BUILT / program).exists():
            print(f"digests: {BUILT / program} is missing: run `make build`", file=sys.stderr)
            raise SystemExit(69)
    if recordings.is_dir():
        return usages() + replays(recordings)
    if os.environ.get("CI"):
        print(f"digests: there are no recordings in {recordings}", file=sys.stderr)
        raise SystemExit(66)
    print(f"digests: skipped the replays: there are no recordings in {recordings}; fetch them with `make recordings`")
    return usages()


def measured(due: list[Command]) -> dict[str, str]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip((command.name for command in due), pool.map(Command.digest, due))) | goldens()


def expected() -> dict[str, str]:
    rows = (line.split(" ", 2) for line in EXPECTED.read_text().splitlines())
    return {name: f"{digest} {code}" for digest, code, name in rows}


def differences(found: dict[str, str], before: dict[str, str]) -> list[str]:
    """The names of those with another digest or another exit code."""
    return sorted(name for name in found.keys() & before.keys() if found[name] != before[name])


def finds_planted(command: Command, before: dict[str, str]) -> bool:
    """Whether one byte more on the output of a command, or another exit code, is a difference."""
    more = Command(command.name, ("sh", "-c", '"$@"; code=$?; echo; exit $code', "sh", *command.words), command.input)
    other = Command(command.name, ("sh", "-c", '"$@"; exit $(($? + 1))', "sh", *command.words), command.input)
    return all(differences({plant.name: plant.digest()}, before) == [plant.name] for plant in (more, other))


def check(due: list[Command], recordings: Path) -> int:
    """Lists every difference; recordings that are not in the table are counted, because other panels are also tested."""
    before = expected()
    known = [command for command in due if command.name in before]
    if not known or not finds_planted(known[0], before):
        print("digests: a planted byte or exit code was not found", file=sys.stderr)
        return 1
    found = measured(due)
    different = differences(found, before)
    absent = sorted(name for name in before.keys() - found.keys() if recordings.is_dir())
    for name in different:
        print(f"digests: DIFFERENT: {name}: `{Path(__file__).name} show '{name}'` prints it")
    for name in absent:
        print(f"digests: ABSENT: {name}")
    unknown = len(found.keys() - before.keys())
    print(f"digests: {len(found) - unknown - len(different)} equal, {len(different)} different, {len(absent)} absent, {unknown} not recorded")
    return 1 if different or absent else 0


def record(due: list[Command]) -> int:
    rows = sorted(measured(due).items(), key=lambda row: row[0])
    EXPECTED.write_text("".join(f"{digest} {name}\n" for name, digest in rows))
    print(f"digests: recorded {len(rows)}")
    return 0


def show(due: list[Command], name: str) -> int:
    for command in due:
        if name in command.name:
            code, output = command.run()
            print(f"# {command.name}: exit code {code}", flush=True)
            sys.stdout.buffer.write(output)
            sys.stdout.flush()
    return 0


def main(words: list[str]) -> int:
    recordings = material()
    match words:
        case ["check"]:
            return check(commands(recordings), recordings)
        case ["record"]:
            return record(commands(recordings))
        case ["show", name]:
            return show(commands(recordings), name)
        case _:
            print(__doc__, file=sys.stderr)
            return 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
