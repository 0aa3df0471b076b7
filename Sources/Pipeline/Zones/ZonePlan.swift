public import Configuration
public import FlickProtocol
internal import GestureCore

/// A zone of a configuration or a subscription, before it is resolved for a panel.
public struct ZonePlan: Equatable, Sendable {
  /// The name, which is sent with the zone's swipes.
  public let name: String
  /// The panels of the zone.
  let panels: PanelMatch
  /// The area of the zone, nil for the whole panel.
  let area: Area?
  let isExclusion: Bool
  let axis: Axis?
  let directions: DirectionSet?
  let commitIf: DecisionRule.CommitCriteria?
  let distance: RelativeLength?
  let velocity: RelativeLength?
  let predicted: RelativeLength?
  /// τ, in seconds.
  let projection: Double?
  let reversal: DecisionRule.Reversal?
  let snapPoints: [RelativeLength]
  /// The first offset of the content.
  var offset: RelativeLength
  let maxSteps: Int?
  let wrap: RelativeLength?
  /// How the content comes to rest.
  ///
  /// Nil is the standard spring. In a zone without snap points, nil means that the zone has no
  /// content.
  let spring: Spring?

  /// A part of a panel whose sides may depend on the panel's size.
  enum Area: Equatable, Sendable {
    case rectangle(x: RelativeLength, y: RelativeLength, width: RelativeLength, height: RelativeLength)
    case edge(ZoneEdge, depth: RelativeLength)
  }

  /// Creates the plan of a subscription's zone, for every panel; lengths are in `units`.
  public init(_ request: ZoneRequest, units: LengthUnits) {
    name = request.name
    panels = PanelMatch()
    area = Area(request, units)
    isExclusion = request.isExclusion
    axis = Self.axis(request.axis, snaps: !request.snapPoints.isEmpty)
    directions = request.directions
    commitIf = request.commitIf
    distance = request.distance.map(units.length)
    velocity = request.velocity.map(units.length)
    predicted = request.predicted.map(units.length)
    projection = request.projectionMicroseconds.map { Double($0) * 1e-6 }
    reversal = request.reversal
    snapPoints = request.snapPoints.map(units.length)
    offset = units.length(request.offset)
    maxSteps = request.maxSteps
    wrap = request.wrap.map(units.length)
    spring = request.spring.map { Spring($0) }
  }

  /// Creates the plan of a configured zone.
  public init(_ settings: ZoneSettings) {
    name = settings.name
    panels = settings.panel
    area = Area(settings)
    isExclusion = settings.isExclusion
    axis = Self.axis(settings.axis, snaps: !settings.snapPoints.isEmpty)
    directions = settings.directions
    commitIf = settings.commitIf
    distance = settings.distance.map { RelativeLength($0) }
    velocity = settings.velocity.map { RelativeLength($0) }
    predicted = settings.predicted.map { RelativeLength($0) }
    projection = settings.projection
    reversal = settings.reversal
    snapPoints = settings.snapPoints.map { RelativeLength($0) }
    offset = RelativeLength(settings.offset)
    maxSteps = settings.maxSteps
    wrap = settings.wrap.map { RelativeLength($0) }
    spring = settings.spring
  }

  /// The zones of a configuration, without the private ones, whose swipes are never sent.
  public static func plans(of settings: Settings) -> [ZonePlan] {
    settings.zones.filter { !$0.isPrivate }.map { ZonePlan($0) }
  }

  /// Snap points need one axis: x is the default.
  private static func axis(_ stated: Axis?, snaps: Bool) -> Axis? { stated ?? (snaps ? .x : nil) }
}

extension ZonePlan.Area {
  /// Creates the area of a subscription's zone; nil for the whole panel.
  init?(_ zone: ZoneRequest, _ units: LengthUnits) {
    if let edge = zone.edge {
      self = .edge(edge, depth: zone.depth.map(units.length) ?? .millimeters(ZoneEdge.usualDepth))
    } else if let rectangle = zone.rectangle {
      self = .rectangle(
        x: units.length(rectangle.x), y: units.length(rectangle.y), width: units.length(rectangle.width),
        height: units.length(rectangle.height))
    } else {
      return nil
    }
  }

  /// Creates the area of a configured zone; nil for the whole panel.
  ///
  /// A fraction is a part of the panel.
  init?(_ zone: ZoneSettings) {
    if let edge = zone.edge {
      let depth = zone.depth.map { RelativeLength(ofPanel: $0) }
      self = .edge(edge, depth: depth ?? .millimeters(ZoneEdge.usualDepth))
    } else if let area = zone.rectangle {
      self = .rectangle(
        x: RelativeLength(ofPanel: area.x), y: RelativeLength(ofPanel: area.y),
        width: RelativeLength(ofPanel: area.width), height: RelativeLength(ofPanel: area.height))
    } else {
      return nil
    }
  }

  /// The rectangle on a panel; nil if it is in pixels and the panel has no configured surface.
  func rectangle(on whole: Extent, surface: Extent?) -> Zone.Rectangle? {
    func side(_ length: RelativeLength, _ axis: Axis) -> Double? {
      length.millimeters(along: axis, zone: whole, panel: whole, surface: surface)
    }
    switch self {
    case .rectangle(let x, let y, let width, let height):
      guard let x = side(x, .x), let y = side(y, .y), let width = side(width, .x),
        let height = side(height, .y)
      else { return nil }
      return Zone.Rectangle(x: x, y: y, width: width, height: height)
    case .edge(let edge, let depth):
      guard let across = side(depth, .x), let down = side(depth, .y) else { return nil }
      let width = edge.isAtSide ? min(across, whole.width) : whole.width
      let height = edge.isAtEnd ? min(down, whole.height) : whole.height
      return Zone.Rectangle(
        x: edge.isAtRight ? whole.width - width : 0, y: edge.isAtBottom ? whole.height - height : 0,
        width: width, height: height)
    }
  }
}

extension ZoneEdge {
  fileprivate var isAtRight: Bool { self == .right || self == .topRight || self == .bottomRight }
  fileprivate var isAtBottom: Bool { self == .bottom || self == .bottomLeft || self == .bottomRight }
  /// Whether the zone's width is its depth: at the left, at the right, or in a corner.
  fileprivate var isAtSide: Bool { self != .top && self != .bottom }
  /// Whether the zone's height is its depth: at the top, at the bottom, or in a corner.
  fileprivate var isAtEnd: Bool { self != .left && self != .right }
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
