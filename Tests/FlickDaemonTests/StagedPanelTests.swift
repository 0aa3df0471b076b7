import GestureCore
import Panels
import Recordings
import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `Touchscreens that come and go under flickd` {
  private func panel(
    _ number: Int, path: String = "platform-glass", address: String? = nil, seat: String? = nil
  ) -> MockDevice {
    var udev = MockMachine.touchscreen.merging(["ID_PATH": path]) { $1 }
    udev["ID_SEAT"] = seat
    var panel = MockDevice.panel(number, udev: udev)
    panel.address = address
    return panel
  }

  /// Runs flickd on a stage, and ends it before the stage.
  private func run(
    _ scene: MockStage.Scene, _ arguments: [String] = [], environment: [String: String] = [:],
    preloaded: PreloadedLibrary? = nil,
    _ body: @escaping @Sendable (MockStage, Subscriber, JSON) async throws -> Void
  ) async throws {
    let stage = try MockStage(scene)
    let outcome = try await stage.run(preloaded: preloaded) { surroundings in
      let all = surroundings.environment.merging(environment) { $1 }
      let outcome = try await Daemon.run(arguments, environment: all) { daemon in
        let (subscriber, _, state) = try await daemon.subscribe()
        try await body(stage, subscriber, state)
      }
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  private func stats(_ subscriber: Subscriber) async throws -> JSON {
    try subscriber.send(#"{"id":1,"request":"stats"}"# + "\n")
    return try await subscriber.next(of: "reply")
  }

  /// Waits until flickd has read this number of frames of the only panel.
  private func wait(for frames: Double, _ subscriber: Subscriber) async throws {
    while true {
      let counts = try await stats(subscriber).panels.elements.first
      if let read = counts?.frames.value, read >= frames { return }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test(arguments: [[], ["pci-1"], ["pci-1", "pci-2"]])
  func `are all listed at the start`(paths: [String]) async throws {
    let panels = paths.enumerated().map { panel(5 + $0, path: $1) }
    try await run(MockStage.Scene(panels)) { _, _, state in
      #expect(state.panels.elements.compactMap(\.panel_id.text) == paths)
      #expect(state.panels.elements.compactMap(\.node.text) == panels.map(\.node))
    }
  }

  /// Regression: the loop blocked while a panel opened.
  ///
  /// Opening takes long when the panel sleeps, and 50 ms on USB with old kernels.
  @Test func `do not block the loop while they wake up, and are added then`() async throws {
    let files = try PrivateFolder()
    let (slow, quick) = (panel(5, path: "pci-1"), panel(6, path: "pci-2"))
    var scene = MockStage.Scene()
    scene.await("plug")
    scene.add(slow)
    scene.add(quick)
    scene.await("pull")
    scene.unplug(slow)
    let environment = ["SLOW_OPEN": slow.node, "SLOW_UNTIL": files.file("awake")]
    let library = try PreloadedLibrary("slow-open", in: files)
    try await run(scene, environment: environment, preloaded: library) { stage, subscriber, _ in
      try stage.cue("plug")
      let first = try await subscriber.next(of: "panel")
      #expect(first.change == "added" && first.panel_id == "pci-2")
      #expect(try await stats(subscriber).panels.elements.count == 1)
      try files.write("awake", "")
      let second = try await subscriber.next(of: "panel")
      #expect(second.change == "added" && second.panel_id == "pci-1")
      try stage.cue("pull")
      #expect(try await subscriber.next(of: "panel").change == "removed")
    }
  }

  @Test func `that leave while they wake up are never added`() async throws {
    let files = try PrivateFolder()
    let (slow, quick) = (panel(5, path: "pci-1"), panel(6, path: "pci-2"))
    var scene = MockStage.Scene()
    scene.await("plug")
    scene.add(slow)
    scene.await("pull")
    scene.unplug(slow)
    scene.add(quick)
    let environment = ["SLOW_OPEN": slow.node, "SLOW_UNTIL": files.file("awake")]
    let library = try PreloadedLibrary("slow-open", in: files)
    try await run(scene, environment: environment, preloaded: library) { stage, subscriber, _ in
      try stage.cue("plug")
      try stage.cue("pull")
      let first = try await subscriber.next(of: "panel")
      #expect(first.change == "added" && first.panel_id == "pci-2")
      try files.write("awake", "")
      try await Task.sleep(for: .milliseconds(100))
      #expect(try await stats(subscriber).panels.elements.count == 1)
    }
  }

  @Test func `cancel the active swipe when they leave, and decide the next`() async throws {
    let panel = panel(5)
    var scene = MockStage.Scene()
    scene.await("plug")
    scene.add(panel)
    scene.await("touch")
    scene.play(.swipe(frames: 0..<20, isLifted: false), on: panel)
    scene.await("pull")
    scene.unplug(panel)
    scene.await("replug")
    // The kernel assigns another number to a panel that returns.
    let again = self.panel(6)
    scene.add(again)
    scene.await("flick")
    scene.play(.swipe(frames: 0..<30, isLifted: true), on: again)
    try await run(scene) { stage, subscriber, state in
      #expect(state.panels == .array([]))
      try stage.cue("plug")
      #expect(try await subscriber.next().change == "added")
      try stage.cue("touch")
      try await wait(for: 20, subscriber)
      try stage.cue("pull")
      let end = try await subscriber.next()
      #expect(end.phase == "cancel" && end.reason == "unplugged")
      #expect(try await subscriber.next().change == "removed")
      try stage.cue("replug")
      let back = try await subscriber.next()
      #expect(back.change == "added" && back.panel_id == "platform-glass")
      try stage.cue("flick")
      let flick = try await subscriber.next()
      #expect(flick.decision.kind == "flick" && flick.decision.direction == "right")
    }
  }

  @Test func `keep their names when two equal ones return in another order`() async throws {
    let panels = [panel(5, address: "usb-1"), panel(6, address: "usb-2")]
    var scene = MockStage.Scene(panels)
    scene.await("pull")
    for panel in panels { scene.unplug(panel) }
    for panel in [panel(7, address: "usb-2"), panel(8, address: "usb-1")] { scene.add(panel) }
    try await run(scene) { stage, subscriber, state in
      let names = state.panels.elements.compactMap(\.panel_id.text)
      #expect(names == ["platform-glass", "platform-glass-2"])
      try stage.cue("pull")
      for name in names {
        let line = try await subscriber.next()
        #expect(line.change == "removed" && line.panel_id.text == name)
      }
      // They open concurrently, so either may be added first.
      var added: [String: String] = [:]
      for _ in names {
        let line = try await subscriber.next()
        #expect(line.change == "added")
        added[line.node.text ?? ""] = line.panel_id.text
      }
      #expect(added == [panel(7).node: names[1], panel(8).node: names[0]])
    }
  }

  @Test func `lose only the active swipe when their clock is set`() async throws {
    let panel = panel(5)
    var scene = MockStage.Scene([panel])
    scene.await("touch")
    scene.play(.swipe(frames: 0..<20, isLifted: false), on: panel)
    scene.setClock(by: -3600)
    scene.play(.swipe(frames: 20..<30, isLifted: true), on: panel)
    scene.play(.swipe(frames: 0..<30, isLifted: true), on: panel)
    scene.setClock(by: 7200)
    scene.play(.swipe(frames: 0..<30, isLifted: true), on: panel)
    try await run(scene) { stage, subscriber, _ in
      try stage.cue("touch")
      let cancelled = try await subscriber.next()
      #expect(cancelled.phase == "cancel" && cancelled.reason == "dropped")
      for _ in 1...2 {
        let flick = try await subscriber.next()
        #expect(flick.decision.kind == "flick" && flick.decision.direction == "right")
        // 50 units every 8 ms, at 8 units per millimetre.
        #expect(abs(try #require(flick.velocity.x.value) - 781.25) < 20)
      }
    }
  }

  @Test(
    arguments: [
      ([], [:], ["here"]), (["--seat", "seat1"], [:], ["there"]), ([], ["XDG_SEAT": "seat1"], ["there"]),
      (["--seat", "seat0"], ["XDG_SEAT": "seat1"], ["here"]),
    ] as [([String], [String: String], [String])])
  func `of another seat are ignored`(
    arguments: [String], environment: [String: String], panels: [String]
  ) async throws {
    let scene = MockStage.Scene([panel(5, path: "here"), panel(6, path: "there", seat: "seat1")])
    try await run(scene, arguments, environment: environment) { _, _, state in
      #expect(state.panels.elements.compactMap(\.panel_id.text) == panels)
    }
  }

  /// Short recordings of one or two contacts, from panels of several makers.
  private static let recordings: [String] = {
    let rows = (try? Material.rows("recordings/index.csv")) ?? []
    let short = rows.filter { row in
      let seconds = row["duration_s"].flatMap { Double($0) } ?? .infinity
      let contacts = row["contacts"].flatMap { Int($0) } ?? 0
      return seconds <= 2 && (1...2).contains(contacts)
    }
    return rows.isEmpty ? ["index.csv is missing"] : Array(short.compactMap { $0["file"] }.prefix(6))
  }()

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)), arguments: recordings)
  func `have in real time the decisions of their recordings`(file: String) async throws {
    let path = try Material.path("recordings/\(file)")
    let recording = try RecordingFile.read(path)
    var panel = panel(5)
    panel.description = recording.description
    // A recording of getevent contains no name and no properties.
    panel.description.properties |= 1 << UInt64(EventCode.propDirect)
    var scene = MockStage.Scene([panel])
    scene.await("play")
    scene.play(MockEvents(recording.events), on: panel)
    let files = try PrivateFolder()
    let replay = try await Command(
      .flickctl, "replay", "--config", try files.write("none.toml", ""), path
    ).run()
    let expected = try replay.lines.map { try JSON($0) }.filter { $0.type == "swipe" }
    try await run(scene) { stage, subscriber, _ in
      try stage.cue("play")
      let frames = recording.events.count { $0.type == EventCode.syn && $0.code == EventCode.synReport }
      for swipe in expected {
        let line = try await subscriber.next()
        let words = Comment(rawValue: "\(line) instead of \(swipe)")
        #expect(line.phase == swipe.phase && line.decision.direction == swipe.decision.direction, words)
        #expect(
          line.decision.commit == swipe.decision.commit && line.decision.kind == swipe.decision.kind, words)
      }
      try await wait(for: Double(frames), subscriber)
      let counts = try await stats(subscriber).panels.elements.first
      #expect(counts?.contacts_down == 0 && counts?.dropped == 0)
    }
  }
}

extension MockEvents {
  /// These frames of a flick to the right across a third of the glass; frame 0 is the landing.
  static func swipe(frames: Range<Int>, isLifted: Bool) -> MockEvents {
    var events = MockEvents()
    var now = 1_000_000
    for frame in frames {
      now = 1_000_000 + frame * 8000
      if frame == 0 {
        events.add(at: now, EventCode.abs, EventCode.mtTrackingID, 1)
        events.add(at: now, EventCode.abs, EventCode.mtPositionY, 2000)
        events.add(at: now, EventCode.key, EventCode.btnTouch, 1)
      }
      events.add(at: now, EventCode.abs, EventCode.mtPositionX, Int32(1000 + frame * 50))
      events.add(at: now, EventCode.syn, EventCode.synReport, 0)
    }
    guard isLifted else { return events }
    events.add(at: now + 8000, EventCode.abs, EventCode.mtTrackingID, -1)
    events.add(at: now + 8000, EventCode.key, EventCode.btnTouch, 0)
    events.add(at: now + 8000, EventCode.syn, EventCode.synReport, 0)
    return events
  }

  /// The events of a recording.
  init(_ events: [InputEvent]) {
    self.init()
    guard let begin = events.first?.instant else { return }
    for event in events {
      // One second later, so that no timestamp is 0.
      add(
        at: 1_000_000 + Int((event.instant - begin).microseconds), event.type, event.code, event.value)
    }
  }
}
