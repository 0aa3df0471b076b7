public import GestureCore

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

    // If one of them is 0, the other is an aspect (EDID 1.4) or without meaning (projectors).
    let hasCentimetres = bytes[21] > 0 && bytes[22] > 0
    let coarse = Extent(width: Double(bytes[21]) * 10, height: Double(bytes[22]) * 10)
    guard let fine = firstTiming(bytes) else { return hasCentimetres ? coarse : nil }
    guard hasCentimetres else { return isAspect(fine) ? nil : fine }
    let agrees = abs(fine.width - coarse.width) <= 10 && abs(fine.height - coarse.height) <= 10
    return agrees ? fine : coarse
  }

  private static func firstTiming(_ bytes: [UInt8]) -> Extent? {
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
    for (width, height) in [(16, 9), (16, 10), (4, 3), (160, 90), (160, 100)]
    where extent == Extent(width: Double(width), height: Double(height)) {
      return true
    }
    return false
  }
}
