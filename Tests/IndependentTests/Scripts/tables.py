"""The tables of human strokes in millimetres, and their panels."""

import csv
import gzip
import os
from dataclasses import dataclass, field
from decimal import Decimal

from kernel import Panel, Recording

# Pixels per inch of each device from the tables' README; the last is nominal.
PIXELS_PER_INCH = {
    "ipad": 132,
    "pixel-sailfish": 441,
    "lg-watch-swordfish": 348,
    "phone-dpr3.5": 141,
    "shapewriting": 160,
}
TABLES = ("ipad-strokes.csv.gz", "shapewriting-strokes.csv.gz", "flings.csv")


@dataclass
class Stroke:
    """One stroke of a table: the panel's own samples, and the lift, as (µs, x px, y px) in decimals."""

    name: str
    device: str
    label: str
    rows: list = field(default_factory=list)
    lift: tuple = None

    @property
    def pixel_mm(self):
        """The size of a pixel, in mm."""
        return 25.4 / PIXELS_PER_INCH[self.device]

    @property
    def lift_us(self):
        """The time of the lift, in whole µs as in kernel timestamps."""
        return round(self.lift[0])

    def samples(self):
        """(µs, x mm, y mm) of every row, from the landing; the lift's only if it moved."""
        _, left, top = self.rows[0]
        rows = self.rows + ([self.lift] if self.lift[1:] != self.rows[-1][1:] else [])
        mm = self.pixel_mm
        return [(round(time), float(x - left) * mm, float(y - top) * mm) for time, x, y in rows]


def read(folder, table):
    """The strokes of a table in their order.

    Rows that a framework resampled between the panel's samples are left out; a resampled lift keeps its
    time.
    """
    path = os.path.join(folder, "recordings", "human", table)
    strokes = []
    with gzip.open(path, "rt") if path.endswith(".gz") else open(path) as file:
        for row in csv.DictReader(file):
            if row["event"] == "D":
                device = row["device"] if row["device"] in PIXELS_PER_INCH else row["label"]
                strokes.append(Stroke(row["stroke_id"], device, row["label"]))
            stroke = strokes[-1]
            if stroke.name != row["stroke_id"] or stroke.lift is not None:
                raise ValueError(f"{table}: {row['stroke_id']} is not one run of rows from D to U")
            sample = (Decimal(row["t_us"]), Decimal(row["x_px"]), Decimal(row["y_px"]))
            is_made_up = row.get("resampled") == "1"
            if row["event"] == "U":
                last = stroke.rows[-1]
                stroke.lift = (max(sample[0], last[0]), *(last if is_made_up else sample)[1:])
            elif not is_made_up:
                stroke.rows.append(sample)
    return strokes


def recording(strokes):
    """The recording of one device's strokes, and the number of device units per pixel.

    The units are the coarsest that represent every fraction of a pixel.
    """
    device = strokes[0].device
    coordinates = [value for stroke in strokes for row in stroke.rows + [stroke.lift] for value in row[1:]]
    factor = 10 ** max(0, max(-value.as_tuple().exponent for value in coordinates))
    # A hundred inches each way: the size is 2540 mm for every density, and units are exact.
    minimum = int(min(0, min(coordinates)) * factor)
    maximum = minimum + PIXELS_PER_INCH[device] * factor * 100
    result = Recording(Panel(f"Table {device}", minimum, maximum, size_mm=2540))

    def units(row):
        return round(row[0]), int(row[1] * factor), int(row[2] * factor)

    for stroke in strokes:
        result.add(stroke.name, [units(row) for row in stroke.rows], units(stroke.lift))
    return result, factor


def by_device(strokes):
    """Groups strokes by device."""
    groups = {}
    for stroke in strokes:
        groups.setdefault(stroke.device, []).append(stroke)
    return groups
