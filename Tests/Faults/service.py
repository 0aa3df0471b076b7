"""A flickd process whose system calls fail, its service manager, and clients that check every line."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable

Line = dict[str, Any]

# The longest wait, in seconds. flickd looks for panels every 5 s where udev is silent, and the machine may be busy.
PATIENCE = 12.0


# A program that executes flickd: LISTEN_PID must be the number of flickd's process.
PASSING = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ["LISTEN_PID"] = str(os.getpid())
os.execv(sys.argv[2], sys.argv[2:])
"""


class Failure(Exception):
    """flickd broke a promise that no fault excuses."""


class Exited(Exception):
    """flickd ended before the run stopped it."""


@dataclass(frozen=True)
class Injection:
    """The calls that fail: `count` calls with one of the hashes, from the `first`-th on."""

    error: int
    hashes: frozenset[str]
    first: int = 1
    count: int = 1

    @property
    def line(self) -> str:
        """The line for preload.c."""
        return " ".join([str(self.error), str(self.first), str(self.count), *sorted(self.hashes)])


@dataclass
class Programs:
    """The programs that a run needs."""

    flickd: Path
    probe: Path
    preload: Path
    # Behind preload.so, because a call that must fail never reaches the stage.
    whole_events: Path


@dataclass
class Run:
    """One run of flickd: its folder, the calls that fail, and the result."""

    programs: Programs
    folder: Path
    injections: list[Injection] = field(default_factory=list)
    is_recorded: bool = False
    # The declared losses: each was announced by a line, or by the end of a connection.
    losses: set[str] = field(default_factory=set)
    code: int | None = None
    cpu: float = 0.0
    _stages: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _flickd: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        self.socket = self.folder / "s"
        self.report = self.folder / "report"
        self.record = self.folder / "record"
        self.log = self.folder / "log"
        self.output = self.folder / "output"
        self.config = self.folder / "flickd.toml"
        self.state = self.folder / "state"
        self.manager = Manager(self.folder / "notify")

    # The stage and flickd.

    def stage(self, script: Path) -> str:
        """Opens a stage for panels, and returns the folder of its testbed."""
        with open(self.folder / "stage.log", "wb") as log:
            words = ["umockdev-wrapper", str(self.programs.probe), "stage", str(script)]
            environment = os.environ | {"TMPDIR": str(self.folder)}
            self._stages.append(subprocess.Popen(words, stdout=log, stderr=log, env=environment))
        opened = self.folder / "opened"
        self.wait(lambda: opened.exists() and opened.read_text(encoding="utf-8"), "the stage opens")
        return opened.read_text(encoding="utf-8")

    def cue(self, name: str) -> None:
        """Gives the stage a cue."""
        (self.folder / f"cue-{name}").touch()

    def start(self, *arguments: str, testbed: str = "", environment: dict[str, str] | None = None,
              listener: socket.socket | None = None) -> None:
        """Starts flickd; it gets `listener` as descriptor 3."""
        variables = {name: value for name, value in os.environ.items() if not name.startswith(("FLICKD", "XDG_", "LISTEN", "NOTIFY"))}
        # What flickd learns stays in the folder of the run.
        variables["STATE_DIRECTORY"] = str(self.state)
        variables |= environment or {}
        stage = [str(self.programs.whole_events), "libumockdev-preload.so.0"] if testbed else []
        variables["LD_PRELOAD"] = ":".join([str(self.programs.preload), *stage])
        if testbed:
            variables["UMOCKDEV_DIR"] = testbed
        if self.is_recorded:
            variables["FAULTS_RECORD"] = str(self.record)
        if self.injections:
            plan = self.folder / "plan"
            plan.write_text("".join(injection.line + "\n" for injection in self.injections), encoding="utf-8")
            variables["FAULTS_INJECT"] = str(plan)
        variables["FAULTS_REPORT"] = str(self.report)
        with open(self.log, "wb") as errors, open(self.output, "wb") as output:
            words = [str(self.programs.flickd), *arguments]
            if listener:
                words = [sys.executable, "-I", "-c", PASSING, str(listener.fileno()), *words]
            self._flickd = subprocess.Popen(
                words, env=variables, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                pass_fds=[listener.fileno()] if listener else [],
            )

    @property
    def process(self) -> int:
        """The process of flickd."""
        assert self._flickd
        return self._flickd.pid

    def look(self) -> None:
        """Raises `Exited` if flickd has ended."""
        if self.code is None and self._flickd:
            pid, status, usage = os.wait4(self._flickd.pid, os.WNOHANG)
            if pid:
                self._end(status, usage.ru_utime + usage.ru_stime)
        if self.code is not None:
            raise Exited

    def _end(self, status: int, cpu: float) -> None:
        assert self._flickd
        self.code = self._flickd.returncode = os.waitstatus_to_exitcode(status)
        self.cpu = cpu

    def wait(self, is_there: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
        """Waits for a true value of `is_there`; raises `Exited` if flickd ends first."""
        end = time.monotonic() + seconds
        while not (found := is_there()):
            if self._flickd:
                self.look()
            if time.monotonic() > end:
                raise Failure(f"waited {seconds:.0f} s for this: {what}")
            time.sleep(0.005)
        return found

    def ended(self, seconds: float = PATIENCE) -> int:
        """Waits until flickd ends, and returns its exit code."""
        try:
            self.wait(lambda: False, "flickd ends", seconds)
        except Exited:
            pass
        assert self.code is not None
        return self.code

    def send(self, number: signal.Signals) -> None:
        """Sends a signal."""
        self.look()
        os.kill(self.process, number)

    def close(self) -> None:
        """Ends every process of this run."""
        if self._flickd and self.code is None:
            self._flickd.kill()
            _, status, usage = os.wait4(self._flickd.pid, 0)
            self._end(status, usage.ru_utime + usage.ru_stime)
        for stage in self._stages:
            self.cue("over")
            try:
                stage.wait(2)
            except subprocess.TimeoutExpired:
                stage.kill()
                stage.wait()
        self.manager.close()

    # The result.

    def injected(self, number: int | None = None) -> int:
        """The number of calls that failed; of one injection, or of all."""
        if not self.report.exists():
            return 0
        lines = self.report.read_text(encoding="utf-8").splitlines()
        return sum(1 for line in lines if line[0].isdigit() and (number is None or line.startswith(f"{number} ")))

    def calls(self) -> int:
        """The number of calls that flickd made; 0 while it runs."""
        found = re.search(r"^calls (\d+)$", self.report.read_text(encoding="utf-8"), re.MULTILINE)
        return int(found[1]) if found else 0

    def lost(self, what: str) -> None:
        """Notes a declared loss; without a fault it is a failure."""
        if not self.injected():
            raise Failure(f"without a fault: {what}")
        self.losses.add(what)

    def errors(self) -> str:
        """The log of flickd."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""


class Manager:
    """The service manager: it reads the socket in $NOTIFY_SOCKET."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self.socket.bind(str(path))
        self.messages: list[str] = []

    def count(self, assignment: str) -> int:
        """How often flickd has sent this assignment."""
        while True:
            try:
                self.messages += self.socket.recv(4096).decode().split("\n")
            except BlockingIOError:
                return self.messages.count(assignment)

    def close(self) -> None:
        """Closes the socket."""
        self.socket.close()


class Client:
    """A connection to flickd; it checks every line against the protocol's promises."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.lines: deque[Line] = deque()
        self.is_over = False
        self._unread = b""
        self._last = 0
        self._active: set[int] = set()
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self.socket.connect(str(run.socket))
        except OSError:
            self.socket.close()
            raise
        self.socket.setblocking(False)

    def send(self, text: str) -> None:
        """Sends as much as the socket accepts."""
        try:
            self.socket.send(text.encode(), socket.MSG_NOSIGNAL)
        except OSError:
            pass  # The next read reports the end of the connection.

    def next(self, seconds: float) -> Line | None:
        """The next line; None at the end of the connection, and after `seconds`."""
        end = time.monotonic() + seconds
        while not self.lines and not self.is_over:
            left = end - time.monotonic()
            if left <= 0:
                return None
            ready, _, _ = select.select([self.socket], [], [], min(left, 0.05))
            if ready:
                self._read()
            else:
                self.run.look()
        return self.lines.popleft() if self.lines else None

    def _read(self) -> None:
        try:
            found = self.socket.recv(1 << 16)
        except ConnectionResetError:
            found = b""
        if not found:
            self.is_over = True
            if self._unread:
                raise Failure(f"the connection ended inside a line: {self._unread[:80]!r}")
            return
        *whole, self._unread = (self._unread + found).split(b"\n")
        for line in whole:
            self.lines.append(self._checked(line))

    def _checked(self, text: bytes) -> Line:
        try:
            line: Line = json.loads(text)
        except ValueError:
            raise Failure(f"a line that is not JSON: {text[:80]!r}") from None
        if line["type"] != "swipe":
            # A state and the reply to a subscription list the swipes whose begin came earlier.
            self._active |= {swipe["swipe_id"] for swipe in line.get("swipes", [])}
            return line
        if line["seq"] != self._last + 1:
            raise Failure(f"after seq {self._last} came {line['seq']}: an undeclared gap")
        self._last += 1
        number, phase = line["swipe_id"], line["phase"]
        if phase == "begin":
            self._active.add(number)
        elif number not in self._active and "begin" in self.phases:
            raise Failure(f"{phase} of swipe {number}, which never began")
        elif phase != "update":
            self._active.discard(number)
        return line

    phases: tuple[str, ...] = ()

    def close(self) -> None:
        """Closes the connection."""
        self.socket.close()
