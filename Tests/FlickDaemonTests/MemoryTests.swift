import Foundation
import Synchronization
import TestKit
import Testing

/// What flickd keeps of panels from one run to the next.
@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `The memory of flickd` {
  private static let panel = MockDevice.panel(
    5, udev: MockMachine.touchscreen.merging(["ID_PATH": "platform-glass"]) { $1 })

  private static let stored = """
    version 1
    panel platform-glass
    name Sample panel
    ids 0eef:0005
    lift_delay_us 110000
    end 1

    """

  /// Runs flickd on a panel whose lifts are late, until this number of swipes has ended; returns
  /// their kinds, the panel at the start, and the errors.
  private func flicks(
    _ count: Int, state: String, late: Int = 110_000,
    during body: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> (kinds: [String], panel: JSON, errors: String) {
    let files = try PrivateFolder()
    let machine = try MockMachine([Self.panel], events: .flicks(late: late), in: files)
    let seen = Mutex<(kinds: [String], panel: JSON)>(([], .null))
    let outcome = try await Daemon.run(
      [], under: machine.prefix, environment: ["STATE_DIRECTORY": state], ending: .byItself
    ) { daemon in
      let (subscriber, _, state) = try await daemon.subscribe()
      var kinds: [String] = []
      while kinds.count < count {
        let line = try await subscriber.next(of: "swipe")
        if line.phase == "end" { kinds.append(line.decision.kind.text ?? "?") }
      }
      try await body()
      let result = (kinds, state.panels.elements.first ?? .null)
      seen.withLock { $0 = result }
      daemon.send(.terminate, to: try subscriber.server)
      _ = try await subscriber.next(of: "bye")
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    let result = seen.withLock { $0 }
    return (result.kinds, result.panel, outcome.errors)
  }

  @Test func `saves the first flicks of a late panel after a restart`() async throws {
    let folder = try PrivateFolder()
    let state = folder.file("state")
    let first = try await flicks(7, state: state)
    #expect(first.kinds.last == "flick" && first.kinds.first == "drag")
    #expect(first.panel.lift_delay_source == "none")
    let file = try String(contentsOfFile: "\(state)/panels", encoding: .utf8)
    #expect(file.contains("\npanel platform-glass\n") && file.contains("\nlift_delay_us 110000\n"), "\(file)")
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(state)/panels")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let second = try await flicks(1, state: state)
    #expect(second.kinds == ["flick"])
    #expect(second.panel.lift_delay_source == "remembered" && second.panel.lift_delay_us == 110_000)
  }

  @Test func `forgets a panel, also while flickd runs, and flickd does not store it again`() async throws {
    let folder = try PrivateFolder()
    try folder.write("panels", Self.stored)
    let result = try await flicks(6, state: folder.path) {
      let outcome = try await Command(
        .flickctl, "forget", "--json", "platform-glass", environment: ["STATE_DIRECTORY": folder.path]
      ).run()
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(try JSON(outcome.output).forgotten.elements.first?.lift_delay_us == 110_000)
    }
    #expect(result.kinds == Array(repeating: "flick", count: 6))
    let file = try String(contentsOfFile: folder.file("panels"), encoding: .utf8)
    #expect(file.hasSuffix("version 1\nend 0\n"), "\(file)")
  }

  @Test func `is corrected by five lifts if it is wrong`() async throws {
    let folder = try PrivateFolder()
    try folder.write("panels", Self.stored.replacing("110000", with: "4000"))
    let result = try await flicks(7, state: folder.path)
    #expect(result.panel.lift_delay_us == 4000)
    #expect(result.kinds.first == "drag" && result.kinds.last == "flick")
    #expect(
      try String(contentsOfFile: folder.file("panels"), encoding: .utf8).contains("\nlift_delay_us 110000\n"))
  }

  enum Obstacle: String, CaseIterable, Sendable {
    case fileInsteadOfFolder, folderInsteadOfFile, damagedFile, anotherPanelsFile
  }

  @Test(arguments: Obstacle.allCases)
  func `that cannot be used costs one line of the log and nothing else`(obstacle: Obstacle) async throws {
    let folder = try PrivateFolder()
    let state = folder.file("state")
    if obstacle != .fileInsteadOfFolder {
      try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
    }
    switch obstacle {
    case .fileInsteadOfFolder: try folder.write("state", "")
    case .folderInsteadOfFile:
      try FileManager.default.createDirectory(atPath: "\(state)/panels", withIntermediateDirectories: false)
    case .damagedFile: try folder.write("state/panels", "version 1\npanel\n")
    case .anotherPanelsFile: try folder.write("state/panels", Self.stored.replacing("Sample", with: "Other"))
    }
    let result = try await flicks(7, state: state)
    #expect(result.kinds.first == "drag" && result.kinds.last == "flick")
    let lines = result.errors.split(separator: "\n").filter { $0.contains(state) }
    #expect(lines.count == (obstacle == .anotherPanelsFile ? 0 : 1), "\(lines)")
    if obstacle == .damagedFile {
      #expect(lines.first?.contains("line 2: expected") == true)
      let file = try String(contentsOfFile: "\(state)/panels", encoding: .utf8)
      #expect(file.contains("lift_delay_us 110000"), "replaced")
    }
  }

  @Test(arguments: ["version 2\npanel platform-glass\ncolour 7\nend 1\n", "version 1.1\nend 0\n"])
  func `of a newer version is neither used nor replaced, by flickd or by forget`(text: String) async throws {
    let folder = try PrivateFolder()
    try folder.write("panels", text)
    let result = try await flicks(7, state: folder.path)
    #expect(result.panel.lift_delay_source == "none")
    let lines = result.errors.split(separator: "\n").filter { $0.contains("newer") }
    #expect(lines.count == 1, "\(result.errors)")
    for panel in [[], ["platform-glass"]] {
      let outcome = try await Command(
        [Program.flickctl.path, "forget"] + panel, environment: ["STATE_DIRECTORY": folder.path]
      ).run()
      #expect(outcome.code == 65 && outcome.errors.contains("a newer flickd"), "\(outcome.errors)")
    }
    #expect(try String(contentsOfFile: folder.file("panels"), encoding: .utf8) == text)
  }

  /// Regression: it was replaced by what this run had learned.
  @Test func `is left as it is if it cannot be read`() async throws {
    let folder = try PrivateFolder()
    let text = String(repeating: "# a later flickd knows more panels\n", count: 40_000)
    try folder.write("panels", text)
    let result = try await flicks(7, state: folder.path)
    #expect(result.errors.contains("what is learned of panels is lost"), "\(result.errors)")
    #expect(try String(contentsOfFile: folder.file("panels"), encoding: .utf8) == text)
  }

  @Test func `is not read by replays and the demo`() async throws {
    let folder = try PrivateFolder()
    try folder.write("panels", "damaged")
    for arguments in [["--demo"], ["--replay", try folder.write("a.evemu", MadeRecording.oneFinger.bytes)]] {
      let outcome = try await Daemon.run(arguments, environment: ["STATE_DIRECTORY": folder.path]) { daemon in
        _ = try await daemon.subscribe()
      }
      #expect(!outcome.errors.contains("panels:"), "\(outcome.errors)")
    }
  }
}
