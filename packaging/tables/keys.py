"""Keys: types and readers in Swift, the schema, the documents, the installed configuration and the dictionaries of the fuzzers."""
import json
import re

from . import camel, doc, filled, header, load, words

SETTINGS = "Sources/Settings/Generated"
FILES = "Sources/ConfigurationFiles/Generated"
WIRE = "Sources/FlickProtocol/Generated"
REQUESTS = "Sources/Requests/Generated"
CLIENT = "Sources/FlickClient/Generated"
# The sections of a file; the others are tables within these.
TOP = {"swipe": "[swipe]", "panel": "[[panel]]", "zone": "[[zone]]", "socket": "[socket]"}
KEYWORDS = ("private",)


class Key:
    """A key of a section."""

    def __init__(self, section, name, fields, others):
        self.section, self.name, self.fields = section, name, fields
        self.case = camel(name)
        self.sets = fields.get("sets")
        of = others[self.sets] if self.sets else fields
        self.property = of.get("swift", camel(self.sets or name))
        self.type = of.get("type")
        self.doc = fields["doc"] if "doc" in fields else fields["summary"]
        self.default = fields.get("default")
        self.value = self.default or (fields.get("example") if fields.get("only") else fields["example"])
        self.wire = fields.get("wire", name)

    def get(self, field, other=None):
        return self.fields.get(field, other)

    @property
    def may_be_null(self):
        """Whether null means the same as a missing field: not, if a missing field is short for a value."""
        return self.default is None and self.type.endswith("?")

    def reading(self, target):
        """The statement that reads the value into a property of `target`."""
        value = f"try value.{self.get('read')}"
        if self.get("as"):
            value = f"{self.get('as')}({value})"
        return f"{target}.{self.property} = {value}"


class Section:
    """A section of the configuration, or a table within one."""

    def __init__(self, name, table):
        self.name, self.fields = name, table
        rows = {key: row for key, row in table.items() if isinstance(row, dict)}
        every = [Key(name, key, row, rows) for key, row in rows.items()]
        self.keys = [key for key in every if not key.get("only")]
        self.properties = [key for key in self.keys if not key.sets]
        self.wire = [key for key in self.keys if key.wire]
        self.client = [key for key in every if key.wire and not key.sets]

    def __getitem__(self, field):
        return self.fields[field]


def sections(root):
    return {name: Section(name, table) for name, table in load(root, "keys").items()}


def plant(table):
    """Changes the first key of each section."""
    for name, section in table.items():
        first = next(key for key, row in section.items() if isinstance(row, dict))
        table[name] = {f"{key}_planted" if key == first else key: row for key, row in section.items()}
    return table


# Swift


def swift(blocks, imports):
    return header("keys") + "\n" + "".join(f"{line}\n" for line in imports) + "\n" + "\n".join(blocks)


def stored(key):
    """The property of a key."""
    initial = {"Bool": " = false", "PanelMatch": " = PanelMatch()"}.get(key.type, " = []" if key.type[0] == "[" else "")
    return doc(key.doc, 2) + f"  public var {key.property}: {key.type}{initial}\n"


def settings(section, extra="", members=""):
    """The type that holds the values of a section, none of which is set at first."""
    return (
        doc(section["doc"]) + f"public struct {section['struct']}: Equatable, Sendable {{\n"
        + "".join(stored(key) for key in section.properties) + extra
        + "\n  /// Creates a value that sets nothing.\n  public init() {}\n" + members + "}\n")


def swipe_settings(section):
    """The type that holds the values of [swipe]."""
    text = doc(section["doc"]) + f"public struct {section['struct']}: Equatable, Sendable {{\n"
    for key in section.properties:
        text += doc(key.doc, 2) + f"  public var {key.property}: {key.type}\n"
    text += (
        "\n  /// Creates the defaults; those in pt use the given density.\n  public init(pointsPerInch: Double = 163) {\n"
        "    let point = Density(pointsPerInch: pointsPerInch).millimetersPerPoint\n")
    for key in section.properties:
        target = f"self.{key.property}" if key.get("initial") == key.property else key.property
        text += f"    {target} = {key.get('initial')}\n"
    return text + "  }\n}\n"


def panel_rule(section):
    """The type that holds the values of [[panel]]."""
    extra = (
        "  /// The panels to which the rule applies.\n  public var match = PanelMatch()\n"
        "  /// The values of `[swipe]` that the rule overrides.\n  public var swipe = SwipeOverrides()\n")
    merge = "\n  /// Sets what `later` sets.\n  mutating func merge(_ later: PanelRule) {\n"
    for key in section.properties:
        merge += f"    {key.property} = later.{key.property} ?? {key.property}\n"
    return settings(section, extra, merge + "    swipe.merge(later.swipe)\n  }\n")


def declared(key, raw):
    name = f"`{key.case}`" if key.case in KEYWORDS else key.case
    return f"  case {name}" + (f' = "{raw}"' if raw != key.case else "") + "\n"


def statement(case, value):
    """A case of a switch, in one line if it is short enough."""
    line = f"{case} {value}\n"
    if len(line) > 111 and "\n" not in value:
        value = f"\n      {value}"
    return f"{case}{value}\n" if value[0] == "\n" else line


def switch(keys, value, indent=4):
    return "".join(statement(f"{' ' * indent}case .{key.case}:", value(key)) for key in keys)


def question(keys, name, summary, holds):
    """A property that is true for some keys."""
    yes = [f".{key.case}" for key in keys if holds(key)]
    if not yes:
        return f"\n  /// {summary}\n  var {name}: Bool {{ false }}\n"
    cases = f"    case {filled(yes, 6, 109)[:-2].lstrip()}:"
    cases += "\n      true" if "\n" in cases else " true"
    return (
        f"\n  /// {summary}\n  var {name}: Bool {{\n    switch self {{\n{cases}\n    default: false\n    }}\n  }}\n")


def target_of(key):
    return "target" if key.section != "zone" or key.name == "panel" else "target.spec"


def config_statement(key):
    text = key.reading(target_of(key))
    unreadable = key.get("unreadable")
    return text if unreadable is None else (
        f"\n      // A value that cannot be read counts as this one.\n      {target_of(key)}.{key.property} = {unreadable}\n      {text}")


def swipe_key(section):
    """The keys of [swipe], which a rule can override one by one."""
    return (
        f"/// A key of `[swipe]`.\npackage enum {section['key']}: String, CaseIterable, Sendable {{\n"
        + "".join(declared(key, key.name) for key in section.keys)
        + "\n  /// Copies the property of the key.\n"
        f"  func copy(from source: {section['struct']}, into target: inout {section['struct']}) {{\n    switch self {{\n"
        + switch(section.keys, lambda key: f"target.{key.property} = source.{key.property}") + "    }\n  }\n}\n")


def key_type(section):
    """The keys of a section of the configuration, with their readers."""
    title = TOP.get(section.name, f"`{section.name}`")
    target = "ZoneSettings" if section.name == "zone" else section["struct"]
    if section.name == "swipe":
        text = f"extension {section['key']}: Key {{\n"
    else:
        text = (
            f"/// A key of {title if title[0] == '`' else f'`{title}`'}.\nenum {section['key']}: String, CaseIterable, Key {{\n"
            + "".join(declared(key, key.name) for key in section.keys) + "\n")
    text += (
        f"  static var section: Section {{ .{section.name} }}\n"
        + "\n  var example: String {\n    switch self {\n"
        + switch(section.keys, lambda key: json.dumps(key.value, ensure_ascii=False)) + "    }\n  }\n"
        + question(section.keys, "hasDefault", "Whether the example is the default.", lambda key: key.default))
    if any(key.sets for key in section.keys):
        text += (
            "\n  /// The name of the key whose property this key sets.\n  var property: String {\n    switch self {\n"
            + switch([key for key in section.keys if key.sets], lambda key: f'"{key.sets}"')
            + "    default: name\n    }\n  }\n")
    if any(key.get("inherits") for key in section.keys):
        text += question(
            section.keys, "isInherited", "Whether a zone without the key has the value of `[swipe]`.",
            lambda key: key.get("inherits"))
    text += (
        f"\n  func read(_ value: ValueDecoder, into target: inout {target}) throws(ValueError) {{\n    switch self {{\n"
        + switch(section.keys, config_statement) + "    }\n  }\n")
    return text + "}\n"


def field_type(section, target):
    """The fields of a section in a request."""
    return (
        f"/// A field of a {section.name} in a request.\nenum {section['field']}: String, CaseIterable {{\n"
        + "".join(declared(key, key.wire) for key in section.wire)
        + (question(section.wire, "mayBeNull", "Whether null has the same meaning as a missing field.",
                    lambda key: key.may_be_null) if section.name == "zone" else "")
        + f"\n  /// Sets the value.\n  func read(_ value: FieldValue, into target: inout {target}) throws(FieldFault) {{\n"
        + "    switch self {\n" + switch(section.wire, lambda key: key.reading("target")) + "    }\n  }\n}\n")


def mapped(key):
    """The converted value of a property of a zone."""
    name = key.property
    if key.type == "Length":
        return f"convert({name})"
    if key.type in ("Length?", "[Length]"):
        return f"{name}.map(convert)"
    return f"{name}?.mapLengths(convert)" if "<Length>" in key.type else name


def written(key):
    """The statement that adds a property of a zone to a request."""
    name, kind, own = key.property, key.type, key.type.rstrip("?")
    add = f'add("{key.wire}", %s)'
    if kind == "String":
        return add % f".string({name})"
    if kind == "Bool":
        return f"if {name} {{ {add % '.bool(true)'} }}"
    if kind == "[Length]":
        return f"if !{name}.isEmpty {{ {add % f'.array({name}.map {{ .number($0) }})'} }}"
    if kind == "Length":
        return f"if {name} != 0 {{ {add % f'.number({name})'} }}"
    value = {
        "Length": f".number({name})", "Double": f".microseconds({name})", "Int": f".whole(Int64({name}))",
        "DirectionSet": f".words({name}.directions.map(\\.word))", "DecisionRule.CommitCriteria": f".words({name}.words)",
        "SpringSpec": f"{name}.json", "ZoneRectangle<Length>": f"{name}.json",
    }.get(own, f".string({name}.word)")
    return f"if let {name} {{ {add % value} }}"


def zone_spec(section):
    """A zone, and the writer of a request."""
    keys = [key for key in section.properties if key.type != "PanelMatch"]
    required = ("String", "Length")
    text = doc(section["doc"]) + "public struct ZoneSpec<Length: Equatable & Sendable>: Equatable, Sendable {\n"
    text += "".join(stored(key) for key in keys)
    text += (
        "\n  /// Creates a zone of the whole panel.\n  public init(name: String, offset: Length) {\n"
        "    self.name = name\n    self.offset = offset\n  }\n"
        "\n  /// The same zone with each length converted.\n"
        "  public func mapLengths<Other>(_ convert: (Length) -> Other) -> ZoneSpec<Other> {\n"
        "    var zone = ZoneSpec<Other>(name: name, offset: convert(offset))\n")
    text += "".join(f"    zone.{key.property} = {mapped(key)}\n" for key in keys if key.type not in required)
    lengths = filled([key.property for key in keys if key.type == "Length?"], 6)[:-2].lstrip()
    text += (
        "    return zone\n  }\n\n  /// Every length of the zone.\n  public var lengths: [Length] {\n"
        "    let sides = rectangle.map { [$0.x, $0.y, $0.width, $0.height] } ?? []\n"
        f"    let others = [\n      {lengths},\n    ]\n"
        "    return sides + snapPoints + [offset] + others.compactMap(\\.self)\n  }\n"
        "\n  /// Removes the value of a key of the configuration, if the key may be absent.\n"
        "  public mutating func reset(_ key: String) {\n    switch key {\n"
        + "".join(f'    case "{key.name}": {key.property} = nil\n' for key in keys if key.type.endswith("?"))
        + "    default: break\n    }\n  }\n}\n")
    json_text = (
        "extension ZoneSpec<Double> {\n  /// The zone of a request.\n  var json: JSONValue {\n"
        "    var members: [JSONValue.Member] = []\n"
        "    func add(_ name: String, _ value: JSONValue) {\n"
        "      members.append(JSONValue.Member(name: name, value: value))\n    }\n")
    for key in keys:
        if key.wire and not key.sets:
            json_text += f"    {written(key)}\n"
    return [text, json_text + "    return .object(members)\n  }\n}\n"]


def spring_parts(section):
    return (
        doc(section["doc"]) + "public struct SpringParts {\n" + "".join(stored(key) for key in section.keys)
        + "\n  /// Creates a spring without parts.\n  public init() {}\n}\n")


# The values that are of another type in an app, as a request has them, by their type there.
CONVERSIONS = {
    "DirectionSet?": "{}.map {{ DirectionSet($0) }}",
    "DecisionRule.CommitCriteria?": "{}.map {{ DecisionRule.CommitCriteria($0) }}",
    "Double?": "{}?.tau",
    "SpringSpec?": "{}.map(SpringSpec.init)",
}


def client_zone(section):
    """The zone of an app, and its request."""
    # An app names conditions last.
    keys = sorted(section.client, key=lambda key: key.type == "Bool")
    text = doc(section["client_doc"]) + "public struct SwipeZone: Equatable, Sendable, Identifiable {\n"
    parameters, assignments, request = [], "", ""
    for key in keys:
        name, kind = key.property, key.get("client_type", key.type.replace("Length", "Double"))
        text += doc(key.get("client_doc", key.doc), 2) + f"  public var {name}: {kind}\n"
        initial = {"String": "", "Bool": " = false", "Double": " = 0"}.get(kind, " = []" if kind[0] == "[" else " = nil")
        label = f"{key.get('label')} " if key.get("label") else ""
        parameters.append(f"{label}{name}: {kind}{initial}")
        assignments += f"    self.{name} = {name}\n"
        if key.get("only") or key.type in ("String", "Length"):
            continue
        form = CONVERSIONS.get(key.type, "{}")
        request += f"    {key.property} = {form.format(f'zone.{name}')}\n"
    text += (
        "\n  /// The zone's name.\n  public var id: String { name }\n"
        "\n  /// Creates a zone; without a rectangle or an edge it covers the whole panel.\n  public init(\n"
        + filled(parameters, 4)[:-2] + f"\n  ) {{\n{assignments}  }}\n}}\n")
    return [text, (
        "extension ZoneSpec<Double> {\n  /// Creates the zone of a request, whose content is at `offset`.\n"
        "  package init(_ zone: SwipeZone, offset: Double) {\n    self.init(name: zone.name, offset: offset)\n"
        + request + "  }\n}\n")]


def swift_files(every):
    core = "public import GestureCore"
    return {
        f"{WIRE}/ZoneSpec.swift": swift(zone_spec(every["zone"]) + [spring_parts(every["spring"])], [core]),
        f"{REQUESTS}/ZoneFields.swift": swift(
            [field_type(every["zone"], "ZoneSpec<Double>"), field_type(every["spring"], "SpringParts")],
            ["internal import FlickProtocol", "internal import GestureCore"]),
        f"{CLIENT}/SwipeZone.swift": swift(
            client_zone(every["zone"]), ["package import FlickProtocol", "internal import GestureCore"]),
        f"{SETTINGS}/Sections.swift": swift(
            [swipe_settings(every["swipe"]), swipe_key(every["swipe"]), panel_rule(every["panel"]), settings(every["match"]),
             settings(every["socket"])], [core, "public import Panels"]),
        f"{FILES}/Keys.swift": swift(
            [key_type(section) for section in every.values()],
            ["internal import FlickProtocol", "internal import GestureCore", "internal import Panels", "internal import Settings"]),
    }


# The documents


def between(text, path, start, end, part):
    """Replaces what is between two marks."""
    if start not in text:
        raise SystemExit(f"{path}: there is no {start.strip()}")
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(end)
    return before + start + part + end + after


def configuration_page(text, every):
    for section in every.values():
        table = "| key | value | default | |\n|---|---|---|---|\n"
        for key in section.keys:
            value = f"`{key.value}`" if key.default else f"not set; e.g. `{key.value}`"
            table += f"| `{key.name}` | {key.get('form')} | {value} | {key.get('summary')} |\n"
        text = between(text, "docs/configuration.md", f"<!-- keys: {section.name} -->\n", "<!-- end -->", table)
    return text


def manual(text, every):
    for section in every.values():
        items = "".join(f".It Cm {key.name}\n{key.fields['man']}\n" for key in section.keys)
        text = between(text, "flickd.toml.5", f'.\\" keys: {section.name}\n', '.\\" end\n', items)
    return text


def installed(every):
    """The file that is installed: every key with its sentence and default, all of it commented out."""
    text = (
        "# flickd reads this file, then conf.d/*.toml beside it in name order; a later file wins. See flickd.toml(5).\n"
        "# Each commented line shows the default, or an example if there is no default. Check with: flickd --check\n")
    match = every["match"].keys
    for name, title in TOP.items():
        text += f"\n{'# ' if title.startswith('[[') else ''}{title}\n"
        if name == "panel":
            names = ", ".join(key.name for key in match)
            pairs = ", ".join(f"{key.name} = {key.value}" for key in match[:2])
            text += (
                f"# The panels of this rule: one or more of {names}; a panel must match each of them.\n"
                f"#match = {{ {pairs} }}\n"
                "# Each key of [swipe] except points_per_inch can also be here, for the panels of this rule.\n")
        for key in every[name].keys:
            text += f"# {key.get('summary')}\n#{key.name} = {key.value}\n"
    return text


def protocol_page(text, every, enumerations):
    rows = []
    for key in every["zone"].wire:
        if key.get("meaning"):
            rows.append([[key.wire], key.get("meaning"), key.get("omitted", "")])
        else:
            rows[-1][0].append(key.wire)
    table = "| field of a zone | meaning | if omitted |\n|---|---|---|\n"
    for names, meaning, omitted in rows:
        table += f"| {', '.join(f'`{name}`' for name in names)} | {meaning} |{f' {omitted}' if omitted else ''} |\n"
    table = words.MARK.sub(lambda match: words.part(match, enumerations), table)
    return between(text, "docs/protocol.md", "<!-- keys: zone -->\n", "<!-- end of keys -->", table)


def schema(text, every):
    """Replaces the properties of a zone in a request."""
    start = text.index('"properties": ', text.index('\n    "zoneRequest": ')) + len('"properties": ')
    _, end = json.JSONDecoder().raw_decode(text, start)
    fields = []
    for key in every["zone"].wire:
        lines = key.get("schema").strip().split("\n")
        fields.append(f'        "{key.wire}": ' + "\n        ".join(lines))
    return text[:start] + "{\n" + ",\n".join(fields) + "\n      }" + text[end:]


def dictionary(text, path, names, form):
    return between(text, path, "# keys\n", "# end\n", "".join(form(name) + "\n" for name in dict.fromkeys(names)))


def outputs(root):
    every = sections(root)

    def read(path):
        return (root / path).read_text(encoding="utf-8")

    folder = "Tests/Workshop/Fuzz/dictionaries"
    fields = [key.wire for name in ("zone", "spring") for key in every[name].wire]
    names = [key.name for section in every.values() for key in section.keys]
    return swift_files(every) | {
        "docs/configuration.md": configuration_page(read("docs/configuration.md"), every),
        "docs/man/flickd.toml.5": manual(read("docs/man/flickd.toml.5"), every),
        "docs/protocol.md": protocol_page(read("docs/protocol.md"), every, words.enumerations(root)),
        "docs/protocol.schema.json": schema(read("docs/protocol.schema.json"), every),
        "packaging/flickd.toml": installed(every),
        f"{folder}/configuration.dict": dictionary(
            read(f"{folder}/configuration.dict"), "configuration.dict", names, lambda name: f'"{name} = "'),
        f"{folder}/request.dict": dictionary(
            read(f"{folder}/request.dict"), "request.dict", fields, lambda name: f'"\\"{name}\\":"'),
    }
