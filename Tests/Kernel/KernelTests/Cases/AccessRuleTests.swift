import Foundation
import TestKit
import Testing
import VirtualPanels

/// The rule as udev itself goes through it, on devices that the kernel makes; what no kernel can be made to have is held
/// against a reader of rules in EvdevTests, which is held against udev here.
@Suite(.inGuest, .serialized) struct `The udev rule, as udev goes through it` {
  /// The file that udev goes by in here.
  private static let file = "/run/udev/rules.d/74-flickd.rules"

  /// A node as udev has left it.
  private struct Node: Equatable {
    var properties: [String: String]
    var tags: Set<String>
    var permissions: [String]
  }

  private func run(_ words: String...) async throws -> Outcome {
    let outcome = try await Command(words).run()
    #expect(outcome.code == 0, "\(words): \(outcome.errors)")
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
  func `opens touchscreens to the service, once and for all`(fixture: InputFixture) async throws {
    let panel = VirtualPanel(.events(try #require(fixture.model)), mark: "access/0")
    try panel.plug()
    defer { panel.unplug() }
    _ = try await run("udevadm", "settle")
    let place = try #require(try panel.nodes().first)
    let node = try await look(at: place)

    func kinds(_ properties: [String: String]) -> Set<String> {
      Set(properties.keys.filter { $0.hasPrefix("ID_INPUT") && !$0.hasSuffix("_MM") })
    }
    #expect(kinds(node.properties) == kinds(fixture.device.properties), "udev sees what the fixture says")

    let mine = fixture.isForTheService
    #expect(
      node.permissions == ["# owner: root", "# group: input", "user::rw-"]
        + (mine ? ["user:flickd:r--"] : []) + ["group::rw-"] + (mine ? ["mask::rw-"] : []) + ["other::---"])

    var device = RuledDevice(
      URL(fileURLWithPath: place).lastPathComponent, properties: node.properties, tags: node.tags)
    device.properties["SYSTEMD_WANTS"] = nil
    device.tags.remove("systemd")
    let ruled = try UdevRules(String(contentsOfFile: Self.file, encoding: .utf8)).applied(to: device)
    #expect(ruled.programs == (mine ? ["/usr/bin/setfacl -m u:flickd:r \(place)"] : []))
    #expect(ruled.tags == node.tags)
    #expect(ruled.properties == node.properties)

    // udev looks again, as at a start of its own or for another package's rules.
    for _ in 1...2 {
      _ = try await run("udevadm", "trigger", "--action=change", "--settle", place)
    }
    let again = try await look(at: place)
    #expect(again.permissions == node.permissions)
    #expect(again.tags == node.tags)
    #expect(again.properties["SYSTEMD_WANTS"] == node.properties["SYSTEMD_WANTS"])

    let number = try #require(UInt32(try await run("id", "-u", "flickd").lines.first ?? ""))
    func opens(_ redirection: String) async throws -> Bool {
      let user = Command.User.account(user: number, group: 65534)
      return try await Command(["sh", "-c", ": \(redirection)\(place)"], user: user).run().code == 0
    }
    #expect(try await opens("<") == mine)
    #expect(try await !opens(">>"))
  }
}
