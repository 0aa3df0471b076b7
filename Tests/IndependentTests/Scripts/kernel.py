"""Strokes as the kernel would have sent them: evemu text of one panel with protocol B.

One contact after the other, at least a second apart. Like the kernel, it omits unchanged values: an axis
whose value the slot already holds (even from the previous contact), and a frame without new values. A panel
that measures pressure has a new value in every frame.
"""

from dataclasses import dataclass, field

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
ABS_X, ABS_Y, MT_SLOT, MT_X, MT_Y, MT_TRACKING_ID = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39
MT_PRESSURE = 0x3A
BTN_TOUCH = 0x14A

PAUSE_US = 1_000_000


@dataclass
class Panel:
    """A panel: its name, and its axes in device units."""

    name: str
    minimum: int
    maximum: int
    resolution: int = 0
    size_mm: float = 0.0
    has_pressure: bool = False

    def configuration(self):
        """The panel's size as in flickd's configuration, the same for both axes."""
        size = f"{self.size_mm}mm x {self.size_mm}mm"
        return f'[[panel]]\nmatch = {{ name = "{self.name}" }}\nsize = "{size}"\n'


@dataclass
class Recording:
    """The text of a recording, and the time at which each stroke lifts."""

    panel: Panel
    lines: list = field(default_factory=list)
    lift_us: dict = field(default_factory=dict)
    _now: int = 0
    _held: dict = field(default_factory=lambda: {MT_X: 0, MT_Y: 0, ABS_X: 0, ABS_Y: 0})
    _tracking_id: int = 0
    _pressure: int = 0

    def __post_init__(self):
        low, high, resolution = self.panel.minimum, self.panel.maximum, self.panel.resolution
        self.lines += ["# EVEMU 1.3", f"N: {self.panel.name}", "I: 0003 0000 0000 0111"]
        self.lines.append("P: 02 00 00 00 00 00 00 00")
        for code in (ABS_X, ABS_Y, MT_X, MT_Y):
            self.lines.append(f"A: {code:02x} {low} {high} 0 0 {resolution}")
        self.lines += [f"A: {MT_SLOT:02x} 0 9 0 0 0", f"A: {MT_TRACKING_ID:02x} 0 65535 0 0 0"]
        if self.panel.has_pressure:
            self.lines.append(f"A: {MT_PRESSURE:02x} 0 255 0 0 0")
        # A register never holds a value outside the range of its axis.
        self._held = {code: max(0, low) for code in self._held}

    def add(self, name, samples, lift):
        """Adds a stroke: (µs, x, y) in device units for the landing, every sample and the lift.

        A position that only the lift reports is in the lift's frame.
        """
        base = self._now + PAUSE_US - samples[0][0]
        for index, (moment, x, y) in enumerate(samples):
            events = self._moves(x, y)
            if index == 0:
                events = [(EV_ABS, MT_TRACKING_ID, self._tracking_id), (EV_KEY, BTN_TOUCH, 1)] + events
                self._tracking_id = (self._tracking_id + 1) % 65536
            if self.panel.has_pressure:
                self._pressure = 40 + (self._pressure + 1) % 8
                events.append((EV_ABS, MT_PRESSURE, self._pressure))
            self._frame(base + moment, events)
        self._now = base + lift[0]
        end = [(EV_ABS, MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0)]
        self._frame(self._now, self._moves(*lift[1:]) + end)
        self.lift_us[self._now] = name

    def _moves(self, x, y):
        values = ((MT_X, x), (MT_Y, y), (ABS_X, x), (ABS_Y, y))
        changed = [(EV_ABS, code, value) for code, value in values if self._held[code] != value]
        self._held.update(values)
        return changed

    def _frame(self, moment, events):
        if not events:
            return
        stamp = f"{moment // 1_000_000}.{moment % 1_000_000:06d}"
        for kind, code, value in events + [(EV_SYN, 0, 0)]:
            self.lines.append(f"E: {stamp} {kind:04x} {code:04x} {value}")

    def text(self):
        """The whole file."""
        return "\n".join(self.lines) + "\n"
