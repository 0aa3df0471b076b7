/// A panel's answers to the host's requests for feature reports.
///
/// hid-multitouch sends requests while it binds, and waits five seconds for each missing answer.
public struct FeatureAnswers: Equatable, Sendable {
  private var answers: [UInt8: [UInt8]] = [:]

  /// Prepares the answers of a device.
  public init(_ descriptor: ReportDescriptor) {
    for report in descriptor.reports where report.kind == .feature {
      var bytes = [UInt8](repeating: 0, count: report.byteCount)
      if report.id > 0 { bytes[0] = report.id }
      for field in report.fields {
        if let index = field.bitOffset(of: .contactCountMaximum) {
          Self.write(Self.contactCount(field, descriptor), at: index, size: field.bitSize, into: &bytes)
        }
        if let index = field.bitOffset(of: .deviceMode) {
          // 2 is a touchscreen in the terms of Windows 8 precision devices.
          Self.write(2, at: index, size: field.bitSize, into: &bytes)
        }
      }
      answers[report.id] = bytes
    }
  }

  /// Returns the answer to GET_REPORT for the feature report `id`.
  ///
  /// nil for a report that the device does not have. The first byte is the id if the descriptor
  /// uses ids. Contact Count Maximum is the largest value that the descriptor allows, and Device
  /// Mode is a touchscreen. All other values are zeros, including Microsoft's certification, which
  /// Linux does not check.
  public func answer(id: UInt8) -> [UInt8]? { answers[id] }

  /// Returns the larger of the logical maximum and the number of fingers in a report.
  ///
  /// If the logical maximum is below 1 or does not fit in the field, the number of fingers in a
  /// report is used. One finger in a report means nothing, because many panels send a separate
  /// report for each finger. The result is then 10, the kernel's default for a panel without an
  /// answer (MT_DEFAULT_MAXCONTACT).
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
    for index in 0..<min(size, 64) where value >> UInt64(index) & 1 != 0 {
      bytes[(bit + index) / 8] |= 1 << UInt8((bit + index) % 8)
    }
  }
}
