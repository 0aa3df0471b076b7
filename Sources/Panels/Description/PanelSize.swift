public import GestureCore

/// The size of a panel, and the source of the size.
public struct PanelSize: Equatable, Sendable {
  /// The size of the glass before matrix and rotation, in mm.
  public var extent: Extent
  /// The source of the size.
  public var scale: PanelGeometry.Scale

  /// The size of a panel of unknown size: 10.1 inch, with the long side along the longer axis
  /// range.
  public static let assumed = Extent(width: 217, height: 136)

  /// How much the display's aspect may differ from the panel's, as a fraction; beyond, the display
  /// belongs to another device.
  public static let aspectTolerance = 0.1

  /// Chooses the first known size: configuration, library, udev property, kernel, display,
  /// assumption.
  ///
  /// The kernel's size needs a resolution on both axes: a resolution on one axis is a driver's
  /// mistake and does not determine the other side. The display is rejected if its aspect differs
  /// by more than ``aspectTolerance`` from that of the axis ranges. Equal ranges on both axes are a
  /// grid of the controller without an aspect, so they reject no display.
  ///
  /// An EDID has the sides of the display as built, whatever the orientation of the picture. A
  /// glass is made for its display, so the sides are those of the glass. If a matrix or a rotation
  /// swaps the axes (`axesAreSwapped`), the glass may be mounted sideways, so the swapped sides are
  /// tried too.
  public init(
    config: Extent? = nil, library: Extent? = nil, udev: Extent? = nil, display: Extent? = nil,
    description: PanelDescription, axesAreSwapped: Bool = false
  ) {
    if let config {
      self = PanelSize(extent: config, scale: .config)
    } else if let library {
      self = PanelSize(extent: library, scale: .library)
    } else if let udev {
      self = PanelSize(extent: udev, scale: .udev)
    } else if let kernel = Self.kernelExtent(description) {
      self = PanelSize(extent: kernel, scale: .kernel)
    } else if let display, Self.isPlausible(display, for: description) {
      self = PanelSize(extent: display, scale: .edid)
    } else if let display = display?.turned, axesAreSwapped, Self.isPlausible(display, for: description) {
      self = PanelSize(extent: display, scale: .edid)
    } else {
      self = PanelSize(extent: Self.assumedExtent(description), scale: .assumed)
    }
  }

  /// Creates a size from a known source.
  init(extent: Extent, scale: PanelGeometry.Scale) {
    self.extent = extent
    self.scale = scale
  }

  /// Reads `510x287`, whole or decimal millimetres from 1 to 10000; returns nil for any other text.
  public static func parse(_ text: some StringProtocol) -> Extent? {
    let sides = text.utf8.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    guard sides.count == 2, let width = millimetres(sides[0]), let height = millimetres(sides[1]) else {
      return nil
    }
    return Extent(width: width, height: height)
  }

  private static func millimetres(_ digits: some Collection<UInt8>) -> Double? {
    // Double(_:) also accepts hex, infinities and exponents, which are not sizes.
    let isPlain = digits.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, digits.count <= 12, let value = Double(String(decoding: digits, as: UTF8.self)),
      value >= 1, value <= 10_000
    else { return nil }
    return value
  }

  private static func kernelExtent(_ description: PanelDescription) -> Extent? {
    guard let x = description.horizontalAxis, let y = description.verticalAxis,
      x.resolution > 0, y.resolution > 0, x.maximum != x.minimum, y.maximum != y.minimum
    else { return nil }
    return Extent(width: x.length / Double(x.resolution), height: y.length / Double(y.resolution))
  }

  private static func isPlausible(_ display: Extent, for description: PanelDescription) -> Bool {
    guard display.width > 0, display.height > 0 else { return false }
    guard let x = description.horizontalAxis, let y = description.verticalAxis, x.length != y.length else {
      return true
    }
    let ratio = (display.width / display.height) / (x.length / y.length)
    return abs(ratio - 1) <= aspectTolerance
  }

  private static func assumedExtent(_ description: PanelDescription) -> Extent {
    guard let x = description.horizontalAxis, let y = description.verticalAxis, y.length > x.length else {
      return assumed
    }
    return assumed.turned
  }
}

extension Extent {
  /// The extent with width and height swapped.
  fileprivate var turned: Extent { Extent(width: height, height: width) }
}

extension AxisRange {
  /// The number of steps from end to end, in either direction of the axis.
  fileprivate var length: Double { span.magnitude }
}

extension PanelGeometry {
  /// Creates the geometry of a panel from its description and the size that ``PanelSize`` chose.
  public init(
    description: PanelDescription, size: PanelSize, matrix: CalibrationMatrix = .identity,
    isMirrored: Bool = false, rotation: Rotation = .none
  ) {
    self.init(
      xAxis: description.horizontalAxis ?? AxisRange(minimum: 0, maximum: 1),
      yAxis: description.verticalAxis ?? AxisRange(minimum: 0, maximum: 1),
      size: size.extent, scale: size.scale, matrix: matrix, isMirrored: isMirrored, rotation: rotation)
  }
}

/// Reads the size of a display from its EDID.
///
/// Source: VESA Enhanced EDID 1.4, sections 3.6.2 (centimetres in bytes 21 and 22) and 3.10.2
/// (millimetres in the detailed timing descriptor, bytes 12 to 14 of its 18).
public enum DisplaySize {
  /// Returns the image size from the first 128 bytes of an EDID, in mm.
  ///
  /// Nil if the bytes are not an EDID, or if the EDID has no size. The first detailed timing is
  /// more precise than the centimetres, so it takes precedence. If the two differ by more than 10
  /// mm on a side, the centimetres are used: some displays write their aspect (16 × 9) or nonsense
  /// into the timing.
  public static func parse(edid bytes: [UInt8]) -> Extent? {
    guard bytes.count >= 128, bytes.starts(with: [0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00]),
      bytes[..<128].reduce(0, &+) == 0
    else { return nil }

    // If only one byte is 0, the other is an aspect ratio (EDID 1.4); if both are 0, the size is
    // undefined, as for a projector.
    let hasCentimetres = bytes[21] > 0 && bytes[22] > 0
    let coarse = Extent(width: Double(bytes[21]) * 10, height: Double(bytes[22]) * 10)
    guard let fine = firstTimingSize(bytes) else { return hasCentimetres ? coarse : nil }
    guard hasCentimetres else { return isAspect(fine) ? nil : fine }
    let agrees = abs(fine.width - coarse.width) <= 10 && abs(fine.height - coarse.height) <= 10
    return agrees ? fine : coarse
  }

  private static func firstTimingSize(_ bytes: [UInt8]) -> Extent? {
    // The first 18-byte descriptor.
    let start = 54
    // A pixel clock of 0 means that the block is text, not a timing.
    guard bytes[start] != 0 || bytes[start + 1] != 0 else { return nil }
    let high = Int(bytes[start + 14])
    let width = Int(bytes[start + 12]) | (high >> 4) << 8
    let height = Int(bytes[start + 13]) | (high & 0x0f) << 8
    guard width > 0, height > 0 else { return nil }
    return Extent(width: Double(width), height: Double(height))
  }

  private static func isAspect(_ extent: Extent) -> Bool {
    [(16, 9), (16, 10), (4, 3), (160, 90), (160, 100)].contains { $0 == (extent.width, extent.height) }
  }
}
