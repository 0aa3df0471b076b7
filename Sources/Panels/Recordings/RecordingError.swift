internal import Compression
internal import Glibc

/// Why a file is no recording, in words for people: `file:line: what`.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was wrong.
  public enum Kind: Error, Equatable, Sendable {
    /// The file could not be read; the number is errno.
    case unreadable(Int32)
    /// It holds more than ``RecordingFile/maximumSize`` bytes.
    case tooLarge
    /// It is a gzip file of more than ``RecordingFile/maximumUnpackedSize`` bytes.
    case packedTooLarge
    /// It is a gzip file that expands more than ``Gzip/mostExpansion`` times.
    case packedTooDense
    /// It holds nothing, or only comments.
    case empty
    /// The gzip stream stops before its end.
    case truncatedGzip
    /// The gzip stream contradicts itself.
    case damagedGzip
    /// A binary recording of ARM's workload-automation.
    case revent
    /// A recording of raw HID reports.
    case hidRecording
    /// `getevent` without `-t`.
    case withoutTimes
    /// A description of a device, and nothing that happened.
    case withoutEvents
    /// A recording that does not say what device it was made on.
    case withoutDescription
    /// A recording of HID reports without the descriptor that says what they mean.
    case withoutReportDescriptor
    /// Not a recording of HID reports.
    case noHIDRecording
    /// Text of some other kind.
    case foreignText
    /// Bytes of some other kind.
    case foreignBinary
    /// A `libinput record` file of another version than 1.
    case unknownVersion
    /// What should be a number is none, or one that does not fit.
    case badNumber
    /// The line belongs to no recording of the file's format.
    case badLine
  }

  /// The file, as the caller named it.
  public var file: String
  /// The line, counted from 1; `nil` for what concerns the file as a whole.
  public var line: Int?
  /// What was wrong.
  public var kind: Kind

  /// Creates an error.
  public init(file: String, line: Int? = nil, kind: Kind) {
    self.file = file
    self.line = line
    self.kind = kind
  }

  /// `file:line: what`, the line left out where there is none.
  public var description: String {
    line.map { "\(file):\($0): \(kind.message)" } ?? "\(file): \(kind.message)"
  }
}

extension RecordingError.Kind {
  /// Why a gzip file cannot be read.
  init(_ fault: Gzip.Fault) {
    self =
      switch fault {
      case .truncated: .truncatedGzip
      case .damaged: .damagedGzip
      case .tooLarge: .packedTooLarge
      case .tooDense: .packedTooDense
      }
  }

  /// What was wrong, for people.
  public var message: String {
    switch self {
    case .unreadable(ENOENT): "there is no such file"
    case .unreadable(EACCES), .unreadable(EPERM): "the file may not be read"
    case .unreadable(EISDIR): "this is a folder"
    case .unreadable(let code): "the file cannot be read (errno \(code))"
    case .tooLarge: "the file holds more than 256 MiB"
    case .packedTooLarge:
      "the gzip file holds more than 64 MiB; unpack it with gunzip, and use the unpacked file"
    case .packedTooDense:
      Gzip.Fault.tooDense.message
        + ", which no recording does; look at it with `zcat FILE | head`, then unpack it with gunzip"
    case .empty: "the file is empty"
    case .truncatedGzip: Gzip.Fault.truncated.message
    case .damagedGzip: Gzip.Fault.damaged.message
    case .revent: "this is a binary revent recording of workload-automation; convert it to evemu text"
    case .hidRecording:
      "this is a hid-recorder file: raw HID reports, which only the kernel can turn into touch events"
    case .withoutTimes: "this is getevent output without times; record with `getevent -lt`"
    case .withoutEvents: "this describes a device but holds no events"
    case .withoutDescription: "this describes no device"
    case .withoutReportDescriptor: "the report descriptor is missing: an `R:` line before the first report"
    case .noHIDRecording: "this is no hid-recorder file: it begins with `R:` or `D:`"
    case .foreignText: "this text is no recording: evemu, `libinput record` or `getevent -lt` is expected"
    case .foreignBinary:
      "this binary file is no recording: evemu, `libinput record` or `getevent -lt` is expected"
    case .unknownVersion: "this is a `libinput record` file of an unknown version; version 1 is expected"
    case .badNumber: "a number is missing, malformed or too large"
    case .badLine: "the line is none of this kind of recording"
    }
  }
}
