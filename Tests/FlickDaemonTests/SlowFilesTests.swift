import Foundation
import LinuxIO
import TestKit
import Testing

/// Regression: flickd read and wrote the state of panels in its loop, so a slow `rename` delayed
/// every client, and a file system that hangs reached the watchdog.
@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `A file system that does not answer` {
  /// A folder in which calls of flickd block until the test lets them go on.
  private struct SlowFolder: Sendable {
    let files: PrivateFolder
    let library: PreloadedLibrary
    var state: String { files.file("state") }

    init() throws {
      files = try PrivateFolder()
      library = try PreloadedLibrary("slow-folder", in: files)
      try FileManager.default.createDirectory(atPath: files.file("state"), withIntermediateDirectories: false)
    }

    func environment(_ calls: String) -> [String: String] {
      [
        "STATE_DIRECTORY": state, "SLOW_CALLS": calls, "SLOW_FOLDER": state,
        "SLOW_UNTIL": files.file("answer"),
      ]
    }

    /// The words that run a program with the library, besides those that are preloaded already.
    var prefix: [String] { ["sh", "-c", "LD_PRELOAD=\"$0:$LD_PRELOAD\" exec \"$@\"", library.path] }

    var blocks: Bool { FileManager.default.fileExists(atPath: files.file("answer.blocks")) }

    func awaitBlock() async throws {
      _ = try await waiting("a call blocks", within: 60) { blocks ? true : nil }
    }

    func answer() throws { try files.write("answer", "") }
  }

  private static func panel(_ number: Int) -> MockDevice {
    MockDevice.panel(number, udev: MockMachine.touchscreen.merging(["ID_PATH": "platform-glass"]) { $1 })
  }

  private static let stored = """
    version 1
    panel platform-glass
    name Sample panel
    ids 0eef:0005
    lift_delay_us 110000
    end 1

    """

  /// Exchanges pings and replies; the limit is far below any time that a call blocks.
  private func ping(_ subscriber: Subscriber, times: Int = 50) async throws {
    for id in 1...times {
      try subscriber.send(#"{"id":\#(id),"request":"ping"}"# + "\n")
      _ = try await subscriber.next(of: "reply", within: 2)
    }
  }

  private func flicks(_ count: Int, _ subscriber: Subscriber) async throws {
    var ended = 0
    while ended < count {
      if try await subscriber.next(of: "swipe").phase == "end" { ended += 1 }
    }
  }

  @Test func `delays neither a client nor the watchdog while flickd stores what it has learned`() async throws
  {
    let slow = try SlowFolder()
    let machine = try MockMachine([Self.panel(5)], events: .flicks(late: 110_000), in: slow.files)
    let manager = try NotifyManager(in: slow.files)
    let environment = slow.environment("rename").merging([
      "NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "600000",
    ]) { $1 }
    let outcome = try await Daemon.run(
      [], under: machine.prefix + slow.prefix, environment: environment, ending: .byItself
    ) { daemon in
      let subscriber = try await daemon.subscriber()
      try await flicks(7, subscriber)
      try await slow.awaitBlock()
      while try manager.take() != nil {}
      try await ping(subscriber)
      for _ in 1...4 { #expect(try await manager.next(but: "STATUS=") == ["WATCHDOG=1"]) }
      try slow.answer()
      _ = try await waiting("the file") {
        FileManager.default.fileExists(atPath: slow.files.file("state/panels")) ? true : nil
      }
      daemon.send(.terminate, to: try subscriber.server)
      _ = try await subscriber.next(of: "bye")
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    let file = try String(contentsOfFile: slow.files.file("state/panels"), encoding: .utf8)
    #expect(file.contains("\nlift_delay_us 110000\n"), "\(file)")
  }

  @Test(arguments: ["open", "rename"])
  func `keeps flickd neither from its start nor from its end, and costs one line`(calls: String) async throws
  {
    let slow = try SlowFolder()
    let machine = try MockMachine([Self.panel(5)], events: .flicks(late: 110_000), in: slow.files)
    let outcome = try await Daemon.run(
      [], under: machine.prefix + slow.prefix, environment: slow.environment(calls), ending: .byItself
    ) { daemon in
      let (subscriber, _, state) = try await daemon.subscribe()
      #expect(state.panels.elements.first?.lift_delay_source == "none")
      try await flicks(6, subscriber)
      try await ping(subscriber)
      daemon.send(.terminate, to: try subscriber.server)
      _ = try await subscriber.next(of: "bye")
    }
    #expect(slow.blocks)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("does not answer") }
    #expect(lines.count == 1 && lines.allSatisfy { $0.contains("\(slow.state)/panels") }, "\(outcome.errors)")
  }

  /// Runs flickd on a stage with a slow folder, and ends it before the stage.
  private func run(
    _ scene: MockStage.Scene, _ slow: SlowFolder, _ environment: [String: String],
    _ body: @escaping @Sendable (MockStage, Subscriber) async throws -> Void
  ) async throws {
    let stage = try MockStage(scene)
    let outcome = try await stage.run(preloaded: slow.library) { surroundings in
      let outcome = try await Daemon.run(
        [], environment: surroundings.environment.merging(environment) { $1 }
      ) { daemon in
        try await body(stage, try await daemon.subscriber())
      }
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func `keeps no panel from being opened, without what it remembers`() async throws {
    let slow = try SlowFolder()
    try slow.files.write("state/panels", Self.stored)
    var scene = MockStage.Scene()
    scene.await("plug")
    scene.add(Self.panel(5))
    try await run(scene, slow, slow.environment("open")) { stage, subscriber in
      try await slow.awaitBlock()
      try stage.cue("plug")
      let panel = try await subscriber.next(of: "panel")
      #expect(panel.change == "added" && panel.lift_delay_source == "none")
      try await ping(subscriber)
    }
  }

  @Test func `is read again for each panel that is plugged in`() async throws {
    let slow = try SlowFolder()
    try slow.files.write("state/panels", "version 1\nend 0\n")
    var scene = MockStage.Scene()
    // The kernel assigns another number to a panel that returns.
    for (cue, panel) in [("first", Self.panel(5)), ("second", Self.panel(6))] {
      scene.await(cue)
      scene.add(panel)
      scene.await("\(cue)-pull")
      scene.unplug(panel)
    }
    try await run(scene, slow, slow.environment("none")) { stage, subscriber in
      for (cue, text, source) in [
        ("first", Self.stored, "remembered"), ("second", "version 1\nend 0\n", "none"),
      ] {
        try slow.files.write("state/panels", text)
        try stage.cue(cue)
        let panel = try await subscriber.next(of: "panel")
        #expect(panel.change == "added" && panel.lift_delay_source.text == source)
        try stage.cue("\(cue)-pull")
        #expect(try await subscriber.next(of: "panel").change == "removed")
      }
    }
  }

  @Test func `delays no client while flickd reads its configuration again`() async throws {
    let slow = try SlowFolder()
    let environment = slow.environment("open").merging([
      "LD_PRELOAD": slow.library.path, "SLOW_FOLDER": slow.files.file("conf.d"),
    ]) { $1 }
    try FileManager.default.createDirectory(
      atPath: slow.files.file("conf.d"), withIntermediateDirectories: false)
    let main = try slow.files.write("flickd.toml", "")
    let outcome = try await Daemon.run(
      ["--demo", "--config", main], in: slow.files, environment: environment
    ) { daemon in
      let subscriber = try await daemon.subscriber()
      try slow.files.write("conf.d/5.toml", "[swipe]\nslop = \"4mm\"\n")
      daemon.send(.hangup)
      try await slow.awaitBlock()
      // Requests during a reload are served by another one.
      daemon.send(.hangup)
      try await ping(subscriber)
      try slow.answer()
      try await ping(subscriber)
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("the configuration was read again"), "\(outcome.errors)")
  }
}
