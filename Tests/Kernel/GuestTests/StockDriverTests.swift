import TestKit
import Testing

/// A panel that sends HID reports like a USB panel.
///
/// The stock kernel's hid-multitouch turns the reports into events.
@Suite(.enabled(if: Guest.thoroughStates != nil, Comment(rawValue: Guest.thoroughComment)), .serialized)
struct `flickd under systemd, with the stock driver for HID` {
  /// A scenario, and the expected decisions.
  struct PlayedScenario: Sendable, CustomTestStringConvertible {
    let name: String
    let decisions: [String]
    let contacts: Int
    let flicks: Int

    var testDescription: String { name }
  }

  @Test(arguments: [
    PlayedScenario(name: "tap-says-nothing", decisions: [], contacts: 1, flicks: 0),
    PlayedScenario(
      name: "pull-down-then-flick-up", decisions: ["flick up commit by velocity"], contacts: 1, flicks: 1),
    PlayedScenario(
      name: "drag-right-long-slow", decisions: ["drag right commit by distance"], contacts: 1, flicks: 0),
  ])
  func `decides as in the scenario, and counts the swipe`(scenario: PlayedScenario) async throws {
    let outcome = try await Guest.run(
      """
      listen
      play_and_stay /opt/scenarios/\(scenario.name).touch --protocol hid
      flickctl stats --json
      as_member flickctl stats --json
      as_member flickctl stats
      kill "$player"
      hears '"change":"removed"'
      journalctl -q --no-pager -k -o cat | grep -o '^hid-multitouch'
      cat /run/heard
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines.contains("hid-multitouch"))

    let heard = try outcome.heard()
    try #require(heard.count > 4)
    #expect(heard.dropFirst(4).map(\.word) == ["added"] + scenario.decisions + ["removed"])
    #expect(heard[4].scale == "kernel")

    // Only root may know whether fingers touched the glass; group members receive decisions.
    let (root, member) = (heard[0].panels.elements, heard[1].panels.elements)
    try #require(root.count == 1 && member.count == 1)
    #expect(root[0].contacts == .number(Double(scenario.contacts)))
    #expect(root[0].contacts_down == 0)
    #expect(member[0].contacts == .null)
    for panel in [root[0], member[0]] {
      #expect(panel.swipes == .number(Double(scenario.decisions.count)))
      #expect(panel.flicks == .number(Double(scenario.flicks)))
      #expect(panel.dropped == 0)
    }
    let row = try #require(outcome.lines.first { !$0.hasPrefix("{") && $0.contains("flickctl/") })
    let cells = row.split(separator: " ").dropFirst().prefix(4)
    #expect(cells == ["-", "-", "\(scenario.decisions.count)", "\(scenario.flicks)"])
  }

  @Test(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
  func `counts the contacts of a panel that was recorded`() async throws {
    let name = "ilitek_222a_0015"
    let outcome = try await Guest.run(
      files: [try Material.path("recordings/hidrec/\(name).hid.gz")],
      // The guest's clock counts instructions, but its disk uses the host's time. On a busy host,
      // the first read of a page of flickd's code in mid-swipe took so long that the kernel's queue
      // overflowed. The guest's timers are late as well: at four times the recording's speed,
      // events that were sent at once overflowed the queue too.
      """
      sed -n 's|.* \\(/[^ ]*\\)$|\\1|p' "/proc/$(main_process)/maps" | sort -u |
        xargs cat "$(command -v flickctl)" >/dev/null
      listen
      play_and_stay /opt/\(name).hid.gz
      flickctl stats --json
      grep '"change":"added"' /run/heard
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let heard = try outcome.heard()
    try #require(heard.count == 2)
    let rows = try ContactRow.all().filter { $0.file.contains("/\(name)_0@") }
    #expect(rows.count == 23)
    let panel = try #require(heard[0].panels.elements.first)
    #expect(panel.contacts == .number(Double(rows.count)))
    #expect(panel.contacts_down == 0)
    #expect(panel.dropped == 0)
    #expect(heard[1].vendor == "222a")
    #expect(heard[1].product == "0015")
  }
}
