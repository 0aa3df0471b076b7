#!/usr/bin/python3
"""Reports in one line what a User Mode Linux guest runs that does not end.

usage: stuck.py SOCKET SESSION
SOCKET: the guest's management console. SESSION: the session of the guest's processes on this machine.

Each request is answered from the interrupt of the console's socket, so it is answered even while a program spins.
"""

import collections
import os
import re
import socket
import struct
import sys
import time

from spent import spent_s

MAGIC, VERSION, REQUEST_BYTES = 0xCAFEBABE, 2, 512
SAMPLES, PAUSE_S, LONGEST_PAUSE_S = 8, 0.25, 1


class Console:
    def __init__(self, path):
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        # The guest replies to the sender's address, so the socket needs one; an abstract address
        # leaves no file.
        self.socket.bind(f"\0flickd-stuck-{os.getpid()}")
        self.socket.settimeout(3)

    def ask(self, command):
        data = command.encode()
        self.socket.sendto(struct.pack("<III", MAGIC, VERSION, len(data)) + data.ljust(REQUEST_BYTES, b"\0"), self.path)
        text, more = b"", True
        while more:
            reply = self.socket.recv(1 << 16)
            error, more, length = struct.unpack("<III", reply[:12])
            if error:
                return ""
            text += reply[12:12 + length].rstrip(b"\0")
        return text.decode(errors="replace")


def running(console):
    """The running process, as pid and name, and the guest's clock."""
    # Not `sysrq t`: its stack traces of sleeping processes end in a panic.
    found = re.search(r"\[ *([0-9.]+)\] Pid: (\d+), comm: (.*?) (?:Not tainted|Tainted)", console.ask("sysrq p"))
    return (int(found[2]), found[3]), found[1]


def pause(session):
    """Waits until the guest has used PAUSE_S of processor time, at most LONGEST_PAUSE_S.

    On a busy machine, it may not run at all between two samples.
    """
    start, end = spent_s(session), time.monotonic() + LONGEST_PAUSE_S
    while spent_s(session) - start < PAUSE_S and time.monotonic() < end:
        time.sleep(PAUSE_S / 10)


def cause(console, session):
    seen, clocks = collections.Counter(), set()
    for _ in range(SAMPLES):
        process, clock = running(console)
        seen[process] += 1
        clocks.add(clock)
        pause(session)
    # Process 0 is the idle one.
    busy = [f"'{name}' (pid {pid})" for (pid, name), _ in seen.most_common() if pid != 0]
    if not busy:
        return "it waits, nothing runs"
    if len(clocks) > 1:
        return f"most of the time it runs {busy[0]}"
    run = f"processes {', '.join(busy)} run" if len(busy) > 1 else f"process {busy[0]} runs"
    return f"{run} without rest, and virtual time stands still"


def main():
    path, session = sys.argv[1:]
    try:
        print(cause(Console(path), int(session)))
    except (OSError, TypeError) as error:
        print(f"its kernel does not report what it runs ({error})")


main()
