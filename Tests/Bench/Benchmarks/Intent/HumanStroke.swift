internal import GestureCore

/// A stroke of a person, and what the person meant by it.
public struct HumanStroke: Sendable {
  /// What those who recorded it asked for.
  public enum Meaning: String, CaseIterable, Encodable, Sendable {
    /// A fling, asked for as one.
    case fling
    /// A scroll of which nothing more is known; most are flings.
    case scroll
    /// A straight line drawn in a given direction, of any length.
    case drag
    /// A word written on a keyboard in one stroke; nobody meant to throw anything.
    case word
    /// A tap.
    case tap

    /// The meaning of a table's label; nil where several fingers were on the glass.
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

  /// The table's name for it.
  public var name: String
  /// What was meant.
  public var meaning: Meaning
  /// What the panel reported, in pixels and whole µs.
  public var stroke: Stroke
  /// The glass that it was made on.
  var screen: RecordedScreen
  /// What other people's estimators say of its velocity at the lift, in px/s; an axis of which they
  /// say nothing is 0.
  var references: [PixelVelocity] = []
}

/// A touchscreen on which people's strokes were recorded, as far as is known of it.
struct RecordedScreen: Hashable, Sendable {
  /// The table's name for it.
  var device: String
  /// The table's pixels in an inch.
  var density: Double
  /// From left to right, in the table's pixels.
  var width: Double
  /// From top to bottom, in the table's pixels.
  var height: Double
  /// The steps in which the table tells of places, in pixels: whole ones, or so fine that they do
  /// not matter.
  var step: Double

  /// The screen of a device column; nil of one that is not known.
  ///
  /// Densities are those of the recordings' README. Sizes are those of the devices that it names:
  /// an iPad of 1024 × 768 that lay across (no place exceeds 974 × 615), a Pixel, a square watch, a
  /// Nexus 6; of a phone only the width is known, and 16:9 was usual.
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

  /// What the service would know of this panel beforehand; its lift delay it would learn.
  var recognition: RecognitionSettings {
    RecognitionSettings(positionNoise: OurStrategy.positionNoise(step: step * millimetersPerPixel))
  }

  /// Plays strokes that were made on it.
  func player() -> StrokePlayer {
    StrokePlayer(settings: recognition, millimetersPerPixel: millimetersPerPixel)
  }

  /// The screens of these strokes, each once.
  static func all(of strokes: [HumanStroke]) -> [RecordedScreen] {
    var screens: [RecordedScreen] = []
    for stroke in strokes where !screens.contains(stroke.screen) { screens.append(stroke.screen) }
    return screens
  }

  /// The service's rule on this panel where nobody configured anything, but for the arms.
  func rule(_ arms: DecisionRule.CommitCriteria) -> DecisionRule {
    // P is half of the extent.
    DecisionRule(
      commitIf: arms,
      predicted: DecisionRule.Threshold(
        x: width / 2 * millimetersPerPixel, y: height / 2 * millimetersPerPixel))
  }
}
