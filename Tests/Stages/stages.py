"""The stages of `make test`, `make guest` and `.ci/run`."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Stage:
    """A command whose tests are counted."""

    name: str
    command: tuple[str, ...]
    # What the user reads when it starts.
    about: str
    # Whether its tests report by swift-testing's stream of events; otherwise by the lines that they print.
    has_events: bool = False
    # Whether nothing after it can work if it fails.
    is_basis: bool = False
    # Whether a failed test is run a second time if FLICKD_REPEAT is set: such tests share a machine with others.
    is_repeatable: bool = False
    # Folders in which a separate runner writes streams of events.
    streams: str = ""

    @property
    def log(self) -> str:
        """The name of its log; that of a verb differs from those of stages that the verb itself runs."""
        return f"make-{self.name}" if self.command[0] == "make" else self.name


SWIFT_TEST = ("swift", "test", "--skip-build", "--disable-xctest")
# These start flickd, flickctl or the bridge.
PROCESSES = "FlickDaemonTests|CommandsTests|PanelLabTests|FlickClientTests|BridgeTests|EvdevTests"
# These run in a separate machine, which other stages start.
ELSEWHERE = "KernelTests|GuestTests"


def swift(name: str, about: str, *words: str, is_repeatable: bool = False) -> Stage:
    """A stage of tests that are in the bundle."""
    return Stage(name, SWIFT_TEST + words, about, has_events=True, is_repeatable=is_repeatable)


BUILD = Stage("build", ("swift", "build", "--build-tests"), "compile flickd and its tests", is_basis=True)
# The package in Tests/Workshop, in the same folder: it compiles no target of flickd again.
WORKSHOP = (
    Stage("workshop", ("packaging/workshop.sh", ".build", "--build-tests"), "compile what measures flickd and what attacks it"),
    Stage(
        "measures",
        (".build/debug/workshopPackageTests.xctest", "--testing-library", "swift-testing"),
        "strategies, scores, and every input that fuzzing has kept",
        has_events=True,
    ),
)

# The tests of descriptors run apart from those that start processes: a forked child has every descriptor until it
# calls exec. Tests that start flickd run apart from those that calculate: flickd waits five seconds for a client, and
# tests that calculate would leave the reader no thread.
TEST = (
    BUILD,
    swift("system", "system calls, descriptors and the event loop", "--filter", "LinuxIOTests"),
    swift(
        "units",
        "calculations, recordings, configuration, documents",
        "--skip",
        f"LinuxIOTests|{PROCESSES}|{ELSEWHERE}",
    ),
    swift(
        "processes",
        "flickd, flickctl, the bridge and FlickClient as processes",
        "--experimental-maximum-parallelization-width",
        "6",
        "--filter",
        PROCESSES,
        "--skip",
        ELSEWHERE,
        is_repeatable=True,
    ),
    Stage("web", ("make", "--no-print-directory", "web-test"), "what web pages import, by Node"),
    Stage("scripts", ("make", "--no-print-directory", "script-test"), "the project's own scripts"),
    Stage(
        "kernel",
        ("Tests/Kernel/test.sh",),
        "virtual touchscreens on a kernel of their own (User Mode Linux)",
        streams=".build/kernel",
    ),
    Stage("advice", ("Tests/Kernel/run-as-user.sh",), "what flickd advises an ordinary user, followed on that kernel"),
    *WORKSHOP,
)

# One at a time: each boots a separate machine.
GUEST = (
    BUILD,
    swift(
        "guest",
        "the installed flickd under systemd, emulated",
        "--no-parallel",
        "--filter",
        "GuestTests",
        is_repeatable=True,
    ),
)

# Tests that become other users, which needs root; they use the build of an earlier stage.
ROOT = (
    Stage(
        "root",
        (
            ".build/debug/flickdPackageTests.xctest",
            "--testing-library",
            "swift-testing",
            "--filter",
            "FlickDaemonTests.*(AccessTests|CrowdTests)",
        ),
        "tests that become other users",
        has_events=True,
    ),
)

SETS = {"tests": TEST, "guest-tests": GUEST, "root-tests": ROOT}


def chosen(name: str) -> tuple[Stage, ...]:
    """The stages of a set, or one stage for a verb of make."""
    if name in SETS:
        return SETS[name]
    return (Stage(name, ("make", "--no-print-directory", name), f"make {name}"),)


def repeats() -> bool:
    """Whether failed tests that share the machine with others are run a second time."""
    return os.environ.get("FLICKD_REPEAT") == "1"
