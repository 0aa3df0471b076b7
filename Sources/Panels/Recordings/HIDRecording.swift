public import GestureCore

/// What a HID device sent, report by report, while somebody recorded it with hid-recorder.
///
/// Only the kernel turns such reports into touch events; a virtual HID device plays them to it.
public struct HIDRecording: Equatable, Sendable {
  /// The file name without its folder.
  public var name: String
  /// What the device says of itself.
  public var device: HIDDescription
  /// The reports in the file's order, on the file's own clock.
  public var reports: [HIDReport]

  /// Creates a recording.
  public init(name: String, device: HIDDescription, reports: [HIDReport]) {
    self.name = name
    self.device = device
    self.reports = reports
  }

  /// Reads the recording in a file, gzip or not.
  public static func read(_ path: String) throws(RecordingError) -> HIDRecording {
    try read(bytes: try RecordingFile.bytes(of: path), fileName: path)
  }

  /// Reads a recording from the bytes of a file, gzip or not.
  ///
  /// Of a file with several devices the first that sent a report is taken. Cost: O(n), about three
  /// times the unpacked size in memory.
  public static func read(bytes: [UInt8], fileName: String) throws(RecordingError) -> HIDRecording {
    do throws(RecordingFailure) {
      var recording = try HIDReader.read(try Recording.unpacked(bytes))
      recording.name = Recording.baseName(fileName)
      return recording
    } catch {
      throw RecordingError(file: fileName, line: error.line, kind: error.kind)
    }
  }
}

/// What a HID device says of itself: its name, its ids and the meaning of its reports.
public struct HIDDescription: Equatable, Sendable {
  /// The longest report descriptor and the longest report that the kernel takes from a virtual
  /// device, in bytes.
  ///
  /// The corresponding C constants are `HID_MAX_DESCRIPTOR_SIZE` and `UHID_DATA_MAX`.
  public static var maximumSize: Int { 4096 }

  /// The device's name.
  public var name = ""
  /// Where the device was plugged in; empty where the recording does not say.
  public var physicalPath = ""
  /// The bus number (BUS_USB is 3, BUS_I2C 24).
  public var bus: UInt16 = 0
  /// The vendor id.
  public var vendor: UInt16 = 0
  /// The product id.
  public var product: UInt16 = 0
  /// The version that the device states; recordings do not have it.
  public var version: UInt16 = 0
  /// The report descriptor (HID 1.11, section 6.2.2).
  public var descriptor: [UInt8] = []

  /// Creates a description of nothing.
  public init() {}
}

/// One report that a HID device sent.
public struct HIDReport: Equatable, Sendable {
  /// When it arrived.
  public var instant: Instant
  /// The report; the first byte is its id where the descriptor uses ids.
  public var bytes: [UInt8]

  /// Creates a report.
  public init(instant: Instant, bytes: [UInt8]) {
    self.instant = instant
    self.bytes = bytes
  }
}
