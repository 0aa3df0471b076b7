import Panels
import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `A reload with touchscreens` {
  private func panel(_ number: Int, path: String) -> MockDevice {
    .panel(number, udev: MockMachine.touchscreen.merging(["ID_PATH": path]) { $1 })
  }

  private func run(
    _ scene: MockStage.Scene, starting text: String = "",
    _ body: @escaping @Sendable (MockStage, Reloading) async throws -> Void
  ) async throws {
    let stage = try MockStage(scene)
    let outcome = try await stage.run { surroundings in
      _ = try await Reloading.run([], starting: text, environment: surroundings.environment) { service in
        try await body(stage, service)
      }
    }
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  /// Waits until `count` contacts are down on the only panel.
  private func wait(forContacts count: Double, _ subscriber: Subscriber) async throws {
    while true {
      try subscriber.send("{\"id\":1,\"request\":\"stats\"}\n")
      let stats = try await subscriber.next(of: "reply")
      if stats.panels.elements.first?.contacts_down.value == count { return }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test func `decides the active swipe by the old settings and the next by the new`() async throws {
    let panel = panel(5, path: "glass")
    var scene = MockStage.Scene([panel])
    scene.await("touch")
    scene.play(.swipe(frames: 0..<20, isLifted: false), on: panel)
    scene.await("lift")
    scene.play(.swipe(frames: 20..<30, isLifted: true), on: panel)
    scene.await("again")
    scene.play(.swipe(frames: 0..<30, isLifted: true), on: panel)
    try await run(scene) { stage, service in
      let subscriber = try await service.daemon.subscriber()
      try stage.cue("touch")
      try await wait(forContacts: 1, subscriber)
      let status = try await service.reload("[swipe]\ndistance = \"50mm\"\n[[panel]]\nrotation = 180\n")
      #expect(status == "1 panel, 1 client")
      try stage.cue("lift")
      let first = try await subscriber.next()
      #expect(first.phase == "end" && first.decision.direction == "right")
      #expect(first.decision.distance_threshold == .number(31.166))
      let changed = try await subscriber.next()
      #expect(changed.type == "panel" && changed.change == "changed" && changed.rotation == 180)
      try stage.cue("again")
      let second = try await subscriber.next()
      #expect(second.decision.direction == "left")
      #expect(second.decision.distance_threshold == 50)
    }
  }

  @Test func `changes only the panel with changed settings`() async throws {
    let scene = MockStage.Scene([panel(5, path: "one"), panel(6, path: "two")])
    try await run(scene, starting: "[[panel]]\nmatch = { path = \"two\" }\nrotation = 90\n") { _, service in
      let (subscriber, _, state) = try await service.daemon.subscribe()
      #expect(state.panels.elements.map(\.rotation) == [0, 90])
      _ = try await service.reload("[[panel]]\nmatch = { path = \"two\" }\nrotation = 270\n")
      let changed = try await subscriber.next()
      #expect(changed.change == "changed" && changed.panel_id == "two" && changed.rotation == 270)
      _ = try await service.reload("[[panel]]\nmatch = { path = \"two\" }\nrotation = 270\nenabled = true\n")
      try subscriber.send("{\"id\":1,\"request\":\"ping\"}\n")
      #expect(try await subscriber.next().type == "reply")
    }
  }

  @Test func `closes a disabled panel and opens an enabled one`() async throws {
    let scene = MockStage.Scene([panel(5, path: "one"), panel(6, path: "two")])
    let without = "[[panel]]\nmatch = { path = \"two\" }\nenabled = false\n"
    try await run(scene, starting: without) { _, service in
      let (subscriber, _, state) = try await service.daemon.subscribe()
      #expect(state.panels.elements.compactMap(\.panel_id.text) == ["one"])
      for _ in 1...3 {
        // The panel opens in the background; the reload does not wait.
        #expect(try await service.reload("") == "1 panel, 1 client")
        let added = try await subscriber.next()
        #expect(added.change == "added" && added.panel_id == "two")
        try await service.manager.receive("STATUS=2 panels, 1 client")
        #expect(try await service.reload(without) == "1 panel, 1 client")
        let removed = try await subscriber.next()
        #expect(removed.change == "removed" && removed.panel_id == "two")
      }
      #expect(try await service.reload("[[panel]]\nenabled = false\n") == "no touchscreen yet, 1 client")
      #expect(try await subscriber.next().panel_id == "one")
    }
  }

  @Test func `disables a panel only after its active swipe`() async throws {
    let panel = panel(5, path: "glass")
    var scene = MockStage.Scene([panel])
    scene.await("touch")
    scene.play(.swipe(frames: 0..<20, isLifted: false), on: panel)
    scene.await("lift")
    scene.play(.swipe(frames: 20..<30, isLifted: true), on: panel)
    try await run(scene) { stage, service in
      let subscriber = try await service.daemon.subscriber()
      // Regression: read late, the first events once made the lift look like a clock that was set.
      service.daemon.send(.stop)
      try stage.cue("touch")
      try await Task.sleep(for: .milliseconds(400))
      service.daemon.send(.resume)
      try await wait(forContacts: 1, subscriber)
      #expect(try await service.reload("[[panel]]\nenabled = false\n") == "1 panel, 1 client")
      try stage.cue("lift")
      let end = try await subscriber.next()
      #expect(end.phase == "end" && end.decision.direction == "right", "\(end)")
      #expect(try await subscriber.next().change == "removed")
    }
  }

  @Test func `that is undone during a contact changes nothing`() async throws {
    let panel = panel(5, path: "glass")
    var scene = MockStage.Scene([panel])
    scene.await("touch")
    scene.play(.swipe(frames: 0..<20, isLifted: false), on: panel)
    scene.await("lift")
    scene.play(.swipe(frames: 20..<30, isLifted: true), on: panel)
    try await run(scene) { stage, service in
      let subscriber = try await service.daemon.subscriber()
      try stage.cue("touch")
      try await wait(forContacts: 1, subscriber)
      _ = try await service.reload("[[panel]]\nenabled = false\n")
      _ = try await service.reload("")
      try stage.cue("lift")
      #expect(try await subscriber.next().phase == "end")
      try subscriber.send("{\"id\":2,\"request\":\"panels\"}\n")
      let reply = try await subscriber.next()
      #expect(reply.type == "reply" && reply.panels.elements.count == 1)
    }
  }
}
