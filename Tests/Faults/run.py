#!/usr/bin/env python3
"""Makes every system call of flickd fail, at every call site and with every error in errnos.txt: see preload.c and table.py.

run.py [-j JOBS] [--only TEXT] [--quick] [--write]

For each call site and error there are up to three runs of flickd:
- the first call fails;
- one later call fails, if there are several;
- every call fails, if the error is one of LASTING.
flickd must continue, or end with a documented exit code and a message that names the error. It must never hang, spin, leave an
undeclared gap, or lose more than the table lists (see scenarios.py).

--only TEXT   test only call sites whose name contains TEXT
--quick       fail only the first calls
--write       write the outcomes to table.txt, for review

First, ignored errors must be found: planted calls report success, and do nothing. The programs are those of .build/debug, because an optimiser merges functions; FLICKD_BUILT names another folder.
Exit codes: 0 success, 1 a failure or less than 95 % exercised, 64 wrong usage, 69 something is missing.
"""

from __future__ import annotations

import argparse
import errno
import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from scenarios import SCENARIOS, STANDING
from service import Exited, Failure, Injection, Programs, Run
from sites import Site, Symbols, merged
from table import Outcome, Row, Table, missing_calls, missing_errnos, read_errnos, read_table, write_table
from trial import LASTING, Seen, Trial, perform

ROOT = Path(__file__).resolve().parents[2]
BAR = 0.95


def standing_of(scenario: str, found: dict[str, dict[str, Site]]) -> list[Injection]:
    """The calls that fail in every run of a scenario; STANDING names a call site by its beginning."""
    injections = []
    for beginning, error in STANDING.get(scenario, []):
        sites = [site for name, site in merged(list(found.values())).items() if name.startswith(beginning)]
        if not sites:
            raise SystemExit(f"faults: no call site begins with {beginning}: correct STANDING in scenarios.py")
        hashes = frozenset().union(*(site.hashes for site in sites))
        injections.append(Injection(getattr(errno, error), hashes))
    return injections


def record(programs: Programs, folder: Path, times: int = 2) -> dict[str, dict[str, Site]]:
    """The call sites of each scenario, from runs in which no tested call fails."""
    symbols = Symbols(programs.flickd)
    found: dict[str, dict[str, Site]] = {}
    for scenario, play in SCENARIOS.items():
        if scenario == "own" and Path("/run/flickd").exists():
            print("not tested: a user's own flickd, because /run/flickd exists")
            continue
        standing = [] if scenario not in STANDING else standing_of(scenario, found)
        records = []
        for _ in range(times):
            with tempfile.TemporaryDirectory(dir=folder) as name:
                run = Run(programs, Path(name), standing, is_recorded=True)
                try:
                    play(run)
                except (Failure, Exited) as failure:
                    raise SystemExit(f"faults: {scenario} fails without a fault: {failure!r}\n{run.errors()}") from None
                finally:
                    run.close()
                if run.code != 0 or run.losses and not standing:
                    raise SystemExit(f"faults: {scenario} without a fault ends with {run.code}: {run.losses}\n{run.errors()}")
                records.append(symbols.sites(run.record))
        found[scenario] = merged(records)
    return found


def trials(found: dict[str, dict[str, Site]], table: Table, only: str, is_quick: bool) -> list[Trial]:
    """Every trial; a call site is tested in the first scenario that reaches it."""
    due: list[Trial] = []
    errnos = read_errnos()
    for site in dict.fromkeys(name for sites in found.values() for name in sites):
        if only not in site:
            continue
        scenario = next(scenario for scenario, sites in found.items() if site in sites)
        here, standing = found[scenario][site], tuple(standing_of(scenario, found))
        call = site.split(" ")[0].split("(")[0]
        for error in errnos[call]:
            if table.get((site, error), Row()).exclusion:
                continue
            number, hashes = getattr(errno, error), frozenset(here.hashes)
            due.append(Trial(site, error, "first", scenario, Injection(number, hashes), standing))
            if is_quick:
                continue
            if here.count > 1:
                due.append(Trial(site, error, "later", scenario, Injection(number, hashes, here.count // 2 + 1), standing))
            # A pipe inside flickd has no device behind it: its errors cannot last.
            if error in LASTING and not site.startswith("read FileOpener.next"):
                everywhere = frozenset().union(*(sites[site].hashes for sites in found.values() if site in sites))
                due.append(Trial(site, error, "lasting", scenario, Injection(number, everywhere, 1, 1 << 30)))
    return due


class Tally:
    """The results so far."""

    def __init__(self, table: Table, is_writing: bool) -> None:
        self.table = table
        self.is_writing = is_writing
        self.failures: list[str] = []
        self.exercised: set[tuple[str, str]] = set()
        self.seen: dict[tuple[str, str], dict[str, Outcome]] = {}

    def add(self, trial: Trial, seen: Seen) -> None:
        """Adds the result of one trial."""
        key = (trial.site, trial.error)
        if seen.problem and seen.was_reached:
            self._fail(trial, seen.problem)
        elif not seen.was_reached:
            if trial.kind == "first":
                self._fail(trial, seen.problem)
        else:
            assert seen.outcome
            if trial.kind == "first":
                self.exercised.add(key)
            if trial.kind != "lasting":
                self.seen.setdefault(key, {})[trial.kind] = seen.outcome
                row = self.table.get(key)
                if row and not self.is_writing and not row.expected(trial.kind == "later").covers(seen.outcome):
                    self._fail(trial, f"flickd {seen.outcome}; the table expects: {row.expected(trial.kind == 'later')}")

    def _fail(self, trial: Trial, problem: str) -> None:
        self.failures.append(f"{trial.name} [{trial.scenario}]: {problem}")
        print(f"FAILED {self.failures[-1]}", flush=True)

    def rows(self) -> Table:
        """The outcomes as a table; losses of the committed table stay, because they depend on the moment."""
        rows: Table = {}
        for key, kinds in self.seen.items():
            before = self.table.get(key, Row())
            first = self._joined(before.first, kinds.get("first", Outcome()))
            rows[key] = Row(first, self._joined(before.later or before.first, kinds["later"]) if "later" in kinds else None)
        return rows

    @staticmethod
    def _joined(before: Outcome, seen: Outcome) -> Outcome:
        return Outcome(seen.code, before.losses | seen.losses) if before.code == seen.code == 0 else seen


def run_all(programs: Programs, folder: Path, due: list[Trial], tally: Tally, jobs: int) -> None:
    """Runs the trials, `jobs` at once; a trial that did not reach its call runs once more."""

    def attempt(trial: Trial) -> tuple[Trial, Seen]:
        seen = perform(programs, folder, trial)
        return trial, seen if seen.was_reached else perform(programs, folder, trial)

    start = shown = time.monotonic()
    pool = ThreadPoolExecutor(jobs)
    try:
        for count, future in enumerate(as_completed([pool.submit(attempt, trial) for trial in due]), 1):
            tally.add(*future.result())
            if time.monotonic() - shown > 10 or count == len(due):
                shown = time.monotonic()
                print(f"{count} of {len(due)} runs, {len(tally.failures)} failures, {shown - start:.0f} s", flush=True)
    finally:
        pool.shutdown(cancel_futures=True)


def report(tally: Tally, found: dict[str, dict[str, Site]], only: str) -> int:
    """Prints the coverage by call and the failures, and returns the exit code."""
    table = tally.rows() | {key: row for key, row in tally.table.items() if row.exclusion} if tally.is_writing else tally.table
    due = {key for key in table if only in key[0]}
    reached = {site for sites in found.values() for site in sites if only in site}
    errnos = read_errnos()
    for site in sorted(reached):
        missing = [error for error in errnos[site.split(" ")[0].split("(")[0]] if (site, error) not in table]
        if missing:
            tally.failures.append(f"{site}: table.txt lacks {' '.join(missing)}")
    for site in sorted({site for site, _ in due} - reached):
        print(f"no scenario reaches this call site any more: {site}")
    if any("table.txt lacks" in failure for failure in tally.failures):
        print("Run `Tests/Faults/run.py --write` to add new call sites to the table, and review them.")
    calls: dict[str, list[int]] = {}
    for site, error in sorted(due):
        row = calls.setdefault(site.split(" ")[0].split("(")[0], [0, 0])
        row[0] += (site, error) in tally.exercised
        row[1] += 1
    for call, (exercised, whole) in calls.items():
        count = len({site for site, _ in due if site.split(" ")[0].split("(")[0] == call})
        print(f"{call:16} {count:3} call sites  {exercised:4} of {whole:4}")
    for failure in tally.failures:
        print(f"FAILED {failure.splitlines()[0]}")
    exercised = len(tally.exercised & due)
    share = exercised / len(due) if due else 0.0
    print(f"{exercised} of {len(due)} (call site, errno) exercised ({100 * share:.1f} %), {len(tally.failures)} failures")
    return 1 if tally.failures or share < BAR else 0


# Broken programs, by the beginning of a call site's name: the first call reports success and does nothing, as if flickd ignored its
# error; or, to make flickd spin, every call reports that there is nothing.
IGNORED = -1
BROKEN = (
    ("live", "epoll_ctl(ADD) Reactor.register < Clients.admit", IGNORED, 1),
    ("live", "epoll_ctl(ADD) Reactor.register < HotplugMonitor.listen", IGNORED, 1),
    ("live", "epoll_ctl(ADD) Reactor.register < OpenPanel.init", IGNORED, 1),
    ("live", "epoll_ctl(ADD) Reactor.register < ", IGNORED, 1 << 30),
    ("live", "epoll_ctl(MOD) Reactor.modify < Clients.", IGNORED, 1),
    ("live", "send Client.flush", IGNORED, 1),
    ("live", "send ServiceNotification.offer", IGNORED, 1),
    ("start", "unlink SocketOwnership.clear", IGNORED, 1),
    ("drought", "accept4 UnixListener.accept", errno.EAGAIN, 1 << 30),
)


def finds_ignored_errors(programs: Programs, folder: Path, found: dict[str, dict[str, Site]], jobs: int) -> bool:
    """Whether each of the broken programs is found."""

    def is_found(scenario: str, beginning: str, code: int, count: int) -> bool:
        sites = found["live" if scenario == "drought" else scenario]
        hashes = frozenset().union(*(site.hashes for name, site in sites.items() if name.startswith(beginning)))
        kind = "lasting" if scenario == "drought" else "first"
        seen = perform(programs, folder, Trial(beginning, "EAGAIN", kind, scenario, Injection(code, hashes, 1, count)))
        is_good = seen.was_reached and (bool(seen.problem) or seen.outcome != Outcome())
        problem = (seen.problem.splitlines() or [str(seen.outcome)])[0]
        print(f"{'found' if is_good else 'NOT FOUND'}: {beginning}, error {code} for {count} calls: {problem}", flush=True)
        return is_good

    with ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(lambda broken: is_found(*broken), BROKEN))
    print(f"{sum(results)} of {len(results)} broken programs found")
    return all(results)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-j", "--jobs", type=int, default=4 * (os.cpu_count() or 1), help="runs at once; most of a run is waiting")
    parser.add_argument("--only", default="")
    for flag in ("--quick", "--write"):
        parser.add_argument(flag, action="store_true")
    try:
        words = parser.parse_args()
    except SystemExit as end:
        return 64 if end.code else 0
    built = Path(os.environ.get("FLICKD_BUILT", ROOT / ".build/debug"))
    with tempfile.TemporaryDirectory(prefix="faults-", dir=os.environ.get("FLICKD_SCRATCH", "/tmp")) as name:
        folder = Path(name)
        programs = Programs(built / "flickd", built / "evdev-probe", folder / "preload.so", folder / "whole-events.so")
        for program in (programs.flickd, programs.probe):
            if not program.exists():
                print(f"faults: {program} is missing: `swift build --product {program.name}`", file=sys.stderr)
                return 69
        sources = {programs.preload: ROOT / "Tests/Faults/preload.c", programs.whole_events: ROOT / "Tests/Probes/whole-events.c"}
        for library, source in sources.items():
            compiler = ["cc", "-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-shared", "-o", str(library), str(source)]
            subprocess.run(compiler, check=True)
        for problem in missing_calls():
            print(f"faults: {problem}", file=sys.stderr)
            return 1
        found = record(programs, folder)
        if not finds_ignored_errors(programs, folder, found, words.jobs):
            return 1
        table = read_table()
        due = trials(found, table, words.only, words.quick)
        print(f"{len({trial.site for trial in due})} call sites, {len({(t.site, t.error) for t in due})} (call site, errno), {len(due)} runs of flickd")
        tally = Tally(table, words.write)
        tally.failures += [f"errnos.txt lacks {error}, which is in the man page" for error in missing_errnos()]
        run_all(programs, folder, due, tally, words.jobs)
        if words.write:
            kept = {key: row for key, row in table.items() if row.exclusion or words.only not in key[0]}
            write_table(kept | tally.rows())
        return report(tally, found, words.only)


if __name__ == "__main__":
    # Ends like Ctrl-C: the runs end what they started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
