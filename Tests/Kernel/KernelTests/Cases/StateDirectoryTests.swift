import GestureCore
import LinuxIO
import TestKit
import Testing
import VirtualPanels

/// A state directory on its own file system, which only a separate kernel can fill or protect.
@Suite(.inGuest, .inVirtualTime, .serialized) struct `A state directory` {
  private static let flick = "end flick right commit by velocity"
  private static let short = "end drag right return"

  /// Eight flicks of a panel whose lifts are late by 110 ms, and then longer than flickd waits
  /// before it stores what it has learned.
  private var flicks: PanelScript {
    var finger = Fingertip()
    for number in 0..<8 {
      if number > 0 { finger.land() }
      finger.move(by: 600, in: .milliseconds(100), frames: 10)
      finger.rest(for: .milliseconds(110))
      finger.lift()
      finger.rest(for: .milliseconds(1000))
    }
    return finger.script
  }

  private func perform(in state: String, as name: String) async throws -> Performance {
    var stage = Stage(.events(Fingertip.panel))
    (stage.state, stage.rest) = (state, .seconds(12))
    return try await stage.perform(flicks, as: name)
  }

  /// Runs `body` with a small file system in memory.
  private func withFileSystem(_ body: (String) async throws -> Void) async throws {
    let folder = try PrivateFolder()
    let path = folder.path
    func run(_ arguments: String...) async throws {
      let outcome = try await Command(arguments).run()
      try #require(outcome.code == 0, "\(arguments): \(outcome.errors)")
    }
    try await run("mount", "-t", "tmpfs", "-o", "size=8k,mode=700", "none", path)
    let result: Result<Void, any Error>
    do { result = .success(try await body(path)) } catch { result = .failure(error) }
    try await run("umount", path)
    try result.get()
  }

  private func lines(_ performance: Performance, about path: String) -> [Substring] {
    performance.errors.split(separator: "\n").filter { $0.contains(path) }
  }

  @Test func `on a full disk costs one line of the log, and nothing else`() async throws {
    try await withFileSystem { path in
      let filler = try await Command(["sh", "-c", "cat /dev/zero >'\(path)/filler' 2>/dev/null; :"]).run()
      #expect(filler.code == 0)
      let performance = try await perform(in: path, as: "full disk")
      #expect(
        performance.outcomes == Array(repeating: Self.short, count: 5)
          + Array(repeating: Self.flick, count: 3))
      let lines = lines(performance, about: path)
      #expect(lines.count == 1 && lines.first?.contains("No space left on device") == true, "\(lines)")
      #expect(try SystemCalls.namesIfAny(in: path) == ["filler"], "no draft is left")
      #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
    }
  }

  @Test func `that is read-only still gives its values, and costs one line of the log`() async throws {
    try await withFileSystem { path in
      let first = try await perform(in: path, as: "writable state")
      #expect(first.outcomes.count { $0 == Self.flick } == 3)
      #expect(lines(first, about: path) == [])
      let mounted = try await Command(["mount", "-o", "remount,ro", path]).run()
      try #require(mounted.code == 0, "\(mounted.errors)")
      let second = try await perform(in: path, as: "read-only state")
      #expect(second.outcomes == Array(repeating: Self.flick, count: 8))
      #expect(second.panel.lift_delay_source == "remembered")

      // A folder that is missing cannot be created either.
      let third = try await perform(in: "\(path)/missing", as: "missing state")
      #expect(third.outcomes.count { $0 == Self.flick } == 3)
      let lines = lines(third, about: path)
      #expect(lines.count == 1 && lines.first?.contains("Read-only file system") == true, "\(lines)")
    }
  }

  @Test func `with a damaged file costs one line of the log, and the file is replaced`() async throws {
    try await withFileSystem { path in
      let damaged = try await Command(["sh", "-c", "echo damaged >'\(path)/panels'"]).run()
      #expect(damaged.code == 0)
      let first = try await perform(in: path, as: "damaged state")
      #expect(first.outcomes.count { $0 == Self.flick } == 3)
      let lines = lines(first, about: path)
      #expect(lines.count == 1 && lines.first?.contains("line 1: expected `version 1`") == true, "\(lines)")
      #expect(
        try await perform(in: path, as: "mended state").outcomes == Array(repeating: Self.flick, count: 8))
    }
  }
}
