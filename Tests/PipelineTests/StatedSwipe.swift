import FlickProtocol
import Foundation
import Panels
import Recordings
import Settings

@testable import GestureCore
@testable import Pipeline

/// Facts of swipes that move right at 100 mm/s from x = 40 mm, as a recogniser would emit them.
struct StatedSwipe {
  var number: UInt64 = 1
  var fingers = 1

  /// The fact at a time in ms since the landing.
  func fact(
    _ phase: SwipePhase, at milliseconds: Int64, excursion: Double? = nil, velocity: Double = 100,
    travel: Double? = nil
  ) -> SwipeFact {
    let displacement = Double(milliseconds) * 0.1
    return SwipeFact(
      phase: phase, swipe: SwipeID(number: number), instant: Instant(microseconds: milliseconds * 1000),
      fingers: fingers, start: PanelPoint(x: 40, y: 30), translation: Translation(x: displacement, y: 0),
      excursion: excursion ?? displacement, travel: travel ?? displacement,
      estimate: VelocityEstimate(
        velocity: Velocity(x: velocity, y: 0), samples: 9, window: .milliseconds(80), confidence: 1),
      age: .zero, duration: .milliseconds(milliseconds), idle: nil)
  }

  /// The synthetic panel of 217 × 136 mm under another name.
  static func panel(_ panelID: String = "glass") -> PanelSetup? {
    PanelSetup(
      DemoPanel.description, identity: PanelIdentity(panelID: panelID, source: .replay), settings: Settings())
  }
}

extension Phases {
  static let every: Phases = [.begin, .update, .end, .cancel]
}

extension View {
  /// A view with these keys, otherwise the view of everything.
  static func made(
    _ level: Level = .positions, _ phases: Phases = .every, unit: LengthUnit = .millimeters,
    _ change: (inout View) -> Void = { _ in }
  ) -> View {
    var view = View(unit: unit, level: level, phases: phases)
    change(&view)
    return view
  }
}

extension SwipeEncoder {
  init(_ view: View, active: ActiveSwipes = ActiveSwipes()) {
    self.init(view: view, millimetersPerPoint: 25.4 / 163, active: active)
  }

  /// The lines for these facts, which follow the published ones.
  mutating func lines(
    of facts: [SwipeFact], on panel: PanelSetup, after published: PublishedSwipes = PublishedSwipes()
  ) -> [String] {
    var (bytes, sequence): ([UInt8], Int64) = ([], 0)
    var published = published
    for fact in facts where encode(fact, of: panel, lowerID: published.note(fact, of: panel)) {
      sequence = append(sequence: sequence + 1, to: &bytes)
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The fields of a line that a test checks.
struct ReadLine: Decodable, Equatable {
  struct Pair: Decodable, Equatable {
    var x: Double
    var y: Double
  }

  var type: String
  var phase: String?
  var seq: Int64?
  var merged: Int?
  var swipe_id: UInt64?
  var t_us: Int64?
  var translation: Pair?
  var lookahead_translation: Pair?
  var slop: Double?

  init(_ line: some Sequence<UInt8>) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(line))
  }
}
