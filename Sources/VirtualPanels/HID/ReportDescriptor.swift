/// The meaning of a HID device's reports: their ids, their lengths, and the bit of each usage.
///
/// Source: Device Class Definition for HID 1.11, section 6.2.2. No input can cause a trap. At a
/// contradiction, reading ends and keeps what was read so far.
public struct ReportDescriptor: Equatable, Sendable {
  /// The purpose of a value: a number within a page of the HID Usage Tables.
  public struct Usage: Hashable, Sendable {
    /// The usage page, 0x0d for digitizers.
    public var page: UInt16
    /// The number within the page.
    public var code: UInt16
  }

  /// The direction of a report.
  public enum Kind: Hashable, Sendable {
    /// From the device to the host.
    case input
    /// From the host to the device.
    case output
    /// Requested and set by the host.
    case feature
  }

  /// A sequence of values with the same format in a report.
  public struct Field: Equatable, Sendable {
    /// The usages of the values, in order.
    ///
    /// The last usage applies to all remaining values. Padding has none.
    public var usages: [Usage]
    /// The offset of the first value, in bits from the start of the report, including its id.
    public var bitOffset: Int
    /// The size of one value, in bits.
    public var bitSize: Int
    /// The number of values.
    public var count: Int
    /// The minimum value that the device specifies.
    public var logicalMinimum: Int64
    /// The maximum value that the device specifies.
    public var logicalMaximum: Int64
    /// The application collection that contains the field.
    public var application: Usage?
    /// The Finger collection that contains the field, counted from 0 in the whole descriptor.
    public var finger: Int?

    /// Returns the offset of the first value with a usage, in bits from the start of the report.
    public func bitOffset(of usage: Usage) -> Int? {
      guard let index = usages.firstIndex(of: usage), index < count else { return nil }
      return bitOffset + index * bitSize
    }
  }

  /// One report.
  public struct Report: Equatable, Sendable {
    /// The direction of the report.
    public var kind: Kind
    /// The report's id; 0 if the descriptor uses no ids.
    public var id: UInt8
    /// The length in bits, including the byte of the id.
    public var bitCount: Int
    /// The fields of the report.
    public var fields: [Field]

    /// The length in bytes, including the byte of the id.
    public var byteCount: Int { (bitCount + 7) / 8 }
  }

  /// Whether every report begins with a byte that contains its id.
  public internal(set) var usesReportIDs = false
  /// The reports, in the order of their first mention in the descriptor.
  public internal(set) var reports: [Report] = []
  /// The application collections, in order.
  public internal(set) var applications: [Usage] = []

  /// Reads a descriptor.
  ///
  /// Cost: O(n) for n bytes, with the kernel's own limits: reports of 16 KiB, 12288 usages.
  public init(_ bytes: [UInt8]) {
    var reading = ReportDescriptorReading()
    reading.read(bytes)
    self = reading.result
  }

  init() {}

  /// The number of contacts that fit in one input report of the touchscreen.
  ///
  /// This is the number of Finger collections or of contact identifiers, whichever is larger,
  /// because some panels mark none of their collections as Finger, or only the first one.
  public var contactsPerReport: Int {
    let counts = reports.filter { $0.kind == .input }.map { report in
      let fields = report.fields.filter { $0.application == .touchScreen }
      let fingers = Set(fields.compactMap(\.finger)).count
      return max(fingers, fields.count { $0.bitOffset(of: .contactIdentifier) != nil })
    }
    return counts.max() ?? 0
  }
}

extension ReportDescriptor.Usage {
  /// Touch Screen, an application.
  public static var touchScreen: Self { Self(page: 0x0d, code: 0x04) }
  /// Finger, a collection.
  public static var finger: Self { Self(page: 0x0d, code: 0x22) }
  /// Contact Identifier.
  public static var contactIdentifier: Self { Self(page: 0x0d, code: 0x51) }
  /// Device Mode, formerly Input Mode: mouse, touchpad or touchscreen.
  public static var deviceMode: Self { Self(page: 0x0d, code: 0x52) }
  /// Contact Count Maximum.
  public static var contactCountMaximum: Self { Self(page: 0x0d, code: 0x55) }
}
