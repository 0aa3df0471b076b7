"""Words: enumerations in Swift, JavaScript, the schema and the documents."""
import json
import re

from . import camel, doc, filled, header, load

CORE = "GestureCore"
WIRE = "FlickProtocol"


class Row:
    """A word of an enumeration."""

    def __init__(self, word, fields):
        self.word = word
        self.fields = fields if isinstance(fields, dict) else {"doc": fields}
        self.case = self.fields.get("case", camel(word))
        self.is_wire = self.fields.get("wire", True)

    def __getitem__(self, field):
        return self.word if field == "word" else self.fields[field]

    def get(self, field, other=None):
        return self.fields.get(field, other)


class Enumeration:
    """An enumeration of the table."""

    def __init__(self, name, fields):
        self.name = name
        self.fields = fields
        self.rows = [Row(word, row) for word, row in fields["words"].items()]
        self.module, self.type = fields["swift"].split("/")
        self.raw = fields.get("raw")

    def get(self, field, other=None):
        return self.fields.get(field, other)

    @property
    def summary(self):
        """The sentence for the readers of documents."""
        return self.get("title", self.get("doc").split("\n")[0])

    @property
    def cases(self):
        return [row for row in self.rows if row.case]

    @property
    def wire(self):
        return [row for row in self.rows if row.is_wire]


def enumerations(root):
    return {name: Enumeration(name, fields) for name, fields in load(root, "words").items()}


def plant(table):
    """Changes the first word of each enumeration."""
    for enumeration in table.values():
        words = enumeration["words"]
        enumeration["words"] = {f"{word}_planted" if not number else word: row
                                for number, (word, row) in enumerate(words.items())}
    return table


# Swift


def nested(type_name, body):
    """A declaration, inside an extension if the name of the type has a dot; `body` takes the last name and its indent."""
    outer, _, name = type_name.rpartition(".")
    return f"extension {outer} {{\n{body(name, 2)}}}\n" if outer else body(name, 0)


def named(case):
    """The name of a case where it is declared."""
    return f"`{case}`" if case in ("protocol",) else case


def enumeration_of(enumeration):
    """The declaration in its own module."""
    conformances = {"word": ["String"], "index": ["UInt8"], "bit": ["UInt8"], None: []}[enumeration.raw]
    if enumeration.raw == "word":
        conformances = conformances + (
            ["CaseIterable", "WireWord"] if enumeration.module == WIRE else ["Equatable", "Sendable", "CaseIterable"])
    else:
        conformances = conformances + ["Equatable", "Sendable"]

    def raw(number, row):
        if enumeration.raw == "bit":
            return f" = {1 << number}"
        return f' = "{row.word}"' if enumeration.raw == "word" and row.case != row.word else ""

    def body(name, indent):
        space = " " * indent
        text = doc(enumeration.get("doc"), indent) + f"{space}public enum {name}: {', '.join(conformances)} {{\n"
        for number, row in enumerate(enumeration.cases):
            text += doc(row["doc"], indent + 2) + f"{space}  case {named(row.case)}{raw(number, row)}\n"
        return text + f"{space}}}\n"

    return nested(enumeration.type, body)


def switch(rows, value, indent=4):
    return "".join(f'{" " * indent}case .{row.case}: {value(row)}\n' for row in rows)


def words_of(enumeration):
    """The words of an enumeration of the core."""
    cases = [f".{row.case}" for row in enumeration.wire]
    head = f"  public static let all: [{enumeration.type}] = ["
    items = ", ".join(cases)
    array = f"{head}{items}]\n" if len(head + items) < 110 else f"{head}\n{filled(cases, 4)}  ]\n"
    return (
        f"extension {enumeration.type}: WireWord {{\n"
        f"  /// The values that have a word, in the order of the documents.\n{array}\n"
        f"  /// The word.\n  public var word: String {{\n    switch self {{\n"
        + switch(enumeration.cases, lambda row: f'"{row.word}"') + "    }\n  }\n}\n")


def order_of(enumeration):
    """The comparison by order."""
    numbers = {row.case: number for number, row in enumerate(enumeration.cases)}
    name = enumeration.type
    return (
        f"extension {name}: Comparable {{\n  /// Whether `left` comes before `right` in their order.\n"
        f"  public static func < (left: {name}, right: {name}) -> Bool {{ left.order < right.order }}\n\n"
        "  private var order: UInt8 {\n    switch self {\n"
        + switch(enumeration.cases, lambda row: numbers[row.case]) + "    }\n  }\n}\n")


def set_of(enumeration):
    """The option set of an enumeration's values."""
    name, element = enumeration.get("set"), enumeration.type
    text = (
        f"/// A set of ``{element}``.\npublic struct {name}: OptionSet, Sendable {{\n"
        "  /// One bit per value, in their order.\n  public let rawValue: UInt8\n\n"
        "  /// Creates a set from its bits.\n  public init(rawValue: UInt8) {\n    self.rawValue = rawValue\n  }\n\n"
        f"  /// Creates the set of one value.\n  public init(_ value: {element}) {{\n    switch value {{\n"
        + switch(enumeration.cases, lambda row: f"self = .{row.case}") + "    }\n  }\n\n")
    for number, row in enumerate(enumeration.cases):
        text += doc(row["doc"], 2) + f"  public static let {row.case} = {name}(rawValue: {1 << number})\n"
    return text + (
        f"\n  /// Creates the set of these values.\n  public init(_ values: some Sequence<{element}>) {{\n"
        f"    self = values.reduce([]) {{ $0.union({name}($1)) }}\n  }}\n\n"
        f"  /// The words of the values in the set, in their order.\n"
        f"  public var words: [String] {{ {element}.all.filter {{ contains({name}($0)) }}.map(\\.word) }}\n}}\n")


def swift(blocks, imports=()):
    head = "".join(f"{line}\n" for line in imports)
    return header("words") + "\n" + (head + "\n" if head else "") + "\n".join(blocks)


def arrows(enumeration):
    """The arrows of directions, for the tools."""

    def variable(name, summary, field, access=""):
        return (
            f"  /// {summary}\n  {access}var {name}: String {{\n    switch self {{\n"
            + switch(enumeration.cases, lambda row: f'"{row[field]}"') + "    }\n  }\n")

    return (
        "extension Direction {\n"
        + variable("arrow", "The arrow that points in the direction.", "sign", "package ") + "\n"
        + variable("letters", "The arrow in ASCII.", "letters") + "}\n")


def swift_files(every):
    def of(module):
        return [enumeration_of(one) for one in every.values() if one.module == module]

    wire = []
    for one in every.values():
        if one.module == WIRE:
            wire.append(enumeration_of(one))
            wire += [order_of(one)] if one.get("ordered") else []
            wire += [set_of(one)] if one.get("set") else []
        elif one.module == CORE:
            wire.append(words_of(one))
            if one.raw == "index":
                wire.append(
                    f"/// A count for each ``{one.type}``, at its raw value.\n"
                    f"typealias {one.type}Counts = InlineArray<{len(one.cases)}, Int64>\n")
    return {
        "Sources/GestureCore/Generated/Words.swift": swift(of(CORE)),
        "Sources/Panels/Generated/Words.swift": swift(of("Panels")),
        "Sources/FlickProtocol/Generated/Words.swift": swift(wire, ["public import GestureCore"]),
        "Sources/Terminal/Generated/Words.swift": swift([arrows(every["direction"])], ["package import GestureCore"]),
    }


# JavaScript


def quoted(text):
    return "'" + text.replace("'", "\\'") + "'"


def web_files(every):
    constants, types, values = "", "", ""
    for one in every.values():
        if one.get("web"):
            union = " | ".join(quoted(row.word) for row in one.wire)
            types += f"/** {one.summary} */\nexport type {one.get('web')} = {union}\n"
        for name, field in one.get("texts", {}).items():
            rows = "".join(f"  {row.word}: {quoted(row[field])},\n" for row in one.wire)
            constants += f"\nexport const {name} = {{\n{rows}}}\n"
            values += f"export const {name}: Record<{one.get('web')}, string>\n"
    return {
        "Sources/Web/flick/words.js": header("words") + constants,
        "Sources/Web/flick/words.d.ts": header("words") + "\n" + types + "\n" + values,
    }


# The schema


def definition(summary, words):
    line = json.dumps(words, ensure_ascii=False)
    if len(line) > 110:
        line = "[\n" + filled([json.dumps(word) for word in words], 8, 120)[:-2] + "\n      ]"
    return '{\n      "title": ' + json.dumps(summary.removesuffix("."), ensure_ascii=False) + ',\n      "enum": ' + line + "\n    }"


def schema(text, every):
    """Replaces the value of each definition that has words."""
    for one in every.values():
        wanted = {one.get("schema"): one.wire}
        for subset, name in one.get("schemas", {}).items():
            wanted[name] = [row for row in one.wire if subset in row["in"]]
        for name, rows in wanted.items():
            key = f'\n    "{name}": '
            if not name or key not in text:
                raise SystemExit(f"docs/protocol.schema.json: there is no definition {name}")
            start = text.index(key) + len(key)
            _, end = json.JSONDecoder().raw_decode(text, start)
            text = text[:start] + definition(one.summary, [row.word for row in rows]) + text[end:]
    return text


# The documents

MARK = re.compile(r"(<!-- words: (\w+)(?:\.(\w+))?(?: (or|and|list|;|,))? -->)(.*?)(<!-- end -->)", re.DOTALL)


def listed(rows, form):
    """Words in a sentence."""
    if form == ";":
        return "; ".join(f"`{row.word}`: {row['meaning']}" if row.get("meaning") else f"`{row.word}`" for row in rows)
    words = [f"`{row.word}`" for row in rows]
    return ", ".join(words) if form == "," else f"{', '.join(words[:-1])} {form} {words[-1]}"


def part(match, every):
    begin, name, subset, form, _, end = match.groups()
    if name not in every:
        raise SystemExit(f"there is no enumeration {name} for {begin}")
    one = every[name]
    rows = [row for row in one.wire if not subset or subset in row["in"]]
    if form == "list":
        text = "".join(f"- `{row.word}`" + (f": {row['meaning']}" if row.get("meaning") else "") + "\n" for row in rows)
        return f"{begin}\n{text}{end}"
    if form:
        return f"{begin}{listed(rows, form)}{end}"
    columns = one.get("columns")
    text = "| " + " | ".join(title for title, _ in columns) + " |\n|" + "---|" * len(columns) + "\n"
    for row in rows:
        cells = [f"`{row.word}`" if field == "word" else row[field] for _, field in columns]
        text += "| " + " | ".join(cells) + " |\n"
    return f"{begin}\n{text}{end}"


def outputs(root):
    every = enumerations(root)

    def read(path):
        return (root / path).read_text(encoding="utf-8")

    return swift_files(every) | web_files(every) | {
        "docs/protocol.schema.json": schema(read("docs/protocol.schema.json"), every),
        "docs/protocol.md": MARK.sub(lambda match: part(match, every), read("docs/protocol.md")),
    }
