public import GestureCore

/// Which panel it is, and what its surroundings say of it: everything that a description does not
/// hold.
public struct PanelIdentity: Equatable, Sendable {
  /// Where a panel's frames come from.
  public enum Source: Equatable, Sendable {
    /// A device.
    case live
    /// A recording.
    case replay
    /// The synthetic panel.
    case demo
  }

  /// The stable identity: it names the place or the serial number, never the event number.
  public var panelID: String
  /// The physical path, where the system knows one; a configuration can match it.
  public var path: String?
  /// The serial number, where the device has one.
  public var serial: String?
  /// The device node, nil where there is none.
  public var node: String?
  /// Where the panel's frames come from.
  public var source: Source
  /// The size that the udev property FLICKD_SIZE_MM states.
  public var udevSize: Extent?
  /// The matrix that the udev property LIBINPUT_CALIBRATION_MATRIX states.
  public var udevMatrix: CalibrationMatrix?
  /// The size of the one connected display, by its EDID.
  public var displaySize: Extent?

  /// Creates an identity.
  public init(
    panelID: String, path: String? = nil, serial: String? = nil, node: String? = nil, source: Source,
    udevSize: Extent? = nil, udevMatrix: CalibrationMatrix? = nil, displaySize: Extent? = nil
  ) {
    self.panelID = panelID
    self.path = path
    self.serial = serial
    self.node = node
    self.source = source
    self.udevSize = udevSize
    self.udevMatrix = udevMatrix
    self.displaySize = displaySize
  }
}
