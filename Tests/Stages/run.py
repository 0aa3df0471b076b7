#!/usr/bin/env python3
"""Runs stages of tests, prints a line for each, and then a table of passed, failed and skipped tests.

run.py SET     the stages of a set: check, test, prove, bench, nightly, or ci, which .ci/run uses
run.py STAGE   one stage
run.py --list  prints each set with its stages, and each stage with what it shows
Several run one after the other, each after the builds that it uses.

Everything that a stage prints is in .build/stages/STAGE.log. While a stage is silent, a line every 10 s shows that it
runs. Failures are repeated at the end. Where FLICKD_REPEAT=1 is set, failed tests of processes and of emulated machines
run a second time: those that pass then count as passed and are listed as FLAKY.

Exit codes: 0 every stage passed, 1 one failed, 64 wrong usage, 69 something is missing, 130 interrupted.
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

from report import Ended, Report
from results import EventStream, Results, read_lines
from selection import SETS, chosen, is_untouched
from stages import STAGES, Stage, repeats

FOLDER = Path(".build/stages")
HEARTBEAT = 10.0


class Running:
    """One command of a stage: its process, its log and the results so far."""

    def __init__(self, stage: Stage, command: tuple[str, ...], log: Path, report: Report) -> None:
        self.stage = stage
        self.log = log
        self.report = report
        self.events = EventStream(log.with_suffix(".events")) if stage.has_events else None
        if self.events:
            self.events.path.unlink(missing_ok=True)
            command += ("--event-stream-output-path", str(self.events.path), "--event-stream-version", "0")
        self.streams: dict[Path, EventStream] = {}
        for stale in self.found_streams():
            stale.unlink()
        self.start = time.monotonic()
        with open(log, "ab") as output:
            output.write(f"+ {shlex.join(command)}\n".encode())
            output.flush()
            self.offset = log.stat().st_size
            # A separate process group, so that an interrupt also ends the child processes of the command.
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment(stage),
                process_group=0,
            )

    def wait(self) -> Results:
        """Waits for the end; reports failures as they happen, and that the stage runs while nothing else happens."""
        shown: set[str] = set()
        last = time.monotonic()
        while True:
            try:
                self.process.wait(timeout=0.5)
            except subprocess.TimeoutExpired:
                pass
            results = self.events.read() if self.events else self.streamed()
            for name in results.failed.keys() - shown:
                shown.add(name)
                last = time.monotonic()
                self.report.line(self.stage.name, f"FAILED {name}")
            if self.process.returncode is not None:
                return results if self.events else self.printed()
            if time.monotonic() - last >= HEARTBEAT:
                last = time.monotonic()
                self.report.line(self.stage.name, self.progress(results))

    def printed(self) -> Results:
        """The results of a stage without an event stream."""
        found = read_lines(self.text())
        found.add(self.streamed())
        return found

    def streamed(self) -> Results:
        """The results so far of the streams that a separate runner writes."""
        results = Results()
        for path in self.found_streams():
            results.add(self.streams.setdefault(path, EventStream(path)).read())
        return results

    def found_streams(self) -> list[Path]:
        """The streams that a separate runner has written, in the order of their names."""
        return sorted(Path(self.stage.streams).rglob("*.events")) if self.stage.streams else []

    def text(self) -> str:
        """What the command has printed so far."""
        with open(self.log, "rb") as file:
            file.seek(self.offset)
            return file.read().decode("utf-8", "replace")

    def progress(self, results: Results) -> str:
        """The current results of a stage that runs."""
        seconds = f"{time.monotonic() - self.start:.0f} s"
        if results.total:
            done = results.passed + len(results.failed) + len(results.skipped)
            return f"running, {seconds}: {done} of {results.total} tests"
        lines = [line.strip() for line in self.text()[-4000:].splitlines() if line.strip()]
        return f"running, {seconds}: {lines[-1][:80]}" if lines else f"running, {seconds}"


def environment(stage: Stage) -> dict[str, str]:
    """The environment of a stage; only this runner leaves stages out."""
    return {name: value for name, value in os.environ.items() if name != "FLICKD_SINCE"} | stage.environment


class Runner:
    """Runs stages and stores their results."""

    def __init__(self) -> None:
        self.report = Report()
        self.current: Running | None = None

    def run(self, stage: Stage) -> bool:
        """Runs one stage; returns whether the next stages can run."""
        log = FOLDER / f"{stage.name}.log"
        log.unlink(missing_ok=True)
        self.report.line(stage.name, f"{stage.about}{first_build(stage)}")
        start = time.monotonic()
        status, results, text = self.once(stage, stage.command, log)
        if results.failed and results.is_whole and stage.is_repeatable and repeats():
            status = self.repeat(stage, results, log)
        ended = Ended(stage, status, results, time.monotonic() - start, log, text)
        self.report.end(ended)
        return ended.is_good or not stage.is_basis

    def once(self, stage: Stage, command: tuple[str, ...], log: Path) -> tuple[int, Results, str]:
        """Runs a command of a stage to its end; returns its status, its results and its output."""
        self.current = Running(stage, command, log, self.report)
        results = self.current.wait()
        return self.current.process.returncode, results, self.current.text()

    def repeat(self, stage: Stage, results: Results, log: Path) -> int:
        """Runs the failed tests of a stage once more, and moves those that pass to the flaky ones."""
        self.report.line(stage.name, f"runs {len(results.failed)} failed tests a second time")
        words = tuple(word for name in results.failed for word in ("--filter", re.escape(name)))
        index = stage.command.index("--filter")
        kept = stage.command[:index] + stage.command[index + 2 :]
        status, second, _ = self.once(stage, kept + words, log)
        for name in list(results.failed):
            if second.passed and name not in second.failed:
                del results.failed[name]
                results.flaky.append(name)
                results.passed += 1
        return status

    def stop(self) -> None:
        """Ends the stage that runs, with all that it has started."""
        if not self.current or self.current.process.poll() is not None:
            return
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.current.process.pid, number)
                self.current.process.wait(timeout=10)
                return
            except subprocess.TimeoutExpired:
                continue
            except ProcessLookupError:
                return


def first_build(stage: Stage) -> str:
    """The expected duration of a first build."""
    if stage.name not in ("build", "suites") or Path(".build/debug/flickdPackageTests.xctest").exists():
        return ""
    return "; the first build takes 3 to 5 minutes"


def unknown(word: str) -> str:
    """What the user reads about a name that no stage has."""
    near = difflib.get_close_matches(word, [*SETS, *STAGES], 1)
    advice = f"; did you mean {near[0]}?" if near else ""
    return f"stages: there is no stage '{word}'{advice}\nTests/Stages/run.py --list prints all."


def listing() -> str:
    """The sets with their stages, and the stages with what they show."""
    indent = " " * 15
    sets = (
        textwrap.fill(words, 100, initial_indent=f"{name:<15}", subsequent_indent=indent, break_on_hyphens=False)
        for name, words in SETS.items()
    )
    stages = (f"{stage.name:<14} {stage.about}" for stage in STAGES.values())
    return "\n".join(["Sets:", *sets, "", "Stages:", *stages])


def install(stages: list[Stage]) -> int:
    """Installs what the stages need; returns the status of the script that does."""
    purposes = sorted({word for stage in stages for word in stage.needs.split()})
    return subprocess.run(["packaging/deps.sh", "build", *purposes], check=False).returncode if purposes else 0


def touched(stages: list[Stage]) -> list[Stage]:
    """The stages that guard something which has changed since the commit FLICKD_SINCE; says which it leaves out."""
    commit = os.environ.get("FLICKD_SINCE")
    if not commit:
        return stages
    changed = subprocess.run(
        ["git", "diff", "--name-only", f"{commit}...HEAD"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    for stage in stages:
        if is_untouched(stage, changed):
            print(f"{stage.name}: left out, because nothing that it guards has changed since {commit[:12]}")
    return [stage for stage in stages if not is_untouched(stage, changed)]


def main(words: list[str]) -> int:
    """Runs the sets and stages that are named."""
    if words == ["--list"]:
        print(listing())
        return 0
    if not words or words[0].startswith("-"):
        print(__doc__.strip(), file=sys.stdout if words and words[0] in ("-h", "--help") else sys.stderr)
        return 0 if words and words[0] in ("-h", "--help") else 64
    for word in words:
        if word not in SETS and word not in STAGES:
            print(unknown(word), file=sys.stderr)
            return 64
    os.chdir(Path(__file__).resolve().parents[2])
    stages = touched(chosen(words))
    if status := install(stages):
        return status
    FOLDER.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGHUP, lambda *_: sys.exit(129))
    runner = Runner()
    try:
        for stage in stages:
            if not runner.run(stage):
                break
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    finally:
        runner.stop()
    return runner.report.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
