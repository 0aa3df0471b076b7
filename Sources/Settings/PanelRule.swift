public import Panels

extension PanelMatch {
  /// Returns whether `panel` matches every condition; an unknown path or serial matches none.
  public func holds(for panel: PanelDescription, path: String?, serial: String?) -> Bool {
    (vendor == nil || vendor == panel.vendor)
      && (product == nil || product == panel.product)
      && (name.map { matchesPattern(panel.name, $0) } ?? true)
      && (self.path == nil || self.path == path)
      && (self.serial == nil || self.serial == serial)
  }
}

extension PanelMatch {
  /// Whether every panel of `other` is certainly one of these panels.
  package func covers(_ other: PanelMatch) -> Bool {
    (vendor == nil || vendor == other.vendor) && (product == nil || product == other.product)
      && (name == nil || name == other.name) && (path == nil || path == other.path)
      && (serial == nil || serial == other.serial)
  }
}

extension Settings {
  /// Merges the rules for one panel key by key, with later rules over earlier ones.
  ///
  /// The `match` of the result is empty.
  public func rule(for panel: PanelDescription, path: String?, serial: String?) -> PanelRule {
    panels.merged { $0.holds(for: panel, path: path, serial: serial) }
  }

  /// Merges the entries of the library for one panel, as ``rule(for:path:serial:)`` merges rules.
  public func libraryEntry(for panel: PanelDescription, path: String?, serial: String?) -> PanelRule {
    library.merged { $0.holds(for: panel, path: path, serial: serial) }
  }
}

extension [PanelRule] {
  /// Merges the rules whose match is accepted key by key, with later rules over earlier ones.
  package func merged(where isOf: (PanelMatch) -> Bool) -> PanelRule {
    var sum = PanelRule()
    for rule in self where isOf(rule.match) { sum.merge(rule) }
    return sum
  }
}

/// Returns whether all of `text` matches `pattern`, in which `*` is any text and `?` one character.
///
/// Case matters. Cost: at most the product of both lengths, because the search returns only to the
/// last star.
func matchesPattern(_ text: String, _ pattern: String) -> Bool {
  let text = Array(text.unicodeScalars)
  let pattern = Array(pattern.unicodeScalars)
  var (inText, inPattern) = (0, 0)
  var star: (inPattern: Int, inText: Int)?
  while inText < text.count {
    if inPattern < pattern.count, pattern[inPattern] == "*" {
      star = (inPattern, inText)
      inPattern += 1
    } else if inPattern < pattern.count, pattern[inPattern] == "?" || pattern[inPattern] == text[inText] {
      inPattern += 1
      inText += 1
    } else if let last = star {
      star = (last.inPattern, last.inText + 1)
      inPattern = last.inPattern + 1
      inText = last.inText + 1
    } else {
      return false
    }
  }
  return pattern[inPattern...].allSatisfy { $0 == "*" }
}
