"""Makes the table of HID report descriptors: one JSON object a touchscreen, computed from its descriptor alone."""

import json
import re
from dataclasses import dataclass, field

TOUCH_SCREEN, FINGER = 0x0D0004, 0x0D0022
X, Y = 0x010030, 0x010031
CONTACT_COUNT_MAX, WIN8_BLOB = 0x0D0055, 0xFF0000C5
FIELDS = {
    0x0D0030: "pressure",
    0x0D0032: "in_range",
    0x0D0042: "tip_switch",
    0x0D0047: "confidence",
    0x0D0048: "width",
    0x0D0049: "height",
    0x0D0051: "contact_id",
    0x0D0054: "contact_count",
    0x0D0056: "scan_time",
}
# The kernel's own driver handles every device of this vendor.
WACOM = 0x056A
CENTIMETRES, INCHES = 0x11, 0x13
SELFTESTS = "Linux 6.12 selftests test_multitouch.py"


@dataclass
class Item:
    """One usage of an input or feature item, with its settings."""

    kind: str
    usage: int
    application: int
    report: int
    logical: tuple
    physical: tuple
    unit: int
    exponent: int


@dataclass
class Descriptor:
    """The content of a report descriptor."""

    applications: list = field(default_factory=list)
    # The numbers of collections named Finger in each touch screen's reports.
    fingers: dict = field(default_factory=dict)
    items: list = field(default_factory=list)


def signed(data):
    """A little-endian signed number of up to four bytes."""
    return int.from_bytes(data, "little", signed=True) if data else 0


def items(descriptor):
    """The short items of a report descriptor as prefix and data."""
    offset = 0
    while offset < len(descriptor):
        prefix = descriptor[offset]
        if prefix == 0xFE:
            offset += 3 + descriptor[offset + 1]
            continue
        size = (0, 1, 2, 4)[prefix & 3]
        yield prefix & 0xFC, descriptor[offset + 1 : offset + 1 + size]
        offset += 1 + size


class Parser:
    """Follows the global, local and main items of one descriptor."""

    def __init__(self):
        self.found = Descriptor()
        self.settings = dict(page=0, report=0, logical=(0, 0), physical=(0, 0), unit=0, exponent=0)
        self.stack = []
        self.collections = []
        self.usages = []
        self.first = None

    def run(self, descriptor):
        """The content of the descriptor."""
        for prefix, data in items(descriptor):
            if prefix in self.GLOBALS:
                name, take = self.GLOBALS[prefix]
                self.settings[name] = take(self.settings[name], data)
            elif prefix == 0xA4:
                self.stack.append(dict(self.settings))
            elif prefix == 0xB4 and self.stack:
                self.settings = self.stack.pop()
            elif prefix & 0x0C == 0x08:
                self.local(prefix, data)
            elif prefix & 0x0C == 0x00:
                self.main(prefix, data)
        return self.found

    GLOBALS = {
        0x04: ("page", lambda _, data: int.from_bytes(data, "little")),
        0x14: ("logical", lambda before, data: (signed(data), before[1])),
        0x24: ("logical", lambda before, data: (before[0], signed(data))),
        0x34: ("physical", lambda before, data: (signed(data), before[1])),
        0x44: ("physical", lambda before, data: (before[0], signed(data))),
        0x54: (
            "exponent",
            lambda _, data: (data[0] & 15) - 16 if data and data[0] & 8 else sum(data[:1]) & 15,
        ),
        0x64: ("unit", lambda _, data: int.from_bytes(data, "little")),
        0x84: ("report", lambda _, data: int.from_bytes(data, "little")),
    }

    def local(self, prefix, data):
        """A usage, or the ends of a range of usages."""
        usage = int.from_bytes(data, "little")
        if len(data) < 4:
            usage |= self.settings["page"] << 16
        if prefix == 0x08:
            self.usages.append(usage)
        elif prefix == 0x18:
            self.first = usage
        elif prefix == 0x28 and self.first is not None:
            self.usages += range(self.first, min(usage, self.first + 255) + 1)
            self.first = None

    def main(self, prefix, data):
        """A collection's begin or end, or the fields of a report."""
        usage = self.usages[0] if self.usages else 0
        if prefix == 0xA0:
            self.collections.append((data[0] if data else 0, usage))
            if data and data[0] == 1:
                self.found.applications.append(usage)
            elif usage == FINGER and self.application == TOUCH_SCREEN:
                key = (len(self.found.applications), self.settings["report"])
                self.found.fingers[key] = self.found.fingers.get(key, 0) + 1
        elif prefix == 0xC0 and self.collections:
            self.collections.pop()
        elif prefix in (0x80, 0xB0):
            kind = "input" if prefix == 0x80 else "feature"
            rest = {name: value for name, value in self.settings.items() if name != "page"}
            self.found.items += [Item(kind, one, self.application, **rest) for one in self.usages]
        self.usages, self.first = [], None

    @property
    def application(self):
        """The usage of the application collection that is open."""
        return next((usage for kind, usage in self.collections if kind == 1), 0)


def resolution(item):
    """Units per mm as the kernel computes them; 0 if the descriptor has no length."""
    logical, physical = (high - low for low, high in (item.logical, item.physical))
    exponent = item.exponent
    if logical <= 0 or physical <= 0 or item.unit not in (CENTIMETRES, INCHES):
        return 0
    if item.unit == CENTIMETRES:
        exponent += 1
    else:
        physical, exponent = physical * 254, exponent - 1
    logical *= 10 ** max(0, -exponent)
    physical *= 10 ** max(0, exponent)
    return (logical + physical // 2) // physical


def length(item):
    """The length of an axis in mm, or None."""
    extent = item.physical[1] - item.physical[0]
    if extent <= 0 or item.unit not in (CENTIMETRES, INCHES):
        return None
    return round(extent * 10.0**item.exponent * (10 if item.unit == CENTIMETRES else 25.4), 2)


def entry(name, bus, vendor, product, descriptor):
    """The row of a touchscreen."""
    found = Parser().run(descriptor)
    touched = [one for one in found.items if one.application == TOUCH_SCREEN and one.kind == "input"]
    x, y = (next(one for one in touched if one.usage == usage) for usage in (X, Y))
    features = {}
    for key, usage in (("contact_count_max", CONTACT_COUNT_MAX), ("win8_blob", WIN8_BLOB)):
        one = next((one for one in found.items if one.kind == "feature" and one.usage == usage), None)
        if one:
            features[key] = {"report_id": one.report}
            if usage == CONTACT_COUNT_MAX:
                features[key]["logical_max"] = one.logical[1]
    return {
        "name": name,
        "bus": bus,
        "vid": vendor,
        "pid": product,
        "vid_hex": f"{vendor:04x}",
        "pid_hex": f"{product:04x}",
        "rdesc": descriptor.hex(),
        "fingers_per_report": max(found.fingers.values(), default=1),
        "x_logical": list(x.logical),
        "y_logical": list(y.logical),
        "width_mm": length(x),
        "height_mm": length(y),
        "x_res_per_mm": resolution(x),
        "y_res_per_mm": resolution(y),
        "fields": sorted({FIELDS[one.usage] for one in touched if one.usage in FIELDS}),
        "features": features,
        "application_collections": [hex(usage) for usage in found.applications],
        "likely_driver": "wacom" if vendor == WACOM else "hid-multitouch",
    }


def from_recording(path, text, selftests):
    """The entry of a hid-recorder file."""
    rows = dict(
        line.split(": ", 1) for line in reversed(text.split("\n")) if line[:3] in ("N: ", "I: ", "R: ")
    )
    name = " ".join(rows["N"].split())
    bus, vendor, product = (int(word, 16) for word in rows["I"].split())
    row = entry(name, bus, vendor, product, bytes.fromhex("".join(rows["R"].split()[1:])))
    stem = path.rsplit("/", 1)[1]
    twin = next(
        (t for t in selftests.values() if t["rdesc"] == row["rdesc"] and t["ids"] == (vendor, product)), None
    )
    if twin and twin["quirks"]:
        row["selftest_quirks"] = twin["quirks"]
    row["source"] = f"bentiss/hid-devices {stem}"
    if twin:
        row["also_in"] = [f"{SELFTESTS} {twin['test']}"]
    row["hid_recording"] = f"hidrec/{stem}.gz"
    return row


def from_laptop(path, content):
    """The entry of a descriptor that a laptop's owner sent to the maintainers of libwacom."""
    folder, file = path.split("/", 1)[0], path.rsplit("/", 1)[1]
    words = re.match(r"(?:([0-9A-F]{4}):)?([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})", file).groups("0003")
    bus, vendor, product = (int(word, 16) for word in words)
    row = entry(f"{folder} touchscreen ({vendor:04X}:{product:04X})", bus, vendor, product, content)
    row["source"] = f"linuxwacom/wacom-hid-descriptors {folder}"
    return row


def read_selftests(text):
    """The devices of the kernel's tests by the name of their class: name, ids, descriptor and quirks."""
    found = {}
    for block in re.split(r"^class ", text, flags=re.M)[1:]:
        name, rdesc = re.search(r'^\s+"(uhid test [^"]+)"', block, re.M), re.search(
            r'rdesc="([0-9a-fA-F ]+)"', block
        )
        if not name or not rdesc:
            continue
        ids = re.search(r"input_info=\(\S+, (0x\w+), (0x\w+)\)", block)
        words = re.search(r"_([0-9a-f]{4})_([0-9a-f]{4})", name[1])
        if not ids and not words:
            continue
        quirks = re.search(r"quirks=\(([^)]*)\)", block)
        found[block.split("(")[0]] = {
            "test": block.split("(")[0],
            "name": name[1],
            "rdesc": rdesc[1].replace(" ", "").lower(),
            "ids": tuple(int(word, 16) for word in (ids or words).groups()),
            "quirks": re.findall(r'"(\w+)"', quirks[1]) if quirks else [],
        }
    return found


def from_selftest(test):
    """The entry of a descriptor that only the kernel's tests have."""
    row = entry(test["name"], 3, *test["ids"], bytes.fromhex(test["rdesc"]))
    row["source"] = f"{SELFTESTS} {test['test']}"
    return row


def table(rows):
    """The file's text."""
    return "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"
