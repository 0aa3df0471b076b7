import TestKit

/// Request lines, most of them valid or nearly valid.
extension GeneratedJSON {
  private static let lengths = [
    "0", "-0", "20", "1.5", "-296", "-592.25", "8e2", "2E-2", "0.1", "1e9", "-1e9", "1000000001", "1e-7",
    "1e-320", "1e999", "0.30000000000000004", "9007199254740993", "123456.789",
  ]
  private static let sizes = ["1", "1920", "0.5", "1080.25", "1e9", "5e-324", "0"]
  private static let names = [
    "cards", "a", "\\u0061", "ß", "😀", "\\ud83d\\ude00", "a\\\"b", "list 2", "\\u0000", "",
  ]
  private static let directions = [
    "left", "right", "up", "down", "left_up", "left_down", "right_up", "right_down",
  ]

  /// True once in `count` times.
  private mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  mutating func request() -> String {
    var fields =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: update()
      case 1...5: subscription()
      default: [field("request", one(of: ["\"ping\"", "\"panels\"", "\"st\\u0061ts\"", value(depth: 2)]))]
      }
    fields.append(idField())
    if once(in: 20) { fields.removeFirst() }
    return space() + object(of: fields) + space()
  }

  private mutating func idField() -> String {
    let kind = Int.random(in: 0..<20, using: &random)
    return field(
      "id", kind == 0 ? value(depth: 3) : kind < 10 ? one(of: ["1", "-7", "-0", number()]) : string())
  }

  private mutating func update() -> [String] {
    [field("request", "\"update\""), field("zone", name()), field("offset", one(of: Self.lengths))]
  }

  private mutating func subscription() -> [String] {
    var fields = [field("request", "\"subscribe\"")]
    add("phases", words(["begin", "update", "end", "cancel"]), to: &fields)
    let isPixels = once(in: 4)
    add("unit", isPixels ? "\"px\"" : word(["mm", "pt", "fraction"]), to: &fields)
    if isPixels || once(in: 4) {
      fields.append(field("surface", numbers(["width", "height"], Self.sizes)))
    }
    if isPixels || once(in: 4) { fields.append(field("panel_id", string())) }
    if !isPixels { add("panels", array { $0.string() }, to: &fields, once: 4) }
    add("fingers", array { $0.one(of: ["1", "2", "3", "10", "1.0", "11"]) }, to: &fields, once: 6)
    add("max_rate_hz", one(of: ["1", "60", "59.94", "1000", "1e2", "0.5", "1001"]), to: &fields, once: 4)
    add(
      "level", one(of: ["\"decisions\"", "\"motion\"", "\"positions\"", "\"all\"", "null"]), to: &fields,
      once: 4)
    add("lookahead_ms", one(of: ["16", "1", "8.3333", "1e2", "0.9", "100.5"]), to: &fields, once: 4)
    add("activity", one(of: ["true", "false"]), to: &fields)
    if !once(in: 3) {
      let count = Int.random(in: 0..<4, using: &random)
      fields.append(field("zones", "[\((0..<count).map { zone($0) }.joined(separator: ","))]"))
    }
    return fields
  }

  private mutating func zone(_ number: Int) -> String {
    let name = once(in: 20) ? name() : "\"\(number)\(one(of: Self.names.dropLast(2)))\""
    var fields = [field("name", name)]
    if once(in: 3) {
      add("edge", word(["left", "right", "top", "bottom", "top_left", "bottom_right"]), to: &fields, once: 1)
      add("depth", one(of: ["5", "0.1", "2e1", "0"]), to: &fields)
    } else {
      add("rectangle", numbers(["x", "y", "width", "height"], Self.sizes), to: &fields, once: 6)
    }
    add("exclude", one(of: ["true", "false"]), to: &fields, once: 6)
    add("axis", word(["x", "y"]), to: &fields)
    add("directions", words(Self.directions), to: &fields)
    add("commit_if", words(["distance", "velocity", "predicted"]), to: &fields)
    for name in ["distance", "velocity", "predicted", "flick_min_travel", "wrap"] {
      add(name, one(of: ["20", "800.5", "1e2", "0.1"]), to: &fields, once: 5)
    }
    if once(in: 2) {
      add("projection_us", one(of: ["0", "250000", "10000000", "2.5", "10000001"]), to: &fields)
    } else {
      add("deceleration_rate", one(of: ["0.998", "0.99", "0.5", "0.9999", "1e-3"]), to: &fields)
    }
    add("reversal", word(["follow", "ignore"]), to: &fields)
    let points = Int.random(in: 0..<(once(in: 40) ? 80 : 5), using: &random)
    let offsets = Self.lengths.filter { once(in: 2) || $0.count < 6 }.filter { $0 != "1e999" }
    add("snap_points", "[\((0..<points).map { _ in one(of: offsets) }.joined(separator: ","))]", to: &fields)
    add("offset", one(of: ["0", "-296", "12.5", "-1e3"]), to: &fields)
    add("max_steps", one(of: ["1", "3", "1000"]), to: &fields, once: 6)
    add("spring", spring(), to: &fields)
    return object(of: fields)
  }

  private mutating func spring() -> String {
    let time = one(of: ["1000", "500000", "60000000"])
    return switch Int.random(in: 0..<3, using: &random) {
    case 0:
      object(of: [field("duration_us", time), field("bounce", one(of: ["0", "0.2", "-0.5", "9e-1"]))])
    case 1:
      object(of: [field("response_us", time), field("damping_fraction", one(of: ["1", "0.825", "2"]))])
    default: numbers(["mass", "stiffness", "damping"], ["1", "0.5", "158.25", "2e1", "0.001", "1e-4"])
    }
  }

  // MARK: Pieces

  /// A field; sometimes with an escape in its name, sometimes with another value.
  private mutating func field(_ name: String, _ content: String) -> String {
    var key = name
    if once(in: 40) {
      let code = String(name.unicodeScalars.first?.value ?? 0, radix: 16)
      key = "\\u00\(code)\(name.dropFirst())"
    }
    if once(in: 200) { key += one(of: ["s", "_", "\\u0000"]) }
    let content = once(in: 150) ? value(depth: 3) : content
    return "\(space())\"\(key)\"\(space()):\(space())\(content)\(space())"
  }

  /// Adds a field once in `of` times; sometimes with null, whether null is valid or not.
  private mutating func add(_ name: String, _ content: String, to fields: inout [String], once of: Int = 2) {
    guard once(in: of) else { return }
    fields.append(field(name, once(in: 40) ? "null" : content))
  }

  /// An object of these fields in random order; sometimes with a duplicate or an extra field.
  private mutating func object(of fields: [String]) -> String {
    var fields = fields
    if once(in: 60) { fields.append(one(of: fields)) }
    if once(in: 60) { fields.append("\(string()):\(value(depth: 3))") }
    fields.shuffle(using: &random)
    return "{\(fields.joined(separator: ","))}"
  }

  private mutating func numbers(_ names: [String], _ choices: some Collection<String>) -> String {
    let good = choices.filter { $0 != "0" || once(in: 10) }
    return object(of: names.map { field($0, one(of: good)) })
  }

  private mutating func array(_ element: (inout GeneratedJSON) -> String) -> String {
    let count = Int.random(in: 0..<20, using: &random) == 0 ? 0 : Int.random(in: 1..<4, using: &random)
    return "[" + (0..<count).map { _ in space() + element(&self) + space() }.joined(separator: ",") + "]"
  }

  private mutating func words(_ choices: [String]) -> String { array { $0.word(choices) } }

  private mutating func word(_ choices: [String]) -> String {
    "\"\(once(in: 100) ? "none" : one(of: choices))\""
  }

  private mutating func name() -> String { "\"\(one(of: Self.names))\"" }
}
