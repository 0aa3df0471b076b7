public import GestureCore
public import Panels

/// The taps of the station `targets`, each paired with the target that was displayed.
///
/// A page draws one target after the other; the next tap is for the drawn one. The location of a
/// tap is the mean of its reports, mapped to the picture as flickd maps them: with the calibration
/// matrix, the mirroring and the rotation. A contact that moved by more than 5 mm, one beside
/// another contact, and one far beside the target are not taps of the target, so it remains.
public struct TargetTaps: Sendable {
  /// The touches of the taps so far.
  public private(set) var accuracy: TargetAccuracy
  /// The targets on the picture, in mm, in the order in which they are displayed.
  public private(set) var targets: [PanelPoint] = []
  private let panel: MeasuredPanel
  private let geometry: PanelGeometry

  /// The number of targets that a page may draw.
  public static let maxTargets = 100

  /// Creates the station of a panel; `geometry` maps its device units to the picture.
  public init(_ panel: MeasuredPanel, geometry: PanelGeometry) {
    (self.panel, self.geometry) = (panel, geometry)
    accuracy = TargetAccuracy(extent: geometry.extent, missingSize: panel.missingSize)
  }

  /// The number of the target to draw now, from 0; nil if there are no targets or after the last
  /// one.
  public var next: Int? {
    accuracy.touches.count < targets.count ? accuracy.touches.count : nil
  }

  /// Whether every target has been tapped.
  public var isComplete: Bool { !targets.isEmpty && next == nil }

  /// Sets the targets, as fractions of the picture's sides, and forgets all taps.
  ///
  /// Returns false, and changes nothing, if there are no targets, too many, or targets beside the
  /// picture.
  public mutating func ask(for fractions: [(x: Double, y: Double)]) -> Bool {
    guard (1...Self.maxTargets).contains(fractions.count),
      fractions.allSatisfy({ (0...1).contains($0.x) && (0...1).contains($0.y) })
    else { return false }
    let extent = geometry.extent
    targets = fractions.map { PanelPoint(x: $0.x * extent.width, y: $0.y * extent.height) }
    forget()
    return true
  }

  /// Forgets all taps, and begins with the first target again.
  mutating func forget() {
    accuracy = TargetAccuracy(extent: geometry.extent, missingSize: panel.missingSize)
  }

  mutating func add(_ frame: MeasuredFrame) {
    for path in frame.ended where path.isTap {
      guard let next, let location = location(of: path) else { continue }
      _ = accuracy.add(
        TargetAccuracy.Touch(
          target: targets[next], location: location, evidence: path.evidence(in: frame.segment)))
    }
  }

  private func location(of path: ContactPath) -> PanelPoint? {
    path.reports.map { geometry.point(x: $0.x, y: $0.y) }.centre
  }
}
