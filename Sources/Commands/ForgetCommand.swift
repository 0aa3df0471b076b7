internal import ArgumentParser
internal import FlickProtocol
internal import GestureCore
internal import Installation
internal import LinuxIO
internal import Panels
internal import Terminal

/// `flickctl forget`: removes what flickd has learned of panels.
struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Remove what flickd has learned of one panel, or of all.",
    discussion: """
      Example: flickctl forget pci-0000:00:14.0-usb-0:3:1.0

      flickd keeps the lift delay and the report period of each panel in its state directory: $STATE_DIRECTORY, else \
      /var/lib/flickd, else $XDG_STATE_HOME/flickd. A running flickd reads the file before it writes it. Until a panel \
      is opened again, flickd uses what it has learned of the panel, and does not store it.

      Exit codes: 65 damaged file, or file of a newer version, 66 no such panel, 73 cannot write, 77 no permission.
      """)

  @Argument(help: ArgumentHelp("The panel, by its id or name; without it, every panel.")) var panel: String?
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    guard let folder = StateFolder.client else {
      throw failure(.noInput, "there is no state directory: set $STATE_DIRECTORY to that of flickd")
    }
    let path = "\(folder)/\(PanelMemory.fileName)"
    var memory = try read(path)
    let before = memory.entries
    let forgotten = before.filter { isMeant($0.key) }
    if let panel, forgotten.isEmpty {
      let known = before.map { "\n  \($0.key.panelID)  (\($0.key.name.terminalText))" }.joined()
      throw failure(
        .noInput,
        "\(path): nothing is known of '\(panel.terminalText)'"
          + (known.isEmpty ? ", and of no other panel: there is nothing to forget" : "; there are:\(known)"))
    }
    if !forgotten.isEmpty {
      memory.forget { isMeant($0.key) }
      try write(memory, in: folder)
    }
    if json {
      try writeOutput(json: Self.object(forgotten, path))
    } else {
      try writeOutput(styled: Self.text(forgotten, path))
    }
  }

  private func isMeant(_ key: PanelKey) -> Bool { panel == nil || key.panelID == panel || key.name == panel }

  private func read(_ path: String) throws -> PanelMemory {
    do {
      return try SystemCalls.stateIfAny(of: path).map { try PanelMemory(text: $0) } ?? PanelMemory()
    } catch let fault as PanelMemory.Fault {
      throw refused(fault, path)
    } catch let error as SystemCallError {
      throw refused(error)
    }
  }

  private func write(_ memory: PanelMemory, in folder: String) throws {
    do throws(SystemCallError) {
      try FileReplacement.replacePrivate(PanelMemory.fileName, in: folder, with: memory.text)
    } catch {
      throw refused(error)
    }
  }

  private func refused(_ fault: PanelMemory.Fault, _ path: String) -> ArgumentParser.ExitCode {
    switch fault {
    case .damaged:
      failure(.badData, "\(path): \(fault): flickd ignores this file and replaces it; you can remove it")
    case .newer:
      failure(
        .badData,
        "\(path): \(fault), and this is flickctl \(flickdVersion): nothing is forgotten, and the file is "
          + "unchanged; use the flickctl of the flickd that wrote it")
    }
  }

  private func refused(_ error: SystemCallError) -> ArgumentParser.ExitCode {
    guard error.code == .permissionDenied || error.code == .notPermitted else {
      return failure(.cannotCreate, "\(error): nothing is forgotten")
    }
    let line = CommandLine.arguments.map(RootCommand.quoted).joined(separator: " ")
    return failure(.noPermission, "\(error): nothing is forgotten: run `\(RootCommand(line).line)`")
  }

  // MARK: Output

  private static func text(_ forgotten: [PanelMemory.Entry], _ path: String) -> String {
    guard !forgotten.isEmpty else { return "\(path): nothing is known of any panel" }
    let rows = forgotten.map { entry in
      [
        entry.key.panelID, entry.values.liftDelay.map { milliseconds($0) } ?? "-",
        entry.values.reportPeriod.map { milliseconds($0) } ?? "-", entry.key.name,
      ]
    }
    return TextTable.text([["FORGOTTEN", "LIFT DELAY", "REPORT PERIOD", "NAME"]] + rows)
      + "A running flickd learns these values again after the panel is opened again: plug it in again, or restart flickd."
  }

  private static func milliseconds(_ interval: Interval) -> String {
    let tenths = (interval.microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  private static func object(_ forgotten: [PanelMemory.Entry], _ path: String) -> [UInt8] {
    LineWriter.line { line in
      line.field("file", path)
      line.objects("forgotten", forgotten) { line, entry in
        line.field("panel_id", entry.key.panelID)
        line.field("name", entry.key.name)
        line.field("vendor", hexadecimal: entry.key.vendor)
        line.field("product", hexadecimal: entry.key.product)
        line.field("serial", entry.key.serial)
        if let delay = entry.values.liftDelay { line.field("lift_delay_us", delay.microseconds) }
        if let period = entry.values.reportPeriod { line.field("report_period_us", period.microseconds) }
      }
    }
  }
}
