"""A virtual display whose pixels the tests read, and the position of the cards on it."""

from __future__ import annotations

import mmap
import os
import struct
import subprocess
import tempfile
import time
from pathlib import Path

WIDTH, HEIGHT = 1280, 800
# The samples draw three cards of 260 x 220 pixels, 300 apart; the first one begins at 110 in the window.
COLOURS = ("ff375f", "30b0c7", "5e5ce6")
CARDS = (0, -300, -600)
LEFT, CARD_WIDTH, SPACING = 110, 260, 300


class Display:
    """Xvfb, which keeps its picture in a file."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=folder))
        reader, writer = os.pipe()
        words = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"]
        self.process = subprocess.Popen(
            [*words, "-fbdir", str(self.folder)], pass_fds=(writer,), stderr=subprocess.DEVNULL
        )
        os.close(writer)
        with open(reader, encoding="ascii") as file:
            self.name = ":" + file.readline().strip()
        if self.name == ":":
            raise RuntimeError(f"Xvfb ended with {self.process.wait()}")
        with open(self.folder / "Xvfb_screen0", "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        # The header of the format XWD: its own size, …, the bytes of a row, …, the number of colours of 12 bytes.
        header = struct.unpack(">25I", self.memory[:100])
        self.start, self.row_bytes = header[0] + 12 * header[19], header[12]
        # The last byte of a pixel has no colour.
        self.colours = [bytes.fromhex(colour)[::-1] for colour in COLOURS]
        self.row: int | None = None

    def pixels(self, row: int) -> bytes:
        """The pixels of a row, four bytes each: blue, green, red, and one without colour."""
        start = self.start + row * self.row_bytes
        return self.memory[start : start + self.row_bytes]

    def wait_for_cards(self, seconds: float) -> None:
        """Waits until the first card is drawn, and selects a row of pixels without corners and numbers."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for row in range(0, HEIGHT, 4):
                if self.edges(row):
                    self.row = row + 40
                    return
            time.sleep(0.02)
        raise AssertionError(f"no card was drawn within {seconds} s")

    def edges(self, row: int) -> list[float]:
        """The offset of the row of cards by each of their edges that is visible."""
        pixels = self.pixels(row)
        found = []
        for index, colour in enumerate(self.colours):
            first, last = find(pixels, colour)
            if first is None or last is None:
                continue
            # Two pixels of an edge mix colours. A card that the window cuts has no edge there.
            home = LEFT + SPACING * index
            if first > 2:
                found.append(float(first - home))
            if pixels[4 * (last + 3) : 4 * (last + 3) + 3].strip(b"\0"):
                found.append(float(last + 1 - CARD_WIDTH - home))
        return found

    def offset(self) -> float | None:
        """The offset of the row of cards in pixels; nothing if no card is visible."""
        found = self.edges(self.row or 0)
        return sum(found) / len(found) if found else None

    def close(self) -> None:
        """Ends the display."""
        self.process.terminate()
        self.process.wait(timeout=10)


def find(pixels: bytes, colour: bytes) -> tuple[int | None, int | None]:
    """The first and the last pixel with a colour."""
    first = pixels.find(colour)
    while first >= 0 and first % 4:
        first = pixels.find(colour, first + 1)
    last = pixels.rfind(colour)
    while last >= 0 and last % 4:
        last = pixels.rfind(colour, 0, last + len(colour) - 1)
    return (first // 4, last // 4) if first >= 0 and last >= 0 else (None, None)
