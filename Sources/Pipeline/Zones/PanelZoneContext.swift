internal import Configuration
internal import GestureCore
internal import Panels

/// What a panel's setup says to zones: whose they are, what they take over, and where nobody is
/// told of swipes.
///
/// A class, so that a setup stays small, and so that it can be told whether two setups are the same
/// one.
final class PanelZoneContext: Equatable, Sendable {
  /// `[swipe]`, of which zones take what they do not state themselves.
  let swipe: SwipeSettings
  /// The size of the panel, in mm.
  let extent: Extent
  /// The size of the picture on it in pixels, where the configuration states it.
  let surface: Extent?

  private let description: PanelDescription
  private let identity: PanelIdentity
  private let privateAreas: [Zone.Rectangle]
  private let isWhollyPrivate: Bool

  /// Takes what concerns zones of a panel from a configuration.
  ///
  /// A private zone whose place cannot be found, because it is in pixels and the panel states none,
  /// is the whole panel: a PIN pad must not leak by a slip in the configuration.
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
    where zone.isPrivate
      && zone.panel.holds(for: description, path: identity.path, serial: identity.serial)
    {
      if let rectangle = ZonePlan.Area(zone)?.rectangle(on: extent, surface: surface) {
        areas.append(rectangle)
      } else {
        isWhole = true
      }
    }
    privateAreas = areas
    isWhollyPrivate = isWhole
  }

  /// Whether a zone that is for these panels is for this one.
  func agrees(with match: PanelMatch) -> Bool {
    match.holds(for: description, path: identity.path, serial: identity.serial)
  }

  /// Whether a swipe that starts here is private.
  func isPrivate(_ start: PanelPoint) -> Bool {
    isWhollyPrivate || privateAreas.contains { $0.contains(start) }
  }

  /// Whether both say the same, whichever configuration they come from.
  static func == (left: PanelZoneContext, right: PanelZoneContext) -> Bool {
    left.swipe == right.swipe && left.extent == right.extent && left.surface == right.surface
      && left.description == right.description && left.identity == right.identity
      && left.privateAreas == right.privateAreas && left.isWhollyPrivate == right.isWhollyPrivate
  }
}
