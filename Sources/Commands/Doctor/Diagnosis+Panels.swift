internal import ConfigurationFiles
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import Installation
internal import LinuxIO
internal import PanelLab
internal import Panels
internal import Settings
internal import Terminal

extension Diagnosis {
  /// The share by which two sizes may differ; a bezel or a rounded EDID differs by less.
  private static let sizeTolerance = 0.15
  /// The flags without which Chromium interprets swipes itself, from docs/kiosks.md.
  private static let browserFlags = ["--overscroll-history-navigation=0", "--disable-pinch"]

  /// Adds the panels as flickd reports them, and the browser.
  mutating func addPanels(_ facts: MachineFacts) {
    let panels = facts.answer?.panels ?? []
    let names = panels.map { panel in
      "\(panel.name): \(ShownNumber.size(panel.width, panel.height)) (\(panel.scale))"
    }
    let unseen =
      facts.answer == nil ? "flickd does not answer" : panels.isEmpty ? "flickd reports no panel" : nil
    add(
      .panels, Self.panels(facts), seen: unseen ?? names.joined(separator: ", "), isChecked: unseen == nil)
    let browsers = facts.browsers.map { "\($0.name) (process \($0.number))" }.joined(separator: ", ")
    add(
      .browser, Self.browser(facts), seen: browsers.isEmpty ? "no Chromium runs as a kiosk" : browsers,
      isChecked: !browsers.isEmpty)
  }

  private static func panels(_ facts: MachineFacts) -> [DoctorFinding] {
    guard let answer = facts.answer else { return [] }
    let touches = facts.touches.filter(facts.isOfSeat)
    let live = answer.panels.filter { $0.source.value == .live }
    return touches.compactMap { reading(of: $0, answer, facts) } + live.compactMap { geometry(of: $0, facts) }
  }

  /// Returns why flickd receives no touch from a touchscreen; nil if nothing prevents it.
  private static func reading(
    of touch: MachineFacts.Touch, _ answer: MachineFacts.Answer, _ facts: MachineFacts
  ) -> DoctorFinding? {
    let node = touch.node.node
    guard let panel = answer.panels.first(where: { $0.node == node }) else {
      let isExpected =
        enabled(touch, facts) == false || touch.isReadable == false && facts.isServiceInstalled
        || facts.manualFlickd != nil || !facts.isSystemSocket
      return isExpected
        ? nil
        : DoctorFinding(
          .notRead, "flickd may read \(node), and does not report the panel",
          "the log contains the reason" + (facts.hasSystemd ? ": `journalctl -u flickd`" : ""),
          facts.restarting)
    }
    guard let reader = touch.readers.first, answer.frames[panel.panelID] == 0 else { return nil }
    return DoctorFinding(
      .silentPanel,
      "flickd has received no touch from \(panel.name) (\(node)), and \(reader.name) "
        + "(process \(reader.number) of \(reader.user)) has it open",
      "if that program grabs the panel, no other program receives touches; Linux does not report grabs, "
        + "so first touch the panel: if `flickctl listen` prints a swipe, all is well; else "
        + (facts.isOwnedByUser(reader) ? "the command ends that program" : facts.leaving(reader)),
      facts.isOwnedByUser(reader) ? "kill \(reader.number)" : facts.showing(reader))
  }

  /// Returns how the size or the orientation of a panel is probably wrong; nil if it is not.
  private static func geometry(of panel: PanelMessage, _ facts: MachineFacts) -> DoctorFinding? {
    if panel.scale == "assumed" {
      return DoctorFinding(
        .assumedSize, "\(panel.name) reports no size: flickd assumes \(size(panel))",
        "distances and velocities in mm are wrong by the same factor; "
          + "measure the glass, and replace both numbers",
        setting(panel, Extent(width: panel.width, height: panel.height), facts))
    }
    guard panel.scale == "kernel", let display = facts.display else { return nil }
    let shown = ShownNumber.size(display.width, display.height)
    if isOther(panel, display) {
      return DoctorFinding(
        .otherSize, "\(panel.name) reports \(size(panel)), and the only display \(shown)",
        "if the panel covers the display, its distances are wrong; measure the glass, and write its size",
        setting(panel, display, facts))
    }
    let isSet = facts.touches.contains { $0.node.node == panel.node && rule(for: $0, facts).rotation != nil }
    guard panel.rotation == 0, !isSet, isMountedSideways(panel, display) else { return nil }
    return DoctorFinding(
      .otherRotation,
      "\(panel.name) reports \(size(panel)), and lies across the only display of \(shown)",
      "unless the compositor turns the picture, a swipe to the right is reported as up or down; if it is "
        + "then reported as left, write 270; if all is well without the command, write 0",
      writing("rotation = 90", for: panel, to: "50-rotation.toml", facts))
  }

  private static func enabled(_ touch: MachineFacts.Touch, _ facts: MachineFacts) -> Bool? {
    rule(for: touch, facts).enabled
  }

  private static func rule(for touch: MachineFacts.Touch, _ facts: MachineFacts) -> PanelRule {
    facts.settings.rule(for: touch.node.subject)
  }

  private static func size(_ panel: PanelMessage) -> String { ShownNumber.size(panel.width, panel.height) }

  /// Whether neither orientation of the panel has the size of the display.
  private static func isOther(_ panel: PanelMessage, _ display: Extent) -> Bool {
    func differ(_ left: Double, _ right: Double) -> Bool {
      abs(left - right) > sizeTolerance * max(left, right)
    }
    return differ(max(panel.width, panel.height), max(display.width, display.height))
      || differ(min(panel.width, panel.height), min(display.width, display.height))
  }

  /// Whether a panel of the display's size has its long side where the display has its short one.
  private static func isMountedSideways(_ panel: PanelMessage, _ display: Extent) -> Bool {
    let isLong = max(display.width, display.height) > (1 + sizeTolerance) * min(display.width, display.height)
    return isLong && (panel.width > panel.height) != (display.width > display.height)
  }

  /// Returns the command that writes a rule with a size for one model of panel.
  private static func setting(_ panel: PanelMessage, _ size: Extent, _ facts: MachineFacts) -> String {
    // The size of the configuration is that of the glass, before its rotation.
    let isTurned = panel.rotation == 90 || panel.rotation == 270
    let (width, height) = isTurned ? (size.height, size.width) : (size.width, size.height)
    return writing(
      "size = \"\(Int(width.rounded()))mm x \(Int(height.rounded()))mm\"", for: panel, to: "50-size.toml",
      facts)
  }

  /// Returns the command that appends a rule for one model of panel to a drop-in.
  private static func writing(
    _ setting: String, for panel: PanelMessage, to file: String, _ facts: MachineFacts
  ) -> String {
    let rule =
      "[[panel]]\\nmatch = { vendor = \"\(panel.vendor.hexadecimal(digits: 4))\", "
      + "product = \"\(panel.product.hexadecimal(digits: 4))\" }\\n\(setting)\\n"
    return facts.reloading(
      "mkdir -p /etc/flickd/conf.d && printf \(RootCommand.quoted(rule)) >> /etc/flickd/conf.d/\(file)")
  }

  private static func browser(_ facts: MachineFacts) -> [DoctorFinding] {
    facts.browsers.compactMap { browser in
      let missing = browserFlags.filter { !browser.arguments.contains($0) }
      guard !missing.isEmpty else { return nil }
      let flags = missing.joined(separator: " ")
      return DoctorFinding(
        .browserTakesSwipes,
        "\(browser.name) (process \(browser.number) of \(browser.user)) runs as a kiosk without \(flags)",
        "Chromium then uses swipes itself, to go back a page or to zoom; the start script needs the flags, "
          + (facts.isOwnedByUser(browser)
            ? "and the command ends this browser" : "and \(facts.leaving(browser)) and start it again"),
        cure(of: browser, missing, facts))
    }
  }

  /// The command that gives Chromium's start script the flags, or that starts an own browser again.
  private static func cure(
    of browser: RunningProcess, _ missing: [String], _ facts: MachineFacts
  ) -> String {
    let isOwn = facts.isOwnedByUser(browser)
    if facts.hasChromiumFolder {
      let line = "export CHROMIUM_FLAGS=\"$CHROMIUM_FLAGS \(missing.joined(separator: " "))\""
      let writing = facts.root(
        "echo \(RootCommand.quoted(line)) > /etc/chromium.d/flickd", isScript: true)
      return isOwn ? "\(writing) && kill \(browser.number)" : writing
    }
    let command = (browser.arguments + missing).map(RootCommand.quoted).joined(separator: " ")
    return isOwn ? "kill \(browser.number); \(command)" : facts.showing(browser)
  }
}

extension MachineFacts {
  /// The settings of the files.
  var settings: Settings { Settings.read(files, library: library).settings }
}
