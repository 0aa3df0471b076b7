"""Every stage of `make check`, `test`, `prove`, `bench`, `nightly` and `.ci/run`: its command, and what it needs."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Stage:
    """A command whose tests are counted."""

    name: str
    command: tuple[str, ...]
    # What the user reads when it starts.
    about: str
    # The purposes of packaging/deps.sh, with blanks between them.
    needs: str = ""
    # The stages whose results it uses; they run first.
    after: tuple[str, ...] = ()
    # Variables of its environment.
    environment: dict[str, str] = field(default_factory=dict)
    # Whether its tests report by swift-testing's stream of events; otherwise by the lines that they print.
    has_events: bool = False
    # Whether nothing after it can work if it fails.
    is_basis: bool = False
    # Whether a failed test is run a second time if FLICKD_REPEAT is set: such tests share a machine with others.
    is_repeatable: bool = False
    # Folders in which a separate runner writes streams of events.
    streams: str = ""
    # The beginnings of the paths that it guards, with blanks between them; every path where it has none. Where FLICKD_SINCE
    # names a commit, it is left out unless one of them, or of WORKSHOP, has changed since.
    guards: str = ""


# These start flickd, flickctl or the bridge.
PROCESSES = "FlickDaemonTests|CommandsTests|PanelLabTests|FlickClientTests|BridgeTests|EvdevTests"
# These run in a separate machine, which other stages start.
ELSEWHERE = "KernelTests|GuestTests"
# These calculate for minutes where they are not optimised: a stage of their own, which `make check` leaves out.
LONG_SUITES = "PropertiesTests FlickProtocolTests RecordingsTests"
LONG = (
    "PropertiesTests|of random bytes leaves every line|is the shared recording that it was written from"
    "|agree with an independent extraction"
)
ROOT = Path(__file__).resolve().parents[2]
DIST = str(ROOT / ".build/dist")
# The words for all others.
UNITS = ("--skip", f"LinuxIOTests|IndependentTests|{PROCESSES}|{ELSEWHERE}|{LONG}")
SUITES = sorted(folder.name for folder in (ROOT / "Tests").glob("*Tests") if not re.fullmatch(UNITS[1], folder.name))


# What stages themselves are made of.
WORKSHOP = "Package.swift Makefile .ci packaging Tests/Stages Tests/Kit"
# What pages show, and what a client in Swift links.
PAGES = "Sources/Web Sources/Bridge Sources/Requests Sources/FlickProtocol Sources/Tables Tests/Web docs/examples/web"
APPS = "Sources/FlickClient Sources/FlickInteractions Sources/FlickProtocol Sources/GestureCore Sources/LinuxIO docs/clients.md"


def shell(text: str) -> tuple[str, ...]:
    """The command of several, which ends with the first that fails."""
    return ("bash", "-ec", text)


def swift(name: str, about: str, *words: str, **more) -> Stage:
    """A stage of tests that are in the bundle."""
    command = ("swift", "test", "--skip-build", "--disable-xctest", *words)
    return Stage(name, command, about, "test", ("build",), has_events=True, **more)


def bundle(name: str, about: str, package: str, *words: str, **more) -> Stage:
    """A stage of tests of a bundle that an earlier stage has built, without SwiftPM."""
    command = (f".build/debug/{package}PackageTests.xctest", "--testing-library", "swift-testing", *words)
    return Stage(name, command, about, has_events=True, **more)


def page(name: str, about: str, file: str, needs: str = "browser", **more) -> Stage:
    """A stage in Chromium, in separate processes, as on a kiosk."""
    command = shell(f"packaging/axe.sh; node --test --test-reporter=tap Tests/Web/browser/{file}")
    return Stage(name, command, about, needs, ("programs",), **more)


# What others use.
BASES = (
    Stage("build", ("swift", "build", "--build-tests"), "compile flickd and its tests", "test", is_basis=True),
    Stage(
        "programs",
        shell("for name in flickd flickctl evdev-probe; do swift build --product $name; done"),
        "compile the programs without their tests",
        is_basis=True,
    ),
    # SwiftPM keeps the plan of the last build, which has fewer suites than the next one.
    Stage(
        "suites",
        shell("trap 'rm -f .build/debug.yaml' EXIT; rm -f .build/debug.yaml; swift build --build-tests"),
        "compile flickd, flickctl and the tests that start neither",
        "test",
        environment={"FLICKD_TESTS": " ".join(SUITES)},
        is_basis=True,
    ),
    # In the folder of flickd's own build: it compiles no target of flickd again.
    Stage(
        "workshop",
        ("packaging/workshop.sh", ".build", "--build-tests"),
        "compile what measures flickd and what attacks it",
        after=("build",),
    ),
    Stage("release", ("packaging/build.sh", "flickd", "flickctl"), "build the release into .build/dist"),
    Stage("debs", ("packaging/deb.sh", "-o", ".build/deb"), "pack the release for Debian", "deb", ("release",)),
)

# The tests of descriptors run apart from those that start processes: a forked child has every descriptor until it
# calls exec. Tests that start flickd run apart from those that calculate: flickd waits five seconds for a client, and
# tests that calculate would leave the reader no thread.
TESTS = (
    swift("system", "system calls, descriptors and the event loop", "--filter", "LinuxIOTests"),
    swift("units", "calculations, recordings, configuration, documents", *UNITS),
    bundle("calculations", "the same, of the suites alone", "flickd", *UNITS, after=("suites",)),
    swift("judges", "decisions, compared with calculations in another language", "--filter", "IndependentTests"),
    swift("long", "each panel of the library with any events, and others that calculate for minutes", "--filter", LONG),
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
    bundle("measures", "strategies, scores, and every input that fuzzing has kept", "workshop", after=("workshop",)),
    Stage("web", shell("node --test --test-reporter=tap Tests/Web/*.test.mjs"), "what web pages import, by Node", "test"),
    Stage(
        "scripts",
        shell(
            "for folder in Stages Recordings; do python3 -B -m unittest discover -v -s Tests/$folder; done\n"
            "packaging/install-test.sh"
        ),
        "the project's own scripts; install and uninstall, in folders of any name",
        "test",
    ),
    Stage(
        "kernel",
        ("Tests/Kernel/test.sh",),
        "virtual touchscreens on a kernel of their own (User Mode Linux)",
        "test kernel",
        ("build",),
        streams=".build/kernel",
    ),
    Stage(
        "advice",
        ("Tests/Kernel/run-as-user.sh",),
        "what flickd advises an ordinary user, followed on that kernel",
        "test kernel",
        ("programs",),
    ),
    Stage(
        "properties",
        ("packaging/optimised.sh", LONG_SUITES, "--filter", LONG),
        "the long tests, optimised: what is true on every panel and for any events, a million times",
        "test",
        has_events=True,
    ),
    Stage(
        "requests",
        ("packaging/optimised.sh", "RequestsTests", "--filter", "Million"),
        "a million request lines, read as Foundation reads them",
        "test",
        environment={"FLICKD_MILLION": "1"},
        has_events=True,
    ),
    page("browser", "the gallery in Chromium decides as flickd does", "browser.test.mjs"),
    page(
        "elements",
        "the custom elements in Chromium, and the pages of the documents",
        "elements.test.mjs",
        guards=f"{PAGES} Tests/Cases docs",
    ),
    page(
        "studio",
        "the page of flickctl studio in Chromium",
        "studio.test.mjs",
        "test browser",
        guards=f"{PAGES} Sources/PanelLab Sources/PanelTuning Sources/VirtualPanels Sources/Evdev",
    ),
    page(
        "walks",
        "the rooms of the studio on every size",
        "walks.test.mjs",
        "test browser",
        environment={"FLICKD_WALKS": "all"},
    ),
    Stage(
        "toolkits",
        shell("python3 -B Tests/Toolkits/plants.py; python3 -B -m unittest discover -v -s Tests/Toolkits"),
        "what the samples for Qt and GTK draw",
        "toolkits",
        ("programs",),
        guards="docs/examples/toolkits Tests/Toolkits Sources/FlickProtocol Sources/GestureCore Sources/Pipeline",
    ),
    Stage(
        "client-docs",
        ("packaging/client-docs.sh",),
        "the snippets and the tutorial of FlickClient compile and run",
        guards=APPS,
    ),
    Stage(
        "package",
        ("packaging/package-test.sh",),
        "an app that depends on flickd by version fetches flickd alone",
        guards=APPS,
    ),
    swift(
        "kills",
        "FlickClient, while flickd is killed a hundred times",
        "--filter",
        "is killed",
        environment={"FLICKD_CLIENT_KILLS": "100"},
    ),
    bundle("root", "tests that become other users", "flickd", "--filter", "FlickDaemonTests.*(AccessTests|CrowdTests)"),
)

# One at a time: each boots a separate machine.
GUEST = ("Tests/Kernel/qemu/guest.sh", "--no-parallel", "--filter", "GuestTests")
MACHINES = (
    Stage(
        "guest",
        GUEST,
        "the installed flickd under systemd on Debian's kernel, emulated",
        "test guest",
        ("build", "release"),
        has_events=True,
        is_repeatable=True,
    ),
    Stage(
        "guest-bars",
        GUEST,
        "the same with packages, sessions and failures, as often as promised",
        "test guest",
        ("build", "debs"),
        {
            "FLICKD_GUEST_THOROUGH": "1",
        },
        has_events=True,
    ),
    Stage(
        "kiosks",
        ("Tests/Kernel/qemu/kiosk.sh",),
        "docs/kiosks.md, followed in emulated machines; as root",
        "guest",
        ("release",),
    ),
    Stage("fresh", ("Tests/Fresh/fresh.sh",), "the README, followed on minimal systems; as root", "fresh"),
    Stage(
        "kernel-repeat",
        shell("Tests/Kernel/uml/test-runner.sh; Tests/Kernel/test.sh -n 3"),
        "the kernel tests three times, with the same decisions",
        "test kernel",
        ("build",),
        streams=".build/kernel",
    ),
    Stage(
        "plug-cycles",
        ("Tests/Kernel/test.sh", "-p", "cases", "-f", "again and again"),
        "a panel, plugged in and out a thousand times",
        "test kernel",
        ("build",),
        {"FLICKD_PLUG_CYCLES": "1000"},
        streams=".build/kernel",
    ),
)

PROOFS = (
    Stage("lint", ("packaging/lint.sh",), "format, scripts, man pages, types, and mutants that still apply", "lint"),
    Stage(
        "core-purity",
        ("packaging/core-purity.sh",),
        "the core allocates nothing and needs no system",
        guards="Sources/GestureCore Sources/CMath Tests/CorePurity",
    ),
    Stage("hot-path", ("packaging/hotpath.sh",), "no frame allocates on its path to the clients"),
    Stage("footprint", ("packaging/footprint.sh", DIST), "size on disk and in memory", after=("release",)),
    Stage("digests", ("Tests/Digests/digests.py", "check"), "programs receive the same bytes", after=("release",)),
    Stage(
        "systemd",
        ("packaging/units.sh",),
        "the units and the rule, with the systemd of Debian 12 and 13",
        guards="systemd udev-rules docs",
    ),
    Stage(
        "toml",
        ("packaging/toml.sh",),
        "random documents, with the toml++ of Debian 12 and 13",
        guards="Sources/CToml Sources/ConfigurationFiles Tests/Toml",
    ),
    Stage(
        "faults",
        ("Tests/Faults/run.py",),
        "each system call fails with each error of its man page",
        "test",
        ("programs",),
    ),
    Stage("mutants", ("Tests/Kernel/mutants.sh",), "which test finds each planted fault", "test kernel", ("build",)),
    Stage("fuzz", ("packaging/fuzz.sh",), "no input breaks a reader; $FUZZ_SECONDS for each", "test"),
    Stage("sanitize", ("packaging/sanitize.sh",), "the tests with three sanitizers", "test"),
    Stage("manners", ("packaging/manners.sh",), "good clients, while others misbehave", "test"),
    Stage(
        "soak",
        ("packaging/soak.sh",),
        "the same flickd after half an hour; $SOAK_SECONDS",
        "test",
        ("release",),
        {"FLICKD_DAEMON": f"{DIST}/flickd"},
    ),
    Stage(
        "deb",
        ("packaging/deb-check.sh", ".build/deb"),
        "the Debian packages, by lintian",
        "deb deb-check",
        ("debs",),
        guards="docs systemd udev-rules Sources/Web CHANGELOG.md LICENSE",
    ),
    Stage("reproducible", ("packaging/deb-check.sh", "--rebuild"), "the same packages from two folders", "deb"),
)

PEERS = "Tests/Workshop/Bench/peers/peers.py"
MEASURES = (
    Stage(
        "accuracy",
        shell("for verb in accuracy lookahead intent; do packaging/bench.sh $verb; done"),
        "velocities beside known ones, decisions beside what people intended",
    ),
    Stage("lookahead", ("packaging/bench.sh", "lookahead"), "predicted positions beside later ones"),
    Stage("cost", ("packaging/bench.sh", "cost"), "the estimate beside lsq2, ten fingers beside one", "bench"),
    Stage("quick", (PEERS, "--quick"), "all that has a bound, beside a bare loop", "bench guest", ("release",)),
    Stage(
        "peers",
        shell(f"{PEERS}; if [ -w /dev/uinput ]; then {PEERS} --native; fi"),
        "flickd beside a bare loop and Debian's programs, in the emulated guest",
        "bench guest",
        ("release",),
    ),
    Stage(
        "latency",
        ("node", "Tests/Web/browser/latency.mjs"),
        "a line in a web page beside the same line in a client",
        "browser",
        ("release",),
        {"FLICKD_BUILT": DIST},
    ),
    Stage(
        "paint",
        ("node", "Tests/Web/browser/first-paint.mjs"),
        "the first paint of the show beside that of an empty page",
        "browser",
        ("release",),
        {"FLICKD_BUILT": DIST},
    ),
)

STAGES = {stage.name: stage for stage in (*BASES, *TESTS, *MACHINES, *PROOFS, *MEASURES)}


def repeats() -> bool:
    """Whether failed tests that share the machine with others are run a second time."""
    return os.environ.get("FLICKD_REPEAT") == "1"
