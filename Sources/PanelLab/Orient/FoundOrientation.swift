internal import FlickProtocol
internal import Panels
internal import Pipeline
internal import Settings

/// The orientation that was found for a panel, and the matching configuration.
struct FoundOrientation {
  /// What clients receive about the panel.
  var panel: PanelMessage
  /// The orientation, applied after the calibration matrix.
  var orientation: Orientation
  var subject: RuleSubject
  /// The other touchscreens of the machine.
  var others: [RuleSubject] = []
  /// The orientation that the configuration specifies; nil if there is none.
  var stated: Orientation?

  private var match: RuleMatch { subject.match(among: others) }

  /// Human-readable remarks, in addition to the configuration lines.
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
    """
    [[panel]]
    match = { \(match.toml) }
    mirror = \(orientation.isMirrored)
    rotation = \(orientation.rotation.rawValue)

    """
  }

  /// The rule as one JSON object.
  var json: [UInt8] {
    LineWriter.line { line in
      line.field("panel_id", panel.panelID)
      line.field("node", panel.node)
      line.field("name", panel.name)
      line.object("match") { line in for pair in match.pairs { line.field(pair.key, pair.value) } }
      line.field("mirror", orientation.isMirrored)
      line.field("rotation", Int64(orientation.rotation.rawValue))
      line.field("toml", toml)
    }
  }
}

extension Settings {
  /// Returns the orientation that the rules specify for a panel; nil if there is none.
  func statedOrientation(of subject: RuleSubject) -> Orientation? {
    let rule = rule(for: subject)
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
