import LinuxIO
import Panels
import TestKit
import Testing

@Suite struct `The counts of flickd` {
  @Test func `include the contacts and swipes of each panel`() async throws {
    let folder = try PrivateFolder()
    let files = [
      try folder.write("one.evemu", MadeRecording.oneFinger.bytes),
      try folder.write("slow.evemu", MadeRecording.slowDrag.bytes),
      try folder.write("later.evemu", MadeRecording.oneFinger.bytes),
    ]
    let outcome = try await Daemon.run(files.flatMap { ["--replay", $0] }, in: folder) { daemon in
      let one = try await daemon.subscriber()
      let other = try await daemon.subscriber()
      try one.send("{\"id\":1,\"request\":\"stats\"}\n")
      let before = try await one.next(of: "reply")
      #expect(before.clients == 2)
      #expect(
        before.panels.elements.map(\.panel_id)
          == ["replay:one.evemu", "replay:slow.evemu", "replay:later.evemu"])
      for panel in before.panels.elements {
        #expect(
          panel.keys == [
            "panel_id", "contacts", "contacts_down", "frames", "rejected", "dropped", "swipes", "flicks",
            "drags", "commits", "cancels",
          ])
      }

      // The first recording has ended when the only swipe of the second is active.
      _ = try await daemon.swipe(on: "replay:slow.evemu")
      try other.send("{\"id\":\"after\",\"request\":\"stats\"}\n")
      let after = try await other.next(of: "reply")
      #expect(after.id == "after")
      let counts = after.panels.elements
      #expect(counts[0].contacts == 3)
      #expect(counts[0].contacts_down == 0)
      #expect(counts[0].frames.value ?? 0 > 100)
      #expect([counts[0].swipes, counts[0].flicks, counts[0].drags, counts[0].commits] == [3, 1, 2, 2])
      #expect(counts[0].cancels == .object([:]))
      #expect(counts[1].contacts == 1)
      #expect(counts[1].contacts_down == 1)
      #expect(counts[1].swipes == 0)
      #expect(counts[2].contacts == 0)
    }
    #expect(outcome.code == 0)
  }

  @Test func `hide taps from the level decisions`() async throws {
    let folder = try PrivateFolder()
    // A bad configuration limits every client to decisions.
    let config = try folder.write("bad.toml", "[swipe]\nslop = 3\n")
    let file = try folder.write("one.evemu", MadeRecording.oneFinger.bytes)
    let slow = try folder.write("slow.evemu", MadeRecording.slowDrag.bytes)
    let outcome = try await Daemon.run(
      ["--config", config, "--replay", file, "--replay", slow], in: folder
    ) { daemon in
      let (subscriber, hello, _) = try await daemon.subscribe()
      #expect(hello.level == "decisions")
      _ = try await daemon.swipe(on: "replay:slow.evemu")
      try subscriber.send("{\"id\":1,\"request\":\"stats\"}\n")
      let panel = try #require(try await subscriber.next(of: "reply").panels.elements.first)
      #expect(
        panel.keys == ["panel_id", "dropped", "swipes", "flicks", "drags", "commits", "cancels"])
      #expect([panel.swipes, panel.flicks, panel.drags, panel.commits] == [3, 1, 2, 2])
    }
    #expect(outcome.code == 0)
  }

  @Test func `of the synthetic panel match its swipe lines`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      var lines: [JSON] = []
      for _ in 0..<2 { lines.append(try await subscriber.next(of: "swipe")) }
      try subscriber.send("{\"id\":1,\"request\":\"stats\"}\n")
      var line = try await subscriber.next()
      while line.type != "reply" {
        lines.append(line)
        line = try await subscriber.next()
      }
      let panel = try #require(line.panels.elements.first)
      #expect(panel.panel_id == "demo:synthetic")
      #expect(panel.swipes.value == Double(lines.count { $0.phase == "end" }))
      #expect(panel.commits.value == Double(lines.count { $0.decision.commit == true }))
    }
    #expect(outcome.code == 0)
  }
}

/// A tap on a touchscreen of the machine; flickd sends no line for a tap.
@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `The counts of a touchscreen under flickd` {
  private var tap: MockEvents {
    var events = MockEvents()
    let start = MockEvents.start(at: Int(SystemCalls.monotonicMicroseconds()), seconds: 2)
    events.add(at: start, EventCode.syn, EventCode.synReport, 0)
    let landing = start + 500_000
    events.add(at: landing, EventCode.abs, EventCode.mtTrackingID, 1)
    events.add(at: landing, EventCode.abs, EventCode.mtPositionX, 1000)
    events.add(at: landing, EventCode.abs, EventCode.mtPositionY, 2000)
    events.add(at: landing, EventCode.syn, EventCode.synReport, 0)
    events.add(at: landing + 50_000, EventCode.abs, EventCode.mtTrackingID, -1)
    events.add(at: landing + 50_000, EventCode.syn, EventCode.synReport, 0)
    return events
  }

  @Test func `include its contacts and frames`() async throws {
    let folder = try PrivateFolder()
    let files = try PrivateFolder()
    let panel = MockDevice.panel(5, udev: MockMachine.touchscreen)
    let machine = try MockMachine([panel], events: tap, in: files)
    let outcome = try await Daemon.run([], under: machine.prefix, in: folder, ending: .byItself) { daemon in
      let (subscriber, _, state) = try await daemon.subscribe()
      var counts = JSON.null
      for _ in 0..<500 where counts.frames.value ?? 0 < 3 {
        try subscriber.send("{\"id\":1,\"request\":\"stats\"}\n")
        counts = try #require(try await subscriber.next(of: "reply").panels.elements.first)
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(counts.panel_id == state.panels.elements.first?.panel_id)
      #expect([counts.contacts, counts.contacts_down, counts.frames] == [1, 0, 3])
      #expect([counts.swipes, counts.dropped] == [0, 0])
      daemon.send(.terminate, to: try subscriber.server)
      _ = try await subscriber.next(of: "bye")
    }
    #expect(outcome.code == 0)
  }
}

extension Daemon {
  /// Reconnects until the state contains a swipe on this panel, and returns the swipe.
  fileprivate func swipe(on panelID: String) async throws -> JSON {
    for _ in 0..<120 {
      let (_, _, state) = try await subscribe()
      if let swipe = state.swipes.elements.first(where: { $0.panel_id.text == panelID }) { return swipe }
      // flickd refuses a user who connects more than twenty times a second.
      try await Task.sleep(for: .milliseconds(100))
    }
    throw TimedOut(description: "no swipe was ever under way on \(panelID)")
  }
}
