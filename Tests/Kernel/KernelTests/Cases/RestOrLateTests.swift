import GestureCore
import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest, .inVirtualTime) struct `Rest or late` {
  private static let flick = "end flick right commit by velocity"
  private static let short = "end drag right return"

  /// Flicks of 30 mm, one a second, whose lifts are late by this delay.
  private func flicks(late: [Int64]) -> PanelScript {
    var finger = Fingertip()
    for (number, late) in late.enumerated() {
      if number > 0 { finger.land() }
      finger.move(by: 600, in: .milliseconds(100), frames: 10)
      finger.rest(for: .milliseconds(late))
      finger.lift()
      finger.rest(for: .milliseconds(1000))
    }
    return finger.script
  }

  // 124 ms is the latest lift on record.
  @Test func `follows the configuration`() async throws {
    var stage = Stage(.events(Fingertip.panel))
    stage.configuration = "[[panel]]\nmatch = { vendor = \"1209\" }\nlift_delay = \"124ms\"\n"
    let performance = try await stage.perform(flicks(late: [124, 30, 190, 274]), as: "late as configured")
    #expect(performance.outcomes == [Self.flick, Self.flick, Self.flick, Self.short])
    #expect(performance.panel.lift_delay_us == 124_000)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }

  @Test func `follows the recorded lift delay of the panel`() async throws {
    var panel = Fingertip.panel
    (panel.vendor, panel.product) = (0x05bd, 0x0107)
    let performance = try await Stage(.events(panel)).perform(
      flicks(late: [102, 155, 237]), as: "late as known")
    #expect(performance.outcomes == [Self.flick, Self.flick, Self.short])
    #expect(performance.panel.lift_delay_us == 87_000)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }

  @Test func `is learned from five lifts`() async throws {
    let performance = try await Stage(.events(Fingertip.panel)).perform(
      flicks(late: [110, 110, 110, 110, 110, 110, 125, 178, 260]), as: "late as learned")
    #expect(
      performance.outcomes == Array(repeating: Self.short, count: 5)
        + Array(repeating: Self.flick, count: 3) + [Self.short])
    #expect(performance.panel.lift_delay_us == 0, "the delay was not known yet")
    let removed = performance.lines.last { $0.type == "panel" && $0.change == "removed" }
    #expect(removed?.lift_delay_us == 110_000)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }

  // Without memory, every restart would cost five flicks.
  @Test func `is remembered after a restart, and a recording of either run replays alike`() async throws {
    let folder = try PrivateFolder()
    for (run, lost) in [5, 0].enumerated() {
      var stage = Stage(.events(Fingertip.panel))
      (stage.state, stage.recording) = (folder.file("state"), folder.file("\(run).evemu"))
      let performance = try await stage.perform(
        flicks(late: Array(repeating: 110, count: 8)), as: "remembered \(run)")
      #expect(
        performance.outcomes == Array(repeating: Self.short, count: lost)
          + Array(repeating: Self.flick, count: 8 - lost))
      #expect(performance.panel.lift_delay_us == (run == 0 ? 0 : 110_000))
      #expect(performance.panel.lift_delay_source == (run == 0 ? "none" : "remembered"))
      let removed = performance.lines.last { $0.type == "panel" && $0.change == "removed" }
      #expect(removed?.lift_delay_source == "learned")
      let replay = try await Command(
        .flickctl, "replay", "--phases", "end,cancel", folder.file("\(run).evemu")
      ).run()
      #expect(withoutNames(replay.lines) == withoutNames(performance.swipes))
    }
  }

  @Test func `is not learned from rests`() async throws {
    let performance = try await Stage(.events(Fingertip.panel)).perform(
      flicks(late: [155, 155, 155, 155, 155, 155, 160, 155]), as: "rests alone")
    #expect(performance.outcomes == Array(repeating: Self.short, count: 8))
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }

  // 125 scans of a resting finger: one update for each scan would flood a client.
  @Test func `follows heartbeats, in one update`() async throws {
    var finger = ScannedFinger()
    finger.move(at: 300, scans: 12)
    finger.rest(scans: 125)
    finger.move(at: 300, scans: 6)
    finger.rest(scans: 20)
    finger.lift()
    var stage = Stage(.reports(ScannedFinger.panel))
    // Late or not, the reports show that the finger rests.
    stage.configuration = "[[panel]]\nlift_delay = \"500ms\"\n"
    let performance = try await stage.perform(finger.script, as: "heartbeats")
    #expect(performance.outcomes == ["end drag right commit by distance"])
    #expect(
      performance.recording.events.count { $0.type == EventCode.msc && $0.code == EventCode.mscTimestamp }
        > 160)
    let updates = try await performance.replayed(phases: "update").map { try JSON($0) }
    let repeated = zip(updates.dropFirst(), updates).filter { $0.location == $1.location }.map(\.0)
    #expect(repeated.count { $0.velocity.x == 0 && $0.velocity.y == 0 } == 2, "one for each rest")
    #expect(updates.count < 12 + 11 + 6 + 11)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }

  // At 135 mm/s the movement is a flick. By the kernel's timestamps it would be 117 mm/s, because
  // each of the last reports arrives later than the one before.
  @Test
  func `follows the panel's scan time, not the arrival of reports`() async throws {
    var finger = ScannedFinger()
    finger.move(at: 10, scans: 60)
    finger.move(at: 135, scans: 20) { number in Interval(microseconds: Int64(max(0, number - 15)) * 1200) }
    finger.lift(late: .milliseconds(5))
    let performance = try await Stage(.reports(ScannedFinger.panel)).perform(finger.script, as: "scan time")
    #expect(performance.outcomes == [Self.flick])
    let speed = try JSON(try #require(performance.swipes.last)).decision.speed.value
    #expect(abs(try #require(speed) - 135) < 7)
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }
}
