public import GestureCore
public import Panels

/// `[[panel]]`: what holds for the panels that match; what a rule leaves out, an earlier one or the
/// panel itself says.
public struct PanelRule: Equatable, Sendable {
  /// Which panels it is for.
  public var match = PanelMatch()
  /// Whether flickd reads the panel.
  public var enabled: Bool?
  /// The size of the glass before matrix and rotation, in mm.
  public var size: Extent?
  /// The size of the picture as the user sees it, in pixels.
  public var surface: Extent?
  /// What lays the glass on the picture, in place of what udev states.
  public var matrix: CalibrationMatrix?
  /// Whether left and right of the glass are exchanged.
  public var mirror: Bool?
  /// How far the glass is turned under the picture.
  public var rotation: PanelGeometry.Rotation?
  /// How long after the last movement the panel reports a lift.
  public var liftDelay: Interval?
  /// How wide a contact may be at any time, in mm.
  public var sizeLimit: Double?
  /// How wide a contact may be when it lands, in mm.
  public var sizeLimitLanding: Double?

  /// Creates a rule for every panel that says nothing.
  public init() {}
}

/// Which panels a rule is for: those that agree with everything it states.
public struct PanelMatch: Equatable, Sendable {
  /// The vendor id.
  public var vendor: UInt16?
  /// The product id.
  public var product: UInt16?
  /// A pattern for the whole name: `*` stands for any text, `?` for one character.
  public var name: String?
  /// The physical path, which tells two equal panels apart.
  public var path: String?
  /// The serial number.
  public var serial: String?

  /// Creates a match for every panel.
  public init() {}

  /// Whether `panel` agrees with everything stated; `nil` agrees with nothing.
  public func holds(for panel: PanelDescription, path: String?, serial: String?) -> Bool {
    (vendor == nil || vendor == panel.vendor)
      && (product == nil || product == panel.product)
      && (name.map { matchesPattern(panel.name, $0) } ?? true)
      && (self.path == nil || self.path == path)
      && (self.serial == nil || self.serial == serial)
  }
}

extension Settings {
  /// What the rules say of one panel together, key by key, later rules over earlier ones; its
  /// `match` is empty.
  public func rule(for panel: PanelDescription, path: String?, serial: String?) -> PanelRule {
    var sum = PanelRule()
    for rule in panels where rule.match.holds(for: panel, path: path, serial: serial) {
      sum.enabled = rule.enabled ?? sum.enabled
      sum.size = rule.size ?? sum.size
      sum.surface = rule.surface ?? sum.surface
      sum.matrix = rule.matrix ?? sum.matrix
      sum.mirror = rule.mirror ?? sum.mirror
      sum.rotation = rule.rotation ?? sum.rotation
      sum.liftDelay = rule.liftDelay ?? sum.liftDelay
      sum.sizeLimit = rule.sizeLimit ?? sum.sizeLimit
      sum.sizeLimitLanding = rule.sizeLimitLanding ?? sum.sizeLimitLanding
    }
    return sum
  }
}

/// Whether all of `text` fits `pattern`, in which `*` is any text and `?` one character; case
/// counts.
///
/// Cost: at most the product of both lengths; it goes back only to the last star.
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
