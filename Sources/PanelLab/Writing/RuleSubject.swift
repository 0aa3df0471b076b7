internal import ConfigurationFiles
package import Evdev
internal import FlickProtocol
package import Panels
internal import Pipeline
internal import Recordings
package import Settings

/// The panel's properties that a rule of the configuration can match.
package struct RuleSubject: Equatable {
  var description: PanelDescription
  var path: String?
  var serial: String?

  /// Creates the subject of a panel.
  package init(description: PanelDescription, path: String? = nil, serial: String? = nil) {
    (self.description, self.path, self.serial) = (description, path, serial)
  }

  /// The smallest match for the panel: its ids, or its name if it has no ids.
  ///
  /// If other touchscreens match too, further keys are added as long as they exclude some of these
  /// touchscreens.
  func match(among others: [RuleSubject] = []) -> RuleMatch {
    var match = RuleMatch()
    let hasIDs = description.vendor != 0 || description.product != 0
    if hasIDs {
      match.rule.vendor = description.vendor
      match.rule.product = description.product
      match.pairs += [
        ("vendor", description.vendor.hexadecimal(digits: 4)),
        ("product", description.product.hexadecimal(digits: 4)),
      ]
    } else {
      match.rule.name = description.name
      match.pairs.append(("name", description.name))
    }
    // The path comes before the serial number: the picture's rotation belongs to the port, and
    // cheap panels of one make all have the same serial number.
    let marks: [(key: String, value: String?, set: (inout PanelMatch, String) -> Void)] = [
      ("path", path, { $0.path = $1 }), ("serial", serial, { $0.serial = $1 }),
      ("name", hasIDs ? description.name : nil, { $0.name = $1 }),
    ]
    for mark in marks {
      let twins = others.filter { match.rule.holds(for: $0) }
      guard let value = mark.value, !value.isEmpty, !twins.isEmpty else { continue }
      var finer = match.rule
      mark.set(&finer, value)
      guard twins.contains(where: { !finer.holds(for: $0) }) else { continue }
      match.rule = finer
      match.pairs.append((mark.key, value))
    }
    return match
  }

  /// The vendor and product ids, such as `0eef-0005`, in the name of a file; nil if there is no
  /// vendor.
  var ids: String? {
    guard description.vendor != 0 else { return nil }
    return "\(description.vendor.hexadecimal(digits: 4))-\(description.product.hexadecimal(digits: 4))"
  }
}

extension RuleSubject {
  /// The subject of a recorded panel.
  init(_ recording: Recording) {
    self.init(
      description: recording.description, path: recording.setup.path, serial: recording.setup.serial)
  }

  /// The subject of an open touchscreen.
  init(_ touchscreen: ChosenTouchscreen) {
    self.init(
      description: touchscreen.setup.description, path: touchscreen.node.properties["ID_PATH"],
      serial: touchscreen.node.serial)
  }
}

extension InputNode {
  /// The panel's properties that a rule of the configuration can match.
  package var subject: RuleSubject {
    RuleSubject(description: description, path: properties["ID_PATH"], serial: serial)
  }
}

/// A `match` of `[[panel]]`, as a value and as text.
struct RuleMatch {
  /// The value that the configuration compares.
  var rule = PanelMatch()
  /// The keys and their values, in the order of the text.
  var pairs: [(key: String, value: String)] = []

  /// The pairs as they stand within `match = { }`.
  var toml: String { pairs.map { "\($0.key) = \($0.value.tomlString)" }.joined(separator: ", ") }
}

extension Settings {
  /// Returns what the rules specify for the panel.
  package func rule(for subject: RuleSubject) -> PanelRule {
    rule(for: subject.description, path: subject.path, serial: subject.serial)
  }
}

extension PanelMatch {
  /// Whether a rule with this match applies to the panel.
  package func holds(for subject: RuleSubject) -> Bool {
    holds(for: subject.description, path: subject.path, serial: subject.serial)
  }
}
