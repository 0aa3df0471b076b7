import Foundation
import LinuxIO
import TestKit
import Testing
import VirtualPanels

/// The rule as udev itself applies it, on devices that the kernel makes.
///
/// Cases that no kernel can produce are checked by a reader of rules in EvdevTests; this suite
/// compares that reader with udev.
@Suite(.inGuest, .serialized) struct `The udev rule, applied by udev` {
  /// The rules file that udev uses in this guest.
  private static let file = "/run/udev/rules.d/74-flickd.rules"

  /// A node as udev left it.
  private struct Node: Equatable {
    var properties: [String: String]
    var tags: Set<String>
    var permissions: [String]
  }

  private func run(_ arguments: String...) async throws -> Outcome {
    let outcome = try await Command(arguments).run()
    #expect(outcome.code == 0, "\(arguments): \(outcome.errors)")
    return outcome
  }

  private func look(at node: String) async throws -> Node {
    var properties: [String: String] = [:]
    for line in try await run("udevadm", "info", "--query=property", "--name=\(node)").lines {
      guard let sign = line.firstIndex(of: "=") else { continue }
      properties[String(line[..<sign])] = String(line[line.index(after: sign)...])
    }
    let permissions = try await run("getfacl", "--absolute-names", node).lines.dropFirst()
    return Node(
      properties: properties, tags: Set((properties["TAGS"] ?? "").split(separator: ":").map(String.init)),
      permissions: Array(permissions))
  }

  @Test(arguments: InputFixture.all.filter { $0.model != nil })
  func `grants the service access to touchscreens, once`(fixture: InputFixture) async throws {
    let panel = VirtualPanel(.events(try #require(fixture.model)), mark: "access/0")
    try panel.plug()
    defer { panel.unplug() }
    _ = try await run("udevadm", "settle")
    let path = try #require(try panel.nodes().first)
    let node = try await look(at: path)

    func kinds(_ properties: [String: String]) -> Set<String> {
      Set(properties.keys.filter { $0.hasPrefix("ID_INPUT") && !$0.hasSuffix("_MM") })
    }
    #expect(kinds(node.properties) == kinds(fixture.device.properties), "udev sees what the fixture says")

    let mine = fixture.isForTheService
    #expect(
      node.permissions == ["# owner: root", "# group: input", "user::rw-"]
        + (mine ? ["user:flickd:r--"] : []) + ["group::rw-"] + (mine ? ["mask::rw-"] : []) + ["other::---"])

    var device = RuledDevice(
      URL(fileURLWithPath: path).lastPathComponent, properties: node.properties, tags: node.tags)
    device.properties["SYSTEMD_WANTS"] = nil
    device.tags.remove("systemd")
    device.database = node.properties
    let ruled = try UdevRules(String(contentsOfFile: Self.file, encoding: .utf8)).applied(to: device)
    #expect(ruled.programs == (mine ? [UdevRules.opening(path, of: device)] : []))
    #expect(node.properties["FLICKD_READABLE"] == (mine ? "1" : nil))
    #expect(ruled.tags == node.tags)
    #expect(ruled.properties == node.properties)

    // udev processes the device again, as after its own start or for another package's rules.
    for _ in 1...2 {
      _ = try await run("udevadm", "trigger", "--action=change", "--settle", path)
    }
    let again = try await look(at: path)
    #expect(again.permissions == node.permissions)
    #expect(again.tags == node.tags)
    #expect(again.properties["SYSTEMD_WANTS"] == node.properties["SYSTEMD_WANTS"])

    let number = try #require(UInt32(try await run("id", "-u", "flickd").lines.first ?? ""))
    func opens(_ redirection: String) async throws -> Bool {
      let user = Command.User.account(user: number, group: 65534)
      return try await Command(["sh", "-c", ": \(redirection)\(path)"], user: user).run().code == 0
    }
    #expect(try await opens("<") == mine)
    #expect(try await !opens(">>"))
  }

  /// A rule of the administrator, which udev applies to the events that follow.
  private func rule(_ words: String?) async throws {
    // udev compares the time at which the folder was changed, and time stands still while programs
    // run.
    SystemCalls.sleep(until: SystemCalls.monotonicMicroseconds() + 1_000_000)
    let text = words.map { "SUBSYSTEM==\"input\", ATTRS{name}==\"Touchscreen\", \($0)\n" } ?? ""
    try text.write(toFile: "/run/udev/rules.d/65-case.rules", atomically: false, encoding: .utf8)
    _ = try await run("udevadm", "control", "--reload")
  }

  private func change(_ node: String) async throws -> Node {
    _ = try await run("udevadm", "trigger", "--action=change", "--settle", node)
    return try await look(at: node)
  }

  /// The service kept its permission, so that it could read a device that had become a keyboard.
  @Test(arguments: [#"ENV{ID_INPUT_KEYBOARD}="1""#, #"ENV{ID_INPUT_TOUCHSCREEN}="0""#])
  func `revokes access when a device is no longer a touchscreen, and runs no program again`(
    words: String
  ) async throws {
    let touchscreen = try #require(InputFixture.all.first { $0.testDescription == "a touchscreen" })
    let panel = VirtualPanel(.events(try #require(touchscreen.model)), mark: "access/1")
    try panel.plug()
    defer { panel.unplug() }
    _ = try await run("udevadm", "settle")
    let node = try #require(try panel.nodes().first)
    #expect(try await look(at: node).permissions.contains("user:flickd:r--"))

    try await rule(words)
    let shut = try await change(node)
    #expect(!shut.permissions.contains { $0.hasPrefix("user:flickd") }, "\(shut.permissions)")
    #expect(shut.permissions.contains("group::rw-") && shut.permissions.contains("other::---"))
    #expect(shut.properties["FLICKD_READABLE"] == nil)
    // An entry that the rule did not write shows whether a program runs once more.
    _ = try await run("setfacl", "-m", "u:flickd:r", node)
    #expect(try await change(node).permissions.contains("user:flickd:r--"))
    _ = try await run("setfacl", "-x", "u:flickd", node)

    try await rule(nil)
    #expect(try await change(node).permissions.contains("user:flickd:r--"))
  }

  /// When the program runs, the node's device is gone and the node belongs to another device.
  @Test func `grants no access to a node whose touchscreen is gone`() async throws {
    let keyboard = try #require(InputFixture.all.first { $0.testDescription == "a keyboard" })
    let panel = VirtualPanel(.events(try #require(keyboard.model)), mark: "access/2")
    try panel.plug()
    defer { panel.unplug() }
    _ = try await run("udevadm", "settle")
    let node = try #require(try panel.nodes().first)
    let gone = RuledDevice(
      URL(fileURLWithPath: node).lastPathComponent,
      properties: [
        "DEVNAME": node, "DEVPATH": "/devices/virtual/input/input9999/event5", "ID_INPUT_TOUCHSCREEN": "1",
      ])
    let rules = try UdevRules(String(contentsOfFile: Self.file, encoding: .utf8))
    let program = try #require(rules.applied(to: gone).programs.first)
    // As udev splits it: two words, and one in quotes.
    let script = try #require(program.split(separator: "'").dropFirst().first)
    #expect(program == "/bin/sh -c '\(script)'")
    _ = try await run("/bin/sh", "-c", String(script))
    let permissions = try await look(at: node).permissions
    #expect(!permissions.contains { $0.hasPrefix("user:flickd") }, "\(permissions)")
  }
}
