"""Messages: the fields of lines in Swift, in the schema and in the documents."""
import json
import re

from . import doc, header, load, words

# By the type of a field: its type in Swift, how it is read, its statement that writes it, and its schema.
# {n} is the name of the field, {v} its value.
TYPES = {
    "count": ("Int64", 'integer("{n}")', 'line.field("{n}", {v})', {"$ref": "#/$defs/count"}),
    "duration": ("Duration", 'duration("{n}")', 'line.field("{n}", {v})', {"$ref": "#/$defs/count"}),
    "int": ("Int", 'int("{n}")', 'line.field("{n}", Int64({v}))', {"$ref": "#/$defs/count"}),
    "number": ("Double", 'number("{n}")', 'line.field("{n}", {v}{decimals})', {"type": "number"}),
    "string": ("String", 'string("{n}")', 'line.field("{n}", {v})', {"type": "string"}),
    "bool": ("Bool", 'bool("{n}")', 'line.field("{n}", {v})', {"type": "boolean"}),
    "flag": ("Bool", 'bool("{n}")', 'if {v} {{ line.field("{n}", true) }}', {"const": True}),
    "pair": ("Translation", 'pair("{n}")', None, {"$ref": "#/$defs/vector"}),
    "strings": (
        "[String]", 'strings("{n}")', 'if !{v}.isEmpty {{ line.strings("{n}", {v}) }}',
        {"type": "array", "items": {"type": "string"}}),
    "numbers": (
        "[Double]", 'numbers("{n}")', 'line.array("{n}", {v}) {{ $0.number($1{decimals}) }}',
        {"type": "array", "items": {"type": "number"}}),
    "counts": ("[String: Int64]", 'counts("{n}")', 'line.reasons("{n}", {v})', {"$ref": "#/$defs/reasonCounts"}),
    "hexadecimal": (
        "UInt16", 'hexadecimal("{n}")', 'line.field("{n}", hexadecimal: {v})', {"$ref": "#/$defs/hexadecimal"}),
    "panels": ("[PanelMessage]", "panels()", "line.panels({v})", None),
    "swipes": ("[(id: SwipeID, panelID: String)]", "swipes()", "line.swipes({v})", None),
    "word": ("Word<{x}>", 'word("{n}", of: {x}.self)', 'line.field("{n}", {v}.text)', None),
    "object": ("{x}", 'object("{n}").map({x}.init)', 'line.object("{n}", {v}.writeFields)', None),
}


# The largest number of bytes of a number, and of a word of a swipe line with its quotes.
LONGEST_VALUE = 22
# The largest number of bytes of a fixed text: `FixedText` has no room for more.
LONGEST_TEXT = 31


class Field:
    """A field of an object."""

    def __init__(self, name, row):
        self.name = name
        self.row = row
        self.kind, _, self.of = row.get("type", "").partition(":")
        self.property = row.get("swift", name)
        self.need = "default" if "default" in row else row.get("need", "required")

    def get(self, key, other=None):
        return self.row.get(key, other)

    @property
    def is_optional(self):
        return self.need in ("optional", "null")

    @property
    def is_pair(self):
        return self.schema.get("$ref") == "#/$defs/vector"

    @property
    def type(self):
        return TYPES[self.kind][0].format(x=self.of) + ("?" if self.is_optional else "")

    @property
    def reading(self):
        call = "fields." + TYPES[self.kind][1].format(n=self.name, x=self.of)
        if self.get("lenient"):
            return f"try? {call}" if self.is_optional else f"(try? {call}) ?? {self.get('default')}"
        if self.need == "default":
            return f"try {call} ?? {self.get('default')}"
        return f"try {call}" + (".required" if self.need == "required" else "")

    @property
    def writing(self):
        if not self.kind:
            return None
        decimals = f", decimals: {self.get('decimals')}" if "decimals" in self.row else ""
        statement = TYPES[self.kind][2].format(n=self.name, v=self.property, decimals=decimals)
        return f"if let {self.property} {{ {statement} }}" if self.need == "optional" else statement

    @property
    def schema(self):
        value = dict(self.get("schema") or TYPES[self.kind][3])
        if "about" in self.row:
            # Behind the type, as a reader expects it.
            items = list(value.items())
            value = dict(items[:1] + [("description", self.get("about"))] + items[1:])
        return value


class Message:
    """An object with fields."""

    def __init__(self, name, row):
        self.name = name
        self.row = row
        self.fields = [Field(*field) for field in row["fields"].items()]

    def get(self, key, other=None):
        return self.row.get(key, other)

    @property
    def read(self):
        """The fields that Swift has."""
        return [field for field in self.fields if field.kind]

    @property
    def throws(self):
        """Whether a line can be unreadable."""
        return "" if all(field.get("lenient") for field in self.read) else " throws(UnreadableLine)"


def plant(table):
    """Adds a field to each object."""
    for message in table.values():
        message["fields"]["planted"] = {
            "type": "count", "key": "planted", "doc": "Planted.", "meaning": "planted", "public": True}
    return table


# Swift


def memberwise(message):
    """The initialiser from values; a word is given as its value."""
    parameters = []
    for field in message.read:
        kind = field.of if field.kind == "word" else field.type
        initial = f" = {field.get('initial')}" if "initial" in field.row else ""
        parameters.append(f"{field.property}: {kind}{initial}")
    text = "\n  /// Creates the message of these values.\n  public init("
    line = ", ".join(parameters)
    if len(line) < 90:
        text += f"{line}) {{\n"
    else:
        text += "\n" + words.filled(parameters, 4)[:-2] + "\n  ) {\n"
    for field in message.read:
        value = f"Word({field.property})" if field.kind == "word" else field.property
        text += f"    self.{field.property} = {value}\n"
    return text + "  }\n"


def visible(message):
    """What a client of a level receives: a field is hidden below `positions` unless its row says that it is public."""
    hidden = [field for field in message.read if not field.get("public")]
    for field in hidden:
        if field.need != "optional":
            raise SystemExit(f"{message.name}.{field.name} is not public, so it needs `need = \"optional\"`")
    return (
        "\n  /// The fields that a client of this level receives.\n  func visible(at level: Level) -> Self {\n"
        "    guard level < .positions else { return self }\n    var visible = self\n"
        + "".join(f"    visible.{field.property} = nil\n" for field in hidden) + "    return visible\n  }\n")


def structure(message):
    binding = "var" if message.get("write") else "let"
    access = "public " if message.get("reader") == "public" else ""

    def body(name, indent):
        text = doc(message.get("doc")) + f"public struct {name}: {message.get('conforms')} {{\n"
        for field in message.read:
            initial = f" = {field.get('initial')}" if "initial" in field.row and not message.get("memberwise") else ""
            text += doc(field.get("doc"), 2) + f"  public {binding} {field.property}: {field.type}{initial}\n"
        for name, kind, documentation in message.get("hidden", []):
            text += doc(documentation, 2) + f"  public var {name}: {kind}\n"
        if message.get("memberwise"):
            text += memberwise(message)
        text += "\n  /// Reads the fields; missing ones have their defaults.\n" if access else "\n"
        text += f"  {access}init(_ fields: LineFields){message.throws} {{\n"
        text += "".join(f"    {field.property} = {field.reading}\n" for field in message.read) + "  }\n"
        if message.get("write"):
            text += "\n  /// Writes the fields into an open object.\n  public func writeFields(into line: inout LineWriter) {\n"
            text += "".join(f"    {field.writing}\n" for field in message.fields if field.writing) + "  }\n"
        if message.get("levels"):
            text += visible(message)
        text += "}\n"
        return "".join(" " * indent + line if line.strip() else line for line in text.splitlines(keepends=True))

    return words.nested(message.get("swift"), body)


def keys(message):
    """The fixed texts of an object: the name of the case, and the text."""
    for name, text in message.get("keys", []):
        yield name, text
    for field in message.fields:
        if field.get("key"):
            yield field.get("key"), f',"{field.name}":' + ('{"x":' if field.is_pair else "")
        for name, text in field.get("keys", []):
            yield name, text


def longest_tail(every, texts):
    """The largest number of bytes of the fixed texts, and of a value behind each of those that end with a colon."""
    pairs = sum(field.is_pair for message in every for field in message.fields if field.get("key") or field.get("keys"))
    values = sum(text.endswith(":") for _, text in texts) + pairs
    return sum(len(text) for _, text in texts) + pairs * len(',"y":}') + values * LONGEST_VALUE


def swipe_text(every):
    """The fixed texts of swipe lines as one table: 60 constants would be six times as much code."""
    texts = [key for message in every for key in keys(message)]
    for name, text in texts:
        if len(text.encode()) > LONGEST_TEXT:
            raise SystemExit(f"messages.toml: the text of the key {name} has more than {LONGEST_TEXT} bytes: {text}")
    return header("messages") + (
        "\n/// The fixed parts of a swipe line: keys with the punctuation around them.\n///\n"
        "/// A key ends where its value begins. The texts are one table and not 60 constants, because code\n"
        "/// that creates a constant is six times as long as its text.\nenum SwipeText: Int {\n"
        + "".join(f"  case {name}\n" for name, _ in texts)
        + '\n  /// The texts, in the order of the cases.\n  static let texts = #"""\n'
        + "".join(f"    {text}\n" for _, text in texts)
        + '    """#.split(separator: "\\n").map(FixedText.init)\n\n'
        + "  /// The largest number of bytes behind the value of `seq`, without the ids of the panel and of the\n"
        + f"  /// zone: all texts, with {LONGEST_VALUE} bytes for each value.\n"
        + f"  static let longestTail = {longest_tail(every, texts)}\n}}\n")


# The schema


def spread(value, indent, name=""):
    """JSON on one line if it fits, else with a member on each line."""
    line = compact(value)
    if indent + len(name) + len(line) <= 128 or not isinstance(value, (dict, list)):
        return line
    space = " " * (indent + 2)
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            rows = words.filled([compact(item) for item in value], indent + 2, 120)[:-2]
            return f"[\n{rows}\n{' ' * indent}]"
        rows = [spread(item, indent + 2) for item in value]
        return "[\n" + ",\n".join(space + row for row in rows) + f"\n{' ' * indent}]"
    rows = [f"{json.dumps(key)}: {spread(item, indent + 2, key)}" for key, item in value.items()]
    return "{\n" + ",\n".join(space + row for row in rows) + f"\n{' ' * indent}}}"


def compact(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {compact(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(compact(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def replaced(text, start, key, value):
    """Replaces the value of a key of the definition that begins at `start`."""
    mark = f'\n      "{key}": '
    begin = text.index(mark, start) + len(mark)
    _, end = json.JSONDecoder().raw_decode(text, begin)
    return text[:begin] + value + text[end:]


def schema(text, every):
    """Writes `required` and `properties` of each object; the rules between fields stay."""
    for message in every:
        if not message.get("schema"):
            continue
        start = text.index(f'\n    "{message.get("schema")}": ')
        required = [field.name for field in message.fields if not field.get("absent")]
        properties = ",\n".join(
            f"        {json.dumps(field.name)}: {spread(field.schema, 8, field.name)}" for field in message.fields)
        text = replaced(text, start, "required", spread(required, 6, "required"))
        text = replaced(text, start, "properties", f"{{\n{properties}\n      }}")
    return text


# The documents

MARK = re.compile(r"(<!-- fields: ([\w ]+) -->)(.*?)(<!-- end -->)", re.DOTALL)
WORDS = re.compile(r"\{words: (\w+)(?:\.(\w+))? ([^}]+)\}")


def with_words(text, enumerations):
    """Replaces `{words: NAME FORM}` by the list of words."""

    def listed(match):
        name, subset, form = match.groups()
        rows = [row for row in enumerations[name].wire if not subset or subset in row["in"]]
        return words.listed(rows, form)

    return WORDS.sub(listed, text)


def table(match, every, enumerations):
    begin, names, _, end = match.groups()
    by_name = {message.name: message for message in every}
    messages = [by_name[name] for name in names.split()]
    head = messages[0].get("heads", ["field", "meaning"])
    text = f"| {head[0]} | {head[1]} |\n|---|---|\n"
    for message in messages:
        for field in message.fields:
            if "meaning" in field.row:
                first = field.get("title", f"`{message.get('prefix', '')}{field.name}`")
                text += f"| {first} | {with_words(field.get('meaning'), enumerations)} |\n"
    return f"{begin}\n{text}{end}"


def outputs(root):
    every = [Message(*message) for message in load(root, "messages").items()]
    enumerations = words.enumerations(root)

    def read(path):
        return (root / path).read_text(encoding="utf-8")

    swift = header("messages") + "\npublic import GestureCore\n\n" + "\n".join(structure(one) for one in every)
    return {
        "Sources/FlickProtocol/Generated/Messages.swift": swift,
        "Sources/FlickProtocol/Generated/SwipeText.swift": swipe_text(every),
        "docs/protocol.schema.json": schema(read("docs/protocol.schema.json"), every),
        "docs/protocol.md": MARK.sub(lambda match: table(match, every, enumerations), read("docs/protocol.md")),
    }
