#!/usr/bin/python3
"""Reports in one line why a User Mode Linux guest does not end.

usage: stuck.py SOCKET SESSION SECONDS
The socket is that of the guest's management console; the session is that of its processes on this machine. The seconds
of a processor are the limit that is over, for the message.

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
    """Waits until the guest has run for a while: on a busy machine, between two samples, it may not run at all."""
    start, end = spent_s(session), time.monotonic() + LONGEST_PAUSE_S
    while spent_s(session) - start < PAUSE_S and time.monotonic() < end:
        time.sleep(PAUSE_S / 10)


def verdict(console, session, seconds):
    seen, clocks = collections.Counter(), set()
    start = spent_s(session)
    for _ in range(SAMPLES):
        process, clock = running(console)
        seen[process] += 1
        clocks.add(clock)
        pause(session)
    ran = f"{spent_s(session) - start:.1f} s"
    # Process 0 is the idle one.
    busy = [f"'{name}' (pid {pid})" for (pid, name), _ in seen.most_common() if pid != 0]
    if not busy:
        return f"the guest waits: nothing runs, and its limit of {seconds} s is over"
    if len(clocks) > 1:
        return f"the guest was not done after {seconds} s of a processor; most of the time ran {busy[0]}"
    have = f"processes {', '.join(busy)} have" if len(busy) > 1 else f"process {busy[0]} has"
    return f"the guest is stuck, or computes: {have} run for {ran} without rest, and froze virtual time"


def main():
    path, session, seconds = sys.argv[1:]
    try:
        print(verdict(Console(path), int(session), seconds))
    except (OSError, TypeError) as error:
        print(f"the guest was not done after {seconds} s of a processor, and its kernel does not report what it runs ({error})")


main()
