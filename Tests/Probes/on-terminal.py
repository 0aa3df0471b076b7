"""Runs a command on a terminal of its own, and types when the command has printed something.

    on-terminal.py [WORDS TYPED]... -- COMMAND...

Waits until the terminal shows WORDS after the last ones, then types TYPED, and so on. Prints what
the terminal shows, and exits with the command's code, or with 128 and the number of its signal.
The terminal has 80 columns and 24 rows. If TYPED is the sequence with which a program requests
another size, `ESC [ 8 ; ROWS ; COLUMNS t`, the terminal gets this size. If TYPED is Ctrl-Z, waits
until the command has stopped, and continues it.
Exits with 97 if Ctrl-Z does not restore the terminal's mode, with 98 if WORDS never appear, and
with 99 if the command leaves the terminal in another mode.
"""

import fcntl
import os
import pty
import re
import signal
import struct
import sys
import termios


def resize(terminal: int, rows: int, columns: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def act(typed: bytes, terminal: int, child: int, mode: list) -> None:
    """Types keys, or changes the size, or stops and continues the command."""
    size = re.fullmatch(rb"\x1b\[8;(\d+);(\d+)t", typed)
    if size:
        return resize(terminal, int(size[1]), int(size[2]))
    os.write(terminal, typed)
    if typed == b"\x1a":
        os.waitpid(child, os.WUNTRACED)
        if termios.tcgetattr(terminal) != mode:
            print("on-terminal: the stopped command changed the terminal's mode", file=sys.stderr)
            os.kill(child, signal.SIGKILL)
            sys.exit(97)
        os.kill(child, signal.SIGCONT)


def read(terminal: int) -> bytes:
    """Waits for what the terminal shows next; empty once no process has it open.

    Linux first looks for output and then for the end. If the command writes its last words and ends in between, it reports
    EIO although they are unread (once in 400,000 commands on a busy machine). The next read returns them.
    """
    for _ in range(2):
        try:
            return os.read(terminal, 4096)
        except OSError:
            pass
    return b""


def main() -> int:
    end = sys.argv.index("--")
    steps = [(sys.argv[i].encode(), sys.argv[i + 1].encode()) for i in range(1, end, 2)]
    child, terminal = pty.fork()
    if child == 0:
        resize(0, 24, 80)
        os.execvp(sys.argv[end + 1], sys.argv[end + 1 :])
    mode = termios.tcgetattr(terminal)
    shown, start = b"", 0
    while True:
        piece = read(terminal)
        if not piece:
            break
        shown += piece
        sys.stdout.buffer.write(piece.replace(b"\r", b""))
        sys.stdout.buffer.flush()
        while steps and (found := shown.find(steps[0][0], start)) >= 0:
            words, typed = steps.pop(0)
            start = found + len(words)
            act(typed, terminal, child, mode)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if steps:
        print(f"on-terminal: the terminal never showed {steps[0][0].decode()!r}", file=sys.stderr)
        return 98
    if termios.tcgetattr(terminal) != mode:
        print("on-terminal: the command changed the terminal's mode", file=sys.stderr)
        return 99
    return code if code >= 0 else 128 - code


sys.exit(main())
