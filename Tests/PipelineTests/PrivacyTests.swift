import Compression
import FlickProtocol
import Foundation
import GestureCore
import Recordings
import Settings
import TestKit
import Testing

@testable import Panels
@testable import Pipeline

/// The lines that each level receives of the fingers on a panel, in every phase that it may
/// request.
private struct LevelLog: SwipeSink, ~Copyable {
  let setup: PanelSetup
  private var swipes = PublishedSwipes()
  var encoders: [SwipeEncoder]
  var lines: [[String]]

  init(_ setup: PanelSetup, levels: [Level]) {
    self.setup = setup
    let all: Phases = [.begin, .update, .end, .cancel, .press, .release]
    encoders = levels.map {
      SwipeEncoder(
        view: View(level: $0, phases: $0 == .decisions ? .standard : all), millimetersPerPoint: 25.4 / 163)
    }
    lines = levels.map { _ in [] }
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    let lowerID = swipes.note(fact, of: setup)
    for index in encoders.indices where encoders[index].encode(fact, of: setup, lowerID: lowerID) {
      var bytes: [UInt8] = []
      encoders[index].append(sequence: 1, to: &bytes)
      // A delayed begin comes before the line.
      lines[index] += String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }
}

@Suite struct `The lines of a level` {
  private static let positions: Set = ["start", "location", "predicted_end_location"]
  private static let displacements: Set = ["translation", "predicted_end_translation", "edge"]

  @Test func `contain no field of a swipe that the level must not receive`() throws {
    let setup = try setup(DemoPanel.description)
    var log = LevelLog(setup, levels: Level.allCases)
    let pipeline = PanelPipeline(setup)
    var numbering = SwipeNumbering()
    var panel = DemoPanel(seed: 3)
    var frame: [InputEvent] = []
    for _ in 0..<6000 {
      panel.nextFrame(into: &frame)
      for event in frame { pipeline.consume(event, numbering: &numbering, into: &log) }
    }
    for (index, level) in Level.allCases.enumerated() {
      let keys = Set(try log.lines[index].flatMap { try JSON($0).keys })
      let phases = Set(try log.lines[index].compactMap { try JSON($0).phase.text })
      #expect(log.lines[index].count > 20)
      switch level {
      case .positions: #expect(keys.isSuperset(of: Self.positions.union(Self.displacements)))
      case .motion:
        #expect(keys.isDisjoint(with: Self.positions))
        #expect(keys.isSuperset(of: Self.displacements))
        #expect(phases.isSuperset(of: ["begin", "update", "end"]))
      case .decisions:
        #expect(keys.isDisjoint(with: Self.positions.union(Self.displacements)))
        #expect(phases.isSubset(of: ["end", "cancel"]))
      }
    }
  }

  /// The bars: below `positions` no tap is sent with a position, and at most 0.3 % of taps are sent
  /// at all.
  @Test(.enabled(if: Material.isWanted(Material.strokes), Comment(rawValue: Material.comment)))
  func `contain almost no taps below positions, and never a position`() throws {
    let setup = try setup(TappedTablet.description)
    let levels: [Level] = [.decisions, .motion]
    let pipeline = PanelPipeline(setup)
    var log = LevelLog(setup, levels: levels)
    var numbering = SwipeNumbering()
    var reported = levels.map { _ in 0 }
    let taps = try TappedTablet.taps()
    #expect(taps.count == 23_710)
    for tap in taps {
      for event in tap { pipeline.consume(event, numbering: &numbering, into: &log) }
      for index in levels.indices {
        if !log.lines[index].isEmpty { reported[index] += 1 }
        for line in log.lines[index] {
          let keys = try JSON(line).keys
          #expect(keys.isDisjoint(with: Self.positions), "\(line)")
        }
        log.lines[index] = []
      }
    }
    for index in levels.indices {
      let share = Double(reported[index]) / Double(taps.count)
      #expect(share <= 0.003, "\(levels[index]): \(reported[index]) of \(taps.count) taps were reported")
    }
  }

  private func setup(_ description: PanelDescription) throws -> PanelSetup {
    let identity = PanelIdentity(panelID: "glass", source: .replay)
    return try #require(PanelSetup(description, identity: identity, settings: Settings()))
  }
}

/// The tablet on which people were asked to tap: 132 pixels an inch, one unit is a tenth of a
/// pixel.
enum TappedTablet {
  static var description: PanelDescription {
    var panel = DemoPanel.description
    panel.name = "Tablet"
    // 132 pixels an inch are 52 tenths of a pixel a millimetre.
    panel.axes[EventCode.mtPositionX] = AxisRange(minimum: 0, maximum: 10_240, resolution: 52)
    panel.axes[EventCode.mtPositionY] = AxisRange(minimum: 0, maximum: 10_240, resolution: 52)
    return panel
  }

  /// The events of all taps, one after the other with half a second between them.
  static func taps() throws -> [[InputEvent]] {
    let text = try Gzip.unpack(try Material.bytes("recordings/human/ipad-strokes.csv.gz"), limit: 1 << 26)
    var taps: [[InputEvent]] = []
    var shift: Int64 = 0
    var newest: Int64 = 0
    for line in text.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let fields = String(decoding: line, as: UTF8.self).split(
        separator: ",", omittingEmptySubsequences: false)
      guard fields.count == 9, fields[8] == "tap", let time = Int64(fields[4]), let x = Double(fields[5]),
        let y = Double(fields[6])
      else { continue }
      if fields[7] == "D" {
        shift = newest + 500_000 - time
        taps.append([])
      }
      newest = time + shift
      let timestamp = Instant(microseconds: newest)
      func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        taps[taps.count - 1].append(InputEvent(instant: timestamp, type: type, code: code, value: value))
      }
      add(EventCode.abs, EventCode.mtSlot, 0)
      if fields[7] == "D" { add(EventCode.abs, EventCode.mtTrackingID, Int32(taps.count % 65_536)) }
      if fields[7] == "U" {
        add(EventCode.abs, EventCode.mtTrackingID, -1)
      } else {
        add(EventCode.abs, EventCode.mtPositionX, Int32((x * 10).rounded()))
        add(EventCode.abs, EventCode.mtPositionY, Int32((y * 10).rounded()))
      }
      add(EventCode.syn, EventCode.synReport, 0)
    }
    return taps
  }
}
