internal import FlickProtocol
internal import Configuration
internal import GestureCore
internal import Panels

/// The parts of a panel's setup that zones need: match, defaults, and private zones.
///
/// It is a class so that a setup stays small, and so that two setups can be compared by identity.
final class PanelZoneContext: Equatable, Sendable {
  /// `[swipe]`, the source of the values that a zone does not set.
  let swipe: SwipeSettings
  /// The size of the panel, in mm.
  let extent: Extent
  /// The size of the picture on the panel in pixels, if the configuration sets it.
  let surface: Extent?

  private let description: PanelDescription
  private let identity: PanelIdentity
  private let privateAreas: [Zone.Rectangle]
  private let isWhollyPrivate: Bool

  /// Copies the parts of a configuration that concern the zones of a panel.
  ///
  /// A private zone in pixels cannot be resolved without the panel's surface. Then it covers the
  /// whole panel: a PIN pad must not leak because of a mistake in the configuration.
  init(
    _ settings: Settings, extent: Extent, surface: Extent?, description: PanelDescription,
    identity: PanelIdentity
  ) {
    swipe = settings.swipe
    self.extent = extent
    self.surface = surface
    self.description = description
    self.identity = identity
    var areas: [Zone.Rectangle] = []
    var isWhole = false
    for zone in settings.zones
    where zone.spec.isPrivate
      && zone.panel.holds(for: description, path: identity.path, serial: identity.serial)
    {
      if case .some(.some(let rectangle)) = zone.spec.area(on: extent, surface: surface) {
        areas.append(rectangle)
      } else {
        isWhole = true
      }
    }
    privateAreas = areas
    isWhollyPrivate = isWhole
  }

  /// Whether a zone for these panels is for this one.
  func agrees(with match: PanelMatch) -> Bool {
    match.holds(for: description, path: identity.path, serial: identity.serial)
  }

  /// Whether a swipe that starts here is private.
  func isPrivate(_ start: PanelPoint) -> Bool {
    isWhollyPrivate || privateAreas.contains { $0.contains(start) }
  }

  /// Whether both have the same values, even if they come from different configurations.
  static func == (left: PanelZoneContext, right: PanelZoneContext) -> Bool {
    left.swipe == right.swipe && left.extent == right.extent && left.surface == right.surface
      && left.description == right.description && left.identity == right.identity
      && left.privateAreas == right.privateAreas && left.isWhollyPrivate == right.isWhollyPrivate
  }
}
