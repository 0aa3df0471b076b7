import Foundation
import Installation
import LinuxIO
import TestKit
import Testing

@testable import PanelLab

@Suite struct `The configuration of a user without root` {
  private static let own = "/home/anna/.config/flickd/flickd.toml"

  /// The user's main file on a machine with these files.
  private func main(
    _ files: String..., variables: [String: String] = ["HOME": "/home/anna"]
  ) throws -> String? {
    let machine = try PrivateFolder()
    for file in files { try machine.write(String(file.dropFirst()), "") }
    return UserConfiguration.main(below: machine.path) { variables[$0] }
  }

  @Test func `is used where it exists and the system has none`() throws {
    #expect(try main() == nil)
    #expect(try main(Self.own) == Self.own)
    #expect(try main(Self.own, "/etc/flickd/flickd.toml") == nil)
    #expect(try main(Self.own, "/etc/flickd/conf.d/50-kiosk.toml") == nil)
    #expect(try main(Self.own, variables: [:]) == nil)
  }

  @Test func `is where XDG_CONFIG_HOME says so, if that is an absolute path`() throws {
    let moved = "/settings/flickd/flickd.toml"
    var variables = ["HOME": "/home/anna", "XDG_CONFIG_HOME": "/settings"]
    #expect(try main(Self.own, moved, variables: variables) == moved)
    #expect(try main(Self.own, variables: variables) == nil)
    variables["XDG_CONFIG_HOME"] = "settings"
    #expect(try main(Self.own, moved, variables: variables) == Self.own)
  }

  private static let isAbsentInSystem = !["flickd.toml", "conf.d"].contains {
    FileManager.default.fileExists(atPath: "/etc/flickd/\($0)")
  }

  @Test(.enabled(if: isAbsentInSystem, "needs a machine without a configuration of flickd"))
  func `is read by the commands, with the drop-ins beside it`() async throws {
    let folder = try PrivateFolder()
    let main = try folder.write("flickd/flickd.toml", "[swipe]\nslop = 3\n")
    let dropIn = try folder.write("flickd/conf.d/50-kiosk.toml", "[swip]\n")
    let outcome = try await Command(
      [Program.flickctl.path, "check"], environment: ["XDG_CONFIG_HOME": folder.path]
    ).run()
    #expect(outcome.code == 78)
    let lines = outcome.errors.split(separator: "\n")
    try #require(lines.count == 2, "\(outcome.errors)")
    #expect(lines[0].hasPrefix("flickctl: \(main):2:8: "))
    #expect(lines[1].hasPrefix("flickctl: \(dropIn):1:"))
  }

  @Test func `needs no root to be reloaded`() throws {
    let folder = try #require(UserFolders().configuration)
    let own = UserConfiguration.reload(readerOf: "\(folder)/flickd/conf.d")
    #expect(own == "systemctl --user reload flickd")
    #expect(UserConfiguration.line(own, in: "\(folder)/flickd/conf.d", by: .sudo) == own)
    let system = UserConfiguration.reload(readerOf: "/etc/flickd/conf.d")
    #expect(system == "systemctl reload flickd")
    #expect(UserConfiguration.line(system, in: "/etc/flickd/conf.d", by: .sudo) == "sudo \(system)")
  }
}
