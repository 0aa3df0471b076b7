public import GestureCore

/// What flickd knew about a panel, beyond the kernel's description, when a recording began.
///
/// All these values affect decisions. A recording contains them as comments, one per line, so other
/// readers of the format skip them: `# flickd lift_delay_us: 38000`. A value that the file does not
/// contain is nil.
public struct RecordedSetup: Equatable, Sendable {
  /// The id of the panel.
  public var panelID: String?
  /// The physical path, which a configuration can match.
  public var path: String?
  /// The serial number, which a configuration can match.
  public var serial: String?
  /// The size of the glass before matrix and rotation, in mm.
  public var size: Extent?
  /// The source of the size.
  public var scale: PanelGeometry.Scale?
  /// The calibration matrix.
  public var matrix: CalibrationMatrix?
  /// Whether left and right of the glass are exchanged.
  public var isMirrored: Bool?
  /// The rotation of the glass under the picture.
  public var rotation: Orientation.Rotation?
  /// How late the panel reports a lift; nil if flickd had to learn the delay from this recording.
  public var liftDelay: Interval?
  /// The source of the lift delay.
  public var liftDelaySource: LiftDelaySource?
  /// The standard deviation of a reported position, in mm.
  public var noise: Double?
  /// The longest gap in the reports of a contact that does not end its swipe; nil for none.
  public var bridgeGaps: Interval?
  /// The usual time between two reports of a moving contact, measured until the end of the
  /// recording.
  ///
  /// Only a recording that ended in order has this value. flickd learns the period for each contact
  /// again, so the value affects no decision.
  public var reportPeriod: Interval?

  /// Creates a setup without values.
  public init() {}

  /// The size with its source; nil unless both are known.
  public var panelSize: PanelSize? {
    guard let size, let scale else { return nil }
    return PanelSize(extent: size, scale: scale)
  }
}
