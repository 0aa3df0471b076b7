"""Names for the call sites of flickd's system calls.

A call site is the call's name and its callers in LinuxIO and Installation, up to the first caller in another target:
`lstat SocketOwnership.clear < UnixListener.init < Startup.listener`. A call of libevdev or libudev has the library's name in brackets
and the function of flickd that called the library. A name contains no line numbers, so that most changes of flickd keep it.
"""

from __future__ import annotations

import re
import subprocess
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

TARGETS = {
    "flickd", "FlickDaemon", "Pipeline", "ConfigurationFiles", "Settings", "Evdev", "Recordings", "Panels", "Requests", "FlickProtocol",
    "GestureCore", "LinuxIO", "Installation",
}
# Targets whose functions other targets call for what the system provides.
EDGE = {"LinuxIO", "Installation"}
LIBRARIES = {"e": "libevdev", "u": "libudev"}
# Functions that the compiler adds: `outlined destroy of X`, `partial apply forwarder for X`, `generic specialization of X`.
MADE = re.compile(r"^(outlined|partial apply|reabstraction|generic|merged|lazy|protocol witness|value witness|destroy value)")


@dataclass
class Site:
    """One call site, its hashes in preload.c, and the number of its calls in a run."""

    name: str
    hashes: set[str] = field(default_factory=set)
    count: int = 0


def plain(symbol: str) -> tuple[str, str] | None:
    """The target and the function of a demangled symbol; None for a symbol outside the project's targets."""
    symbol = re.sub(r"\((\w+) in _[0-9A-F]+\)", r"\1", symbol)
    symbol = symbol.split(" in ")[-1].removeprefix("static ")
    symbol = re.sub(r"^\(extension in (\w+)\):\w+\.", r"\1.", symbol)
    if MADE.match(symbol):
        return None
    target, _, name = re.split(r"[(<]| : ", symbol)[0].strip().partition(".")
    if target not in TARGETS or not name:
        return None
    return target, re.sub(r"\.(getter|__deallocating_deinit|__allocating_init)$", lambda found: {
        ".getter": "", ".__deallocating_deinit": ".deinit", ".__allocating_init": ".init"}[found[0]], name)


class Symbols:
    """The functions of a program, by address."""

    def __init__(self, program: Path) -> None:
        listed = subprocess.run(["nm", "--defined-only", program], check=True, capture_output=True, text=True).stdout
        rows = sorted((int(row[0], 16), row[2]) for row in map(str.split, listed.splitlines()) if len(row) == 3 and row[1] in "tT")
        mangled = "\n".join(name for _, name in rows)
        names = subprocess.run(["swift", "demangle", "--compact"], input=mangled, check=True, capture_output=True, text=True)
        self.addresses = [address for address, _ in rows]
        self.names = names.stdout.splitlines()

    def site(self, call: str, frames: list[str]) -> str:
        """The name of a call site."""
        library, functions, shim = "", list[str](), ""
        for frame in frames:
            letter, offset = frame[0], int(frame[1:], 16)
            if letter in LIBRARIES:
                library = library or f" ({LIBRARIES[letter]})"
                continue
            # The return address follows the call, which may be the last instruction of a function.
            symbol = self.names[bisect_right(self.addresses, offset - 1) - 1]
            if not functions and re.fullmatch(r"\w+", symbol):
                shim = symbol
            found = plain(symbol)
            if not found or found[1].startswith("SystemCalls."):
                continue
            if not functions or functions[-1] != found[1]:
                functions.append(found[1])
            if found[0] not in EDGE:
                break
        # A thread of the C shims has no caller in Swift.
        return f"{call}{library} {' < '.join(functions) or shim}"

    def sites(self, record: Path) -> dict[str, Site]:
        """The call sites in a record of preload.c, in the order of their first calls."""
        found: dict[str, Site] = {}
        named: dict[str, str] = {}
        for line in record.read_text(encoding="utf-8").splitlines():
            digest, call, *frames = line.split(" ")
            if digest not in named:
                named[digest] = self.site(call, frames)
            site = found.setdefault(named[digest], Site(named[digest]))
            site.hashes.add(digest)
            site.count += 1
        return found


def merged(records: list[dict[str, Site]]) -> dict[str, Site]:
    """The call sites of several runs; a count is the smallest of these runs."""
    counts: defaultdict[str, list[int]] = defaultdict(list)
    found: dict[str, Site] = {}
    for record in records:
        for name, site in record.items():
            found.setdefault(name, Site(name)).hashes.update(site.hashes)
            counts[name].append(site.count)
    for name, site in found.items():
        site.count = min(counts[name])
    return found
