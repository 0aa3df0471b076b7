"""A ten-finger panel for umockdev, and scripts for a testbed: plug the panel in, move a finger, unplug the panel."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39
BTN_TOUCH = 0x14A
# Minimum, maximum, fuzz, flat, resolution.
AXES = {
    ABS_X: (0, 4095, 0, 0, 8),
    ABS_Y: (0, 4095, 0, 0, 14),
    ABS_MT_SLOT: (0, 9, 0, 0, 0),
    ABS_MT_POSITION_X: (0, 4095, 0, 0, 8),
    ABS_MT_POSITION_Y: (0, 4095, 0, 0, 14),
    ABS_MT_TRACKING_ID: (0, 65535, 0, 0, 0),
}
NAME = "Sample panel"
IDS = (3, 0x0EEF, 0x0005, 0x0100)
# A flick to the right: a frame every 8 ms, 6.25 mm apart.
FRAMES, PERIOD_US, STEP = 16, 8000, 50


def number(value: int, size: int) -> str:
    """A number in the byte order and the digits of umockdev."""
    return (value % (1 << 8 * size)).to_bytes(size, "little").hex().upper()


def bits(codes: set[int], size: int) -> str:
    """A bit map in the kernel's form."""
    return number(sum(1 << code for code in codes), size)


@dataclass(frozen=True)
class Panel:
    """One panel, named by the number of its event node."""

    index: int

    @property
    def node(self) -> str:
        """The path of its node."""
        return f"/dev/input/event{self.index}"

    @property
    def path(self) -> str:
        """Its device below /sys."""
        return f"/devices/virtual/input/input{self.index}/event{self.index}"

    @property
    def identity(self) -> str:
        """The panel_id that flickd assigns."""
        return f"platform-glass{self.index}"

    def device(self) -> str:
        """The entries of sysfs and udev, in umockdev's format."""
        words = [0] * 6
        words[BTN_TOUCH // 64] = 1 << BTN_TOUCH % 64
        lines = [
            f"P: /devices/virtual/input/input{self.index}",
            "E: SUBSYSTEM=input",
            f'E: NAME="{NAME}"',
            f"A: name={NAME}\\n",
            f"A: phys=usb-sample-{self.index}/input0\\n",
            "A: uniq=\\n",
            *(f"A: id/{name}={value:x}\\n" for name, value in zip(("bustype", "vendor", "product", "version"), IDS)),
            "A: properties=2\\n",
            f"A: capabilities/abs={sum(1 << code for code in AXES):x}\\n",
            f"A: capabilities/key={' '.join(f'{word:x}' for word in reversed(words))}\\n",
            "A: capabilities/rel=0\\n",
            "",
            f"P: {self.path}",
            f"N: input/event{self.index}",
            f"E: DEVNAME={self.node}",
            "E: MAJOR=13",
            f"E: MINOR={64 + self.index}",
            "E: SUBSYSTEM=input",
            "E: ID_INPUT=1",
            "E: ID_INPUT_TOUCHSCREEN=1",
            f"E: ID_PATH={self.identity}",
            f"L: device=../../input{self.index}",
            "",
            "",
        ]
        return "\n".join(lines)

    def calls(self) -> str:
        """The replies to libevdev's ioctls, in umockdev's format."""
        name = NAME.encode() + b"\0"
        empty = {4: 8, 5: 8, 17: 8, 18: 8, 21: 16}
        lines = [
            f"@DEV {self.node}",
            f"EVIOCGBIT(0) 8 {bits({EV_SYN, EV_KEY, EV_ABS}, 8)}",
            f"EVIOCGNAME(0) {len(name)} {name.ljust(255, bytes(1)).hex().upper()}",
            f"EVIOCGID 0 {''.join(number(value, 2) for value in IDS)}",
            "EVIOCGVERSION 0 01000100",
            f"EVIOCGPROP(0) 8 {number(2, 8)}",
            f"EVIOCGBIT(1) 96 {bits({BTN_TOUCH}, 96)}",
            f"EVIOCGBIT(2) 8 {bits(set(), 8)}",
            f"EVIOCGBIT(3) 8 {bits(set(AXES), 8)}",
            f"EVIOCGKEY(0) 96 {bits(set(), 96)}",
            f"EVIOCGLED(0) 8 {bits(set(), 8)}",
            f"EVIOCGSW(0) 8 {bits(set(), 8)}",
            *(f"EVIOCGBIT({kind}) {size} {bits(set(), size)}" for kind, size in empty.items()),
        ]
        for code, axis in AXES.items():
            call = "EVIOCGABS" if code == 0 else f"EVIOCGABS({code})"
            lines.append(f"{call} 0 {''.join(number(field, 4) for field in (0, *axis))}")
        for code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID):
            value = -1 if code == ABS_MT_TRACKING_ID else 0
            lines.append(f"EVIOCGMTSLOTS(0) 0 {number(code, 4)}{number(value, 4) * 256}")
        return "\n".join(lines) + "\n"


def flick(contact: int) -> str:
    """The events of one flick to the right, in evemu's format."""
    lines: list[str] = []

    def add(moment: int, kind: int, code: int, value: int) -> None:
        lines.append(f"E: {moment // 1_000_000}.{moment % 1_000_000} {kind:04x} {code:04x} {value}")

    for frame in range(FRAMES):
        moment = 1_000_000 + frame * PERIOD_US
        if frame == 0:
            add(moment, EV_ABS, ABS_MT_TRACKING_ID, contact)
            add(moment, EV_ABS, ABS_MT_POSITION_Y, 2000)
            add(moment, EV_KEY, BTN_TOUCH, 1)
        add(moment, EV_ABS, ABS_MT_POSITION_X, 1000 + frame * STEP)
        add(moment, EV_SYN, 0, 0)
    moment = 1_000_000 + FRAMES * PERIOD_US
    add(moment, EV_ABS, ABS_MT_TRACKING_ID, -1)
    add(moment, EV_KEY, BTN_TOUCH, 0)
    add(moment, EV_SYN, 0, 0)
    return "\n".join(lines) + "\n"


def recording() -> str:
    """The flick as a recording, for flickd --replay."""
    lines = ["# EVEMU 1.2", f"N: {NAME}", f"I: {' '.join(f'{value:04x}' for value in IDS)}", "P: 02 00 00 00 00 00 00 00"]
    for kind, codes in ((EV_SYN, {EV_SYN, EV_KEY, EV_ABS}), (EV_KEY, {BTN_TOUCH}), (EV_ABS, set(AXES))):
        size = max(8, max(codes) // 64 * 8 + 8)
        octets = sum(1 << code for code in codes).to_bytes(size, "little")
        lines += [f"B: {kind:02x} {octets[start : start + 8].hex(' ')}" for start in range(0, size, 8)]
    lines += [f"A: {code:02x} {' '.join(map(str, axis))}" for code, axis in AXES.items()]
    return "\n".join(lines) + "\n" + flick(1)


class Script:
    """A script for a testbed, and the files that the script names: see Tests/Probes/evdev-probe/Staging.swift."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lines: list[str] = []

    def _file(self, text: str) -> Path:
        path = self.folder / f"stage{len(self.lines)}"
        path.write_text(text, encoding="utf-8")
        return path

    def _file_pair(self, panel: Panel) -> str:
        calls = self.folder / f"calls{len(self.lines)}"
        calls.write_text(panel.calls(), encoding="utf-8")
        return f"{self._file(panel.device())} {calls}"

    def add(self, panel: Panel) -> None:
        """Plugs a panel in."""
        self.lines.append(f"add {self._file_pair(panel)}")

    def open(self) -> None:
        """Opens the stage: the file `opened` then contains the path of the testbed's folder."""
        self.lines.append(f"open {self.folder / 'opened'}")

    def cue(self, name: str) -> None:
        """Waits until the file `cue-NAME` exists."""
        self.lines.append(f"await {self.folder / f'cue-{name}'}")

    def flick(self, panel: Panel, contact: int) -> None:
        """Flicks to the right."""
        self.lines.append(f"play {panel.node} {self._file(flick(contact))}")

    def change(self, cue: str, panel: Panel) -> None:
        """Has udev report a change of a panel, after a cue."""
        self.cue(cue)
        self.lines.append(f"send change /sys{panel.path}")

    def unplug(self, panel: Panel) -> None:
        """Unplugs a panel."""
        self.lines += [f"send remove /sys{panel.path}", f"remove /sys{panel.path}"]

    def write(self) -> Path:
        """Writes the script, which ends after the cue `over`."""
        self.cue("over")
        path = self.folder / "script"
        path.write_text("\n".join(self.lines) + "\n", encoding="utf-8")
        return path
