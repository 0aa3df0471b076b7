internal import Foundation

/// A file of udev rules, applied like udev does for one event of one device.
///
/// The reader knows the keys of flickd's own rules, and refuses all others. It also refuses what
/// udev refuses or warns of: an operator that a key does not support, a jump to a missing label, an
/// unused label.
public struct UdevRules: Sendable {
  private let lines: [UdevRuleLine]

  /// Reads the text of a file.
  public init(_ text: String) throws(UdevRuleFault) {
    var lines: [UdevRuleLine] = []
    for (index, text) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let content = text.drop { $0 == " " || $0 == "\t" }
      if content.isEmpty || content.hasPrefix("#") { continue }
      lines.append(try UdevRuleLine(content, number: index + 1))
    }
    for (index, line) in lines.enumerated() {
      if let jump = line.jump, !lines[(index + 1)...].contains(where: { $0.label == jump }) {
        throw UdevRuleFault(line: line.number, reason: "no line after it has the label \(jump)")
      }
      if let label = line.label, !lines[..<index].contains(where: { $0.jump == label }) {
        throw UdevRuleFault(line: line.number, reason: "no rule jumps to the label \(label)")
      }
    }
    self.lines = lines
  }

  /// The text of the installed rules.
  public static func installed() throws -> String {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: package.appendingPathComponent("udev-rules/74-flickd.rules"), encoding: .utf8)
  }

  /// The program that grants the service access to a touchscreen's node, and revokes it if the node
  /// belongs to another device by then.
  public static func opening(_ node: String, of device: RuledDevice) -> String {
    "/bin/sh -c '/usr/bin/setfacl -m u:flickd:r \(node) && "
      + "(test -e /sys\(device.properties["DEVPATH"] ?? "") || /usr/bin/setfacl -x u:flickd \(node))'"
  }

  /// The device after the rules.
  public func applied(to device: RuledDevice) -> RuledDevice {
    var device = device
    var rest = lines[...]
    while let line = rest.popFirst() {
      // udev checks all conditions of a line before it applies the line's actions, in whatever
      // order they are written.
      guard line.conditions.allSatisfy({ $0.holds(for: device) }) else { continue }
      for assignment in line.assignments { assignment.apply(to: &device) }
      if let jump = line.jump { rest = rest.drop { $0.label != jump } }
    }
    return device
  }
}

/// udev's state of a device while it applies the rules.
public struct RuledDevice: Equatable, Sendable {
  /// The kind of event: `add`, `change`, `remove`.
  public var action: String
  /// The kernel's subsystem.
  public var subsystem: String
  /// The kernel's name, for example `event5`.
  public var kernel: String
  /// The properties so far.
  public var properties: [String: String]
  /// The properties that an earlier event has left in udev's database.
  public var database: [String: String]
  /// The tags so far.
  public var tags: Set<String>
  /// The programs to be run, with the values of properties substituted.
  public var programs: [String]
  /// Whether no later rule can change ``programs``.
  public var areProgramsFinal = false

  /// Creates a device in the state after earlier rules.
  public init(
    _ kernel: String, of subsystem: String = "input", action: String = "add", properties: [String: String],
    database: [String: String] = [:], tags: Set<String> = [], programs: [String] = []
  ) {
    self.action = action
    self.subsystem = subsystem
    self.kernel = kernel
    self.properties = properties
    self.database = database
    self.tags = tags
    self.programs = programs
  }
}

/// The reason why a text is not a valid file of rules.
public struct UdevRuleFault: Error, Equatable, CustomStringConvertible {
  /// The number of the line, from 1.
  public let line: Int
  /// The problem.
  public let reason: String

  /// The line and the problem.
  public var description: String { "line \(line): \(reason)" }
}
