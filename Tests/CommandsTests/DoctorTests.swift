import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment))) struct `flickctl doctor` {
  private let folder: PrivateFolder
  private let panel = MockDevice.panel(5, udev: MockMachine.touchscreen)

  init() throws { folder = try PrivateFolder() }

  /// Runs the command as an ordinary user on a machine with a panel, where no flickd listens.
  private func doctor(_ arguments: String..., forbidden: [MockDevice] = []) async throws -> Outcome {
    let keyboard = MockDevice.keyboard(3, udev: ["ID_INPUT": "1", "ID_INPUT_KEYBOARD": "1"])
    // A forbidden node lets the program run as an ordinary user.
    let machine = try MockMachine([panel, keyboard], forbidden: [keyboard] + forbidden, in: folder)
    let none = try folder.write("none.toml", "")
    return try await Command(
      machine.prefix + (try Program.flickctl.copy(into: folder))
        + ["doctor", "--config", none, "--socket", folder.file("s")] + arguments
    ).run()
  }

  @Test func `names a service that does not run, and the command that starts it`() async throws {
    let outcome = try await doctor()
    #expect(outcome.code == 1, "\(outcome.errors)")
    #expect(outcome.errors == "")
    #expect(
      outcome.lines.first == "ok       touchscreen    Sample panel (/dev/input/event5)", "\(outcome.output)")
    #expect(outcome.lines.contains { $0.hasPrefix("PROBLEM  socket ") }, "\(outcome.output)")
    #expect(outcome.output.contains("no flickd listens at \(folder.file("s"))."), "\(outcome.output)")
    #expect(outcome.lines.contains("     flickd --socket \(folder.file("s"))"), "\(outcome.output)")
  }

  @Test func `prints what the schema describes with --json`() async throws {
    let outcome = try await doctor("--json")
    #expect(outcome.code == 1, "\(outcome.errors)")
    let schema = try DocumentSchema.read("doctor.schema.json")
    #expect(try schema.faults(of: OrderedJSON(outcome.output)).map(\.description) == [])
    let findings = try JSON(outcome.output).findings.elements
    #expect(findings.contains { $0.check == "socket" && $0.finding == "stopped" }, "\(outcome.output)")
  }

  @Test func `names a panel that may not be read`() async throws {
    let outcome = try await doctor("--json", forbidden: [panel])
    #expect(outcome.code == 1, "\(outcome.errors)")
    let findings = try JSON(outcome.output).findings.elements
    #expect(findings.contains { $0.check == "access" && $0.finding == "not_readable" }, "\(outcome.output)")
  }

  @Test func `names the refusal of a flickd that has closed the connection`() async throws {
    let service = try StandInService(at: folder.file("s"))
    // doctor runs as another user.
    _ = try await Command(["chmod", "666", folder.file("s")]).run()
    async let outcome = doctor("--json")
    try await service.accept()
    try service.send(#"{"type":"bye","reason":"denied","detail":"your groups"}"#)
    service.hangUp()
    let found = try JSON(try await outcome.output).findings.elements.filter { $0.check == "socket" }
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.finding == "denied" || $0.finding == "wrong_socket_owner" }, "\(found)")
  }

  @Test func `exits with a usage error for an unknown option`() async throws {
    #expect(try await Command([Program.flickctl.path, "doctor", "--mend"]).run().code == 64)
  }
}
