import ConfigurationFiles
import Foundation
import LinuxIO
import Settings
import TestKit
import Testing

/// A folder with a configuration, and recordings of the panel 0eef-0005.
private struct Measured {
  static let dropIn = "90-measured-0eef-0005.toml"
  static let ids = MeasuredRecording.IDs(vendor: 0x0eef, product: 0x0005)

  let folder: PrivateFolder
  let recordings: PrivateFolder
  let config: String

  init(_ text: String = "", dropIns: [String: String] = [:]) throws {
    folder = try PrivateFolder()
    recordings = try PrivateFolder()
    config = try folder.write("flickd.toml", text)
    try recordings.write("late.evemu", MeasuredRecording.swipes(late: 110, ids: Self.ids))
    try recordings.write("tremble.evemu", MeasuredRecording.tremble(ids: Self.ids))
    guard !dropIns.isEmpty else { return }
    try FileManager.default.createDirectory(
      atPath: folder.file("conf.d"), withIntermediateDirectories: false)
    for (name, text) in dropIns { try folder.write("conf.d/\(name)", text) }
  }

  /// The names of the drop-ins.
  var dropIns: [String] { (try? SystemCalls.names(in: folder.file("conf.d"))) ?? [] }

  /// The content of the panel's drop-in.
  var text: String {
    get throws { try String(contentsOfFile: folder.file("conf.d/\(Self.dropIn)"), encoding: .utf8) }
  }

  /// Measures a recording and writes the settings, if `arguments` contain `--write`.
  func measure(_ inputs: String..., arguments: [String] = ["--write"], before: [String] = []) async throws
    -> Outcome
  {
    let inputs = inputs.map { input in
      input.split(separator: "=").count == 2
        ? input.replacing("=", with: "=\(recordings.path)/") : recordings.file(input)
    }
    var outcome = try await Command(
      before + [Program.flickctl.path, "measure", "--config", config] + arguments + inputs
    ).run()
    outcome.errors = outcome.errors.replacing("\(folder.path)/", with: "")
    return outcome
  }
}

@Suite struct `flickctl measure --write` {
  @Test func `shows the change, and writes a drop-in that flickd uses`() async throws {
    let measured = try Measured()
    // The umask of an administrator must not hide the file from flickd. A folder that passes its
    // group on stays one.
    try measured.folder.setMode(0o2755)
    let outcome = try await measured.measure(
      "late.evemu", before: ["sh", "-c", "umask 077; exec \"$@\"", "sh"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("found: the panel reports a lift 118 ms after the last movement"))
    let text = """
      # `flickctl measure --write` wrote this file, and replaces the keys that it measures again.
      [[panel]]
      match = { vendor = "0eef", product = "0005" }
      # measured: lift_delay 118 ms, 10 samples
      lift_delay = "118ms"

      """
    #expect(try measured.text == text)
    let added = text.split(separator: "\n").map { "+ \($0)\n" }.joined()
    #expect(
      outcome.errors.hasPrefix(
        "flickctl: conf.d/\(Measured.dropIn):\n\(added)flickctl: wrote conf.d/\(Measured.dropIn)\n"),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("flickctl: found no flickd that reads these files: to reload one"))
    let folder = try #require(try SystemCalls.identity(of: measured.folder.file("conf.d")))
    let file = try #require(try SystemCalls.identity(of: measured.folder.file("conf.d/\(Measured.dropIn)")))
    #expect(folder.mode == 0o2755 && file.mode == 0o644)
    #expect(measured.dropIns == [Measured.dropIn])

    let again = try await measured.measure("late.evemu")
    #expect(again.code == 0 && !again.output.contains("[[panel]]"))
    #expect(again.errors == "flickctl: there is no finding that a setting answers; nothing is written\n")
    #expect(try measured.text == text)
    let check = try await Command(.flickctl, "check", "--config", measured.config).run()
    #expect(check.code == 0)
    let replay = try await Command(
      .flickctl, "replay", measured.recordings.file("late.evemu"), "--config", measured.config
    ).run()
    #expect(try #require(replay.lines.first).contains("\"end\""), "\(replay.output.prefix(500))")
  }

  @Test func `writes the form that the document shows`() async throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/tuning.md")
    let shown = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .drop { !$0.hasPrefix("+ ") }.prefix { $0.hasPrefix("+ ") }.map { $0.dropFirst(2) }
    let measured = try Measured()
    #expect(try await measured.measure("late.evemu").code == 0)
    let written = try measured.text.split(separator: "\n")
    #expect(shown.count == written.count && shown.prefix(2) == written.prefix(2))
    let text = shown.joined(separator: "\n")
    #expect(Settings.read([ConfigurationFile(name: "f", bytes: Array(text.utf8))]).isValid)
  }

  @Test func `writes nothing without the flag`() async throws {
    let measured = try Measured()
    let outcome = try await measured.measure("late.evemu", arguments: [])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("lift_delay = \"118ms\""))
    #expect(measured.folder.names == ["flickd.toml"])
  }

  @Test func `replaces the keys that it measures again, and keeps the others`() async throws {
    let measured = try Measured()
    #expect(try await measured.measure("late.evemu").code == 0)
    #expect(try await measured.measure("resting=tremble.evemu").code == 0)
    let noise = try #require(try measured.text.split(separator: "\n").first { $0.hasPrefix("noise = ") })
    let comment = try #require(
      try measured.text.split(separator: "\n").first { $0.hasPrefix("# measured: noise") })
    try measured.recordings.write(
      "later.evemu", MeasuredRecording.swipes(late: 60, ids: Measured.ids))
    let outcome = try await measured.measure("later.evemu")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        """
        - # measured: lift_delay 118 ms, 10 samples
        - lift_delay = "118ms"
        + # measured: lift_delay 68.00 ms, 10 samples
        + lift_delay = "68ms"
          \(comment)
          \(noise)

        """), "\(outcome.errors)")
    let lines = try measured.text.split(separator: "\n")
    #expect(lines.suffix(2) == [comment, noise])
    #expect(lines.filter { $0.hasPrefix("lift_delay") } == ["lift_delay = \"68ms\""])
    let repeated = try await measured.measure("later.evemu", "resting=tremble.evemu")
    #expect(!repeated.output.contains("[[panel]]"))
  }

  /// A configuration with which the settings may not be written.
  struct Refused: Sendable, CustomTestStringConvertible {
    var config = ""
    var dropIns: [String: String] = [:]
    var code: Int32
    var message: String

    var testDescription: String { message }
  }

  @Test(arguments: [
    Refused(config: "[swipe]\nslop = 3\n", code: 78, message: "flickd.toml:2:8: `slop = 3`"),
    Refused(
      dropIns: ["91-panel.toml": "[[panel]]\nlift_delay = \"0s\"\n", "92-zone.toml": ""], code: 78,
      message: "conf.d/91-panel.toml: a rule in this file overrides the measured settings: remove its keys"),
    Refused(
      dropIns: [Measured.dropIn: "[[panel]]\nrotation = 90\n"], code: 73,
      message: "conf.d/\(Measured.dropIn): flickctl did not write this file: rename it"),
  ]) func `writes nothing if flickd would not use the settings`(refused: Refused) async throws {
    let measured = try Measured(refused.config, dropIns: refused.dropIns)
    let outcome = try await measured.measure("late.evemu")
    #expect(outcome.code == refused.code)
    #expect(outcome.errors.contains("flickctl: \(refused.message)"), "\(outcome.errors)")
    #expect(measured.dropIns == refused.dropIns.keys.sorted())
    if let text = refused.dropIns[Measured.dropIn] { #expect(try measured.text == text) }
  }

  @Test func `replaces an earlier rule of an administrator`() async throws {
    let measured = try Measured(
      "[[panel]]\nlift_delay = \"0s\"\n", dropIns: ["50-panel.toml": "[[panel]]\nlift_delay = \"1ms\"\n"])
    #expect(try await measured.measure("late.evemu").code == 0)
    #expect(try await !measured.measure("late.evemu").output.contains("[[panel]]"))
  }

  @Test func `writes no rule that could match other panels`() async throws {
    let measured = try Measured()
    try measured.recordings.write("nameless.evemu", MeasuredRecording.swipes(late: 110))
    let nameless = try await measured.measure("nameless.evemu")
    #expect(nameless.code == 65)
    #expect(nameless.errors.contains("Made panel has no vendor id, so a rule could match other panels"))
    // Two panels of one make, which differ in the resolution.
    try measured.recordings.write(
      "twin.evemu", MeasuredRecording.swipes(late: 60, resolution: 20, ids: Measured.ids))
    let twins = try await measured.measure("late.evemu", "twin.evemu")
    #expect(twins.code == 65)
    #expect(twins.errors.contains("would match two of these panels, 0eef-0005: "))
    #expect(measured.folder.names == ["flickd.toml"])
  }

  @Test func `writes one drop-in for each panel`() async throws {
    let measured = try Measured()
    try measured.recordings.write(
      "other.evemu", MeasuredRecording.swipes(late: 60, ids: .init(vendor: 0x1b96, product: 0x1000)))
    let outcome = try await measured.measure("late.evemu", "other.evemu", arguments: ["--write", "--json"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(measured.dropIns == [Measured.dropIn, "90-measured-1b96-1000.toml"])
    let schema = try DocumentSchema.read("measure.schema.json")
    #expect(try schema.faults(of: OrderedJSON(outcome.output)).map(\.description) == [])
    let written = try JSON(outcome.output).results.elements.map(\.written)
    #expect(written == measured.dropIns.map { .string(measured.folder.file("conf.d/\($0)")) })
    let again = try await measured.measure("late.evemu", arguments: ["--write", "--json"])
    #expect(try JSON(again.output).results.elements.map(\.written) == [.null])
  }

  @Test func `prints the command that has the permission`() async throws {
    let measured = try Measured()
    let programs = try PrivateFolder()
    try measured.folder.setMode(0o555)
    let command = try Command.asNobody(
      .flickctl, "measure", "--config", measured.config, "--write", measured.recordings.file("late.evemu"),
      from: programs)
    let outcome = try await command.run()
    #expect(outcome.code == 77, "\(outcome.errors)")
    #expect(outcome.errors.contains("mkdir \(measured.folder.file("conf.d")): Permission denied"))
    #expect(outcome.errors.contains("flickctl measure --config \(measured.config) --write "))
    #expect(outcome.output.contains("lift_delay = \"118ms\""))
    // Without recordings, the command fails before the first exercise.
    let live = try await Command.asNobody(
      .flickctl, "measure", "--config", measured.config, "--write", from: programs
    ).run()
    #expect(live.code == 77 && live.errors.contains("access \(measured.folder.path): "), "\(live.errors)")
    #expect(measured.folder.names == ["flickd.toml"])
  }

  @Test func `keeps the former file if the disk is full`() async throws {
    let measured = try Measured()
    #expect(try await measured.measure("late.evemu").code == 0)
    let text = try measured.text
    let outcome = try await measured.measure(
      "resting=tremble.evemu", arguments: ["--write", "--json"],
      before: ["dash", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"])
    #expect(outcome.code == 73, "\(outcome.errors)")
    #expect(outcome.errors.contains("File too large: this file is not written"))
    #expect(try JSON(outcome.output).results.elements.map(\.written) == [.null])
    #expect(try measured.text == text)
    #expect(measured.dropIns == [Measured.dropIn])
  }

  @Test func `reloads the flickd that reads the configuration, and no other`() async throws {
    let measured = try Measured()
    let manager = try NotifyManager(in: measured.recordings)
    let outcome = try await Daemon.run(
      ["--demo", "--config", measured.config], in: measured.recordings,
      environment: ["NOTIFY_SOCKET": manager.path]
    ) { daemon in
      #expect(try await manager.next().first == "READY=1")
      let other = try await Measured().measure("late.evemu")
      #expect(other.errors.contains("found no flickd that reads these files"), "\(other.errors)")
      let own = try await measured.measure("late.evemu")
      #expect(
        own.errors.hasSuffix("flickctl: reloaded flickd (process \(daemon.process))\n"), "\(own.errors)")
      while try await manager.next().first != "RELOADING=1" {}
      #expect(try await manager.next().first == "READY=1")
    }
    let reloads = outcome.errors.components(separatedBy: "the configuration was read again").count - 1
    #expect(reloads == 1, "\(outcome.errors)")
  }
}
