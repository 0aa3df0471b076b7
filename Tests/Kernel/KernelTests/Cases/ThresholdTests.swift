import GestureCore
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest, .inVirtualTime) struct `A threshold in time` {
  /// A moment at which flickd's decision changes.
  struct Threshold: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var configuration = ""
    /// The last time that still leads to the first decision, in ms.
    let milliseconds: Int64
    /// The decision up to that time.
    let before: String
    /// The decision from one millisecond later on.
    let after: String
    /// The finger that takes this time.
    let finger: @Sendable (Interval) -> Fingertip
  }

  /// 12.5 mm at S = 124.66 mm/s would take 100.27 ms.
  static let speed = Threshold(
    testDescription: "S: 12.5 mm in time", milliseconds: 100, before: "end flick right commit by velocity",
    after: "end drag right return"
  ) { time in
    var finger = Fingertip()
    finger.move(by: 250, in: time, frames: 10)
    finger.rest(for: .milliseconds(8))
    finger.lift()
    return finger
  }

  /// A flick with a rest before the lift.
  ///
  /// Silence of 80 ms or three reports, plus the panel's lift delay, may still be the panel's; one
  /// report more is a rest of the finger.
  static func held(_ name: String, configuration: String = "", period: Int64, for limit: Int64) -> Threshold {
    Threshold(
      testDescription: name, configuration: configuration, milliseconds: limit,
      before: "end flick right commit by velocity", after: "end drag right return"
    ) { time in
      var finger = Fingertip()
      // The period is a mean in which each report counts for an eighth: forty reports result in
      // 39.9 ms of 40.
      for _ in 0..<20 {
        finger.move(by: 1, in: .milliseconds(period), frames: 1)
        finger.move(by: -1, in: .milliseconds(period), frames: 1)
      }
      // 31 mm in 240 ms, 129 mm/s: a little too short to commit by distance, and fast enough.
      finger.move(by: 620, in: .milliseconds(240), frames: 240 / period)
      finger.rest(for: time)
      finger.lift()
      return finger
    }
  }

  /// A contact without a lift is dropped after 30 s; one that lifts a millisecond earlier still
  /// decides.
  static let stale = Threshold(
    testDescription: "the lost lift", milliseconds: 29_999, before: "end drag right commit by distance",
    after: "cancel stale"
  ) { time in
    var finger = Fingertip()
    finger.move(by: 800, in: .milliseconds(1000), frames: 100)
    finger.rest(for: time)
    finger.lift()
    return finger
  }

  static let thresholds = [
    speed,
    held("rest on a panel of 100 Hz", period: 10, for: 80),
    held("rest on a panel of 25 Hz", period: 40, for: 119),
    held(
      "rest on a panel whose lift is 40 ms late",
      configuration: "[[panel]]\nmatch = { vendor = \"1209\" }\nlift_delay = \"40ms\"\n", period: 10, for: 120
    ),
    stale,
  ]

  @Test(arguments: thresholds, [-1, 0, 1])
  func `is exact to the millisecond`(threshold: Threshold, offset: Int64) async throws {
    var stage = Stage(.events(Fingertip.panel))
    stage.configuration = threshold.configuration
    let time = Interval.milliseconds(threshold.milliseconds + offset)
    let performance = try await stage.perform(
      threshold.finger(time).script, as: "\(threshold.testDescription) \(time.microseconds / 1000) ms")
    #expect(performance.outcomes == [offset <= 0 ? threshold.before : threshold.after])
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }
}

@Suite(.inGuest) struct `A threshold in length` {
  /// A displacement in device units, and the expected decision: D = 31.166 mm is 623.3 units, the
  /// slop of 1.558 mm is 31.2.
  struct Displacement: Sendable, CustomTestStringConvertible {
    let units: Int32
    var configuration = ""
    let outcomes: [String]

    var testDescription: String { "\(units) units" }
  }

  private static let evenDistance = "[swipe]\ndistance = \"30mm\"\n"

  static let displacements = [
    Displacement(units: 623, outcomes: ["end drag right return"]),
    Displacement(units: 624, outcomes: ["end drag right commit by distance"]),
    Displacement(units: -623, outcomes: ["end drag left return"]),
    Displacement(units: -624, outcomes: ["end drag left commit by distance"]),
    Displacement(units: 31, outcomes: []),
    Displacement(units: 32, outcomes: ["end drag right return"]),
    // 30 mm to the unit: a displacement equal to D does not yet exceed it.
    Displacement(units: 600, configuration: evenDistance, outcomes: ["end drag right return"]),
    Displacement(units: 601, configuration: evenDistance, outcomes: ["end drag right commit by distance"]),
  ]

  @Test(arguments: displacements)
  func `is exact to the panel's unit`(displacement: Displacement) async throws {
    var finger = Fingertip()
    finger.move(by: displacement.units, in: .milliseconds(1500), frames: 100)
    finger.rest(for: .milliseconds(200))
    finger.lift()
    var stage = Stage(.events(Fingertip.panel))
    stage.configuration = displacement.configuration
    let performance = try await stage.perform(finger.script, as: "length \(displacement.units)")
    #expect(performance.outcomes == displacement.outcomes)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }
}
