internal import GestureCore

/// A stroke of a person, with the person's intent.
public struct HumanStroke: Sendable {
  /// The task that the recording asked for.
  public enum Meaning: String, CaseIterable, Encodable, Sendable {
    /// A fling, requested as such.
    case fling
    /// A scroll without further information; most are flings.
    case scroll
    /// A straight line drawn in a given direction, of any length.
    case drag
    /// A word written on a keyboard in one stroke; not meant as a throw.
    case word
    /// A tap.
    case tap

    /// The meaning of a table's label; nil if several fingers were on the glass.
    init?(label: String) {
      switch label {
      case "tap": self = .tap
      case "drag": self = .drag
      case "shapewriting": self = .word
      case _ where label.hasPrefix("fling"): self = .fling
      case _ where label.hasPrefix("scroll"): self = .scroll
      default: return nil
      }
    }
  }

  /// The name in the table.
  public var name: String
  /// The person, by the name in the table.
  public var person = ""
  /// The intent.
  public var meaning: Meaning
  /// What the panel reported, in pixels and whole µs.
  public var stroke: Stroke
  /// The screen of the recording.
  var screen: RecordedScreen
  /// The velocity at the lift by other estimators, in px/s; an axis without an estimate is 0.
  var references: [PixelVelocity] = []
}

/// A touchscreen on which strokes of people were recorded, as far as it is known.
struct RecordedScreen: Hashable, Sendable {
  /// The name in the table.
  var device: String
  /// The table's pixels per inch.
  var density: Double
  /// The width, in the table's pixels.
  var width: Double
  /// The height, in the table's pixels.
  var height: Double
  /// The resolution of positions in the table, in pixels: whole pixels, or so fine that it does not
  /// matter.
  var step: Double

  /// The screen of a device column; nil for an unknown device.
  ///
  /// Densities are from the README of the recordings. Sizes are those of the devices that it names:
  /// an iPad of 1024 × 768 in landscape (no position exceeds 974 × 615), a Pixel, a square watch, a
  /// Nexus 6. For one phone only the width is known; 16:9 was usual.
  init?(device: String) {
    switch device {
    case "ipad": self.init(device, density: 132, width: 1024, height: 768, step: 1)
    case "pixel-sailfish": self.init(device, density: 441, width: 1080, height: 1920, step: 0)
    case "lg-watch-swordfish": self.init(device, density: 348, width: 480, height: 480, step: 0)
    case "phone-dpr3.5": self.init(device, density: 141, width: 411, height: 731, step: 0)
    default:
      let (head, tail) = ("android-phone-", "css")
      guard device.hasPrefix(head), device.hasSuffix(tail),
        let width = Double(device.dropFirst(head.count).dropLast(tail.count))
      else { return nil }
      self.init(device, density: 160, width: width, height: width * 16 / 9, step: 1)
    }
  }

  private init(_ device: String, density: Double, width: Double, height: Double, step: Double) {
    self.device = device
    self.density = density
    self.width = width
    self.height = height
    self.step = step
  }

  /// The size of a pixel, in mm.
  var millimetersPerPixel: Double { 25.4 / density }

  /// The settings that the service would know of this panel; the service learns the lift delay.
  var recognition: RecognitionSettings {
    RecognitionSettings(positionNoise: OurStrategy.positionNoise(step: step * millimetersPerPixel))
  }

  /// Creates a player for strokes of this screen.
  func player() -> StrokePlayer {
    StrokePlayer(settings: recognition, millimetersPerPixel: millimetersPerPixel)
  }

  /// The screens of these strokes, each one once.
  static func all(of strokes: [HumanStroke]) -> [RecordedScreen] {
    var screens: [RecordedScreen] = []
    for stroke in strokes where !screens.contains(stroke.screen) { screens.append(stroke.screen) }
    return screens
  }

  /// The service's default rule on this panel, with these criteria.
  func rule(_ criteria: DecisionRule.CommitCriteria) -> DecisionRule {
    // P is half of the extent.
    DecisionRule(
      commitIf: criteria,
      predicted: DecisionRule.Threshold(
        x: width / 2 * millimetersPerPixel, y: height / 2 * millimetersPerPixel))
  }
}
