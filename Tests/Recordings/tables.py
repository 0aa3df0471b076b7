"""Makes contacts.csv and index.csv from the evdev recordings, with a second, small parser."""

import csv
import io
import math

import evdev

CONTACT_COLUMNS = "file,contact,slot,tracking_id,t_first_us,t_last_us,t_lift_us,positions,x_first,y_first,x_last,y_last,path_units"
INDEX_COLUMNS = (
    "file,source,device,protocol,duration_s,frames,contacts,moving_contacts,max_simultaneous,never_lifted,"
    "frame_interval_ms_p5,frame_interval_ms_median,frame_interval_ms_p95,x_min,x_max,y_min,y_max,x_res_per_mm,"
    "y_res_per_mm,release_speed_unit,release_speed_median,release_speed_p95,hold_ge_50ms,label,note"
)
# A contact moves if its path, each axis as a share of its range, is longer than this.
MOVING = 0.04
# The movement in this time before the end is the release speed; a finger that rests for this time is held.
RELEASE_US = 50_000
# Shorter intervals are two reports of one scan.
LEAST_INTERVAL_US = 200


def text(columns, rows):
    """A table's text."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns.split(","))
    writer.writerows(rows)
    return out.getvalue()


def contact_rows(file, contacts):
    """A row for each contact of a file."""
    for number, contact in enumerate(contacts):
        first, last = contact.samples[0], contact.samples[-1]
        lift = "" if contact.lift is None else contact.lift
        yield [
            file,
            number,
            contact.slot,
            contact.tracking_id,
            first[0],
            last[0],
            lift,
            len(contact.samples),
            *first[1:],
            *last[1:],
            round(contact.path, 1),
        ]


def percentile(values, share):
    """The value at a share of the sorted values, between two of them if need be."""
    rank = (len(values) - 1) * share
    below = int(rank)
    above = min(below + 1, len(values) - 1)
    values = sorted(values)
    return values[below] + (values[above] - values[below]) * (rank - below)


def slope(samples, axis):
    """Units per second by least squares."""
    time = sum(sample[0] for sample in samples) / len(samples)
    mean = sum(sample[axis] for sample in samples) / len(samples)
    spread = sum((sample[0] - time) ** 2 for sample in samples)
    if spread == 0:
        return 0.0
    return sum((sample[0] - time) * (sample[axis] - mean) for sample in samples) / spread * 1e6


def until_rest(contact):
    """The samples up to the last one that moved."""
    moves = [0]
    for index, (before, after) in enumerate(zip(contact.samples, contact.samples[1:]), start=1):
        if before[1:] != after[1:]:
            moves.append(index)
    return contact.samples[: moves[-1] + 1]


def release_speed(contact, per_unit):
    """The speed over the last 50 ms of movement, at least three samples; None if there are fewer."""
    samples = until_rest(contact)
    late = [sample for sample in samples if sample[0] >= samples[-1][0] - RELEASE_US]
    if len(late) < 3:
        late = samples[-3:]
    if len(late) < 3:
        return None
    return math.hypot(slope(late, 1) / per_unit[0], slope(late, 2) / per_unit[1])


def moves(contact, spans):
    """Whether a contact's path is a visible share of the panel."""
    path = 0.0
    for before, after in zip(contact.samples, contact.samples[1:]):
        path += math.hypot((after[1] - before[1]) / spans[0], (after[2] - before[2]) / spans[1])
    return path > MOVING


def most_at_once(contacts):
    """The largest number of fingers that are down at the same time."""
    steps = []
    for contact in contacts:
        steps.append((contact.samples[0][0], 1))
        steps.append((math.inf if contact.lift is None else contact.lift, -1))
    count = most = 0
    for _, step in sorted(steps):
        count += step
        most = max(most, count)
    return most


def intervals(frames, contacts):
    """The time in ms from frame to frame while a finger is down."""
    found = []
    down = [any(c.samples[0][0] <= t and (c.lift is None or t < c.lift) for c in contacts) for t in frames]
    for index in range(1, len(frames)):
        between = frames[index] - frames[index - 1]
        if down[index] and down[index - 1] and between > LEAST_INTERVAL_US:
            found.append(between / 1000)
    return found


def index_row(file, about, recording, contacts):
    """The row of a file; `about` contains what the file itself does not."""
    axes = [recording.axes.get(code) or recording.axes.get(plain) for code, plain in ((0x35, 0), (0x36, 1))]
    ranges = about.get("ranges") or [axis[:2] if axis else ["", ""] for axis in axes]
    resolutions = [axis[4] if axis and len(axis) > 4 else 0 for axis in axes]
    head = [file, about["source"], about.get("device") or recording.name]
    tail = [about.get("label", ""), about.get("note", "")]
    geometry = [*ranges[0], *ranges[1], *resolutions]
    if not recording.events:
        return [*head, "description only", *[""] * 9, *geometry, *[""] * 4, tail[0], tail[1] or "no events"]
    frames = [time for time, _ in recording.frames()]
    spans = [high - low if high != "" else 1 for low, high in ranges]
    moving = [contact for contact in contacts if moves(contact, spans)]
    per_unit, unit = (resolutions, "mm/s") if all(resolutions) else ((1, 1), "units/s")
    speeds = [
        speed for speed in (release_speed(contact, per_unit) for contact in moving) if speed is not None
    ]
    between = intervals(frames, contacts)
    held = [c for c in moving if c.lift is not None and c.lift - until_rest(c)[-1][0] >= RELEASE_US]
    return [
        *head,
        recording.protocol,
        round((recording.events[-1][0] - recording.events[0][0]) / 1e6, 2),
        len(frames),
        len(contacts),
        len(moving),
        most_at_once(contacts),
        sum(contact.lift is None for contact in contacts),
        *(round(percentile(between, share), 2) if between else "" for share in (0.05, 0.5, 0.95)),
        *geometry,
        unit,
        *(round(percentile(speeds, share), 1) if speeds else "" for share in (0.5, 0.95)),
        len(held),
        *tail,
    ]


def make(files, read):
    """Both tables of the files, in their order; `read` answers a file's text or None."""
    contact_table, index_table = [], []
    for file, about in files:
        recording = evdev.read(read(file), read(about["description"]) if "description" in about else "")
        contacts = evdev.contacts(recording)
        contact_table += contact_rows(file, contacts)
        index_table.append(index_row(file, about, recording, contacts))
    return text(CONTACT_COLUMNS, contact_table), text(INDEX_COLUMNS, index_table)
