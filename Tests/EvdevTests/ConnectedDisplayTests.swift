import Evdev
import Foundation
import Testing

@Suite struct `The connected display` {
  private func find(_ connectors: [String: (status: String, edid: [UInt8])]) throws -> ConnectedDisplay {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("flickd-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, connector) in connectors {
      let directory = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try Data(connector.status.utf8).write(to: directory.appendingPathComponent("status"))
      try Data(connector.edid).write(to: directory.appendingPathComponent("edid"))
    }
    return ConnectedDisplay.find(in: folder.path)
  }

  @Test func `is the only one with that status`() throws {
    let found = try find([
      "card0-DP-1": ("disconnected\n", []), "card0-HDMI-A-1": ("connected\n", [0, 255]),
      "card0-X": ("unknown\n", [1]),
    ])
    #expect(found == .one(connector: "card0-HDMI-A-1", edid: [0, 255]))
  }

  @Test func `is unknown if there are several`() throws {
    let found = try find(["card0-B": ("connected\n", [1]), "card0-A": ("connected\n", [])])
    #expect(found == .several(connectors: ["card0-A", "card0-B"]))
  }

  @Test func `is none if there is none, or none that reports its size`() throws {
    #expect(try find([:]) == .none)
    #expect(try find(["card0-A": ("disconnected\n", [1])]) == .none)
    #expect(try find(["card0-A": ("connected\n", [])]) == .none)
  }
}
