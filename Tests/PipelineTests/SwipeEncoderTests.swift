import FlickProtocol
import GestureCore
import Settings
import Testing

@testable import Pipeline

@Suite struct `The view of a subscriber` {
  private let panel: PanelSetup
  private let swipe = StatedSwipe()

  init() throws {
    panel = try #require(StatedSwipe.panel())
  }

  /// The phases of the lines for these facts.
  private func phases(_ facts: [SwipeFact], _ view: View) throws -> [String] {
    var encoder = SwipeEncoder(view)
    return try encoder.lines(of: facts, on: panel).map { try ReadLine($0.utf8).phase ?? "" }
  }

  /// An update costs nothing where the view does not show it, and nothing until a client wants it.
  @Test(
    arguments: [
      (SwipePhase.update, Phases.every, "update"), (.update, .standard, "none"),
      (.end, .standard, "other"),
      (.cancel(.palm), .end, "other"), (.begin, .every, "other"),
    ] as [(SwipePhase, Phases, String)])
  func `relates to a fact before the fact is evaluated`(phase: SwipePhase, phases: Phases, relevance: String)
  {
    var encoder = SwipeEncoder(.made(.positions, phases))
    let unknown = encoder.note(swipe.fact(.update, at: 20), of: panel)
    _ = encoder.encode(swipe.fact(.begin, at: 20), of: panel)
    let known = encoder.note(swipe.fact(phase, at: 40), of: panel)
    var other = SwipeEncoder(.made(.positions, .every) { $0.panels = ["another"] })
    let foreign = other.note(swipe.fact(phase, at: 40), of: panel)
    #expect(["\(unknown)", "\(known)", "\(foreign)"] == ["other", relevance, "none"])
  }

  @Test func `below positions receives a begin after 5 mm`() throws {
    let facts = [
      swipe.fact(.begin, at: 20), swipe.fact(.update, at: 40), swipe.fact(.update, at: 60),
      swipe.fact(.update, at: 80), swipe.fact(.end, at: 100),
    ]
    #expect(try phases(facts, .made(.positions)) == ["begin", "update", "update", "update", "end"])
    var encoder = SwipeEncoder(.made(.motion))
    let lines = try encoder.lines(of: facts, on: panel).map { try ReadLine($0.utf8) }
    #expect(lines.map(\.phase) == ["begin", "update", "end"])
    #expect(lines.map(\.seq) == [1, 2, 3])
    #expect(lines.first?.t_us == 60_000, "with the values of that moment")
    #expect(lines.first?.translation == ReadLine.Pair(x: 6, y: 0))
  }

  @Test func `receives begin and end of a short swipe when it commits`() throws {
    let facts = [
      swipe.fact(.begin, at: 20, velocity: 500), swipe.fact(.update, at: 40, velocity: 500),
      // A travel that is enough, as with a `flick_min_travel` of less than 5 mm.
      swipe.fact(.end, at: 45, velocity: 500, travel: 6),
    ]
    #expect(try phases(facts, .made(.motion)) == ["begin", "end"], "a provisional commit is none")
    #expect(try phases(facts, .made(.motion, .standard)) == ["end"])
    #expect(try phases(facts, .made(.motion, [.begin, .update])) == [], "no begin without an end")
    #expect(try phases(facts, .made(.decisions, .standard)) == ["end"])
  }

  @Test(arguments: [Level.decisions, .motion])
  func `below positions never receives a short swipe that returns`(level: Level) throws {
    for last in [SwipePhase.end, .cancel(.palm)] {
      let facts = [swipe.fact(.begin, at: 20), swipe.fact(.update, at: 40), swipe.fact(last, at: 45)]
      #expect(try phases(facts, .made(level)) == [])
      #expect(try phases(facts, .made(.positions)).count == 3)
    }
  }

  @Test func `continues a swipe that it has begun, even when the finger comes back`() throws {
    let facts = [
      swipe.fact(.begin, at: 20), swipe.fact(.update, at: 60),
      swipe.fact(.end, at: 20, excursion: 6),
    ]
    #expect(try phases(facts, .made(.motion)) == ["begin", "end"])
  }

  @Test func `receives the lookahead in begins and updates, by the current velocity`() throws {
    // At 100 mm/s, but at rest at 80 ms: then the lookahead is the position.
    let facts = [
      swipe.fact(.begin, at: 20), swipe.fact(.update, at: 60), swipe.fact(.update, at: 80, velocity: 0),
      swipe.fact(.end, at: 100),
    ]
    var encoder = SwipeEncoder(.made { $0.lookahead = .milliseconds(50) })
    let reported = try encoder.lines(of: facts, on: panel).map {
      try ReadLine($0.utf8).lookahead_translation?.x
    }
    #expect(reported == [7, 11, 8, nil])
    // The begin is delayed, and has the values of that moment.
    encoder = SwipeEncoder(.made(.motion, unit: .points) { $0.lookahead = Interval(microseconds: 8333) })
    let late = try encoder.lines(of: facts, on: panel).map { try ReadLine($0.utf8).lookahead_translation?.x }
    #expect(late == [43.851, 51.339, nil])
    encoder = SwipeEncoder(.made(.motion))
    #expect(
      try encoder.lines(of: facts, on: panel).allSatisfy {
        try ReadLine($0.utf8).lookahead_translation == nil
      })
  }

  @Test func `receives the slop in every begin, and 5 mm in a delayed one`() throws {
    let facts = [swipe.fact(.begin, at: 20), swipe.fact(.update, at: 60), swipe.fact(.end, at: 100)]
    let slops = [(LengthUnit.millimeters, 1.558, 5), (.points, 10, 32.087), (.fraction, 0.007181, 0.023041)]
    for (unit, own, withheld) in slops {
      for (level, slop) in [(Level.positions, own), (.motion, withheld)] {
        var encoder = SwipeEncoder(.made(level, unit: unit))
        let lines = try encoder.lines(of: facts, on: panel).map { try ReadLine($0.utf8) }
        #expect(lines.map(\.slop) == lines.map { $0.phase == "begin" ? slop : nil })
      }
    }
  }

  @Test func `filters by panel and by number of fingers`() throws {
    let two = StatedSwipe(number: 2, fingers: 2)
    let facts = [swipe.fact(.begin, at: 60), two.fact(.begin, at: 60), two.fact(.end, at: 90)]
    #expect(try phases(facts, .made { $0.fingers = FingerCounts([2, 3]) }) == ["begin", "end"])
    #expect(try phases(facts, .made { $0.fingers = FingerCounts([1]) }) == ["begin"])
    #expect(try phases(facts, .made { $0.panels = ["other", "glass"] }).count == 3)
    #expect(try phases(facts, .made { $0.panels = ["other"] }) == [])
  }

  @Test(
    arguments: [
      (LengthUnit.millimeters, 10.0), (.points, 64.173), (.fraction, 0.046083), (.pixels, 88.479),
    ])
  func `receives lengths in its unit, by the size of each panel`(unit: LengthUnit, expected: Double) throws {
    let view = View.made(unit: unit) { $0.surface = Surface(width: 1920, height: 1200) }
    var encoder = SwipeEncoder(view)
    let lines = encoder.lines(of: [swipe.fact(.begin, at: 100)], on: panel)
    let line = try #require(lines.first)
    #expect(line.contains("\"unit\":\"\(unit.rawValue)\""))
    #expect(
      line.contains("\"translation\":{\"x\":\(expected == 10 ? "10" : "\(expected)"),\"y\":0}"), "\(line)")
  }

  @Test func `continues the active swipes that match it`() throws {
    var published = PublishedSwipes()
    let far = StatedSwipe(number: 7)
    let near = StatedSwipe(number: 8)
    for fact in [far.fact(.begin, at: 30), far.fact(.update, at: 70), near.fact(.begin, at: 20)] {
      _ = published.note(fact, of: panel)
    }
    let cases: [(View, [UInt64], [String])] = [
      (.made(.positions), [7, 8], ["update 7", "update 8", "end 7"]),
      // Below positions, the first swipe that may be sent has the id 1.
      (.made(.motion), [1], ["update 1", "begin 2", "end 1"]),
      (.made(.decisions, .standard), [1], ["end 1"]),
      (.made { $0.fingers = FingerCounts([2]) }, [], []),
      (.made { $0.panels = ["other"] }, [], []),
    ]
    for (view, seen, reported) in cases {
      #expect(published.active.seen(by: view).map(\.id.number) == seen)
      var encoder = SwipeEncoder(view, active: published.active)
      let facts = [far.fact(.update, at: 80), near.fact(.update, at: 60), far.fact(.end, at: 90)]
      let lines = try encoder.lines(of: facts, on: panel, after: published).map { try ReadLine($0.utf8) }
      #expect(lines.map { "\($0.phase ?? "") \($0.swipe_id ?? 0)" } == reported)
    }
    _ = published.note(far.fact(.end, at: 90), of: panel)
    #expect(published.active.seen(by: .made()).map(\.id.number) == [8])
  }

  @Test func `is limited by its level, or refused`() throws {
    var subscription = Subscription()
    subscription.phases = .every
    subscription.unit = .points
    subscription.panels = ["glass"]
    let view = try View(subscription, level: .motion, connection: 3)
    #expect(view == .made(.motion, unit: .points) { $0.panels = ["glass"] })
    #expect(throws: ViewRefusal.phases) { try View(subscription, level: .decisions, connection: 3) }

    var zone = ZoneSpec(name: "cards")
    subscription.zones = [zone]
    #expect(try View(subscription, level: .motion, connection: 3).owner == 3)
    zone.edge = .left
    subscription.zones = [zone]
    #expect(throws: ViewRefusal.position) { try View(subscription, level: .motion, connection: 3) }
    zone.edge = nil
    zone.rectangle = ZoneRectangle(x: 0, y: 0, width: 50, height: 50)
    subscription.zones = [zone]
    #expect(throws: ViewRefusal.position) { try View(subscription, level: .motion, connection: 3) }
    #expect(try View(subscription, level: .positions, connection: 3).zones == [zone])
    subscription.phases = .standard
    subscription.zones = nil
    subscription.lookahead = .milliseconds(16)
    #expect(throws: ViewRefusal.lookahead) { try View(subscription, level: .decisions, connection: 3) }
    #expect(try View(subscription, level: .motion, connection: 3).lookahead == .milliseconds(16))
    subscription.lookahead = nil
    subscription.zones = [zone]
    #expect(throws: ViewRefusal.position) { try View(subscription, level: .decisions, connection: 3) }
  }
}
