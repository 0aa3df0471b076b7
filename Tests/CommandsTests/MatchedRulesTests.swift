import ConfigurationFiles
import Evdev
import FlickProtocol
import Panels
import Settings
import TestKit
import Testing

@testable import Commands

@Suite struct `The matched rules of a panel` {
  private static func panel(_ node: String?, _ name: String) -> PanelMessage {
    PanelMessage(
      panelID: name, name: name, vendor: 0x1234, product: 0x5678, serial: nil, node: node,
      source: node == nil ? .demo : .live, width: 500, height: 300, scale: "kernel", rotation: 0,
      maxContacts: 10, liftDelayMicroseconds: 0)
  }

  private static func matched(_ texts: String...) -> MatchedRules? {
    var description = PanelDescription()
    (description.name, description.vendor, description.product) = ("Left", 0x1234, 0x5678)
    let node = InputNode(
      node: "/dev/input/event5", systemPath: "/sys/devices/event5", properties: ["ID_PATH": "usb-1"],
      description: description)
    let files = texts.enumerated().map { index, text in
      ConfigurationFile(name: "\(index).toml", bytes: Array(text.utf8))
    }
    let panels = [panel("/dev/input/event5", "Left"), panel("/dev/input/event9", "Gone"), panel(nil, "Demo")]
    return MatchedRules(files: files, panels: panels, nodes: [node])
  }

  @Test func `are named with file and line`() throws {
    let rules = try #require(
      Self.matched(
        "[swipe]\n\n[[panel]]\nmatch = { path = \"usb-1\" }\n[[panel]]\nmatch = { vendor = \"dead\" }\n",
        "# A wall.\n[[ zone ]]\nname = \"wall\"\npanel = { product = \"5678\" }\n"))
    #expect(
      rules.statusRows == [
        ["rules", "Left: 0.toml:3: [[panel]] number 1, match = { path = \"usb-1\" }"],
        ["", "Left: 1.toml:2: [[zone]] number 1, panel = { product = \"5678\" }"],
        ["", "Demo: 1.toml:2: [[zone]] number 1, panel = { product = \"5678\" }"],
      ])
  }

  @Test func `include a panel that none matches`() throws {
    let rules = try #require(Self.matched("[[panel]]\nmatch = { name = \"Left\" }\n"))
    #expect(rules.others == ["Demo"])
    #expect(rules.statusRows.last == ["", "Demo: no rule and no zone matches"])
  }

  @Test func `are unknown if the files have an error, and absent without rules`() {
    #expect(Self.matched("[swipe]\n") == nil)
    #expect(Self.matched("[[panel]]\nmatch = { name = \"Left\" }\nrotation = 1\n") == nil)
  }

  @Test func `are shown by status`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("flickd.toml", "\n[[panel]]\nrotation = 90\n")
    let outcome = try await Daemon.run(["--demo", "--config", config], in: folder) { daemon in
      _ = try await daemon.subscribe()
      let command = [Program.flickctl.path, "status", "--socket", daemon.socket]
      let shown = try await Command(command + ["--config", config]).run()
      #expect(
        shown.lines.contains {
          $0.hasPrefix("rules ") && $0.contains("\(config):2: [[panel]] number 1, match = {")
        },
        "\(shown.output)\(shown.errors)")
      let report = try JSON(try await Command(command + ["--config", config, "--json"]).run().output)
      #expect(report.rules.elements.map(\.panel_id) == ["demo:synthetic"])
      // Another flickd may have read other files.
      #expect(try await !Command(command).run().output.contains("rules"))
    }
    #expect(outcome.code == 0)
  }
}
