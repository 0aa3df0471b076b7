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
  /// The fuzz in the udev properties LIBINPUT_FUZZ_35 and _36; the description of the panel
  /// includes it where the kernel's fuzz is 0.
  public var udevFuzz: PositionFuzz?
  /// The size of the one connected display, from its EDID.
  public var displaySize: Extent?
  /// What flickd has learned of the panel at an earlier time.
  public var remembered: LearnedValues?
  /// What the recording of the panel contains beyond the kernel's description.
  public var recorded: RecordedSetup?

  /// Creates an identity.
  public init(
    panelID: String, path: String? = nil, serial: String? = nil, node: String? = nil, source: Source,
    udevSize: Extent? = nil, udevMatrix: CalibrationMatrix? = nil, udevFuzz: PositionFuzz? = nil,
    displaySize: Extent? = nil
  ) {
    self.panelID = panelID
    self.path = path
    self.serial = serial
    self.node = node
    self.source = source
    self.udevSize = udevSize
    self.udevMatrix = udevMatrix
    self.udevFuzz = udevFuzz
    self.displaySize = displaySize
  }
}

extension String {
  /// The text in a form that is safe for logs and terminals.
  ///
  /// Text from a device or a recording is hostile input. Control characters and characters that
  /// change the writing direction become U+FFFD: a newline would start a forged line, and a
  /// terminal would execute an escape sequence. Text beyond `bound` bytes is cut.
  public func displayable(upTo bound: Int = .max) -> String {
    var shown = String.UnicodeScalarView()
    var length = 0
    for scalar in unicodeScalars {
      let replaced: Unicode.Scalar =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
        default: scalar
        }
      length += UTF8.width(replaced)
      if length > bound { break }
      shown.append(replaced)
    }
    return String(shown)
  }
}
