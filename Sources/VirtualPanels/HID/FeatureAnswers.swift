/// What a panel answers when the host asks for its feature reports.
///
/// hid-multitouch asks while it binds, and waits five seconds for each answer that does not come.
public struct FeatureAnswers: Equatable, Sendable {
  private var answers: [UInt8: [UInt8]] = [:]

  /// Prepares the answers of a device.
  public init(_ descriptor: ReportDescriptor) {
    for report in descriptor.reports where report.kind == .feature {
      var bytes = [UInt8](repeating: 0, count: report.byteCount)
      if report.id > 0 { bytes[0] = report.id }
      for field in report.fields {
        if let place = field.bitOffset(of: .contactCountMaximum) {
          Self.write(Self.contactCount(field, descriptor), at: place, size: field.bitSize, into: &bytes)
        }
        if let place = field.bitOffset(of: .deviceMode) {
          // 2 is a touchscreen, in the words of the Windows 8 precision devices.
          Self.write(2, at: place, size: field.bitSize, into: &bytes)
        }
      }
      answers[report.id] = bytes
    }
  }

  /// The answer to GET_REPORT for the feature report `id`, or nil for a report that the device does
  /// not have.
  ///
  /// The first byte is the id where the descriptor uses ids. Contact Count Maximum is the greatest
  /// that the descriptor allows, Device Mode is a touchscreen; everything else, Microsoft's
  /// certification with it, is zeros, which Linux does not look into.
  public func answer(id: UInt8) -> [UInt8]? { answers[id] }

  /// The stated maximum, unless it is none or does not fit, or a report has room for more: then the
  /// fingers of a report.
  ///
  /// One finger in a report says nothing, since many panels send a report for each; 10 is what the
  /// kernel assumes of a panel that does not answer (MT_DEFAULT_MAXCONTACT).
  private static func contactCount(
    _ field: ReportDescriptor.Field, _ descriptor: ReportDescriptor
  ) -> UInt64 {
    let stated = field.logicalMaximum
    let capacity = field.bitSize < 32 ? (Int64(1) << Int64(field.bitSize)) - 1 : Int64(UInt32.max)
    let fingers = Int64(descriptor.contactsPerReport)
    let count = (1...capacity).contains(stated) ? max(stated, fingers) : fingers > 1 ? fingers : 10
    return UInt64(min(count, 255))
  }

  private static func write(_ value: UInt64, at bit: Int, size: Int, into bytes: inout [UInt8]) {
    for place in 0..<min(size, 64) where value >> UInt64(place) & 1 != 0 {
      bytes[(bit + place) / 8] |= 1 << UInt8((bit + place) % 8)
    }
  }
}
