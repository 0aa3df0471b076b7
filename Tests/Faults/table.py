"""The committed table: what flickd does, by call site and error; and the errors that each call can return.

    accept4 UnixListener.accept < Service.greet
      serves: EAGAIN ECONNABORTED EINTR
      serves, loses a client: EPERM
      ends with 69: EBADF

`serves; later serves, loses a reload`: the second part is the outcome if a later call of the site fails, where it differs from the
outcome of the first call. `excluded, REASON: ERROR...`: errors that no run injects; they count as not exercised.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from pathlib import Path

ERRNOS = Path(__file__).with_name("errnos.txt")
TABLE = Path(__file__).with_name("table.txt")
HEADER = """\
# What flickd does when a system call fails, by call site and error; table.py describes the format. `make prove ONLY=faults` compares each
# run with this table. After a change of flickd, run `Tests/Faults/run.py --write`, and review the difference.
"""


class BadTable(Exception):
    """A line of the table has the wrong format."""


@dataclass(frozen=True)
class Outcome:
    """The result of a run: flickd served to the end, with declared losses or without, or it ended with an exit code."""

    code: int = 0
    losses: frozenset[str] = frozenset()

    def __str__(self) -> str:
        if self.code:
            return f"ends with {self.code}"
        return "serves" + "".join(f", loses {loss}" for loss in sorted(self.losses))

    @staticmethod
    def read(text: str) -> Outcome:
        """Reads the text of `str`."""
        if found := re.fullmatch(r"ends with (\d+)", text):
            return Outcome(int(found[1]))
        first, *losses = text.split(", loses ")
        if first != "serves":
            raise BadTable(f"`{text}` is not an outcome")
        return Outcome(0, frozenset(losses))

    def covers(self, seen: Outcome) -> bool:
        """Whether a run has this outcome; it may lose less, because a loss can depend on the moment of the fault."""
        return self.code == seen.code and self.losses >= seen.losses


@dataclass(frozen=True)
class Row:
    """The expected outcomes for one call site and error."""

    first: Outcome = Outcome()
    later: Outcome | None = None
    exclusion: str = ""

    def __str__(self) -> str:
        if self.exclusion:
            return f"excluded, {self.exclusion}"
        return str(self.first) + (f"; later {self.later}" if self.later and self.later != self.first else "")

    @staticmethod
    def read(text: str) -> Row:
        """Reads the text of `str`."""
        if text.startswith("excluded, "):
            return Row(exclusion=text.removeprefix("excluded, "))
        first, _, later = text.partition("; later ")
        return Row(Outcome.read(first), Outcome.read(later) if later else None)

    def expected(self, is_later: bool) -> Outcome:
        """The expected outcome if the first call fails, or a later one."""
        return (self.later or self.first) if is_later else self.first


Table = dict[tuple[str, str], Row]


def read_table() -> Table:
    """The committed table; empty if the file does not exist."""
    table: Table = {}
    site = ""
    text = TABLE.read_text(encoding="utf-8") if TABLE.exists() else ""
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if not line.startswith(" "):
            site = line
            continue
        row, _, errors = line.strip().rpartition(": ")
        for error in errors.split():
            table[site, error] = Row.read(row)
    return table


def write_table(table: Table) -> None:
    """Writes the table, sorted by call site."""
    lines = [HEADER]
    for site in sorted({site for site, _ in table}):
        lines.append(site)
        rows: dict[str, list[str]] = {}
        for (name, error), row in table.items():
            if name == site:
                rows.setdefault(str(row), []).append(error)
        lines += [f"  {row}: {' '.join(sorted(errors))}" for row, errors in sorted(rows.items())]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_errnos() -> dict[str, list[str]]:
    """The errors of each call; errors that its man page does not list come last."""
    lines = [line for line in ERRNOS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {call: errors.replace("+", " ").split() for call, errors in (line.split(":") for line in lines)}


# Calls of Sources/LinuxIO that flickctl makes, and flickd never.
OF_FLICKCTL = {"eventfd", "execve", "mkdtemp", "openat2", "pread", "tcsetattr"}


def missing_calls() -> list[str]:
    """The calls that flickd makes in Sources/LinuxIO, or errnos.txt lists, and that no run can fail."""
    folder = Path(__file__).parent
    sources = "".join(path.read_text(encoding="utf-8") for path in (folder.parents[1] / "Sources/LinuxIO").rglob("*.swift"))
    made = set(re.findall(r"\b(?:check|transfer)\(\s*\"(\w+)", sources))
    listed = set(read_errnos())
    preload = (folder / "preload.c").read_text(encoding="utf-8")
    return [f"errnos.txt lacks {call}, which Sources/LinuxIO calls" for call in sorted(made - listed - OF_FLICKCTL)] + [
        f"preload.c does not fail {call}" for call in sorted(listed) if not re.search(rf"\b{call}\b", preload)
    ]


def missing_errnos(manual: Path = Path("/usr/share/man")) -> list[str]:
    """The errors in man pages that errnos.txt lacks; none where the pages are not installed."""
    found = []
    for call, errors in read_errnos().items():
        page = _page(manual, call)
        listed = set(re.findall(r"\bE[A-Z0-9]{2,}\b", page)) - {"EWOULDBLOCK", "ERRORS"}
        found += [f"{call}: {error}" for error in sorted(listed - set(errors))]
    return found


def _page(manual: Path, call: str) -> str:
    """The headings in the section ERRORS of a man page; empty without the page."""
    for section in ("3", "2"):
        path = manual / f"man{section}" / f"{call}.{section}.gz"
        while path.exists():
            text = gzip.decompress(path.read_bytes()).decode()
            if link := re.match(r"\.so (\S+)", text):
                path = manual / f"{link[1]}.gz"
                continue
            _, _, errors = text.partition(".SH ERRORS")
            return "\n".join(re.findall(r"^\.TP\n(\.BR? .*)$", re.split(r"^\.SH", errors, flags=re.MULTILINE)[0], re.MULTILINE))
    return ""
