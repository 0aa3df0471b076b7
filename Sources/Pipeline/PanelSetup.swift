internal import CMath
public import Configuration
public import FlickProtocol
public import GestureCore
public import Panels

/// Everything that is settled about a panel before its first frame: how large it is, when a touch
/// is a swipe, when a swipe was meant, and how it is called on the wire.
public struct PanelSetup: Equatable, Sendable {
  /// What the kernel says of it.
  public let description: PanelDescription
  /// How its units lie on the glass.
  public let geometry: PanelGeometry
  /// How wide a finger may be on it.
  public let sizeLimit: SizeLimit
  /// What its recogniser needs to know.
  public let recognition: RecognitionSettings
  /// When a swipe on it was meant.
  public let rule: DecisionRule
  /// What subscribers are told of it before it was touched; ``PanelPipeline/message`` goes on from
  /// there.
  public let message: PanelMessage

  /// What zones need to know of it.
  let context: PanelZoneContext

  /// A swipe that starts within this distance of the glass's edge starts at the edge, in mm: 20 pt,
  /// the reach of UIKit's screen-edge gestures.
  static let edgeMargin = 20 * millimetersPerPoint

  /// Settles a panel by the configuration, or gives nil where the configuration disables it.
  public init?(_ description: PanelDescription, identity: PanelIdentity, settings: Settings) {
    let own = settings.rule(for: description, path: identity.path, serial: identity.serial)
    guard own.enabled ?? true else { return nil }
    let matrix = own.matrix ?? identity.udevMatrix ?? .identity
    let rotation = own.rotation ?? .none
    let size = PanelSize(
      config: own.size, udev: identity.udevSize, display: identity.displaySize, description: description,
      isAcross: matrix.exchangesAxes || rotation.exchangesAxes)
    let geometry = PanelGeometry(
      description: description, size: size, matrix: matrix, isMirrored: own.mirror ?? false,
      rotation: rotation)
    let liftDelay = own.liftDelay ?? KnownPanels.liftDelay(of: description)
    self.description = description
    self.geometry = geometry
    sizeLimit = SizeLimit(landing: own.sizeLimitLanding, anyTime: own.sizeLimit)
    recognition = RecognitionSettings(
      slop: settings.swipe.slop, flickMinTravel: settings.swipe.flickMinTravel, liftDelay: liftDelay,
      fingersWithin: settings.swipe.fingersWithin, fingersApart: settings.swipe.fingersApart,
      positionNoise: geometry.positionNoise)
    rule = DecisionRule(settings.swipe, extent: geometry.extent)
    context = PanelZoneContext(
      settings, extent: geometry.extent, surface: own.surface, description: description, identity: identity)
    message = PanelMessage(
      panelID: identity.panelID, name: description.name, vendor: description.vendor,
      product: description.product,
      serial: identity.serial, node: identity.node, source: PanelMessage.Source(identity.source),
      width: geometry.extent.width,
      height: geometry.extent.height, scale: geometry.scale.word,
      rotation: rotation.rawValue, isMirrored: geometry.orientation.isMirrored,
      matrix: matrix == .identity ? nil : matrix.numbers,
      maxContacts: description.maxContacts, liftDelayMicroseconds: liftDelay?.microseconds ?? 0)
  }

  /// Whether swipes that start here are published to nobody, whatever else lies there.
  public func isPrivate(_ start: PanelPoint) -> Bool { context.isPrivate(start) }

  /// The edge of the glass at which this place lies, the nearest if there are two.
  func edge(of place: PanelPoint) -> Edge? {
    let extent = geometry.extent
    var nearest: (edge: Edge, distance: Double) = (.left, place.x)
    if extent.width - place.x < nearest.distance { nearest = (.right, extent.width - place.x) }
    if place.y < nearest.distance { nearest = (.top, place.y) }
    if extent.height - place.y < nearest.distance { nearest = (.bottom, extent.height - place.y) }
    return nearest.distance <= Self.edgeMargin ? nearest.edge : nil
  }
}

extension PanelDescription {
  /// The number of contacts that the panel can tell apart: its slots; without slots one, or an
  /// unstated number that counts as ten where contacts come in lists (protocol A).
  fileprivate var maxContacts: Int {
    if let slots = axes[EventCode.mtSlot] { return min(max(Int(slots.maximum) + 1, 1), Recognizer.capacity) }
    return axes[EventCode.mtPositionX] == nil ? 1 : 10
  }
}

extension PanelMessage.Source {
  fileprivate init(_ source: PanelIdentity.Source) {
    self =
      switch source {
      case .live: .live
      case .replay: .replay
      case .demo: .demo
      }
  }
}

extension PanelGeometry.Scale {
  /// The word on the wire.
  public var word: String {
    switch self {
    case .config: "config"
    case .udev: "udev"
    case .kernel: "kernel"
    case .edid: "edid"
    case .assumed: "assumed"
    }
  }
}

extension PanelGeometry {
  /// The standard deviation of a reported position, in mm: what the glass can tell (0.06 mm, a good
  /// capacitive panel), the rounding to the panel's grid, 1/√12 of a step, and the fuzz that its
  /// driver states, 1/√3 of it as of any even spread: udev's rules for libinput stop the kernel
  /// from filtering it.
  var positionNoise: Double {
    let fuzz = max(step.width * Double(xAxis.fuzz), step.height * Double(yAxis.fuzz))
    return cmath_hypot(cmath_hypot(0.06, 0.29 * longestStep), 0.58 * fuzz)
  }
}

extension DecisionRule {
  /// The rule of a configuration on a panel of this size.
  init(_ settings: SwipeSettings, extent: Extent) {
    func threshold(_ length: LengthSetting) -> Threshold {
      Threshold(x: length.millimeters(along: extent.width), y: length.millimeters(along: extent.height))
    }
    self.init(
      axis: settings.directions == .four
        ? .nearestOfFour
        : .nearestOfEight(cosineOfTolerance: cmath_cos(settings.directionTolerance * .pi / 180)),
      commitIf: CommitCriteria(settings.commitIf),
      distance: threshold(settings.distance), speed: settings.velocity,
      predicted: threshold(settings.predicted),
      projection: settings.projection, reversal: Reversal(settings.reversal))
  }
}

extension DecisionRule.CommitCriteria {
  /// Creates the criteria of a configuration.
  init(_ criteria: Set<CommitArm>) {
    self.init(
      distance: criteria.contains(.distance), velocity: criteria.contains(.velocity),
      predicted: criteria.contains(.predicted))
  }
}

extension DecisionRule.Reversal {
  /// The meaning in a configuration.
  init(_ reversal: Configuration.Reversal) {
    self =
      switch reversal {
      case .follow: .follow
      case .ignore: .ignore
      }
  }
}
