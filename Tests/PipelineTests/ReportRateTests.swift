import FlickProtocol
import GestureCore
import Pipeline
import Recordings
import Settings
import TestKit
import Testing

@Suite struct `The report rate of a panel` {
  /// Plays swipes of one finger at this period, in µs, and returns the rate after them.
  private func rate(period: Int64, swipes: Int = 3, fingers: Int = 1) throws -> Double? {
    let moving = (0..<swipes).flatMap { swipe in
      (0..<fingers).map { finger in
        MadeRecording.Finger(
          at: Int64(swipe) * 1000, from: (20, 20 + Double(finger) * 30), by: (120, 5), lasting: 600)
      }
    }
    let events = MadeRecording(moving, period: period).events
    let recording = Recording(
      name: "rate", format: .evemu, description: MadeRecording.description, events: events)
    let panel = try #require(RecordedPanel.panels(for: [recording], settings: Settings()).first)
    let playback = Playback(panel)
    var numbering = SwipeNumbering()
    var sink = Nowhere()
    #expect(playback.message.reportRate == nil)
    _ = playback.play(through: nil, numbering: &numbering, into: &sink)
    return playback.message.reportRate
  }

  @Test(arguments: [60.0, 90, 120, 240]) func `is that of a moving finger`(hertz: Double) throws {
    let rate = try #require(try rate(period: Int64(1_000_000 / hertz)))
    #expect(abs(rate - hertz) < hertz * 0.01)
  }

  @Test func `is unknown until twenty reports of a finger`() throws {
    #expect(try rate(period: 40_000, swipes: 1) == nil)
    #expect(try rate(period: 40_000, swipes: 3) != nil)
  }

  @Test func `is written as null or with one decimal place`() throws {
    var message = RecordedPanelMessage.sample
    func text() -> String {
      var line = LineWriter()
      message.write(.added, into: &line)
      return String(decoding: line.bytes, as: UTF8.self)
    }
    #expect(text().contains(#""rate_hz":null"#))
    message.reportRate = 119.96
    #expect(text().contains(#""rate_hz":120,"#))
    guard case .panel(_, let read)? = ServerMessage(Array(text().dropLast().utf8)) else {
      Issue.record("the line cannot be read")
      return
    }
    #expect(read.reportRate == 120)
  }
}

/// A sink that ignores every fact.
private struct Nowhere: SwipeSink, ~Copyable {
  mutating func receive(_ fact: borrowing SwipeFact) {}
}

private enum RecordedPanelMessage {
  static let sample = PanelMessage(
    panelID: "a", name: "A", vendor: 1, product: 2, serial: nil, node: nil, source: .replay, width: 1,
    height: 1,
    scale: "kernel", rotation: 0, maxContacts: 10, liftDelayMicroseconds: 0)
}
