internal import Configuration
internal import FlickProtocol
internal import Panels
internal import Pipeline

/// The orientation that was found for a panel, and the matching configuration.
struct FoundOrientation {
  /// The panel's properties that a rule of the configuration can match.
  struct Subject: Equatable {
    var description: PanelDescription
    var path: String?
    var serial: String?
  }

  /// What clients receive about the panel.
  var panel: PanelMessage
  /// The orientation, applied after the calibration matrix.
  var orientation: Orientation
  /// The panel.
  var subject: Subject
  /// The other touchscreens of the machine.
  var others: [Subject] = []
  /// The orientation that the configuration specifies; nil without one.
  var stated: Orientation?

  /// Remarks for people, in addition to the configuration lines.
  var remarks: [String] {
    var remarks: [String] = []
    if panel.matrix != nil {
      remarks.append("the panel has a calibration matrix, which applies before these lines")
    }
    if stated == orientation {
      remarks.append("the configuration already contains this orientation")
    } else {
      remarks.append("put these lines after every other [[panel]], then run `systemctl reload flickd`")
    }
    if others.contains(where: { match.rule.holds(for: $0) }) {
      remarks.append("these lines also match another touchscreen, and would turn both")
    }
    return remarks
  }

  /// The rule as lines of a configuration file.
  ///
  /// Both keys are always present, so that they replace the values of an earlier rule.
  var toml: String {
    let pairs = match.pairs.map { "\($0.key) = \(Self.tomlText($0.value))" }
    return """
      [[panel]]
      match = { \(pairs.joined(separator: ", ")) }
      mirror = \(orientation.isMirrored)
      rotation = \(orientation.rotation.rawValue)

      """
  }

  /// The rule as one JSON object.
  var json: [UInt8] {
    var line = LineWriter()
    line.line { line in
      line.field("panel_id", panel.panelID)
      line.field("node", panel.node)
      line.field("name", panel.name)
      line.object("match") { line in for pair in match.pairs { line.field(pair.key, pair.value) } }
      line.field("mirror", orientation.isMirrored)
      line.field("rotation", Int64(orientation.rotation.rawValue))
      line.field("toml", toml)
    }
    return line.bytes
  }

  // MARK: The match

  /// The smallest match for the panel: its ids, or its name if it has no ids.
  ///
  /// If other touchscreens match too, further keys are added as long as they exclude some of these
  /// touchscreens.
  private var match: (rule: PanelMatch, pairs: [(key: String, value: String)]) {
    var rule = PanelMatch()
    var pairs: [(key: String, value: String)] = []
    let panel = subject.description
    let hasIDs = panel.vendor != 0 || panel.product != 0
    if hasIDs {
      rule.vendor = panel.vendor
      rule.product = panel.product
      pairs += [("vendor", Self.hexadecimal(panel.vendor)), ("product", Self.hexadecimal(panel.product))]
    } else {
      rule.name = panel.name
      pairs.append(("name", panel.name))
    }
    // The path comes before the serial number: the picture's rotation belongs to the port, and
    // cheap panels of one make all have the same serial number.
    let marks: [(key: String, value: String?, set: (inout PanelMatch, String) -> Void)] = [
      ("path", subject.path, { $0.path = $1 }), ("serial", subject.serial, { $0.serial = $1 }),
      ("name", hasIDs ? panel.name : nil, { $0.name = $1 }),
    ]
    for mark in marks {
      let twins = others.filter { rule.holds(for: $0) }
      guard let value = mark.value, !value.isEmpty, !twins.isEmpty else { continue }
      var finer = rule
      mark.set(&finer, value)
      guard twins.contains(where: { !finer.holds(for: $0) }) else { continue }
      rule = finer
      pairs.append((mark.key, value))
    }
    return (rule, pairs)
  }

  private static func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Returns a basic TOML string; a name comes from hardware and may contain any character.
  private static func tomlText(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.isUnsafeOnTerminal:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension PanelMatch {
  fileprivate func holds(for subject: FoundOrientation.Subject) -> Bool {
    holds(for: subject.description, path: subject.path, serial: subject.serial)
  }
}

extension Settings {
  /// Returns the orientation that the rules specify for a panel; nil without one.
  func statedOrientation(of subject: FoundOrientation.Subject) -> Orientation? {
    let rule = rule(for: subject.description, path: subject.path, serial: subject.serial)
    guard rule.mirror != nil || rule.rotation != nil else { return nil }
    return Orientation(isMirrored: rule.mirror ?? false, rotation: rule.rotation ?? .none)
  }

  /// These settings without mirroring and rotation, and with the default swipe settings.
  ///
  /// The calibration matrix of each panel still applies.
  var withoutOrientation: Settings {
    var plain = self
    plain.swipe = SwipeSettings()
    var rule = PanelRule()
    rule.enabled = true
    rule.mirror = false
    rule.rotation = Orientation.Rotation.none
    plain.panels.append(rule)
    return plain
  }
}
