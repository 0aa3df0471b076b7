"""One run of flickd in which one call fails, and its verdict."""

from __future__ import annotations

import errno
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from scenarios import SCENARIOS, drought
from service import Exited, Failure, Injection, Programs, Run
from table import Outcome

DOCUMENTED = {64, 65, 66, 69, 73, 75, 77, 78}
# Errors that can last: a machine or a process lacks something.
LASTING = ("EACCES", "EIO", "EMFILE", "ENFILE", "ENOBUFS", "ENODEV", "ENOMEM", "ENOSPC", "EPERM")
# A normal run makes about a thousand calls. A process that spins makes 50,000 in a second.
MOST_CALLS = 15_000


@dataclass(frozen=True)
class Trial:
    """One run to do: the call site under test and its error; `standing` fails in every run of the scenario."""

    site: str
    error: str
    kind: str
    scenario: str
    injection: Injection
    standing: tuple[Injection, ...] = ()

    @property
    def name(self) -> str:
        """A name for messages."""
        return f"{self.site}: {self.error}" + {"first": "", "later": f" (call {self.injection.first})", "lasting": " (for good)"}[self.kind]


@dataclass(frozen=True)
class Seen:
    """The result of a trial: an outcome, or a problem."""

    outcome: Outcome | None
    was_reached: bool = True
    problem: str = ""


def perform(programs: Programs, folder: Path, trial: Trial) -> Seen:
    """Runs one trial."""
    with tempfile.TemporaryDirectory(dir=folder) as name:
        run = Run(programs, Path(name), [trial.injection, *trial.standing])
        problem = ""
        try:
            (drought if trial.kind == "lasting" else SCENARIOS[trial.scenario])(run)
        except Failure as failure:
            problem = str(failure)
        except Exited:
            pass
        finally:
            ended = run.code is not None
            run.close()
        if not run.injected(0):
            return Seen(None, False, problem or "flickd did not reach the call")
        problem = problem or judged(run, trial, ended)
        if problem:
            return Seen(None, True, f"{problem}\n{indented(run.errors())}")
        return Seen(Outcome(run.code or 0, frozenset() if run.code else frozenset(run.losses)))


def judged(run: Run, trial: Trial, ended: bool) -> str:
    """The problem at the end of a run; empty if there is none."""
    if not ended:
        return "flickd had to be killed"
    code = run.code or 0
    if code < 0:
        return f"signal {-code} ended flickd"
    if run.calls() > MOST_CALLS:
        return f"flickd made {run.calls()} calls; at most {MOST_CALLS} are expected"
    complaints = run.errors().count("what is learned of panels is lost")
    if complaints > 1:
        return f"flickd logged {complaints} times that it remembers nothing; once is expected"
    if code == 0:
        return ""
    if code not in DOCUMENTED:
        return f"flickd ended with {code}, which is not documented"
    last = (run.errors().strip().splitlines() or [""])[-1]
    # The two errors by which SocketActivation recognises another kind of descriptor have a message of their own.
    if "the service manager passed" in last and trial.error in ("EBADF", "ENOTSOCK"):
        return ""
    words = os.strerror(getattr(errno, trial.error))
    if words not in last and str(run.folder) not in last:
        return f"flickd ended with {code}, but its last message contains neither `{words}` nor a path"
    return ""


def indented(text: str) -> str:
    """The last lines of a log."""
    return "\n".join("      " + line for line in text.strip().splitlines()[-6:])
