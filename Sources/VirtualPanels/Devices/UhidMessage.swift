internal import Recordings

/// The messages of /dev/uhid as bytes.
///
/// The C structure is the packed `struct uhid_event` of linux/uhid.h: a number for the type, then a
/// union. The kernel fills the missing bytes with zeros, so each message ends after its own fields.
enum UhidMessage {
  /// A request of the kernel.
  enum Request: Equatable {
    /// Requests the content of a report.
    case get(id: UInt32, report: UInt8, isFeature: Bool)
    /// Sets the content of a report.
    case set(id: UInt32)
    /// A message that needs no answer: started, opened, closed, output.
    case other
  }

  private enum Kind {
    static let getReport: UInt32 = 9
    static let getReportReply: UInt32 = 10
    static let create: UInt32 = 11
    static let input: UInt32 = 12
    static let setReport: UInt32 = 13
    static let setReportReply: UInt32 = 14
  }

  /// Returns UHID_CREATE2.
  static func create(_ device: HIDDescription, uniqueID: String) -> [UInt8] {
    var bytes = little(Kind.create)
    bytes += padded(device.name, to: 128)
    bytes += padded(device.physicalPath, to: 64)
    bytes += padded(uniqueID, to: 64)
    bytes += little(UInt16(clamping: device.descriptor.count)) + little(device.bus)
    let country: UInt32 = 0
    for number in [UInt32(device.vendor), UInt32(device.product), UInt32(device.version), country] {
      bytes += little(number)
    }
    return bytes + device.descriptor
  }

  /// Returns UHID_INPUT2; the report is cut to ``HIDDescription/maximumSize``.
  static func input(_ report: [UInt8]) -> [UInt8] {
    let report = report.prefix(HIDDescription.maximumSize)
    return little(Kind.input) + little(UInt16(report.count)) + report
  }

  /// Returns UHID_GET_REPORT_REPLY; without content the error is EIO.
  static func reply(id: UInt32, content: [UInt8]?) -> [UInt8] {
    let failure: UInt16 = content == nil ? 5 : 0
    let content = (content ?? []).prefix(HIDDescription.maximumSize)
    return little(Kind.getReportReply) + little(id) + little(failure) + little(UInt16(content.count))
      + content
  }

  /// Returns UHID_SET_REPORT_REPLY with success.
  static func taken(id: UInt32) -> [UInt8] { little(Kind.setReportReply) + little(id) + little(UInt16(0)) }

  /// Returns the request in a message of the kernel.
  static func request(_ bytes: Span<UInt8>) -> Request {
    guard bytes.count >= 10 else { return .other }
    switch number(bytes, at: 0) {
    // UHID_FEATURE_REPORT is 0.
    case Kind.getReport: return .get(id: number(bytes, at: 4), report: bytes[8], isFeature: bytes[9] == 0)
    case Kind.setReport: return .set(id: number(bytes, at: 4))
    default: return .other
    }
  }

  private static func number(_ bytes: Span<UInt8>, at index: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number(8 * $0)) }
  }

  /// Returns the text cut or zero-filled to `length`; the last byte is the terminator.
  private static func padded(_ text: String, to length: Int) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(length - 1))
    return bytes + [UInt8](repeating: 0, count: length - bytes.count)
  }
}
