import GestureCore
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest, .inVirtualTime) struct `A velocity at release` {
  // MARK: Outliers

  /// One of nine positions is impossible for a finger.
  ///
  /// A panel sends such a position when its pressure drops for one report.
  struct Wild: Sendable, CustomTestStringConvertible {
    let frame: Int
    let millimeters: Int32
    let outcome: String

    var testDescription: String { "\(millimeters) mm off in frame \(frame) of 9" }
  }

  static let wild = [
    Wild(frame: 5, millimeters: 60, outcome: "end flick right commit by distance, velocity"),
    Wild(frame: 5, millimeters: -60, outcome: "end flick right commit by distance, velocity"),
    Wild(frame: 8, millimeters: 60, outcome: "end flick right commit by distance, velocity"),
    Wild(frame: 8, millimeters: -60, outcome: "end flick right commit by distance, velocity"),
    Wild(frame: 9, millimeters: 60, outcome: "end flick right commit by distance, velocity"),
    Wild(frame: 9, millimeters: -60, outcome: "end flick right commit by distance, velocity"),
  ]

  @Test(arguments: wild)
  func `ignores one outlier`(wild: Wild) async throws {
    var finger = Fingertip()
    // 300 mm/s at 60 Hz.
    let period = Interval(microseconds: 16_667)
    let off = wild.millimeters * Fingertip.unitsPerMillimeter
    for frame in 1...9 {
      let displacement: Int32 = frame == wild.frame ? 100 + off : frame == wild.frame + 1 ? 100 - off : 100
      finger.move(by: displacement, in: period, frames: 1)
    }
    finger.rest(for: period)
    finger.lift()
    let performance = try await Stage(.events(Fingertip.panel)).perform(
      finger.script, as: "wild \(wild.testDescription)")
    #expect(performance.outcomes == [wild.outcome])
    let speed = try JSON(try #require(performance.swipes.last)).decision.speed.value
    #expect(abs(try #require(speed) - 300) < 3)
    let updates = try await performance.replayed(phases: "update").map { try JSON($0) }
    // No line contains the outlier.
    #expect(updates.count == 7)
    for update in updates {
      #expect(update.decision.kind == "flick" && update.decision.direction == "right")
      #expect(update.decision.commit == true)
    }
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }

  // MARK: Stops

  /// A finger at 500 mm/s that stops dead after 29 mm, and what it does until it lifts.
  struct Stop: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The largest speed that may remain, in mm/s.
    let rest: Double
    let hold: @Sendable (inout Fingertip) -> Void
  }

  /// The number of times that the finger moves one unit forth and back.
  private static func tremble(_ finger: inout Fingertip, times: Int32, every interval: Interval) {
    for time in 1...times { finger.move(by: time % 2 == 1 ? 1 : -1, in: interval, frames: 1) }
  }

  // 60 ms alone are not a rest, as 80 are: a tenth of the earlier speed may remain.
  static let stops = [
    Stop(testDescription: "60 ms with a tremor in every frame", rest: 50) { finger in
      tremble(&finger, times: 7, every: .milliseconds(8))
      finger.rest(for: .milliseconds(4))
    },
    // The kernel sends nothing while nothing changes.
    Stop(testDescription: "60 ms with a tremor at their end", rest: 50) { finger in
      finger.rest(for: .milliseconds(48))
      tremble(&finger, times: 1, every: .milliseconds(8))
      finger.rest(for: .milliseconds(4))
    },
    // A parabola through the stop bends back, and the jitter makes it do so.
    Stop(testDescription: "32 ms with a tremor back at their end", rest: 20) { finger in
      finger.rest(for: .milliseconds(24))
      finger.move(by: -1, in: .milliseconds(8), frames: 1)
      finger.rest(for: .milliseconds(4))
    },
    // The finger is never still for 80 ms, and yet rests: a movement as slow as noise is noise.
    Stop(testDescription: "160 ms with a tremor in every other frame", rest: 0.05) { finger in
      tremble(&finger, times: 10, every: .milliseconds(16))
      finger.rest(for: .milliseconds(4))
    },
  ]

  @Test(arguments: stops)
  func `is almost zero after a quick stop, and never a flick back`(stop: Stop) async throws {
    var finger = Fingertip()
    finger.move(by: 580, in: .milliseconds(58), frames: 7)
    stop.hold(&finger)
    finger.lift()
    let performance = try await Stage(.events(Fingertip.panel)).perform(
      finger.script, as: "stop \(stop.testDescription)")
    #expect(performance.outcomes == ["end drag right return"])
    let speed = try JSON(try #require(performance.swipes.last)).decision.speed.value
    #expect(try #require(speed) < stop.rest)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }
}
