/// What a HID device's reports mean: their ids and lengths, and which usage lies at which bit.
///
/// Source: Device Class Definition for HID 1.11, section 6.2.2. Nothing that the bytes say can
/// trap; reading ends where they contradict themselves, with what was read so far.
public struct ReportDescriptor: Equatable, Sendable {
  /// What something is used for: a number within a page of the HID Usage Tables.
  public struct Usage: Hashable, Sendable {
    /// The usage page, 0x0d for digitizers.
    public var page: UInt16
    /// The number within the page.
    public var code: UInt16

    /// Creates a usage.
    public init(page: UInt16, code: UInt16) {
      self.page = page
      self.code = code
    }
  }

  /// Which way a report goes.
  public enum Kind: Hashable, Sendable {
    /// From the device.
    case input
    /// To the device.
    case output
    /// Asked for and set by the host.
    case feature
  }

  /// A run of equal values in a report.
  public struct Field: Equatable, Sendable {
    /// The usages of the values in their order; the last one goes for all that follow, and padding
    /// has none.
    public var usages: [Usage]
    /// Where the first value begins, in bits from the beginning of the report, the byte of its id
    /// included.
    public var bitOffset: Int
    /// The bits of one value.
    public var bitSize: Int
    /// How many values there are.
    public var count: Int
    /// The least value that the device states.
    public var logicalMinimum: Int64
    /// The greatest value that the device states.
    public var logicalMaximum: Int64
    /// The application collection that it stands in.
    public var application: Usage?
    /// The Finger collection that it stands in, counted from 0 through the whole descriptor.
    public var finger: Int?

    /// Where the first value of a usage begins, in bits from the beginning of the report.
    public func bitOffset(of usage: Usage) -> Int? {
      guard let place = usages.firstIndex(of: usage), place < count else { return nil }
      return bitOffset + place * bitSize
    }
  }

  /// One report.
  public struct Report: Equatable, Sendable {
    /// Which way it goes.
    public var kind: Kind
    /// Its id, 0 where the descriptor uses none.
    public var id: UInt8
    /// Its length in bits, the byte of its id included.
    public var bitCount: Int
    /// What it holds.
    public var fields: [Field]

    /// Its length in bytes, the byte of its id included.
    public var byteCount: Int { (bitCount + 7) / 8 }
  }

  /// Whether every report begins with a byte that is its id.
  public internal(set) var usesReportIDs = false
  /// The reports, in the order in which the descriptor mentions them first.
  public internal(set) var reports: [Report] = []
  /// The application collections, in their order.
  public internal(set) var applications: [Usage] = []

  /// Reads a descriptor.
  ///
  /// Cost: O(n) for n bytes, with the kernel's own bounds on what they may ask for: reports of 16
  /// KiB, 12288 usages.
  public init(_ bytes: [UInt8]) {
    var reading = ReportDescriptorReading()
    reading.read(bytes)
    self = reading.result
  }

  init() {}

  /// The report of a kind and id, if the descriptor has it.
  public func report(_ kind: Kind, id: UInt8) -> Report? {
    reports.first { $0.kind == kind && $0.id == id }
  }

  /// How many contacts fit in one input report of the touchscreen: its Finger collections or its
  /// contact identifiers, whichever are more.
  ///
  /// Panels exist that call their collections nothing, or the first one only.
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
  /// Tip Switch: the finger touches.
  public static var tipSwitch: Self { Self(page: 0x0d, code: 0x42) }
  /// Confidence: it is no palm.
  public static var confidence: Self { Self(page: 0x0d, code: 0x47) }
  /// Contact Identifier.
  public static var contactIdentifier: Self { Self(page: 0x0d, code: 0x51) }
  /// Device Mode, formerly Input Mode: mouse, touchpad or touchscreen.
  public static var deviceMode: Self { Self(page: 0x0d, code: 0x52) }
  /// Contact Count: how many contacts of the report are valid.
  public static var contactCount: Self { Self(page: 0x0d, code: 0x54) }
  /// Contact Count Maximum.
  public static var contactCountMaximum: Self { Self(page: 0x0d, code: 0x55) }
  /// Scan Time, the panel's own clock.
  public static var scanTime: Self { Self(page: 0x0d, code: 0x56) }
  /// X of the Generic Desktop page.
  public static var x: Self { Self(page: 0x01, code: 0x30) }
  /// Y of the Generic Desktop page.
  public static var y: Self { Self(page: 0x01, code: 0x31) }
  /// Microsoft's certification blob: 256 bytes that make a panel a Windows 8 one.
  public static var certification: Self { Self(page: 0xff00, code: 0xc5) }
}
