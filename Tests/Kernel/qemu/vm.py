#!/usr/bin/env python3
"""Runs commands in the guest, each time from the same saved state.

    vm.py save [--icount]
    vm.py run [--icount] [--payload DIR]... [--limit SECONDS] COMMAND...

`save` boots the guest once, waits until it is idle, and saves its state beside the image; where that is done already it
does nothing. `run` restores the state (saving it first if need be), unpacks the payloads over the guest's root folder,
runs the commands in the guest one after the other, prints what they print, and ends with the status of the first that
fails. A run changes nothing outside itself, so any number may go on at once.

With --icount the guest's time is the number of its instructions times 8 ns and idle time is skipped: what a program
costs comes out the same to a percent, but seconds are no seconds.

FLICKD_GUEST is the image's folder; without it build.sh, beside this file, says where it is.
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
from pathlib import Path

# What would be kept of guest.py is not worth a folder in the sources.
sys.dont_write_bytecode = True

from guest import PAYLOAD_BYTES, QEMU, Guest, GuestLost, machine


def saved_state(image: Path, icount: bool) -> Path:
    """The folder of the state of this very machine under this very emulator."""
    program = shutil.which(QEMU)
    if program is None:
        raise GuestLost(f"{QEMU} is not installed; `packaging/deps.sh guest` installs it")
    facts = os.stat(program)
    key = repr((machine(image, icount), PAYLOAD_BYTES, facts.st_size, facts.st_mtime_ns))
    return image / f"idle-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


def save(image: Path, icount: bool, scratch: Path) -> Path:
    """Boots the guest to idle and saves its state, unless that is done already; answers the state's folder."""
    state = saved_state(image, icount)
    if state.exists():
        return state
    with open(image / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if state.exists():
            return state
        start = time.monotonic()
        print("guest image: boot to idle ...", file=sys.stderr)
        made = Path(tempfile.mkdtemp(prefix="saving-", dir=image))
        try:
            disk = made / "disk.qcow2"
            subprocess.run(
                ["qemu-img", "create", "-q", "-f", "qcow2", "-b", "../root.ext4", "-F", "raw", disk], check=True
            )
            with Guest(image, icount, scratch, f"file={disk}", []) as guest:
                guest.serial.until(b"ready: ", 300)
                ready = guest.serial.until(b"\n", 10).decode().strip()
                guest.monitor.execute("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
                guest.monitor.execute("migrate", uri=f"exec:cat > {shlex.quote(str(made / 'memory'))}")
                guest.monitor.wait("query-migrate", "completed")
                guest.monitor.execute("quit")
            made.chmod(0o755)
            made.rename(state)
        finally:
            shutil.rmtree(made, ignore_errors=True)
        print(f"guest image: {ready}, saved: {time.monotonic() - start:.1f} s", file=sys.stderr)
    return state


def run(image: Path, icount: bool, payloads: list[str], limit: float, commands: list[str], scratch: Path) -> int:
    """Restores the saved state and runs the commands; answers the first exit status that is not 0, else 0."""
    state = save(image, icount, scratch)
    if payloads:
        # By name, because "." would give the mode of a temporary folder to the guest's own root folder.
        words = [word for folder in payloads for word in ("-C", os.path.abspath(folder), *os.listdir(folder))]
        subprocess.run(["tar", "--owner=0", "--group=0", "-cf", scratch / "payload", *words], check=True)
        if (scratch / "payload").stat().st_size > PAYLOAD_BYTES:
            raise GuestLost(f"the payloads have more than {PAYLOAD_BYTES >> 20} MiB")
        # What the guest remembers of the disk is from when its state was saved.
        commands = ["blockdev --flushbufs /dev/vdb && tar -C / --keep-directory-symlink -xmf /dev/vdb", *commands]
    incoming = ["-incoming", f"exec:cat {shlex.quote(str(state / 'memory'))}"]
    with Guest(image, icount, scratch, f"snapshot=on,file={state}/disk.qcow2", incoming) as guest:
        # A byte that comes before the state does would be overwritten by it.
        guest.monitor.wait("query-status", "running")
        for command in commands:
            # A script's own work is in its last lines.
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


def main() -> int:
    """Reads the command line and does what it says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks = parser.add_subparsers(dest="task", required=True)
    for task in (tasks.add_parser("save"), runs := tasks.add_parser("run")):
        task.add_argument("--icount", action="store_true")
    runs.add_argument("--payload", action="append", default=[], metavar="DIR")
    runs.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="for each command; 60 by default")
    runs.add_argument("command", nargs="+")
    words = parser.parse_args()

    # As an exception, so that what was begun is put away.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        stated = os.environ.get("FLICKD_GUEST")
        if stated is None:
            built = [Path(__file__).with_name("build.sh")]
            stated = subprocess.run(built, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        image = Path(stated).resolve()
        with tempfile.TemporaryDirectory(prefix="flickd-guest-") as scratch:
            if words.task == "save":
                save(image, words.icount, Path(scratch))
                return 0
            return run(image, words.icount, words.payload, words.limit, words.command, Path(scratch))
    except KeyboardInterrupt:
        return 130
    except (GuestLost, TimeoutError, subprocess.CalledProcessError) as error:
        print(f"vm.py: the guest does not run: {error}", file=sys.stderr)
        return 69


if __name__ == "__main__":
    sys.exit(main())
