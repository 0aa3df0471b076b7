internal import ArgumentParser
internal import ConfigurationFiles
internal import Evdev
internal import FlickProtocol
internal import Installation
internal import LinuxIO
internal import PanelLab
internal import Panels
internal import Pipeline
internal import Settings
internal import Terminal

/// `flickctl devices`: lists panels with their sizes, ignored devices, and the reasons.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the machine's touchscreens, and the devices that are not used.",
    discussion: """
      --explain also lists each setting of each touchscreen, and what set it: a file and its line, a udev property, the \
      kernel, what flickd has learned, or the default.

      Example: flickctl devices --explain

      Exit codes: 66 no touchscreen, 77 no permission to read a touchscreen, 78 the configuration is bad.
      """)

  @OptionGroup var options: SettingsOptions
  @Option(help: ArgumentHelp("The seat; the default is $XDG_SEAT, else seat0.", valueName: "name"))
  var seat: String?
  @Flag(help: "Also list each setting of each touchscreen, and what set it.") var explain = false
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    let settings = try options.settings()
    let origins = explain ? SettingOrigins(try options.files(), library: options.library()) : nil
    var found = DeviceList(seat: Seat.chosen(seat), memory: remembered(), origins: origins)
    found.take(try available(PanelScan.nodes), settings: settings)
    for complaint in found.complaints { note(complaint) }
    if json {
      try writeOutput(json: found.json)
    } else if !found.table.isEmpty {
      try writeOutput((found.table + found.explanations).withoutLastNewline)
    }
    if !found.unreadable.isEmpty {
      throw failure(.noPermission, Self.text(for: found.unreadable.map(\.problem)))
    }
    if found.panels.isEmpty {
      throw failure(.noInput, NoTouchscreen.text(others: found.passedOver.count))
    }
  }

  /// Returns why the process may not read some touchscreens.
  ///
  /// One command grants access to all nodes that this user may not read; it has its own line for
  /// copying.
  static func text(for problems: [PanelOpenError]) -> String {
    var closed: [String] = []
    var others: [String] = []
    for problem in problems {
      if case .notReadable(let access) = problem {
        closed += access.nodes
      } else {
        others.append("\(problem)")
      }
    }
    if !closed.isEmpty {
      let access = PanelAccess(to: closed)
      others.append("\(access.problem). This command \(access.effect):\n  \(access.command)")
    }
    return others.joined(separator: "\nflickctl: ")
  }
}

extension DevicesCommand {
  /// What flickd remembers; empty if there is nothing, or if this user may not read it.
  private func remembered() -> PanelMemory {
    guard let folder = StateFolder.client else { return PanelMemory() }
    let path = "\(folder)/\(PanelMemory.fileName)"
    guard let bytes = (try? SystemCalls.stateIfAny(of: path)) ?? nil else { return PanelMemory() }
    do throws(PanelMemory.Fault) {
      return try PanelMemory(text: bytes)
    } catch {
      note("\(path): \(error): the list does not contain what flickd has learned")
      return PanelMemory()
    }
  }
}

/// The input devices of a machine, grouped by how flickd treats them.
struct DeviceList {
  private(set) var panels: [(message: PanelMessage, seat: String, explanation: PanelExplanation?)] = []
  private(set) var disabled: [(node: InputNode, reason: String)] = []
  private(set) var passedOver: [(node: InputNode, deviceClass: DeviceClass)] = []
  private(set) var unreadable: [(node: InputNode, problem: PanelOpenError)] = []
  /// Invalid values that udev reports for touchscreens.
  private(set) var complaints: [String] = []
  private let seat: String
  private var names = PanelNames()
  /// What flickd remembers; empty if this user may not read it.
  private let memory: PanelMemory
  /// Which line sets each value; nil to explain no value.
  private let origins: SettingOrigins?

  /// Creates the list for a service of `seat`.
  init(seat: String, memory: PanelMemory = PanelMemory(), origins: SettingOrigins? = nil) {
    self.seat = seat
    self.memory = memory
    self.origins = origins
  }

  /// Opens the touchscreens among the nodes, and adds all nodes to the list.
  mutating func take(_ nodes: [InputNode], settings: Settings) {
    names.name(all: nodes.filter { $0.deviceClass(seat: seat).isTouchscreen })
    for node in nodes { take(node, settings: settings) }
  }

  private mutating func take(_ node: InputNode, settings: Settings) {
    let deviceClass = node.deviceClass(seat: seat)
    guard deviceClass.isTouchscreen else {
      passedOver.append((node, deviceClass))
      return
    }
    complaints += node.propertyWarnings.map { "\(node.node): \($0)" }
    do throws(PanelOpenError) {
      let panel = try LivePanel(node: node.node, fuzz: node.fuzz)
      let review = deviceClass.reviewed(panel.description)
      guard review.isTouchscreen else {
        passedOver.append((node, review))
        return
      }
      var identity = PanelIdentity(node, panelID: names.name(of: node))
      identity.remembered = memory[PanelKey(panel.description, identity)]
      if let setup = PanelSetup(panel.description, identity: identity, settings: settings) {
        let explanation = origins.map {
          PanelExplanation(setup, node, isFuzzOfUdev: panel.isFuzzOfUdev, by: $0)
        }
        panels.append((setup.message, node.seat, explanation))
      } else {
        let line = origins.flatMap { PanelExplanation.enabled(panel.description, node, by: $0) }
        disabled.append((node, "disabled by the configuration" + (line.map { ", \($0)" } ?? "")))
      }
    } catch {
      unreadable.append((node, error))
    }
  }

  // MARK: For people

  /// A table of the panels, then a table of all other devices.
  var table: String {
    var text = ""
    if !panels.isEmpty { text += TextTable.text(panelRows) }
    let others =
      passedOver.map { [$0.node.node, "\($0.deviceClass)", $0.node.description.name] }
      + disabled.map { [$0.node.node, $0.reason, $0.node.description.name] }
      + unreadable.map { [$0.node.node, "touchscreen that may not be read", $0.node.description.name] }
    if !others.isEmpty {
      text += (text.isEmpty ? "" : "\n") + TextTable.text([["NODE", "NOT USED", "NAME"]] + others)
    }
    return text
  }

  /// For each panel, a table of its settings and of each of its zones; empty without explanations.
  var explanations: String {
    panels.map { panel in
      panel.explanation?.text(of: "\(panel.message.panelID), \(panel.message.name)") ?? ""
    }.joined()
  }

  /// The rows of the panels.
  ///
  /// The columns for orientation and seat appear only if a panel has a value other than the
  /// default.
  private var panelRows: [[String]] {
    let hasTurned = panels.contains { $0.message.turn != nil }
    let hasSeats = panels.contains { $0.seat != "seat0" }
    func row(_ size: [String], _ turn: String, _ seat: String, _ rest: [String]) -> [String] {
      size + (hasTurned ? [turn] : []) + (hasSeats ? [seat] : []) + rest
    }
    let head = row(["NODE", "SIZE", "SIZE FROM"], "TURNED", "SEAT", ["CONTACTS", "PANEL", "NAME"])
    return [head]
      + panels.map { panel, seat, _ in
        let size = ShownNumber.size(panel.width, panel.height)
        return row(
          [panel.node ?? "-", size, panel.scale], panel.turn ?? "-", seat,
          ["\(panel.maxContacts)", panel.panelID, panel.name])
      }
  }

  // MARK: For programs

  /// One JSON object: `panels`, `unreadable`, `disabled` and `passed_over`.
  ///
  /// `panels` is the same as in the protocol's `state`, plus `seat`, and perhaps `settings` and
  /// `zones`. docs/devices.schema.json describes the object.
  var json: [UInt8] {
    LineWriter.line { line in
      line.objects("panels", panels) { line, panel in
        panel.message.writeFields(into: &line)
        line.field("seat", panel.seat)
        panel.explanation?.write(into: &line)
      }
      Self.write("unreadable", unreadable.map { ($0.node, $0.problem.description) }, into: &line)
      Self.write("disabled", disabled.map { ($0.node, $0.reason) }, into: &line)
      Self.write("passed_over", passedOver.map { ($0.node, $0.deviceClass.description) }, into: &line)
    }
  }

  private static func write(_ key: String, _ nodes: [(InputNode, String)], into line: inout LineWriter) {
    line.objects(key, nodes) { line, found in
      let (node, reason) = found
      line.field("node", node.node)
      line.field("name", node.description.name)
      line.field("vendor", hexadecimal: node.description.vendor)
      line.field("product", hexadecimal: node.description.product)
      line.field("seat", node.seat)
      line.field("reason", reason)
    }
  }
}

extension PanelMessage {
  /// The transformations of the panel's positions, in order; nil for none.
  fileprivate var turn: String? {
    let steps = [
      matrix == nil ? nil : "matrix", isMirrored ? "mirror" : nil, rotation == 0 ? nil : "\(rotation)",
    ]
    let parts = steps.compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
