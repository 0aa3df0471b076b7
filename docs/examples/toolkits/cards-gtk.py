#!/usr/bin/python3
"""A row of three cards in GTK 4 that follows the finger, and then flies on a spring.

Debian: apt install python3-gi gir1.2-gtk-4.0
"""
import json, math, os, sys
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk, Gdk, Gio, GLib, Graphene, Gsk, Pango  # Gtk first: it selects the versions of the others.

if not Gdk.Display.get_default():
    sys.exit("cards: there is no display: set WAYLAND_DISPLAY or DISPLAY")

CARDS = [0, -300, -600]  # The offsets at which the row rests, in pixels.
COLOURS = ["#ff375f", "#30b0c7", "#5e5ce6"]
SMOOTH = {"stiffness": 157.914, "damping": 25.133, "initial_velocity": 0, "settling_us": 750_000}


def predicted(line, frame, most_speed):
    """The translation of the finger when the frame is shown: docs/clients.md, "The frame"."""
    lead = min(max(frame - line["t_us"], 0), line["estimate"]["window_us"], 100_000) / 1e6
    return line["translation"]["x"] + max(-most_speed, min(line["velocity"]["x"], most_speed)) * lead


def displacement(start, spring, t):
    """How far content is from its target t seconds after the release: docs/clients.md, "The spring"."""
    half, stiffness = spring["damping"] / 2, spring["stiffness"]
    rate = math.sqrt(abs(half * half - stiffness))
    decay = math.exp(-half * t)
    cosine, sine = decay, decay * t
    if rate * t >= 1e-6 and half * half < stiffness:
        cosine, sine = decay * math.cos(rate * t), decay * math.sin(rate * t) / rate
    elif rate * t >= 1e-6:
        slow, fast = math.exp(-stiffness / (half + rate) * t), math.exp(-(half + rate) * t)
        cosine, sine = (slow + fast) / 2, (slow - fast) / (2 * rate)
    return start * cosine + (spring["initial_velocity"] + half * start) * sine


def colour(name):
    rgba = Gdk.RGBA()
    rgba.parse(name)
    return rgba


class Row(Gtk.Widget):
    """The cards. The row asks for frames only while it moves."""

    def __init__(self):
        super().__init__(overflow=Gtk.Overflow.HIDDEN)
        self.offset = self.base = 0  # In the newest frame, and where the translation counts from.
        self.finger = self.press = None  # The newest line of the finger, and the press that holds a row in flight.
        self.flight = None  # How the row comes to rest: target, displacement, spring, t_us.
        self.shift = 0  # From the clock of the lines to ours, in µs.
        self.most_speed = math.inf  # 5 m/s, in pixels per second: no finger is faster.
        self.tick = None

    def hear(self, line, late):
        """Processes a swipe or a press. Returns the base of a new swipe, which flickd must know."""
        phase, base = line["phase"], None
        self.shift = late if phase in ("begin", "press") else min(self.shift, late)
        if phase == "press":
            self.press = line["press_id"]
        elif phase == "begin" and not self.finger:
            # The finger catches the row where it is drawn. Without the slop, the row would jump.
            x, y = line["translation"]["x"], line["translation"]["y"]
            base = self.base = self.offset - x * min(line["slop"] / (math.hypot(x, y) or 1), 1)
            self.finger, self.flight, self.press = line, None, None
        elif self.finger and line.get("swipe_id") == self.finger["swipe_id"]:
            is_over = phase in ("end", "cancel")
            if is_over:
                snap, spring = line["zone"]["snap"]["offset"], line["zone"]["spring"]
                self.fly(snap, self.base + line["translation"]["x"], spring, line["t_us"])
            self.finger = None if is_over else line
        elif self.press is not None and line.get("press_id") == self.press:
            self.press = None
            if self.flight:
                self.fly(self.flight[0], self.offset, SMOOTH, line["t_us"])
        self.tick = self.tick or self.add_tick_callback(self.draw)
        return base

    def fly(self, target, start, spring, t_us):
        self.flight = target, start - target, spring, t_us
        self.tick = self.tick or self.add_tick_callback(self.draw)

    def lose(self):
        """Without flickd, the row flies to the nearest card."""
        if self.finger or self.press is not None:
            nearest = min(CARDS, key=lambda card: abs(card - self.offset))
            self.fly(nearest, self.offset, SMOOTH, GLib.get_monotonic_time() - self.shift)
        self.finger = self.press = None

    def draw(self, _, clock):
        """Moves the row to its offset when the frame is shown; ends the frames when the row no longer moves."""
        timings = clock.get_current_timings()
        soon = clock.get_frame_time() + (timings.get_refresh_interval() or 16_667)
        frame = (timings.get_predicted_presentation_time() or soon) - self.shift  # On the clock of the lines.
        if self.finger:
            self.offset = self.base + predicted(self.finger, frame, self.most_speed)
        elif self.flight and self.press is None:
            target, start, spring, t_us = self.flight
            t = max(frame - t_us, 0)
            is_at_rest = spring["settling_us"] is not None and t >= spring["settling_us"]
            self.offset = target + (0 if is_at_rest else displacement(start, spring, t / 1e6))
            self.flight = None if is_at_rest else self.flight
        self.queue_draw()
        if self.finger or self.flight and self.press is None:
            return GLib.SOURCE_CONTINUE
        self.tick = None
        return GLib.SOURCE_REMOVE

    def do_snapshot(self, snapshot):
        snapshot.append_color(colour("#f2f2f7"), Graphene.Rect().init(0, 0, self.get_width(), self.get_height()))
        card, clip = Graphene.Rect().init(0, 0, 260, 220), Gsk.RoundedRect()
        clip.init_from_rect(card, 24)
        for index, name in enumerate(COLOURS):
            snapshot.save()
            snapshot.translate(Graphene.Point().init(110 + 300 * index + self.offset, 50))
            snapshot.push_rounded_clip(clip)
            snapshot.append_color(colour(name), card)
            snapshot.pop()
            number = self.create_pango_layout(str(index + 1))
            number.set_font_description(Pango.FontDescription("bold 72"))
            width, height = number.get_pixel_size()
            snapshot.translate(Graphene.Point().init(130 - width / 2, 110 - height / 2))
            snapshot.append_layout(number, colour("white"))
            snapshot.restore()


class Service:
    """The connection to flickd, which it restores after a second."""

    def __init__(self, row):
        self.row, self.reported = row, ""
        self.connect()

    def connect(self):
        system, user = "/run/flickd/flickd.sock", f"{GLib.get_user_runtime_dir()}/flickd/flickd.sock"
        found = user if os.path.exists(user) and not os.path.exists(system) else system
        self.path = os.environ.get("FLICKD_SOCKET") or found
        Gio.SocketClient().connect_async(Gio.UnixSocketAddress.new(self.path), None, self.connected)

    def connected(self, client, result):
        try:
            self.stream = client.connect_finish(result)
        except GLib.Error as error:
            if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.PERMISSION_DENIED):
                self.report(f"no permission for {self.path}: `flickctl doctor` shows how to get it")
            else:
                demo = "flickd --demo" + (f" --socket {self.path}" if "FLICKD_SOCKET" in os.environ else "")
                self.report(f"no flickd at {self.path}: `flickctl doctor` shows why, `{demo}` starts a demo")
            GLib.timeout_add(1000, self.connect)
            return
        self.is_recording = False
        self.lines = Gio.DataInputStream.new(self.stream.get_input_stream())
        self.lines.read_line_async(GLib.PRIORITY_DEFAULT, None, self.read)

    def read(self, lines, result):
        try:
            text, _ = lines.read_line_finish_utf8(result)
        except GLib.Error:
            text = None
        if text is None:
            self.row.lose()
            GLib.timeout_add(1000, self.connect)
            return
        self.receive(json.loads(text))
        lines.read_line_async(GLib.PRIORITY_DEFAULT, None, self.read)

    def receive(self, line):
        if line["type"] == "hello":
            self.is_recording = line["clock"] == "recording"
            self.report("")
        elif line["type"] == "state" and not line["panels"]:
            self.report("flickd has no touchscreen: see `flickctl doctor`")
        elif line["type"] == "state" or line["type"] == "panel" and line["change"] != "removed":
            self.subscribe(line["panels"][0] if line["type"] == "state" else line)
        elif line["type"] == "swipe" and line["zone"] and line.get("unit", "px") == "px":  # After our subscription.
            # While a recording plays, the line that came soonest shows how far the clocks are apart.
            base = self.row.hear(line, GLib.get_monotonic_time() - line["t_us"] if self.is_recording else 0)
            if base is not None:
                self.send(2, "update", zone="cards", offset=base)
        elif line["type"] == "reply" and not line["ok"]:
            self.report(f"refused: {line['error']['message']}")
        elif line["type"] == "bye" and line["reason"] != "shutdown":
            self.report(f"flickd ended the connection: {line['detail']}")

    def subscribe(self, panel):
        """Asks for pixels of the screen, so that the cards stay under the finger."""
        screen = self.row.get_display().get_monitors().get_item(0).get_geometry()
        self.row.most_speed = 5000 * screen.width / panel["width_mm"]
        rest = self.row.flight[0] if self.row.flight else self.row.offset
        self.send(1, "subscribe", phases=["begin", "update", "end", "cancel", "press", "release"], unit="px",
                  panel_id=panel["panel_id"], surface={"width": screen.width, "height": screen.height},
                  zones=[{"name": "cards", "axis": "x", "snap_points": CARDS, "offset": rest}])

    def send(self, number, request, **fields):
        text = json.dumps({"id": number, "request": request, **fields})
        self.stream.get_output_stream().write_all(text.encode() + b"\n")

    def report(self, message):
        if message and message != self.reported:
            print(f"cards: {message}", file=sys.stderr)
        self.reported = message


def show(app):
    row = Row()
    Gtk.ApplicationWindow(application=app, title="Cards", child=row, default_width=480, default_height=320).present()
    app.service = Service(row)


app = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
app.connect("activate", show)
sys.exit(app.run())
