#!/usr/bin/python3
"""Prints the processor time of all processes of a session in ms, with that of their ended children.

usage: spent.py SESSION
"""

import os
import sys


def spent_s(session):
    """Returns this time in seconds, in steps of 10 ms."""
    ticks = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                # The name of the program, in brackets, can contain anything. The next fields are state, parent, group
                # and session; utime, stime, cutime and cstime follow later.
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue  # It has ended.
        if int(fields[3]) == session:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    print(round(spent_s(int(sys.argv[1])) * 1000))
