public import GestureCore

/// A panel's identity and its data from outside the kernel's description.
public struct PanelIdentity: Equatable, Sendable {
  /// The source of a panel's frames.
  public enum Source: Equatable, Sendable {
    /// A device.
    case live
    /// A recording.
    case replay
    /// The synthetic panel.
    case demo
  }

  /// The stable identity, from the port or the serial number, never from the event number.
  public var panelID: String
  /// The physical path, if the system has one; a configuration can match it.
  public var path: String?
  /// The serial number, if the device has one.
  public var serial: String?
  /// The device node; nil if there is none.
  public var node: String?
  /// The source of the panel's frames.
  public var source: Source
  /// The size in the udev property FLICKD_SIZE_MM.
  public var udevSize: Extent?
  /// The matrix in the udev property LIBINPUT_CALIBRATION_MATRIX.
  public var udevMatrix: CalibrationMatrix?
  /// The size of the one connected display, from its EDID.
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
