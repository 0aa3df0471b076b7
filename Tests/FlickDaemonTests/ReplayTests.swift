import TestKit
import Testing

@Suite struct `A recording played by flickd` {
  /// The lines that a client receives after the greeting, without the last, which is a bye.
  private func lines(of files: [String]) async throws -> [String] {
    let collected = Lines()
    let outcome = try await Daemon.run(files.flatMap { ["--replay", $0] }, ending: .byItself) { daemon in
      let (subscriber, hello, _) = try await daemon.subscribe()
      #expect(hello.clock == "recording")
      await collected.add(try await subscriber.rest())
    }
    #expect(outcome.code == 0)
    let all = await collected.all
    let bye = try JSON(try #require(all.last))
    #expect(bye.type == "bye")
    #expect(bye.reason == "shutdown")
    return all.dropLast()
  }

  private func compare(_ files: [String], swipes: Int?) async throws {
    let offline = try await Command([Program.flickctl.path, "replay"] + files).run()
    #expect(offline.code == 0)
    let again = try await Command([Program.flickctl.path, "replay"] + files).run()
    #expect(again.output == offline.output)
    let first = try await lines(of: files)
    #expect(first == offline.lines, "\(files)")
    if let swipes {
      #expect(first.count == swipes)
    } else {
      #expect(!first.isEmpty)
    }
    for line in first { #expect(try JSON(line).type == "swipe") }
  }

  @Test(
    arguments: [
      ("one finger", MadeRecording.oneFinger, 3), ("ten fingers", .tenFingers, 1), ("dropped", .dropped, 2),
      ("still down", .stillDown, 1),
    ])
  func `gives the same lines as flickctl replay`(name: String, recording: MadeRecording, swipes: Int)
    async throws
  {
    let folder = try PrivateFolder()
    let file = try folder.write("\(name).evemu", recording.bytes)
    try await compare([file], swipes: swipes)
    try await compare([file], swipes: swipes)
  }

  @Test func `plays after the one named before, on its own panel and clock`() async throws {
    let folder = try PrivateFolder()
    let files = [
      try folder.write("first.evemu", MadeRecording.stillDown.bytes),
      try folder.write("second.evemu", MadeRecording.tenFingers.bytes),
      try folder.write("third.evemu", MadeRecording.dropped.bytes),
    ]
    try await compare(files, swipes: 4)
    let panels = try await lines(of: files).map { try JSON($0).panel_id }
    #expect(
      panels == ["replay:first.evemu", "replay:second.evemu", "replay:third.evemu", "replay:third.evemu"])
  }

  @Test(
    .enabled(if: Material.isWanted, Comment(rawValue: Material.comment)),
    arguments: [
      "evemu-devices/Wacom_ISDv4_E6_Finger.double-top-swipe.events",
      "evemu-devices/Wacom_ISDv4_E6_Finger.single-center-scroll.events",
      "evemu-devices/Atmel_maXTouch_Touchscreen.4-finger-drag-down.events",
      "evemu-devices/N-Trig_MultiTouch.1-finger-drag-NW-SE.events",
      "android-getevent/tablet-single-drag.txt",
      "android-getevent/tablet-two-finger-drag.txt",
    ])
  func `from a real panel gives the same lines`(name: String) async throws {
    try await compare([try Material.path("recordings/evdev/\(name)")], swipes: nil)
  }

  @Test func `starts with the first client and reports the active swipe to a later one`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("slow.evemu", MadeRecording.slowDrag.bytes)
    let outcome = try await Daemon.run(["--replay", file], in: folder) { daemon in
      let (_, _, atStart) = try await daemon.subscribe()
      #expect(atStart.swipes == .array([]))
      let swipe = try await daemon.activeSwipe()
      #expect(swipe.swipe_id == 1)
      #expect(swipe.panel_id == "replay:slow.evemu")
    }
    #expect(outcome.code == 0)
  }
}

/// Collects lines from a concurrent closure.
actor Lines {
  private(set) var all: [String] = []

  func add(_ lines: [String]) { all += lines }
}

extension Daemon {
  /// Reconnects until the state contains a swipe, and returns the swipe.
  func activeSwipe() async throws -> JSON {
    for _ in 0..<120 {
      let (_, _, state) = try await subscribe()
      if let swipe = state.swipes.elements.first { return swipe }
      // flickd refuses a user who connects more than twenty times a second.
      try await Task.sleep(for: .milliseconds(100))
    }
    throw TimedOut(description: "no swipe was ever under way")
  }
}
