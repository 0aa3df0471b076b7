"""What the user sees of stages: a line for each event, and the table at the end."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from results import Results
from stages import Stage

CAUSES = re.compile(r"^✘|error: |fatal|Fatal|^\S+: .*(cannot|missing|failed|no such|needs )|\*\*\*|NOT MET")


@dataclass
class Ended:
    """A stage that has ended."""

    stage: Stage
    status: int
    results: Results
    seconds: float
    log: Path
    text: str

    @property
    def is_good(self) -> bool:
        """Whether the command succeeded, no test of it failed, and there was a test if it reports tests."""
        is_empty = self.stage.has_events and self.results.total == 0
        return self.status == 0 and not self.results.failed and not is_empty

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many tests passed, failed and were skipped; a stage that failed without a test counts as one."""
        failed = len(self.results.failed) if self.is_good or self.results.failed else 1
        return self.results.passed, failed, len(self.results.skipped)

    def causes(self) -> list[str]:
        """The lines that explain a failure which no test reported."""
        lines = [line.rstrip()[:240] for line in self.text.splitlines() if line.strip()]
        # make's own last line only repeats the status.
        lines = [line for line in lines if not re.match(r"make(\[\d+\])?: \*\*\*", line)]
        found = [line for line in lines[:-8] if CAUSES.search(line)]
        return found[:8] + lines[-8:]


def clock(seconds: float) -> str:
    """A duration as minutes and seconds."""
    return f"{round(seconds) // 60}:{round(seconds) % 60:02}"


class Report:
    """Prints lines with the time since the start, and at the end the results of all stages."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.ended: list[Ended] = []

    def line(self, name: str, words: str) -> None:
        """Prints a line about a stage."""
        print(f"[{clock(time.monotonic() - self.start):>5}] {name:<12} {words}", flush=True)

    def end(self, ended: Ended) -> None:
        """Reports a stage that has ended."""
        self.ended.append(ended)
        results = ended.results
        counts = ", ".join(
            f"{count} {word}"
            for count, word in (
                (results.passed, "passed"),
                (len(results.failed), "failed"),
                (len(results.skipped), "skipped"),
                (len(results.flaky), "flaky"),
            )
            if count
        )
        outcome = "" if ended.is_good else f"FAILED (exit {ended.status}), "
        self.line(ended.stage.name, f"{outcome}{counts or 'done'} in {ended.seconds:.0f} s")
        for warning in sorted(set(re.findall(r"^.*\bwarning: .*$", ended.text, re.M)))[:5]:
            self.line(ended.stage.name, warning.strip()[:200])

    def close(self) -> int:
        """Prints the table, reasons and failures; the answer is the exit code."""
        self.table()
        self.skipped()
        for ended in self.ended:
            for name in ended.results.flaky:
                print(f"FLAKY   {ended.stage.name}: {name}")
        bad = [ended for ended in self.ended if not ended.is_good]
        for ended in bad:
            self.failure(ended)
        passed, failed, skipped = self.sums()
        outcome = "FAILED" if bad else "PASSED"
        print(f"\n{outcome}: {passed} passed, {failed} failed, {skipped} skipped", flush=True)
        return 1 if bad else 0

    def sums(self) -> tuple[int, int, int]:
        """How many tests passed, failed and were skipped in all stages."""
        counts = [ended.counts for ended in self.ended]
        return sum(row[0] for row in counts), sum(row[1] for row in counts), sum(row[2] for row in counts)

    def table(self) -> None:
        """Prints a row for each stage."""
        width = max((len(ended.stage.name) for ended in self.ended), default=5)
        print(f"\n{'stage':<{width}}  passed  failed  skipped  min:s")
        rows = [(ended.stage.name, *ended.counts, clock(ended.seconds)) for ended in self.ended]
        rows.append(("all", *self.sums(), clock(time.monotonic() - self.start)))
        for name, passed, failed, skipped, duration in rows:
            counts = f"{passed:6}  {failed:6}  {skipped:7}" if passed or failed or skipped else f"{'-':>6}  {'-':>6}  {'-':>7}"
            print(f"{name:<{width}}  {counts}  {duration:>5}")

    def skipped(self) -> None:
        """Prints why tests were skipped, with how many for each reason."""
        reasons = Counter(reason for ended in self.ended for reason in ended.results.skipped)
        if reasons:
            print("\nskipped:")
        for reason, count in reasons.most_common():
            print(f"  {count:4} x {reason}")

    def failure(self, ended: Ended) -> None:
        """Prints the failures of a stage."""
        print()
        for name, texts in ended.results.failed.items():
            print(f"FAILED  {ended.stage.name}: {name}")
            for text in texts[:8]:
                print("        " + text.replace("\n", "\n        ")[:600])
        if not ended.results.failed:
            print(f"FAILED  {ended.stage.name}: {' '.join(ended.stage.command)} ended with {ended.status}")
            for cause in ended.causes():
                print(f"        {cause}")
        print(f"        everything that it printed: {ended.log}")
