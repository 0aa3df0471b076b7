import Foundation
import LinuxIO
import Panels
import TestKit
import Testing

@testable import PanelLab

@Suite struct `Settings for an administrator` {
  private func settings(vendor: UInt16 = 0x0eef) -> WrittenSettings {
    var description = MadeTries.description
    description.vendor = vendor
    return WrittenSettings(
      name: "Made panel", subject: RuleSubject(description: description),
      lines: [.init(key: "velocity", value: "\"130mm/s\"", origin: "165 strokes of 5 people")])
  }

  @Test func `are written by the shown command, which reloads flickd`() async throws {
    let folder = try PrivateFolder()
    try folder.write("systemctl", "#!/bin/sh\necho \"$@\"\n")
    let drops = folder.file("conf d")
    let handed = SettingsHandover(settings(), of: .tuned, in: drops, by: .open) { _ in nil }
    let command = try #require(handed.command)
    let outcome = try await Command([
      "sh", "-c",
      "umask 077; chmod +x '\(folder.path)/systemctl'; PATH='\(folder.path)':\"$PATH\"; \(command)",
    ]).run()
    #expect(outcome.code == 0 && outcome.output == "reload flickd\n", "\(outcome)")
    let path = "\(drops)/90-tuned-0eef-0005.toml"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == handed.text)
    #expect(try #require(try SystemCalls.identity(of: path)).mode == 0o644)
    let again = SettingsHandover(settings(), of: .tuned, in: drops) { try SystemCalls.contentsIfAny(of: $0) }
    #expect(again.text == handed.text)
  }

  @Test func `have no command for a file of somebody else, an unreadable one, or a panel without ids`() {
    let foreign = SettingsHandover(settings(), of: .tuned, in: "/none") { _ in Array("x = 1\n".utf8) }
    #expect(foreign.command == nil && foreign.note?.contains("did not write this file") == true)
    struct Unreadable: Error {}
    let unreadable = SettingsHandover(settings(), of: .tuned, in: "/none") { _ in throw Unreadable() }
    #expect(unreadable.command == nil && unreadable.note != nil && unreadable.text != nil)
    let nameless = SettingsHandover(settings(vendor: 0), of: .tuned, in: "/none") { _ in nil }
    #expect(nameless.command == nil && nameless.note?.contains("no vendor id") == true)
    #expect(nameless.text?.contains("velocity = \"130mm/s\"") == true)
    var nothing = settings()
    nothing.lines = []
    let empty = SettingsHandover(nothing, of: .tuned, in: "/none") { _ in nil }
    #expect(empty.text == nil && empty.note == WritingCommand.tuned.nothing)
  }
}
