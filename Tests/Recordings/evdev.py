"""A small reader of evdev recordings, independent of flickd's own, for comparison.

It reads evemu text and `getevent -lt` text, and finds the contacts in both multitouch protocols and in
single-touch streams. Times are in microseconds on the clock of the file, positions in device units.
"""

import math
import re
from dataclasses import dataclass, field

SYN, KEY, ABS = 0, 1, 3
SYN_REPORT, SYN_MT_REPORT = 0, 2
BTN_TOUCH = 0x14A
ABS_X, ABS_Y = 0x00, 0x01
ABS_MT_SLOT, ABS_MT_X, ABS_MT_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39

# A frame counts as a position frame of a slot if it has one of: touch major, X, Y, pressure.
COUNTED = {0x30, 0x35, 0x36, 0x3A}

NAMES = {
    "EV_SYN": SYN,
    "EV_KEY": KEY,
    "EV_ABS": ABS,
    "SYN_REPORT": SYN_REPORT,
    "SYN_MT_REPORT": SYN_MT_REPORT,
    "BTN_TOUCH": BTN_TOUCH,
    "ABS_MT_SLOT": ABS_MT_SLOT,
    "ABS_MT_POSITION_X": ABS_MT_X,
    "ABS_MT_POSITION_Y": ABS_MT_Y,
    "ABS_MT_TRACKING_ID": ABS_MT_TRACKING_ID,
    "ABS_X": ABS_X,
    "ABS_Y": ABS_Y,
}
GETEVENT = re.compile(r"\[\s*(\d+)\.(\d+)\]\s+(\S+)\s+(\S+)\s+(\S+)")
EVEMU = re.compile(r"E: (\d+)\.(\d+)\s+([0-9a-fA-F]+)\s+([0-9a-fA-F]+)\s+(-?\d+)")


@dataclass
class Contact:
    """One finger from its first to its last position."""

    slot: int
    tracking_id: int
    samples: list = field(default_factory=list)
    lift: int | None = None

    @property
    def path(self):
        """The length of the track in device units."""
        points = [sample[1:] for sample in self.samples]
        return sum(math.dist(before, after) for before, after in zip(points, points[1:]))


@dataclass
class Recording:
    """The description and the events of one file."""

    name: str = ""
    axes: dict = field(default_factory=dict)
    events: list = field(default_factory=list)

    @property
    def protocol(self):
        """B for slots, A for reports between SYN_MT_REPORT, S for a single touch."""
        codes = {event[1:3] for event in self.events}
        if (SYN, SYN_MT_REPORT) in codes:
            return "A"
        if ABS_MT_SLOT in self.axes or {(ABS, ABS_MT_SLOT), (ABS, ABS_MT_TRACKING_ID)} & codes:
            return "B"
        return "S"

    def frames(self):
        """The events between two SYN_REPORT, with the time of the second one."""
        events = []
        for time, kind, code, value in self.events:
            if (kind, code) == (SYN, SYN_REPORT):
                yield time, events
                events = []
            else:
                events.append((kind, code, value))


def read(text, description=""):
    """A recording from its text and that of its description, if the description is a separate file."""
    recording = Recording()
    for line in (description + "\n" + text).split("\n"):
        if line.startswith("N:") and not recording.name:
            recording.name = line[2:].strip()
        elif line.startswith("A:"):
            words = line[2:].split("#")[0].split()
            recording.axes[int(words[0], 16)] = [int(word) for word in words[1:]]
    for line in text.split("\n"):
        if match := EVEMU.match(line):
            seconds, fraction, kind, code, value = match.groups()
            event = (int(kind, 16), int(code, 16), int(value))
        elif match := GETEVENT.match(line):
            seconds, fraction, kind, code, value = match.groups()
            event = (NAMES.get(kind, -1), NAMES.get(code, -1), getevent_value(value))
        else:
            continue
        recording.events.append((int(seconds) * 1_000_000 + int(fraction.ljust(6, "0")[:6]), *event))
    return recording


def getevent_value(word):
    """A value as getevent prints it: hexadecimal with 32 bits, or the state of a key."""
    if word in ("DOWN", "UP"):
        return int(word == "DOWN")
    value = int(word, 16)
    return value - (1 << 32) if value >> 31 else value


def contacts(recording):
    """The contacts of a recording in the order of their first positions."""
    finders = {"A": reported_contacts, "B": slot_contacts, "S": single_contacts}
    found = [contact for contact in finders[recording.protocol](recording) if contact.samples]
    return sorted(found, key=lambda contact: (contact.samples[0][0], contact.slot))


def slot_contacts(recording):
    """Protocol B: a tracking id opens a contact in a slot, and -1 ends it."""
    found, current, positions, slot = [], {}, {}, 0
    for time, events in recording.frames():
        moved = set()
        for kind, code, value in events:
            if kind != ABS:
                continue
            if code == ABS_MT_SLOT:
                slot = value
            elif code == ABS_MT_TRACKING_ID:
                if slot in current:
                    current.pop(slot).lift = time
                if value >= 0:
                    current[slot] = Contact(slot, value)
                    found.append(current[slot])
                    moved.add(slot)
            elif code in COUNTED:
                moved.add(slot)
                if code in (ABS_MT_X, ABS_MT_Y):
                    positions.setdefault(slot, [0, 0])[code - ABS_MT_X] = value
        for number in moved & current.keys():
            current[number].samples.append((time, *positions.setdefault(number, [0, 0])))
    return found


def reported_contacts(recording):
    """Protocol A: each frame lists all fingers; without ids a finger is known by its position in the list."""
    found, current = [], {}
    for time, events in recording.frames():
        reports, report = [], {}
        for kind, code, value in events:
            if kind == ABS and code in (ABS_MT_X, ABS_MT_Y, ABS_MT_TRACKING_ID):
                report[code] = value
            elif (kind, code) == (SYN, SYN_MT_REPORT):
                if ABS_MT_X in report and ABS_MT_Y in report:
                    reports.append(report)
                report = {}
        present = {report.get(ABS_MT_TRACKING_ID, index): report for index, report in enumerate(reports)}
        for number in current.keys() - present.keys():
            current.pop(number).lift = time
        for number, report in present.items():
            if number not in current:
                current[number] = Contact(number, number)
                found.append(current[number])
            current[number].samples.append((time, report[ABS_MT_X], report[ABS_MT_Y]))
    return found


def single_contacts(recording):
    """Single touch: BTN_TOUCH opens and ends the contact."""
    found, current, position = [], None, [0, 0]
    for time, events in recording.frames():
        moved = False
        for kind, code, value in events:
            if kind == ABS:
                moved = True
                if code in (ABS_X, ABS_Y):
                    position[code] = value
            elif (kind, code) == (KEY, BTN_TOUCH):
                moved = True
                if value:
                    current = Contact(0, 0)
                    found.append(current)
                elif current:
                    current.lift, current = time, None
        if moved and current:
            current.samples.append((time, *position))
    return found
