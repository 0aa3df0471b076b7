internal import ArgumentParser
internal import FlickProtocol

/// The subscription to request, instead of the default: ends and cancels in mm.
struct SubscriptionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Receive only these phases: begin,update,end,cancel,press,release.", valueName: "list"),
    transform: PhaseList.read)
  var phases: PhaseList?
  @Option(help: "The unit of lengths: mm, pt, fraction or px.", transform: Self.unit) var unit: LengthUnit?
  @Option(
    help: ArgumentHelp("The size of the picture in pixels, for --unit px: 1920x1080.", valueName: "size"),
    transform: Self.surface)
  var surface: Surface?
  @Option(help: ArgumentHelp("Receive only this panel, by its id; may be repeated.", valueName: "id"))
  var panel: [String] = []
  @Option(help: ArgumentHelp("The most updates of a swipe per second, 1 to 1000.", valueName: "hz"))
  var maxRate: Double?
  @Option(
    help: ArgumentHelp(
      "Add to each begin and update where the finger will be after this time, 1 to 100.", valueName: "ms"),
    transform: LookaheadTime.read)
  var lookahead: LookaheadTime?
  @Option(
    help: ArgumentHelp("Receive only swipes of these numbers of fingers: 1,2.", valueName: "list"),
    transform: FingerList.read)
  var fingers: FingerList?
  @Flag(help: "Receive a message once a second while a panel is touched.") var activity = false

  private static func unit(_ word: String) throws -> LengthUnit {
    guard let unit = LengthUnit(rawValue: word) else {
      throw ValidationError(
        "'\(word)' is not a unit: use \(LengthUnit.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return unit
  }

  private static func surface(_ text: String) throws -> Surface {
    let sides = text.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "×" }.map { Int($0) ?? 0 }
    guard sides.count == 2, sides.allSatisfy({ (1...100_000).contains($0) }) else {
      throw ValidationError("'\(text)' is not a size: write, for example, 1920x1080")
    }
    return Surface(width: Double(sides[0]), height: Double(sides[1]))
  }

  func validate() throws {
    if unit == .pixels, surface == nil || panel.count != 1 {
      throw ValidationError(
        "--unit px needs one panel and the size of its picture: "
          + "add --panel ID, which `flickctl status` shows, and --surface 1920x1080")
    }
    if surface != nil, unit != .pixels { throw ValidationError("--surface needs --unit px: add it") }
    if lookahead != nil { try LookaheadTime.check(phases?.phases) }
    if panel.contains("") {
      throw ValidationError("--panel needs a value after it: `flickctl status` shows each id")
    }
    if let maxRate, !(1...1000).contains(maxRate) { throw ValidationError("--max-rate must be 1 to 1000") }
  }

  /// The request; nil if there are no options.
  var request: Request? {
    guard
      phases != nil || unit != nil || !panel.isEmpty || maxRate != nil || lookahead != nil || fingers != nil
        || activity
    else { return nil }
    var subscription = Subscription()
    if let phases { subscription.phases = phases.phases }
    if let unit { subscription.unit = unit }
    subscription.surface = surface
    if !panel.isEmpty { subscription.panels = panel }
    subscription.fingers = fingers.map { FingerCounts($0.counts) }
    subscription.maxRate = maxRate
    subscription.lookahead = lookahead?.interval
    subscription.activity = activity
    return Request(id: .integer(1), verb: .subscribe(subscription))
  }
}

/// A list of finger counts as a person writes it.
struct FingerList {
  var counts: [Int]

  /// Reads the list; the error names the word that is not a count.
  static func read(_ text: String) throws -> FingerList {
    let counts = try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      guard let count = Int(word), (1...10).contains(count) else {
        throw ValidationError("'\(word)' is not 1 to 10: write numbers of fingers with commas, such as 1,2")
      }
      return count
    }
    return FingerList(counts: counts)
  }
}
