"""Files made from fetched files. Each function receives a Material and the manifest's `from`, and returns bytes."""

import struct

import descriptors
import flings
import strokes
import tables

TOUCHSCREEN = 2


def text(content):
    """Text of a file that other people wrote."""
    return content.decode("utf-8", "replace")


def revent(material, source):
    """The touchscreen's events of a revent recording as evemu text, from time 0."""
    content = material.recording(source["file"])
    (devices,) = struct.unpack_from("<I", content)
    offset = 4
    for _ in range(devices):
        offset += 4 + struct.unpack_from("<I", content, offset)[0]
    lines = ["# converted from the .revent of the same name: device index 2 only, time starts at 0"]
    start = None
    for device, seconds, micros, kind, code, value in struct.iter_unpack(
        "<IIIHHi", content[offset : len(content) - (len(content) - offset) % 20]
    ):
        if device != TOUCHSCREEN:
            continue
        time = seconds * 1_000_000 + micros
        start = time if start is None else start
        seconds, micros = divmod(time - start, 1_000_000)
        lines.append(f"E: {seconds}.{micros:06d} {kind:04x} {code:04x} {value}")
    return ("\n".join(lines) + "\n").encode()


def hid_touchscreens(material, source):
    """The table of report descriptors, in the order of the manifest."""
    selftests = descriptors.read_selftests(text(material.source(*source["selftests"])))
    rows = []
    for kind, name in source["rows"]:
        if kind == "recording":
            content = text(material.recording(name))
            rows.append(descriptors.from_recording(name.removesuffix(".gz"), content, selftests))
        elif kind == "laptop":
            rows.append(descriptors.from_laptop(name, material.source(source["laptops"], name)))
        else:
            rows.append(descriptors.from_selftest(selftests[name]))
    return descriptors.table(rows).encode()


def ipad(material, source):
    """The iPad's strokes."""
    found = material.sources(source["repository"], source["paths"])
    return strokes.ipad(sorted((path, text(content)) for path, content in found.items())).encode()


def shapewriting(material, source):
    """The strokes of words that the manifest names."""
    repository = source["repository"]
    read = lambda path: text(material.source(repository, path))  # noqa: E731
    return strokes.shapewriting(source["users"], read).encode()


def fling_tables(material, source):
    """The table of flings, and that of the velocities that their sources expect."""
    android, data, test = (
        text(material.source(*source[name])) for name in ("android", "flutter", "flutter_test")
    )
    return [
        table.encode() for table in flings.tables(android, source["names"], data, test, source["numbers"])
    ]


def fling_table(material, source):
    """The table of flings."""
    return fling_tables(material, source)[0]


def fling_velocities(material, source):
    """The velocities of the flings by other people's estimators."""
    return fling_tables(material, source)[1]


def contact_table(material, _):
    """contacts.csv from every evdev recording."""
    return tables.make(material.indexed(), lambda name: text(material.recording(name)))[0].encode()


def index_table(material, _):
    """index.csv from every evdev recording."""
    return tables.make(material.indexed(), lambda name: text(material.recording(name)))[1].encode()


MAKERS = {
    maker.__name__: maker
    for maker in (
        revent,
        hid_touchscreens,
        ipad,
        shapewriting,
        fling_table,
        fling_velocities,
        contact_table,
        index_table,
    )
}


def sources(source):
    """The (repository, path) pairs that a conversion reads."""
    pairs = [
        tuple(value)
        for key, value in source.items()
        if key in ("selftests", "android", "flutter", "flutter_test")
    ]
    if "repository" in source:
        pairs += [(source["repository"], path) for path in source.get("paths", [])]
        pairs += [(source["repository"], user["path"]) for user in source.get("users", [])]
    pairs += [(source["laptops"], name) for kind, name in source.get("rows", []) if kind == "laptop"]
    return pairs
