public import GestureCore

/// The reports of a HID device, as hid-recorder wrote them.
///
/// Only the kernel can turn such reports into touch events; a virtual HID device sends them to the
/// kernel.
public struct HIDRecording: Equatable, Sendable {
  /// The file name without its folder.
  public var name: String
  /// The description of the device.
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
  /// In a file with several devices, the first device with a report is used. Cost: O(n), about
  /// three times the unpacked size in memory.
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

/// The description of a HID device: its name, its ids and the descriptor of its reports.
public struct HIDDescription: Equatable, Sendable {
  /// The maximum size of a report descriptor and of a report of a virtual device, in bytes.
  ///
  /// The limits are the kernel's. The corresponding C constants are `HID_MAX_DESCRIPTOR_SIZE` and
  /// `UHID_DATA_MAX`.
  public static var maximumSize: Int { 4096 }

  /// The device's name.
  public var name = ""
  /// The physical path of the device; empty if the recording has none.
  public var physicalPath = ""
  /// The bus number (BUS_USB is 3, BUS_I2C 24).
  public var bus: UInt16 = 0
  /// The vendor id.
  public var vendor: UInt16 = 0
  /// The product id.
  public var product: UInt16 = 0
  /// The version of the device; recordings do not contain it.
  public var version: UInt16 = 0
  /// The report descriptor (HID 1.11, section 6.2.2).
  public var descriptor: [UInt8] = []

  /// Creates an empty description.
  public init() {}
}

/// One report of a HID device.
public struct HIDReport: Equatable, Sendable {
  /// When the report arrived.
  public var instant: Instant
  /// The bytes of the report; the first byte is the report id if the descriptor uses ids.
  public var bytes: [UInt8]

  /// Creates a report.
  public init(instant: Instant, bytes: [UInt8]) {
    self.instant = instant
    self.bytes = bytes
  }
}
