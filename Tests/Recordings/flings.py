"""Makes the tables of flings from numbers in other projects' tests of their velocity trackers."""

import re

HEADER = "stroke_id,user,device,session,t_us,x_px,y_px,event,label,resampled"
REFERENCE_HEADER = "stroke_id,axis,estimator,velocity_px_per_s,tolerance_in_source_test"
ANDROID_ENTRY = re.compile(r"\{\s*(\d+)(ns|ms),\s*\{\{([-\d.]+),\s*([-\d.]+)\}\}\s*\}")
ANDROID_CHECK = re.compile(r"Strategy::(IMPULSE|LSQ2), motions,\s*AMOTION_EVENT_AXIS_(X|Y),\s*([-\d.]+)\)")
FLUTTER_EVENT = re.compile(
    r"Pointer(Down|Move|Up)Event\(\s*timeStamp: Duration\(milliseconds: (\d+)(?: \+ (\d+))?\),\s*"
    r"pointer: (\d+),\s*position: Offset\(([-\d.]+), ([-\d.]+)\)"
)
FLUTTER_SPEED = re.compile(r"Offset\(([-\d.]+), ([-\d.]+)\)")


def number(value, decimals):
    """A number without a needless fraction."""
    value = round(value, decimals)
    return str(int(value)) if value == int(value) else str(value)


def android_strokes(text, names):
    """The named recordings of Android's test: rows, and the speeds that the test expects."""
    rows, speeds = [], []
    for name in names:
        body = re.search(rf"^TEST_F\(VelocityTrackerTest, {name}\) \{{$(.*?)^\}}$", text, re.M | re.S)[1]
        watch = name.startswith("Swordfish")
        device = "lg-watch-swordfish" if watch else "pixel-sailfish"
        words = re.findall(r"[A-Z][a-z]+", name.rstrip("0123456789"))[1:]
        label = "-".join(words).lower()
        entries = [
            (int(time) * (1_000_000 if unit == "ms" else 1), float(x), float(y))
            for time, unit, x, y in ANDROID_ENTRY.findall(body)
        ]
        for index, (time, x, y) in enumerate(entries):
            event = "D" if index == 0 else "U" if index == len(entries) - 1 else "M"
            # The digitiser's clock ticks in µs; samples that the framework interpolated have other nanoseconds.
            resampled = int(not watch and time % 1000 != 0)
            rows.append(
                [
                    f"android-{name}",
                    "aosp",
                    device,
                    "",
                    number((time - entries[0][0]) / 1000, 3),
                    number(x, 4),
                    number(y, 4),
                    event,
                    label,
                    resampled,
                ]
            )
        for strategy, axis, speed in ANDROID_CHECK.findall(body):
            speeds.append([f"android-{name}", axis.lower(), f"android-{strategy.lower()}", speed, "20%"])
    return rows, speeds


def flutter_strokes(data, test, numbers):
    """The strokes of Flutter's test with these numbers, and its edited copy: rows and speeds."""
    strokes = {}
    whole, edited = data.split("interruptedVelocityEventData")
    for events, copy in ((whole, False), (edited, True)):
        for kind, time, gap, pointer, x, y in FLUTTER_EVENT.findall(events):
            name = "flutter-interrupted" if copy else f"flutter-{pointer}"
            strokes.setdefault(name, []).append((int(time) + int(gap or 0), float(x), float(y), kind[0]))
    listed, interrupted = test.split("Interrupted velocity estimation")
    listed = listed.split("expected = <Offset>[")[1].split("];")[0]
    expected = {f"flutter-{n}": pair for n, pair in enumerate(FLUTTER_SPEED.findall(listed), start=1)}
    expected["flutter-interrupted"] = FLUTTER_SPEED.search(interrupted).groups()
    rows, speeds = [], []
    for name in [f"flutter-{n}" for n in numbers] + ["flutter-interrupted"]:
        label = "scroll-edited-40ms-gap" if name == "flutter-interrupted" else "scroll"
        for time, x, y, event in strokes[name]:
            moment = (time - strokes[name][0][0]) * 1000
            rows.append(
                [name, "flutter", "phone-dpr3.5", "", moment, number(x, 4), number(y, 4), event, label, 0]
            )
        speeds += [[name, axis, "flutter-lsq2", speed, "0.1%"] for axis, speed in zip("xy", expected[name])]
    return rows, speeds


def tables(android, names, flutter_data, flutter_test, numbers):
    """The texts of the table of flings and of the reference velocities."""
    parts = [android_strokes(android, names), flutter_strokes(flutter_data, flutter_test, numbers)]
    for header, kind in ((HEADER, 0), (REFERENCE_HEADER, 1)):
        lines = [",".join(map(str, line)) for part in parts for line in part[kind]]
        yield "\n".join([header, *lines]) + "\n"
