internal import ArgumentParser
internal import FlickClient
internal import FlickProtocol

/// What to be told instead of the ends and cancels in mm that every connection gets.
struct SubscriptionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The phases to be told: begin,update,end,cancel.", valueName: "list"))
  var phases: PhaseList?
  @Option(help: "The unit of lengths: mm, pt, fraction or px.", transform: Self.unit) var unit: LengthUnit?
  @Option(help: ArgumentHelp("Only this panel, by its id; may be repeated.", valueName: "id")) var panel:
    [String] = []
  @Option(help: ArgumentHelp("At most so many updates of a swipe in a second.", valueName: "hz")) var maxRate:
    Double?
  @Option(
    help: ArgumentHelp(
      "Say in each begin and update where the finger will be so much later, 1 to 100.", valueName: "ms"))
  var lookahead: LookaheadTime?
  @Option(help: ArgumentHelp("Only swipes of so many fingers, 1 to 10: 1,2.", valueName: "list"))
  var fingers: FingerList?
  @Flag(help: "Tell once a second that a panel is touched.") var activity = false

  private static func unit(_ word: String) throws -> LengthUnit {
    guard let unit = LengthUnit(rawValue: word) else {
      throw ValidationError(
        "'\(word)' is no unit: use \(LengthUnit.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return unit
  }

  func validate() throws {
    if let maxRate, !(1...1000).contains(maxRate) { throw ValidationError("--max-rate is 1 to 1000") }
  }

  /// The request line; nil if nothing was asked for.
  var request: String? {
    guard
      phases != nil || unit != nil || !panel.isEmpty || maxRate != nil || lookahead != nil || fingers != nil
        || activity
    else { return nil }
    var line = LineWriter()
    line.beginObject()
    line.key("id")
    line.integer(1)
    line.key("request")
    line.string("subscribe")
    if let phases { Self.write("phases", phases.words, into: &line) }
    if let unit {
      line.key("unit")
      line.string(unit.rawValue)
    }
    // `px` is the unit of one panel's picture and wants that panel named as one.
    if panel.count == 1 {
      line.key("panel_id")
      line.string(panel[0])
    } else if !panel.isEmpty {
      Self.write("panels", panel, into: &line)
    }
    if let fingers {
      line.key("fingers")
      line.beginArray()
      for count in fingers.counts { line.integer(Int64(count)) }
      line.endArray()
    }
    if let maxRate {
      line.key("max_rate_hz")
      line.number(maxRate)
    }
    if let lookahead {
      line.key("lookahead_ms")
      line.number(lookahead.milliseconds)
    }
    if activity {
      line.key("activity")
      line.bool(true)
    }
    line.endObject()
    line.endLine()
    return String(decoding: line.bytes, as: UTF8.self)
  }

  private static func write(_ key: String, _ words: [String], into line: inout LineWriter) {
    line.key(key)
    line.beginArray()
    for word in words { line.string(word) }
    line.endArray()
  }
}

/// A list of numbers of fingers as a person writes it.
struct FingerList: ExpressibleByArgument {
  var counts: [Int]

  init?(argument: String) {
    counts = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let count = Int(word), (1...10).contains(count) else { return nil }
      counts.append(count)
    }
  }
}

extension PhaseList {
  /// The phases as the protocol names them, in the order in which a swipe has them.
  fileprivate var words: [String] {
    [(Phases.begin, "begin"), (.update, "update"), (.end, "end"), (.cancel, "cancel")]
      .compactMap { phases.contains($0) ? $1 : nil }
  }
}

/// Ends a command because the service has refused its subscription.
func failure(refused refusal: ServerLine.Refusal) -> ArgumentParser.ExitCode {
  let code: FlickProtocol.ExitCode =
    switch refusal.code {
    case "forbidden": .noPermission
    case "too-many": .tryAgain
    // An older service does not know what is asked for.
    case "unknown-request", "unknown-field": .unavailable
    default: .usage
    }
  return failure(code, "flickd refuses what is asked for: \(refusal.message)")
}
