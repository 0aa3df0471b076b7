public import GestureCore
public import Panels

/// `[[panel]]`: settings for the panels that match.
///
/// What a rule does not set, an earlier rule or the panel itself provides.
public struct PanelRule: Equatable, Sendable {
  /// The panels to which the rule applies.
  public var match = PanelMatch()
  /// Whether flickd reads the panel.
  public var enabled: Bool?
  /// The size of the glass before matrix and rotation, in mm.
  public var size: Extent?
  /// The size of the picture as the user sees it, in pixels.
  public var surface: Extent?
  /// The matrix that maps the glass to the picture; replaces that of udev.
  public var matrix: CalibrationMatrix?
  /// Whether left and right of the glass are exchanged.
  public var mirror: Bool?
  /// The rotation of the glass relative to the picture.
  public var rotation: PanelGeometry.Rotation?
  /// The delay between the last movement and the panel's report of the lift.
  public var liftDelay: Interval?
  /// The standard deviation of a reported position, in mm.
  public var noise: Double?
  /// The longest gap in the reports of a contact that does not end its swipe.
  public var bridgeGaps: Interval?
  /// The largest width of a contact at any time, in mm.
  public var sizeLimit: Double?
  /// The largest width of a contact when it lands, in mm.
  public var sizeLimitLanding: Double?
  /// The values of `[swipe]` that the rule overrides.
  public var swipe = SwipeOverrides()

  /// Creates a rule for every panel that sets nothing.
  public init() {}
}

/// The panels to which a rule applies: those that match every condition.
public struct PanelMatch: Equatable, Sendable {
  /// The vendor id.
  public var vendor: UInt16?
  /// The product id.
  public var product: UInt16?
  /// A pattern for the whole name: `*` stands for any text, `?` for one character.
  public var name: String?
  /// The physical path, which distinguishes two equal panels.
  public var path: String?
  /// The serial number.
  public var serial: String?

  /// Creates a match for every panel.
  public init() {}

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
  func covers(_ other: PanelMatch) -> Bool {
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
  func merged(where isOf: (PanelMatch) -> Bool) -> PanelRule {
    var sum = PanelRule()
    for rule in self where isOf(rule.match) {
      sum.enabled = rule.enabled ?? sum.enabled
      sum.size = rule.size ?? sum.size
      sum.surface = rule.surface ?? sum.surface
      sum.matrix = rule.matrix ?? sum.matrix
      sum.mirror = rule.mirror ?? sum.mirror
      sum.rotation = rule.rotation ?? sum.rotation
      sum.liftDelay = rule.liftDelay ?? sum.liftDelay
      sum.noise = rule.noise ?? sum.noise
      sum.bridgeGaps = rule.bridgeGaps ?? sum.bridgeGaps
      sum.sizeLimit = rule.sizeLimit ?? sum.sizeLimit
      sum.sizeLimitLanding = rule.sizeLimitLanding ?? sum.sizeLimitLanding
      sum.swipe.merge(rule.swipe)
    }
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
