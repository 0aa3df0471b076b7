public import FlickProtocol
public import GestureCore
public import Panels
public import Settings

/// Everything that is known about a panel before its first frame: size, recognition, rule,
/// identity, private zones.
///
/// It is a class, so that a frame passes it on without a copy, and so that zones can compare the
/// setup of a fact by identity.
public final class PanelSetup: Equatable, Sendable {
  /// The description by the kernel.
  public let description: PanelDescription
  /// The mapping from the panel's units to mm on the glass.
  public let geometry: PanelGeometry
  /// The largest allowed size of a finger.
  public let sizeLimit: SizeLimit
  /// The settings of the recogniser.
  public let recognition: RecognitionSettings
  /// The rule that decides the panel's swipes.
  public let rule: DecisionRule
  /// The panel message before the first contact; ``PanelPipeline/message`` adds what is learned
  /// later.
  public let message: PanelMessage

  /// `[swipe]` as it applies to the panel, the source of the values that a zone does not set.
  let swipe: SwipeSettings
  /// The size of the picture on the panel in pixels, if the configuration sets it.
  let surface: Extent?
  private let identity: PanelIdentity
  /// The private zones of the panel.
  public let privateAreas: PrivateAreas
  /// The source of a lift delay that is not learned; nil if there is none.
  let liftDelaySource: RecordedSetup.LiftDelaySource?

  /// The width of the margin in which a swipe starts at the edge, in mm.
  ///
  /// 20 pt, the reach of UIKit's screen-edge gestures.
  static let edgeMargin = 20 * millimetersPerPoint

  /// Creates the setup of a panel from a configuration; nil if the configuration disables the
  /// panel.
  public init?(_ description: PanelDescription, identity: PanelIdentity, settings: Settings) {
    let own = settings.rule(for: description, path: identity.path, serial: identity.serial)
    let entry = settings.libraryEntry(for: description, path: identity.path, serial: identity.serial)
    guard own.enabled ?? entry.enabled ?? true else { return nil }
    let geometry = PanelGeometry(description, of: identity, own: own, entry: entry)
    let delay = KnownLiftDelay(of: identity, own: own, entry: entry)
    liftDelaySource = delay.source
    swipe = settings.swipe(for: description, path: identity.path, serial: identity.serial)
    self.description = description
    self.geometry = geometry
    sizeLimit = SizeLimit(
      landing: own.sizeLimitLanding ?? entry.sizeLimitLanding, anyTime: own.sizeLimit ?? entry.sizeLimit)
    recognition = RecognitionSettings(
      slop: swipe.slop, liftDelay: delay.known,
      rememberedLiftDelay: delay.known == nil ? delay.remembered : nil,
      fingersWithin: swipe.fingersWithin, groupingTimeout: swipe.groupingTimeout,
      fingersApart: swipe.fingersApart,
      bridgeGaps: own.bridgeGaps ?? identity.recorded?.bridgeGaps
        ?? identity.recorded.known(entry).bridgeGaps ?? .zero,
      positionNoise: own.noise ?? (own.size == nil ? identity.recorded?.noise : nil) ?? entry.noise
        ?? geometry.positionNoise)
    rule = DecisionRule(swipe, extent: geometry.extent)
    let surface = own.surface ?? entry.surface
    self.surface = surface
    self.identity = identity
    let areas = settings.zones.filter { $0.spec.isPrivate && $0.panel.holds(for: description, identity) }
      .map { $0.spec.area(on: geometry.extent, surface: surface) ?? nil }
    // A private zone in pixels cannot be resolved without the panel's surface. Then it covers the
    // whole panel: a PIN pad must not leak because of a mistake in the configuration.
    let resolved: [Zone.Rectangle] = areas.compactMap(\.self)
    privateAreas = PrivateAreas(resolved, isWhole: resolved.count < areas.count)
    message = PanelMessage(description, geometry, identity, liftDelay: delay)
  }

  /// What flickd had learned of the panel before it was opened.
  public var remembered: LearnedValues? { identity.remembered }

  /// Whether a contact that lands here is private, so that it is as if absent until it lifts.
  public func isPrivate(_ landing: PanelPoint) -> Bool { privateAreas.contains(landing) }

  /// Where contacts land that a tool leaves out; nowhere if `isPrivateIncluded`.
  public func privateAreas(isPrivateIncluded: Bool) -> PrivateAreas {
    isPrivateIncluded ? PrivateAreas() : privateAreas
  }

  /// The rectangles in which a contact is private, in mm.
  public var privateRectangles: [Zone.Rectangle] {
    guard privateAreas.isWhole else { return privateAreas.rectangles }
    return [Zone.Rectangle(x: 0, y: 0, width: geometry.extent.width, height: geometry.extent.height)]
  }

  /// What a recording of the panel must contain so that its replay makes the same decisions.
  ///
  /// `learned` is the lift delay of a running flickd, which has learned or remembered it. It counts
  /// if neither the configuration nor the library has a lift delay.
  public func recorded(
    learned: Interval? = nil, from source: RecordedSetup.LiftDelaySource = .learned
  ) -> RecordedSetup {
    var recorded = RecordedSetup()
    recorded.panelID = identity.panelID
    recorded.path = identity.path
    recorded.serial = identity.serial
    recorded.size = geometry.size
    recorded.scale = geometry.scale
    recorded.matrix = geometry.matrix == .identity ? nil : geometry.matrix
    recorded.isMirrored = geometry.orientation.isMirrored ? true : nil
    recorded.rotation = geometry.orientation.rotation == .none ? nil : geometry.orientation.rotation
    recorded.liftDelay = recognition.liftDelay ?? learned
    recorded.liftDelaySource = liftDelaySource ?? learned.map { _ in source }
    recorded.noise = recognition.positionNoise
    recorded.bridgeGaps = recognition.bridgeGaps == .zero ? nil : recognition.bridgeGaps
    return recorded
  }

  /// Whether a zone for these panels is for this one.
  func agrees(with match: PanelMatch) -> Bool { match.holds(for: description, identity) }

  /// Whether both have the same values, even if they come from different configurations.
  public static func == (left: PanelSetup, right: PanelSetup) -> Bool {
    left.description == right.description && left.geometry == right.geometry
      && left.sizeLimit == right.sizeLimit && left.recognition == right.recognition
      && left.rule == right.rule && left.message == right.message && left.swipe == right.swipe
      && left.surface == right.surface && left.identity == right.identity
      && left.privateAreas == right.privateAreas
  }

  /// The edge near this position, the nearest if there are two; nil if no edge is within the
  /// margin.
  func edge(of position: PanelPoint) -> Edge? {
    let extent = geometry.extent
    var nearest: (edge: Edge, distance: Double) = (.left, position.x)
    if extent.width - position.x < nearest.distance { nearest = (.right, extent.width - position.x) }
    if position.y < nearest.distance { nearest = (.top, position.y) }
    if extent.height - position.y < nearest.distance { nearest = (.bottom, extent.height - position.y) }
    return nearest.distance <= Self.edgeMargin ? nearest.edge : nil
  }
}

/// The lift delay that is known of a panel when flickd opens it, and its source.
private struct KnownLiftDelay {
  /// The lift delay by the configuration, a recording or the library.
  let known: Interval?
  /// The lift delay of an earlier run, which applies if no other is known.
  let remembered: Interval?
  /// The source of ``known``.
  let source: RecordedSetup.LiftDelaySource?

  init(of identity: PanelIdentity, own: PanelRule, entry: PanelRule) {
    let recorded = identity.recorded
    let isRemembered = recorded?.liftDelaySource == .remembered
    let ofRecording = isRemembered ? nil : recorded?.liftDelay
    let ofLibrary = isRemembered ? nil : recorded.known(entry).liftDelay
    known = own.liftDelay ?? ofRecording ?? ofLibrary
    remembered = isRemembered ? recorded?.liftDelay : identity.remembered?.liftDelay
    source =
      own.liftDelay != nil
      ? .config
      : ofRecording != nil ? recorded?.liftDelaySource ?? .config : ofLibrary.map { _ in .library }
  }
}

extension RecordedSetup? {
  /// What the library adds to a recording.
  ///
  /// A recording with the size contains all that flickd knew of the panel, also from its library:
  /// what it does not contain was not set.
  fileprivate func known(_ entry: PanelRule) -> PanelRule { self?.panelSize == nil ? entry : PanelRule() }
}

extension PanelGeometry {
  /// Creates the geometry of a panel.
  ///
  /// The configuration takes precedence over a recording, so that a replay can try other settings.
  fileprivate init(
    _ description: PanelDescription, of identity: PanelIdentity, own: PanelRule, entry: PanelRule
  ) {
    let recorded = identity.recorded
    let known = recorded.known(entry)
    let matrix = own.matrix ?? recorded?.matrix ?? known.matrix ?? identity.udevMatrix ?? .identity
    let rotation = own.rotation ?? recorded?.rotation ?? known.rotation ?? .none
    let size =
      (own.size == nil ? recorded?.panelSize : nil)
      ?? PanelSize(
        config: own.size, library: entry.size, udev: identity.udevSize, display: identity.displaySize,
        description: description, axesAreSwapped: matrix.swapsAxes || rotation.swapsAxes)
    self.init(
      description: description, size: size, matrix: matrix,
      isMirrored: own.mirror ?? recorded?.isMirrored ?? known.mirror ?? false, rotation: rotation)
  }
}

extension PanelMessage {
  /// Creates the message of a panel before its first contact.
  fileprivate init(
    _ description: PanelDescription, _ geometry: PanelGeometry, _ identity: PanelIdentity,
    liftDelay delay: KnownLiftDelay
  ) {
    self.init(
      panelID: identity.panelID, name: description.name, vendor: description.vendor,
      product: description.product, serial: identity.serial, node: identity.node,
      source: Source(identity.source),
      width: geometry.extent.width, height: geometry.extent.height, scale: geometry.scale.rawValue,
      rotation: geometry.orientation.rotation.rawValue, isMirrored: geometry.orientation.isMirrored,
      matrix: geometry.matrix == .identity ? nil : geometry.matrix.numbers,
      maxContacts: description.maxContacts, reportRate: identity.remembered?.reportRate,
      liftDelayMicroseconds: (delay.known ?? delay.remembered)?.microseconds ?? 0,
      liftDelaySource: (delay.source ?? delay.remembered.map { _ in .remembered })?.rawValue
        ?? PanelMessage.noSource)
  }
}

extension PanelMatch {
  fileprivate func holds(for description: PanelDescription, _ identity: PanelIdentity) -> Bool {
    holds(for: description, path: identity.path, serial: identity.serial)
  }
}

extension PanelDescription {
  /// The largest number of contacts that the panel distinguishes.
  ///
  /// This is its number of slots. A panel without slots has one contact; a panel that sends
  /// contacts as lists (protocol A) reports no number, which counts as ten.
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
