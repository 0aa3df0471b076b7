public import Configuration
public import FlickProtocol
internal import GestureCore

/// A zone as a configuration or a subscription states it, before it is laid on a panel.
public struct ZonePlan: Equatable, Sendable {
  /// Its name, which is told with its swipes.
  public let name: String
  /// The panels on which it lies.
  let panels: PanelMatch
  /// Where it lies, nil for the whole panel.
  let area: Area?
  let isExclusion: Bool
  let axis: Axis?
  let directions: DirectionSet?
  let commitIf: DecisionRule.Arms?
  let distance: ZonePlanLength?
  let velocity: ZonePlanLength?
  let predicted: ZonePlanLength?
  /// τ, in seconds.
  let projection: Double?
  let reversal: DecisionRule.Reversal?
  let snapPoints: [ZonePlanLength]
  /// Where its content is at first.
  var offset: ZonePlanLength
  let maxSteps: Int?
  let wrap: ZonePlanLength?
  let spring: Spring

  /// A rectangle whose sides may depend on the panel.
  struct Area: Equatable, Sendable {
    var x: ZonePlanLength
    var y: ZonePlanLength
    var width: ZonePlanLength
    var height: ZonePlanLength
  }

  /// Takes a zone from a subscription whose lengths are in the ruler's unit; it lies on every panel.
  public init(_ request: ZoneRequest, ruler: ZoneRuler) {
    name = request.name
    panels = PanelMatch()
    area = request.rectangle.map {
      Area(
        x: ruler.length($0.x), y: ruler.length($0.y), width: ruler.length($0.width),
        height: ruler.length($0.height))
    }
    isExclusion = false
    axis = Self.axis(request.axis, snaps: !request.snapPoints.isEmpty)
    directions = request.directions.map { Self.set(of: $0) }
    commitIf = request.commitIf
    distance = request.distance.map(ruler.length)
    velocity = request.velocity.map(ruler.length)
    predicted = request.predicted.map(ruler.length)
    projection = request.projectionMicroseconds.map { Double($0) * 1e-6 }
    reversal = request.reversal
    snapPoints = request.snapPoints.map(ruler.length)
    offset = ruler.length(request.offset)
    maxSteps = request.maxSteps
    wrap = request.wrap.map(ruler.length)
    spring = request.spring.map { Spring($0) } ?? .standard
  }

  /// Takes a zone from a configuration.
  public init(_ settings: ZoneSettings) {
    name = settings.name
    panels = settings.panel
    area = settings.rectangle.map { Area($0) }
    isExclusion = settings.isExclusion
    axis = Self.axis(settings.axis.map { Axis($0) }, snaps: !settings.snapPoints.isEmpty)
    directions = settings.directions.map { Self.set(of: $0.map { Direction($0) }) }
    commitIf = settings.commitIf.map { DecisionRule.Arms($0) }
    distance = settings.distance.map { ZonePlanLength($0) }
    velocity = settings.velocity.map { ZonePlanLength($0) }
    predicted = settings.predicted.map { ZonePlanLength($0) }
    projection = settings.projection
    reversal = settings.reversal.map { DecisionRule.Reversal($0) }
    snapPoints = settings.snapPoints.map { ZonePlanLength($0) }
    offset = ZonePlanLength(settings.offset)
    maxSteps = settings.maxSteps
    wrap = settings.wrap.map { ZonePlanLength($0) }
    spring = settings.spring ?? .standard
  }

  /// The zones of a configuration; the private ones are not among them, since nobody is told of their swipes.
  public static func plans(of settings: Settings) -> [ZonePlan] {
    settings.zones.filter { !$0.isPrivate }.map { ZonePlan($0) }
  }

  /// Snap points lie along one axis: x if none is stated.
  private static func axis(_ stated: Axis?, snaps: Bool) -> Axis? { stated ?? (snaps ? .x : nil) }

  private static func set(of directions: [Direction]) -> DirectionSet {
    var set = DirectionSet()
    for direction in directions { set.insert(direction) }
    return set
  }
}

extension ZonePlan.Area {
  /// The area of a configuration, whose parts are parts of the panel.
  init(_ area: ZoneArea) {
    x = ZonePlanLength(ofPanel: area.x)
    y = ZonePlanLength(ofPanel: area.y)
    width = ZonePlanLength(ofPanel: area.width)
    height = ZonePlanLength(ofPanel: area.height)
  }

  /// The rectangle on a panel, nil where it is in pixels and the panel does not state how many it has.
  func rectangle(on whole: Extent, surface: Extent?) -> Zone.Rectangle? {
    func side(_ length: ZonePlanLength, _ axis: Axis) -> Double? {
      length.millimeters(along: axis, zone: whole, panel: whole, surface: surface)
    }
    guard let x = side(x, .x), let y = side(y, .y), let width = side(width, .x), let height = side(height, .y)
    else { return nil }
    return Zone.Rectangle(x: x, y: y, width: width, height: height)
  }
}

extension Spring {
  fileprivate init(_ request: SpringRequest) {
    switch request {
    case .perceived(let duration, let bounce): self.init(duration: Double(duration) * 1e-6, bounce: bounce)
    case .response(let period, let fraction):
      self.init(response: Double(period) * 1e-6, dampingFraction: fraction)
    case .physical(let mass, let stiffness, let damping):
      self.init(mass: mass, stiffness: stiffness, damping: damping)
    }
  }
}

extension Axis {
  fileprivate init(_ axis: ZoneAxis) {
    self =
      switch axis {
      case .x: .x
      case .y: .y
      }
  }
}

extension Direction {
  fileprivate init(_ direction: ZoneDirection) {
    self =
      switch direction {
      case .left: .left
      case .right: .right
      case .up: .up
      case .down: .down
      }
  }
}
