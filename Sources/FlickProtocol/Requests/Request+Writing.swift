internal import GestureCore

extension Request {
  /// The request line with its newline, without the fields that have their default value.
  public var line: [UInt8] { LineWriter.bytes { $0.request(self) } }

  /// Returns a client's `subscribe` line with a level; the line must have none.
  public static func adding(_ level: Level, to line: [UInt8]) -> [UInt8] {
    var line = line
    let index = (line.firstIndex(of: UInt8(ascii: "{")) ?? 0) + 1
    line.insert(contentsOf: "\"level\":\"\(level.word)\",".utf8, at: index)
    return line
  }
}

extension LineWriter {
  /// Writes a request line, without the fields that have their default value.
  ///
  /// Reading the line returns the same request, except that lengths are rounded to six decimals.
  public mutating func request(_ request: Request) {
    value(request.json)
    endLine()
  }
}

extension Request {
  fileprivate var json: JSONValue {
    let (word, fields): (Name, [(String, JSONValue)]) =
      switch verb {
      case .ping: (.ping, [])
      case .panels: (.panels, [])
      case .stats: (.stats, [])
      case .subscribe(let subscription): (.subscribe, subscription.fields)
      case .update(let update):
        (.update, [("zone", .string(update.zone)), ("offset", .number(update.offset))])
      }
    let all: [(String, JSONValue)] = [("id", id.json), ("request", .string(word.rawValue))] + fields
    return .object(all.map { JSONValue.Member(name: $0, value: $1) })
  }
}

extension Subscription {
  fileprivate var fields: [(String, JSONValue)] {
    let counts = fingers.map { set in (1...10).filter(set.contains).map { JSONValue.whole(Int64($0)) } }
    // The unit px belongs to the picture on one panel, so it needs `panel_id` and not `panels`.
    let panelID = panels.flatMap { $0.count == 1 ? $0[0] : nil }
    let several = panelID == nil ? panels : nil
    let fields: [(String, JSONValue?)] = [
      ("phases", phases == .standard ? nil : .words(phases.words)),
      ("presses_at_rest", pressesAtRest ? .bool(true) : nil),
      ("unit", unit == .millimeters ? nil : .string(unit.rawValue)),
      ("surface", surface.map(\.json)),
      ("panel_id", panelID.map { .string($0) }),
      ("panels", several.map { .words($0) }),
      ("fingers", counts.map { .array($0) }),
      ("max_rate_hz", maxRate.map { .number($0) }),
      ("lookahead_ms", lookahead.map { .number(Double($0.microseconds) / 1000) }),
      ("activity", activity ? .bool(true) : nil),
      ("level", level.map { .string($0.rawValue) }),
      ("zones", zones.map { .array($0.map(\.json)) }),
    ]
    return fields.compactMap { name, value in value.map { (name, $0) } }
  }
}

extension Request.ID {
  fileprivate var json: JSONValue {
    switch self {
    case .integer(let number): .whole(number)
    case .string(let text): .string(text)
    }
  }
}

extension Surface {
  fileprivate var json: JSONValue { .object(of: ["width": .number(width), "height": .number(height)]) }
}
