internal import Compression
internal import Glibc

extension RecordingError {
  /// Whether nothing is at the path, so that the name may be wrong.
  public var isMissing: Bool { kind == .unreadable(ENOENT) }

  /// The error as one human-readable line, with the next step.
  public var explained: String { kind.advice.map { "\(self): \($0)" } ?? description }
}

extension RecordingError.Kind {
  /// What a person can do; nil if the message already contains it.
  fileprivate var advice: String? {
    switch self {
    case .unreadable(ENOENT): "check the name"
    case .unreadable(EACCES), .unreadable(EPERM): "read it as its owner, which `ls -l` shows"
    case .unreadable(EISDIR): "name a file in it"
    case .unreadable(ENOTDIR): "is there a `/` at its end?"
    case .unreadable(ELOOP): "name the file itself"
    case .unreadable(ENAMETOOLONG): "is a quote missing?"
    case .unreadable(ENXIO), .unreadable(ENODEV): "name a file"
    case .unreadable: "use a copy of the file; `dmesg` may show why"
    case .idlePipe: "name a file, or start the program that writes first"
    case .inputDevice: "record it with `flickctl record -o FILE`, and name that file"
    case .packed(let format): "unpack it first, as in `\(format.command) FILE`"
    case .tooLarge: "use a shorter recording"
    case .empty, .withoutEvents:
      "record again, as in `flickctl record -o FILE`, and touch the panel meanwhile"
    case .truncatedGzip, .damagedGzip: "copy the file again, whole and as binary data"
    case .hidRecording: "play it with `flickctl play`, and record meanwhile"
    case .withoutDescription: "name a recording, or the output of evemu-describe"
    case .unknownVersion: "record it with `flickctl record`"
    case .badNumber: "correct the number, or record again"
    case .badLine: "remove the line, or record again"
    case .packedTooLarge, .packedTooDense, .revent, .withoutTimes, .withoutRanges, .hasRanges, .badScenario,
      .withoutReportDescriptor, .noHIDRecording, .foreignText, .foreignBinary:
      nil
    }
  }
}
