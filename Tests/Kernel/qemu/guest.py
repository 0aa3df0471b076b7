"""The emulated machine, its second serial port and its control socket."""

from __future__ import annotations

import base64
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

QEMU = "qemu-system-x86_64"
# The size of the payloads' disk is part of the saved state; its content is not.
PAYLOAD_BYTES = 128 << 20
KERNEL_WORDS = (
    # These options omit two thirds of an emulated boot: self-tests, calibration, mitigations,
    # messages.
    "console=ttyS0 panic=-1 quiet mitigations=off nokaslr tsc=reliable no_timer_check cryptomgr.notests audit=0 "
    "selinux=0 apparmor=0 systemd.show_status=0 "
    # The disk is memory above 4 GiB; for that range the kernel would reserve 64 MiB that only real
    # devices need.
    "swiotlb=noforce"
)


class GuestLost(Exception):
    """The guest stopped answering, or never answered."""


class Serial:
    """The guest's second serial port, at which it takes commands."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._unread = b""

    def command(self, text: str, limit: float) -> tuple[int, str]:
        """Runs a command in the guest and returns its exit status and its output."""
        mark = os.urandom(8).hex()
        encoded = base64.b64encode(text.encode()).decode()
        self._line.sendall(f"{mark} {encoded}\n".encode())
        output = self.until(f"\n{mark} ".encode(), limit)
        status = self.until(b"\n", limit)
        return int(status), output.decode(errors="replace")

    def until(self, end: bytes, limit: float) -> bytes:
        """The guest's output up to `end`; TimeoutError contains the output instead."""
        deadline = time.monotonic() + limit
        while end not in self._unread:
            self._line.settimeout(max(deadline - time.monotonic(), 0.001))
            try:
                block = self._line.recv(1 << 16)
            except TimeoutError:
                raise TimeoutError(self._unread.decode(errors="replace")) from None
            if not block:
                raise GuestLost("the emulator ended")
            self._unread += block
        found, self._unread = self._unread.split(end, 1)
        return found


class Monitor:
    """The emulator's own control socket, which speaks QMP."""

    def __init__(self, line: socket.socket) -> None:
        self._lines = line.makefile("rw")
        self._read()
        self.execute("qmp_capabilities")

    def execute(self, command: str, **arguments: Any) -> Any:
        """Sends the emulator a command, and returns its reply."""
        self._lines.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._lines.flush()
        while True:
            answer = self._read()
            if "error" in answer:
                raise GuestLost(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def wait(self, command: str, status: str, limit: float = 60) -> None:
        """Queries until the reply has the status."""
        deadline = time.monotonic() + limit
        while (answer := self.execute(command).get("status")) != status:
            if answer == "failed" or time.monotonic() > deadline:
                raise GuestLost(f"{command}: {answer}, not {status}")
            time.sleep(0.005)

    def _read(self) -> Any:
        line = self._lines.readline()
        if not line:
            raise GuestLost("the emulator ended")
        return json.loads(line)


class Guest:
    """An emulated machine, which ends with its `with` block."""

    def __init__(self, image: Path, icount: bool, scratch: Path, more: list[str]) -> None:
        self._console = scratch / "console"
        payload = scratch / "payload"
        with open(payload, "ab") as file:
            file.truncate(PAYLOAD_BYTES)
        commands, their_commands = socket.socketpair()
        control, their_control = socket.socketpair()
        self._process = subprocess.Popen(
            # The emulator must not survive this process, however the process ends.
            ["setpriv", "--pdeathsig", "KILL", *machine(image, icount)]
            + ["-chardev", f"file,id=console,path={self._console}"]
            + ["-chardev", f"socket,id=commands,fd={their_commands.fileno()}"]
            + ["-chardev", f"socket,id=control,fd={their_control.fileno()}", "-mon", "chardev=control,mode=control"]
            + ["-drive", f"id=payload,if=none,format=raw,readonly=on,file={payload}"]
            + more,
            stdin=subprocess.DEVNULL,
            pass_fds=[their_commands.fileno(), their_control.fileno()],
        )
        their_commands.close()
        their_control.close()
        self.serial = Serial(commands)
        self._control = control

    def __enter__(self) -> Guest:
        self.monitor = Monitor(self._control)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        if kind in (GuestLost, TimeoutError):
            last = self._console.read_bytes()[-2000:].decode(errors="replace").strip()
            if last:
                print(f"the guest's console ends with:\n{last}", file=sys.stderr)
        self._process.kill()
        self._process.wait()


def machine(image: Path, icount: bool) -> list[str]:
    """The emulator's arguments on which the saved state depends."""
    # Fixed, so that a run's clock does not depend on the date. A shift of 3 makes an instruction 8
    # ns.
    clock = ["-icount", "shift=3,sleep=off", "-rtc", "clock=vm,base=2026-01-01"] if icount else []
    # Additional options of one image; if an option appears twice, the later one counts.
    own = image / "machine"
    disk = image / "root.ext4"
    return (
        # One processor: with two, wake-ups often wait for the next tick of 4 ms.
        [QEMU, "-M", "q35,nvdimm=on", "-accel", "tcg", *clock, "-cpu", "max", "-smp", "1"]
        # The disk is memory, a copy of the image's disk that is part of the saved state: nothing
        # waits for the host. A clock that counts instructions skips idle time, so a guest that
        # waited for a disk would be minutes late.
        + ["-m", "512,slots=1,maxmem=8G", "-device", "nvdimm,memdev=system"]
        + ["-object", f"memory-backend-file,id=system,share=off,mem-path={disk},size={disk.stat().st_size}"]
        + ["-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"]
        + ["-kernel", f"{image}/kernel/vmlinux", "-initrd", f"{image}/kernel/from-disk.img", "-append", KERNEL_WORDS]
        + ["-serial", "chardev:console", "-serial", "chardev:commands"]
        + ["-device", "virtio-blk-pci,drive=payload"]
        + (own.read_text(encoding="utf-8").split() if own.exists() else [])
    )
