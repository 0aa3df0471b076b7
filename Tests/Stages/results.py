"""The results of the tests of one stage, from the output of their runner."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Results:
    """Counts and names of one stage."""

    passed: int = 0
    # The name of a test, and its report.
    failed: dict[str, list[str]] = field(default_factory=dict)
    # The reason, once for each skipped test.
    skipped: list[str] = field(default_factory=list)
    # Tests that failed and then passed when they were repeated alone.
    flaky: list[str] = field(default_factory=list)
    # The number of tests, if known.
    total: int = 0
    # Whether the runner came to its end; a test that crashes takes it along.
    is_whole: bool = False

    def add(self, other: Results) -> None:
        """Adds the results of another part of the same stage."""
        self.passed += other.passed
        self.failed.update(other.failed)
        self.skipped += other.skipped
        self.flaky += other.flaky
        self.total += other.total


class EventStream:
    """Reads the file to which `swift test --event-stream-output-path` appends, up to its current end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results = Results()
        self.offset = 0
        self.functions: set[str] = set()
        self.issues: dict[str, list[str]] = {}

    def read(self) -> Results:
        """Reads the lines that are new."""
        try:
            with open(self.path, "rb") as file:
                file.seek(self.offset)
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    self.offset += len(line)
                    self.take(json.loads(line))
        except FileNotFoundError:
            pass
        return self.results

    def take(self, record: dict) -> None:
        """Counts one record."""
        payload = record["payload"]
        if record["kind"] == "test":
            if payload["kind"] == "function":
                self.functions.add(payload["id"])
                self.results.total = len(self.functions)
            return
        test = payload.get("testID", "")
        texts = [message["text"] for message in payload.get("messages", [])]
        kind = payload["kind"]
        if kind == "runEnded":
            self.results.is_whole = True
        elif kind == "issueRecorded" and payload.get("issue", {}).get("isKnown") is not True:
            self.issues.setdefault(test, []).extend(texts)
        elif kind == "testSkipped" and test in self.functions:
            self.results.skipped.append(skip_reason(texts))
        elif kind == "testEnded" and test in self.functions:
            # The stream reports the end of a test that was skipped, too.
            if test in self.issues:
                self.results.failed[without_location(test)] = self.issues[test]
            else:
                self.results.passed += 1


def skip_reason(texts: list[str]) -> str:
    """The reason in `Test "name" skipped: "reason"`."""
    match = re.search(r'skipped: "(.*)"$', " ".join(texts), re.S)
    return match.group(1) if match else "no reason"


def without_location(test: str) -> str:
    """The name of a test without file, line and column at its end."""
    return re.sub(r"/[^/]*\.swift:\d+:\d+$", "", test)


# Lines of runners without a stream of events: node's TAP, python's unittest (-v), and the project's own scripts.
LINES = (
    ("skipped", re.compile(r"^\s*ok \d+ - .* # SKIP ?(?P<name>.*)$")),
    ("skipped", re.compile(r"^\S.* \.\.\. skipped '(?P<name>.*)'$")),
    ("skipped", re.compile(r"^skipped +(?P<name>\S.*)$")),
    ("failed", re.compile(r"^\s*not ok \d+ - (?P<name>.*)$")),
    ("failed", re.compile(r"^(?:FAIL|ERROR): (?P<name>\S+ \(\S+\))$")),
    ("failed", re.compile(r"^FAILED +(?P<name>[^\s(].*)$")),
    # A bar of a measurement.
    ("failed", re.compile(r"^MISS +(?P<name>\S.*)$")),
    ("flaky", re.compile(r"^FLAKY +(?P<name>\S.*)$")),
    ("passed", re.compile(r"^\s*ok \d+ - (?P<name>.*)$")),
    ("passed", re.compile(r"^(?P<name>\S.*) \.\.\. ok$")),
    ("passed", re.compile(r"^ok {2,}(?P<name>\S.*)$")),
)
# What a run of stages below this one prints at its end; it does not list the tests that passed.
SUM = re.compile(r"^[A-Z]+: (\d+) passed, \d+ failed, \d+ skipped$")
# What swift-testing prints at the end of a run without a stream of events.
SWIFT_RUN = re.compile(r"^✔ Test run with (\d+) tests? ")
SKIPPED_BELOW = re.compile(r"^ +(\d+) x (.*)$")


def read_lines(text: str) -> Results:
    """Reads the results of a stage from its output."""
    results = Results()
    passed_below = 0
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if total := SUM.match(line) or SWIFT_RUN.match(line):
            passed_below += int(total[1])
        elif reason := SKIPPED_BELOW.match(line):
            results.skipped += [reason[2]] * int(reason[1])
        for kind, pattern in LINES:
            match = pattern.match(line)
            if not match:
                continue
            name = match["name"] or "no reason"
            # In TAP a file with tests is a test as well.
            if kind == "passed" and not is_group(lines, number):
                results.passed += 1
            elif kind == "skipped":
                results.skipped.append(name)
            elif kind == "flaky":
                results.flaky.append(name)
            elif kind == "failed" and not is_group(lines, number):
                results.failed[name] = details(lines, number)
            break
    results.passed += passed_below
    results.total = results.passed + len(results.failed) + len(results.skipped)
    return results


def is_group(lines: list[str], number: int) -> bool:
    """Whether the TAP point in this line is a suite of other points."""
    return any(line.strip() == "type: 'suite'" for line in lines[number + 1 : number + 6])


def details(lines: list[str], number: int) -> list[str]:
    """What a failed test printed after the line with its name."""
    kept: list[str] = []
    for line in lines[number + 1 : number + 40]:
        if any(pattern.match(line) for _, pattern in LINES) or len(kept) == 12:
            break
        if re.search(r"error|expected|actual|\| |assert|Error|↳|: \d", line):
            kept.append(line.strip())
    return kept
