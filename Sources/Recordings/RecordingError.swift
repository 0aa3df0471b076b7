public import Compression
internal import Glibc

/// Why a file is not a valid recording, as human-readable text: `file:line: what`.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Kind: Error, Equatable, Sendable {
    /// The file could not be read; the number is errno.
    case unreadable(Int32)
    /// The file has more than ``RecordingFile/maximumSize`` bytes.
    case tooLarge
    /// The gzip file has more than ``RecordingFile/maximumUnpackedSize`` bytes of content.
    case packedTooLarge
    /// The gzip file expands more than ``Gzip/maxExpansion`` times.
    case packedTooDense
    /// The file is a pipe into which no program writes.
    case idlePipe
    /// The file is an input device of the kernel.
    case inputDevice
    /// The file is compressed in a format that is not read.
    case packed(PackedFormat)
    /// The file is empty, or has only comments.
    case empty
    /// The gzip stream ends too early.
    case truncatedGzip
    /// The gzip stream is damaged.
    case damagedGzip
    /// The file is a binary recording of ARM's workload-automation.
    case revent
    /// The file is a recording of raw HID reports.
    case hidRecording
    /// The file is the output of `getevent` without `-t`.
    case withoutTimes
    /// The file describes a device, but has no events.
    case withoutEvents
    /// The log does not contain the ranges of the axes.
    case withoutRanges
    /// Ranges were stated for a recording that has its own.
    case hasRanges
    /// A scenario cannot be read; the text is the reason.
    case badScenario(String)
    /// The file does not describe its device.
    case withoutDescription
    /// The file has HID reports, but not the report descriptor that defines them.
    case withoutReportDescriptor
    /// The file is not a recording of HID reports.
    case noHIDRecording
    /// The file is other text.
    case foreignText
    /// The file is other binary data.
    case foreignBinary
    /// The file is from `libinput record`, but its version is not 1.
    case unknownVersion
    /// A number is missing, malformed or too large.
    case badNumber
    /// The line does not belong to the file's format.
    case badLine
  }

  /// The file name, as the caller passed it.
  public var file: String
  /// The line, counted from 1; `nil` if the error concerns the whole file.
  public var line: Int?
  /// The kind of the error.
  public var kind: Kind

  /// Creates an error.
  public init(file: String, line: Int? = nil, kind: Kind) {
    self.file = file
    self.line = line
    self.kind = kind
  }

  /// `file:line: what`, without the line if there is none.
  public var description: String {
    line.map { "\(file):\($0): \(kind.message)" } ?? "\(file): \(kind.message)"
  }
}

extension RecordingError.Kind {
  /// Converts an error of a gzip file.
  init(_ fault: Gzip.Fault) {
    self =
      switch fault {
      case .truncated: .truncatedGzip
      case .damaged: .damagedGzip
      case .tooLarge: .packedTooLarge
      case .tooDense: .packedTooDense
      }
  }

  private static var formats: String {
    "evemu, `libinput record`, `getevent -lt`, evtest or a scenario (`.touch`)"
  }

  /// The error as a human-readable sentence.
  public var message: String {
    switch self {
    case .unreadable(ENOENT): "there is no such file"
    case .unreadable(EACCES), .unreadable(EPERM):
      "this user has no permission to read the file"
    case .unreadable(EISDIR): "this is a folder"
    case .unreadable(ENOTDIR): "a part of this path is a file, not a folder"
    case .unreadable(ELOOP): "the links at this path lead back to themselves"
    case .unreadable(ENAMETOOLONG): "the name is longer than any file's"
    case .unreadable(ENXIO), .unreadable(ENODEV): "this is a socket, or a device that is absent"
    case .unreadable(let code): "the kernel cannot read the file (errno \(code))"
    case .tooLarge: "the file is larger than 256 MiB"
    case .packedTooLarge:
      "the content of the gzip file is larger than 64 MiB: unpack it with gunzip, and use the unpacked file"
    case .packedTooDense:
      Gzip.Fault.tooDense.message
        + ", more than any recording: check it with `zcat FILE | head`, then unpack it with gunzip"
    case .idlePipe: "this is a pipe, and no program writes into it"
    case .inputDevice: "this is a device, not a recording"
    case .packed(let format): "this is \(format)"
    case .empty: "the file is empty"
    case .truncatedGzip: Gzip.Fault.truncated.message
    case .damagedGzip: Gzip.Fault.damaged.message
    case .revent: "this is a binary revent recording of workload-automation: convert it to evemu text"
    case .hidRecording:
      "this is a hid-recorder file: raw HID reports, which only the kernel can turn into touch events"
    case .withoutTimes: "this is getevent output without times: record with `getevent -lt`"
    case .withoutEvents: "this describes a device, but contains no events"
    case .withoutRanges:
      "the log lacks evtest's header, so the ranges of the axes are unknown: add the lines from "
        + "`Input device ID` on, or state them to `flickctl replay` or `measure`, as in "
        + "`--ranges 0..1279,0..799 --size 217x136`"
    case .hasRanges: "the recording has the ranges of its axes: remove --ranges"
    case .badScenario(let reason): reason
    case .withoutDescription: "this does not describe a device"
    case .withoutReportDescriptor: "no report descriptor: add an `R:` line before the first report"
    case .noHIDRecording: "this is not a hid-recorder file: expected `R:` or `D:` at the start"
    case .foreignText: "this text is not a recording: expected \(Self.formats)"
    case .foreignBinary: "this binary file is not a recording: expected \(Self.formats)"
    case .unknownVersion: "this is a `libinput record` file of an unknown version: expected version 1"
    case .badNumber: "a number is missing, malformed or too large"
    case .badLine: "this line does not belong to this kind of recording"
    }
  }
}

extension RecordingError {
  /// The cause of a failure, which determines a command's exit code.
  public enum Fault: Equatable, Sendable {
    /// The file cannot be found or read for another reason than its permissions.
    case missing
    /// The permissions of the file forbid reading.
    case forbidden
    /// The file is not a recording, or is damaged.
    case content
  }

  /// The cause of the failure.
  public var fault: Fault {
    switch kind {
    case .unreadable(EACCES), .unreadable(EPERM): .forbidden
    case .unreadable, .inputDevice: .missing
    default: .content
    }
  }

}
