import Foundation
import GestureCore
import LinuxIO
import Panels
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest, .inVirtualTime) struct `A panel that is plugged in again and again` {
  /// The number of cycles.
  ///
  /// The bar is 1,000, which takes minutes and runs at night.
  private static let cycles =
    ProcessInfo.processInfo.environment["FLICKD_PLUG_CYCLES"].flatMap(Int.init) ?? 100

  /// The cycles in which the daemon's memory still grows to its normal size: buffers, and pages of
  /// code that run for the first time.
  private static let warmUp = 20

  @Test func `leaves nothing behind, and each flick is recognised`() async throws {
    let outcome = try await Daemon.run([], within: 20_000) { daemon in
      let subscriber = try await daemon.subscriber()
      let panel = VirtualPanel(.events(Fingertip.panel), mark: "again/0")
      for _ in 0..<Self.warmUp { try await Self.cycle(panel, subscriber) }
      let (files, memory) = try (daemon.openFiles, daemon.residentKilobytes)
      for _ in 0..<Self.cycles { try await Self.cycle(panel, subscriber) }
      #expect(try daemon.openFiles == files)
      let growth = try daemon.residentKilobytes - memory
      #expect(growth <= 256, "in kB, after \(Self.cycles) cycles")
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test func `is reported within 50 ms, and then lets the service sleep`() async throws {
    let outcome = try await Daemon.run([], within: 2000) { daemon in
      let subscriber = try await daemon.subscriber()
      let panel = VirtualPanel(.events(Fingertip.panel), mark: "again/1")
      try panel.plug()
      #expect(try await subscriber.next(of: "panel").change == "added")
      var finger = Fingertip()
      finger.move(by: 600, in: .milliseconds(100), frames: 12)
      try PanelPlayer(finger.script, on: panel).play()
      let before = try await subscriber.turns()
      let pulled = SystemCalls.monotonicMicroseconds()
      panel.unplug()
      #expect(try await subscriber.next(of: "swipe").reason == "unplugged")
      // The time includes the test's own polling every 5 ms.
      #expect(SystemCalls.monotonicMicroseconds() - pulled <= 50_000)
      #expect(try await subscriber.next(of: "panel").change == "removed")
      SystemCalls.sleep(until: pulled + 10_000_000)
      // The question itself takes one turn.
      #expect(try await subscriber.turns() - before - 1 <= 5)
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  private static func cycle(_ panel: VirtualPanel, _ subscriber: Subscriber) async throws {
    try panel.plug()
    #expect(try await subscriber.next(of: "panel").change == "added")
    var finger = Fingertip()
    finger.move(by: 600, in: .milliseconds(100), frames: 12)
    finger.lift()
    try PanelPlayer(finger.script, on: panel).play()
    let swipe = try await subscriber.next(of: "swipe")
    #expect(swipe.scenarioWords == "end flick right commit by velocity")
    panel.unplug()
    #expect(try await subscriber.next(of: "panel").change == "removed")
  }
}

extension Daemon {
  /// The number of files that the service has open.
  fileprivate var openFiles: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count }
  }
}

extension Subscriber {
  /// The number of turns of the service's loop, including the turn for this question.
  func turns() async throws -> Int {
    try send(#"{"id":"turns","request":"stats"}"# + "\n")
    return Int(try #require(try await next(of: "reply").turns.value))
  }
}
