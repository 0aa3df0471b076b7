import ConfigurationFiles
import Panels
import Settings
import Testing

@Suite struct `A configuration with parts that have no effect` {
  private static let text = """
    [[panel]]
    rotation = 90
    [[panel]]
    match = { vendor = "0eef", name = "eGalax*" }
    rotation = 180
    [[zone]]
    name = "cards"
    panel = { path = "pci-1", serial = "A\\u001b" }
    [[zone]]
    private = true
    panel = { product = "0005" }
    [socket]
    owner = "flickd"
    group = "flick"
    positions = ["root", "kiosk"]
    decisions = ["others"]
    """

  private let settings: Settings

  init() throws {
    let reading = Settings.read([ConfigurationFile(name: "test.toml", bytes: Array(Self.text.utf8))])
    try #require(reading.diagnostics == [])
    settings = reading.settings
  }

  @Test func `names the rules and zones that match no panel`() {
    var panel = PanelDescription()
    panel.vendor = 0x1234
    #expect(
      settings.unmatched { $0.holds(for: panel, path: nil, serial: nil) } == [
        "[[panel]] number 2, match = { vendor = \"0eef\", name = \"eGalax*\" }: no touchscreen here matches",
        "[[zone]] `cards`, panel = { path = \"pci-1\", serial = \"A\\u{1b}\" }: no touchscreen here matches",
        "[[zone]] number 2, panel = { product = \"0005\" }: no touchscreen here matches",
      ])
    panel.vendor = 0x0eef
    panel.product = 5
    panel.name = "eGalax Touch"
    #expect(settings.unmatched { $0.holds(for: panel, path: "pci-1", serial: "A\u{1b}") } == [])
    #expect(settings.unmatched(nil) == [])
  }

  @Test func `names the users and groups that do not exist`() {
    #expect(
      settings.unknownAccounts(hasUser: { _ in false }, hasGroup: { $0 == "root" }) == [
        "[socket] owner: there is no user `flickd`: the socket keeps flickd's own",
        "[socket] group: there is no group `flick`: the socket keeps flickd's own",
        "[socket] positions: there is no group `kiosk`: it admits no client",
        "[socket] decisions: there is no group `others`: it admits no client",
      ])
    #expect(settings.unknownAccounts(hasUser: { _ in true }, hasGroup: { _ in true }) == [])
  }
}
