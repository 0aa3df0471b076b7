#!/usr/bin/env python3
"""Runs commands in the guest, each time from the same saved state.

    vm.py save [--icount]
    vm.py save --as STATE [--from STATE] [--icount] [--payload DIR]... [--boots N] [--limit SECONDS] COMMAND...
    vm.py run [--from STATE] [--icount] [--payload DIR]... [--boots N] [--limit SECONDS] COMMAND...

`save` boots the guest once, waits until it is idle, and saves its state beside the image; where that is done already it
does nothing. `run` restores the state (saving it first if need be), unpacks the payloads over the guest's root folder,
runs the commands in the guest one after the other, prints what they print, and ends with the status of the first that
fails. A run changes nothing outside itself, so any number may go on at once.

`save --as STATE` does as `run` does, and then saves the state that the guest has come to in a new folder, from which
--from goes on. It rests on the image, by its path.

With --boots the guest, once it is restored and has its payloads, is shut down in order and boots from what is then on
its disk, so many times; the commands are run after each boot, and what they write to the disk is there at the next.

With --icount the guest's time is the number of its instructions times 8 ns and idle time is skipped: what a program
costs comes out the same to a percent, but seconds are no seconds.

A state that was saved knows its image. Without one FLICKD_GUEST is the image's folder, or else what build.sh, beside
this file, says.
Exit status: that of the first command that fails, 124 when one exceeds its limit, 69 when the guest does not run.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# A cached guest.py would save too little to justify a folder in the sources.
sys.dont_write_bytecode = True

from guest import PAYLOAD_BYTES, QEMU, Guest, GuestLost, machine


def saved_state(image: Path, icount: bool) -> Path:
    """The folder of the state of this machine under this emulator."""
    program = shutil.which(QEMU)
    if program is None:
        raise GuestLost(f"{QEMU} is not installed; `packaging/deps.sh guest` installs it")
    facts = os.stat(program)
    key = repr((machine(image, icount), PAYLOAD_BYTES, facts.st_size, facts.st_mtime_ns))
    return image / f"idle-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


def save_idle(image: Path, icount: bool, scratch: Path) -> Path:
    """Boots the guest to idle and saves its state, unless that is done already; returns the state's folder."""
    state = saved_state(image, icount)
    if state.exists():
        return state
    with open(image / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if state.exists():
            return state
        start = time.monotonic()
        print("guest image: boot to idle ...", file=sys.stderr)
        with new_state(state) as made, Guest(image, icount, scratch, []) as guest:
            guest.serial.until(b"ready: ", 300)
            ready = guest.serial.until(b"\n", 10).decode().strip()
            write_memory(guest, made / "memory")
        print(f"guest image: {ready}, saved: {time.monotonic() - start:.1f} s", file=sys.stderr)
    return state


@contextmanager
def new_state(state: Path) -> Iterator[Path]:
    """A folder that becomes the state's when the `with` ends well."""
    made = Path(tempfile.mkdtemp(prefix="saving-", dir=state.parent))
    try:
        yield made
        made.chmod(0o755)
        made.rename(state)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def write_memory(guest: Guest, file: Path) -> None:
    """Saves the running guest with its disk, and ends it."""
    # Otherwise the guest's clock, which skips idle time, is an hour ahead when everything is
    # written.
    guest.monitor.execute("stop")
    guest.monitor.execute("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
    guest.monitor.execute("migrate", uri=f"exec:cat > {shlex.quote(str(file))}")
    guest.monitor.wait("query-migrate", "completed")
    guest.monitor.execute("quit")


def boot(guest: Guest) -> None:
    """Shuts the guest down cleanly, so that its disk is consistent, and waits until it has rebooted."""
    guest.monitor.execute("set-action", reboot="reset")
    guest.serial.command("systemctl --no-block reboot", 60)
    guest.serial.until(b"ready: ", 600)
    guest.serial.until(b"\n", 10)
    # A guest that restarts from here on has crashed.
    guest.monitor.execute("set-action", reboot="shutdown")


def perform(guest: Guest, commands: list[str], limit: float) -> int:
    """Runs the commands one after the other; returns the first exit status that is not 0, else 0."""
    for command in commands:
        # The last lines contain a script's own output.
        named = command.strip().splitlines()[-1]
        try:
            status, output = guest.serial.command(command, limit)
        except TimeoutError as timeout:
            print(timeout, flush=True)
            print(f"vm.py: not within {limit:g} s: {named}", file=sys.stderr)
            return 124
        print(output, end="", flush=True)
        if status != 0:
            print(f"vm.py: status {status}: {named}", file=sys.stderr)
            return status
    return 0


def restored(guest: Guest, unpacking: list[str], words: argparse.Namespace) -> int:
    """Runs all commands in a guest that is being restored; returns the first status but 0, else 0."""
    # The restored state would overwrite a byte that comes earlier.
    guest.monitor.wait("query-status", "paused")
    guest.monitor.execute("cont")
    if words.boots == 0:
        return perform(guest, unpacking + words.command, words.limit)
    status = perform(guest, unpacking, words.limit)
    for _ in range(words.boots):
        if status == 0:
            boot(guest)
            status = perform(guest, words.command, words.limit)
    return status


def run(image: Path, words: argparse.Namespace, scratch: Path) -> int:
    """Restores a state, runs the commands there, and saves the result on request."""
    state = Path(words.origin).resolve() if words.origin else save_idle(image, words.icount, scratch)
    unpacking = []
    if words.payload:
        # By name, because "." would apply the mode of a temporary folder to the guest's own root
        # folder.
        names = [word for folder in words.payload for word in ("-C", os.path.abspath(folder), *os.listdir(folder))]
        subprocess.run(["tar", "--owner=0", "--group=0", "-cf", scratch / "payload", *names], check=True)
        if (scratch / "payload").stat().st_size > PAYLOAD_BYTES:
            raise GuestLost(f"the payloads have more than {PAYLOAD_BYTES >> 20} MiB")
        # The guest's cache of the disk is from the time when its state was saved.
        unpacking = ["blockdev --flushbufs /dev/vda && tar -C / --keep-directory-symlink -xmf /dev/vda"]
    incoming = ["-incoming", f"exec:cat {shlex.quote(str(state / 'memory'))}"]
    if not words.target:
        with Guest(image, words.icount, scratch, incoming) as guest:
            return restored(guest, unpacking, words)
    with new_state(Path(words.target).absolute()) as made, Guest(image, words.icount, scratch, incoming) as guest:
        status = restored(guest, unpacking, words)
        if status != 0:
            sys.exit(status)
        (made / "image").symlink_to(image)
        write_memory(guest, made / "memory")
    return 0


def image_folder(origin: str | None) -> Path:
    """The folder of a state's image, else of the specified image, else of the image that build.sh builds."""
    if origin is not None and (image := Path(origin, "image")).exists():
        return image.resolve()
    stated = os.environ.get("FLICKD_GUEST")
    if stated is None:
        built = [Path(__file__).with_name("build.sh")]
        stated = subprocess.run(built, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return Path(stated).resolve()


def main() -> int:
    """Reads the command line and runs it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest="task", required=True)
    for name in ("save", "run"):
        task = tasks.add_parser(name)
        task.add_argument("--icount", action="store_true")
        task.add_argument("--from", dest="origin", metavar="STATE")
        task.add_argument("--payload", action="append", default=[], metavar="DIR")
        task.add_argument("--boots", type=int, default=0, metavar="N")
        task.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="for each command; 60 by default")
        if name == "save":
            task.add_argument("--as", dest="target", metavar="STATE")
        else:
            task.set_defaults(target=None)
        task.add_argument("command", nargs="+" if name == "run" else "*")
    words = parser.parse_args()
    if words.task == "save" and not words.target and (words.origin or words.payload or words.boots or words.command):
        parser.error("what comes of commands is saved with --as only")

    # As an exception, so that unfinished work is cleaned up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        image = image_folder(words.origin)
        with tempfile.TemporaryDirectory(prefix="flickd-guest-") as scratch:
            if words.task == "save" and not words.target:
                save_idle(image, words.icount, Path(scratch))
                return 0
            return run(image, words, Path(scratch))
    except KeyboardInterrupt:
        return 130
    except (GuestLost, TimeoutError, subprocess.CalledProcessError) as error:
        print(f"vm.py: the guest does not run: {error}", file=sys.stderr)
        return 69


if __name__ == "__main__":
    sys.exit(main())
