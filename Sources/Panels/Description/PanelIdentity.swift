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

/// Values of known panels from recordings, by vendor and product.
public enum KnownPanels {
  /// How late the panel reports a lift; nil if there are not enough recordings of the panel.
  public static func liftDelay(of panel: PanelDescription) -> Interval? {
    liftDelays.first { $0.vendor == panel.vendor && $0.product == panel.product }.map {
      Interval(microseconds: $0.microseconds)
    }
  }

  /// The lift delays, each from recordings of the panel in github.com/bentiss/hid-devices.
  ///
  /// Each delay except the first is the lower quartile of the silences before the lifts of fingers
  /// that moved until the end. A panel without ids (0000:0000, such as Atmel's on I2C) cannot be
  /// distinguished from others, so its lift delay is learned.
  private static let liftDelays: [(vendor: UInt16, product: UInt16, microseconds: Int64)] = [
    // Quanta optical: 32–112 ms, most often 40.
    (0x0408, 0x3008, 40_000),
    // Sharp TPC-IC: 45 lifts, 4–18 ms and once 45.
    (0x04dd, 0x9681, 8_000),
    // ELAN: 7 lifts, 7 ms.
    (0x04f3, 0x010c, 7_000),
    // 3M MicroTouch: 10 lifts, 4–5 ms.
    (0x0596, 0x051c, 4_000),
    // RAFI Glasscape: 7 lifts, 87–102 ms.
    (0x05bd, 0x0107, 87_000),
    // N-trig DuoSense: 13 lifts, 39–44 ms and twice 66.
    (0x1b96, 0x1000, 41_000),
    // Advanced Silicon CoolTouch: 12 lifts, 14–21 ms.
    (0x2149, 0x230a, 19_000),
    // ILITEK: 13 lifts, 38–39 ms, once 14 and once 62.
    (0x222a, 0x0015, 38_000),
    // Data Modul easyMaxTouch: 8 lifts, 36–61 ms.
    (0x7374, 0x1232, 36_000),
  ]
}
