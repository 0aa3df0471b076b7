import FlickProtocol
import GestureCore
import Panels
import Pipeline
import TestKit
import Testing

@Suite struct `Presses in random events` {
  /// In any zones, at any level, on any panel: 10,000 streams in a release build, few in a debug
  /// build.
  @Test func `end exactly once each, and change no other line`() throws {
    let first: UInt64 = .random(in: 0..<1_000_000_000)
    var ends: [String: Int] = [:]
    for seed in first..<(first + UInt64(trials(10_000, debug: 60))) {
      var events = RandomEvents(
        seed: seed, panel: LibraryPanel.all[Int(seed % UInt64(LibraryPanel.all.count))])
      let setup = try events.panel.setup()
      var generator = SplitMix64(seed: seed)
      let view = view(&generator)
      var rows = PressRows(setup: setup, view)
      let pipeline = PanelPipeline(setup)
      var numbering = SwipeNumbering()
      var last = Instant(microseconds: 0)
      for _ in 0..<600 {
        let event = events.next()
        last = event.instant
        pipeline.consume(event, numbering: &numbering, into: &rows)
        if generator.next() % 211 == 0 {
          pipeline.lose(.suspend, at: event.instant, numbering: &numbering, into: &rows)
        }
        if generator.next() % 97 == 0 {
          pipeline.advance(to: event.instant + .seconds(1), numbering: &numbering, into: &rows)
        }
      }
      pipeline.lose(.shutdown, at: last, numbering: &numbering, into: &rows)
      rows.end()
      if let fault = rows.fault {
        Issue.record("seed \(seed), \(events.panel), \(view): \(fault)")
        return
      }
      ends.merge(rows.ends) { $0 + $1 }
    }
    // The random events reach every end of a press.
    #expect(Set(ends.keys) == ["begin", "release", "cancel"], "seed \(first): \(ends)")
  }

  /// Zones with content that flies for a long time, in the whole panel and in its halves.
  private func view(_ generator: inout SplitMix64) -> View {
    var zones: [ZoneSpec<Double>] = []
    for number in 0...Int(generator.next() % 3) {
      var zone = ZoneSpec<Double>(name: "zone \(number)")
      zone.axis = generator.next() % 2 == 0 ? .x : .y
      zone.snapPoints = [0, 0.5, 1]
      zone.spring = .physical(mass: 1, stiffness: 100, damping: generator.next() % 2 == 0 ? 0 : 20)
      zone.isExclusion = number > 0 && generator.next() % 4 == 0
      if number > 0 {
        zone.rectangle = ZoneRectangle(x: 0.5 * Double(number - 1), y: 0, width: 0.5, height: 1)
        if zone.isExclusion { (zone.axis, zone.snapPoints, zone.spring) = (nil, [], nil) }
      }
      zones.append(zone)
    }
    var view = View(
      unit: .fraction, level: generator.next() % 2 == 0 ? .positions : .motion,
      phases: [.begin, .update, .end, .cancel, .press, .release])
    view.zones = zones
    view.pressesAtRest = view.level == .positions && generator.next() % 2 == 0
    if generator.next() % 4 == 0 { view.fingers = FingerCounts([1, 3]) }
    return view
  }
}

/// Compares a connection that asks for presses with one that does not.
private struct PressRows: SwipeSink, ~Copyable {
  private let setup: PanelSetup
  private var encoder: SwipeEncoder
  private var other: SwipeEncoder
  private var published = PublishedSwipes()
  private var open: [Int64] = []
  private var last: Int64 = 0
  private(set) var fault: String?
  /// How many presses ended in each phase.
  private(set) var ends: [String: Int] = [:]

  init(setup: PanelSetup, _ view: View) {
    self.setup = setup
    encoder = SwipeEncoder(view: view, millimetersPerPoint: 0.16)
    var without = view
    without.phases.subtract([.press, .release])
    other = SwipeEncoder(view: without, millimetersPerPoint: 0.16)
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    var (bytes, expected): ([UInt8], [UInt8]) = ([], [])
    let lowerID = published.note(fact, of: setup)
    if encoder.encode(fact, of: setup, lowerID: lowerID) { encoder.append(sequence: 1, to: &bytes) }
    let (swipes, presses) = note(bytes)
    // The lines of presses come first, so the other connection counts from there.
    if other.encode(fact, of: setup, lowerID: lowerID) {
      other.append(sequence: 1 + presses, to: &expected)
    }
    if swipes != expected { complain("\(Self.text(swipes)) instead of \(Self.text(expected))") }
  }

  mutating func receive(_ fact: borrowing ContactFact) {
    var bytes: [UInt8] = []
    if encoder.encode(fact, of: setup) { encoder.append(sequence: 1, to: &bytes) }
    if other.encode(fact, of: setup) { complain("a connection without presses gets a line of a contact") }
    if !note(bytes).swipes.isEmpty { complain("a contact sends \(Self.text(bytes))") }
  }

  /// Complains of presses that did not end, although all contacts were lost.
  mutating func end() {
    if !open.isEmpty { complain("the presses \(open) have not ended") }
  }

  /// Notes the presses in lines; returns the other lines, and how many lines only presses have.
  private mutating func note(_ bytes: [UInt8]) -> (swipes: [UInt8], presses: Int64) {
    var (swipes, presses): ([UInt8], Int64) = ([], 0)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard line.firstRange(of: Self.pressKey) != nil, let row = PressRow(line), let press = row.press else {
        swipes += line + [UInt8(ascii: "\n")]
        continue
      }
      let phase = String(row.text.prefix { $0 != " " })
      note(press, phase)
      if phase == "begin" {
        swipes += Self.text(line).replacing(/"press_id":\d+,/, with: "").utf8 + [UInt8(ascii: "\n")]
      } else {
        presses += 1
      }
    }
    return (swipes, presses)
  }

  private static let pressKey = Array(#""press_id""#.utf8)

  private mutating func note(_ press: Int64, _ phase: String) {
    if phase == "press" {
      if press != last + 1 { complain("press \(press) follows \(last)") }
      last = press
      return open.append(press)
    }
    guard let index = open.firstIndex(of: press) else {
      return complain("\(phase) of \(press), which is not open")
    }
    open.remove(at: index)
    ends[phase, default: 0] += 1
  }

  private static func text(_ line: some Sequence<UInt8>) -> String {
    String(decoding: Array(line), as: UTF8.self)
  }

  private mutating func complain(_ text: String) {
    if fault == nil { fault = text }
  }
}
