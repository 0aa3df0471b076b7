/// A fuzzed part: the pipeline from events to lines, or a reader of recordings, configurations,
/// device properties, requests, server lines or web pages.
///
/// `make prove ONLY=fuzz` runs a target on bytes from libFuzzer; the tests run it on the corpus.
public enum FuzzTarget: String, Sendable, CaseIterable {
  /// The slot decoder, then the recogniser and the encoder; the bytes are a ``PanelProgram``.
  case slots
  /// The reader of evemu text.
  case evemu
  /// The reader of `libinput record` files.
  case libinput
  /// The reader of `getevent -lt` logs.
  case getevent
  /// The reader of evtest's output.
  case evtest
  /// The reader of hid-recorder text, and of the report descriptor in it.
  case hid
  /// The detection of formats by content, with or without gzip.
  case file
  /// The description beside a recording; the bytes after a zero byte are the sibling.
  case description
  /// The reader of request lines; the bytes are a line.
  case request
  /// The readers of a server's lines: `flickctl listen`, `status` and `stats`, and FlickClient; the
  /// bytes are lines.
  case server
  /// The reader of configurations; the bytes are the main file and drop-ins.
  case configuration
  /// The properties of a device from udev and sysfs: its name, its numbers and its axes.
  case device
  /// The bridge between a page and a service; the bytes are what the page and the service send.
  case page

  /// Runs the target on one input, and throws a broken promise.
  ///
  /// `isBlindToLifts` plants a fault in the judge of the slots, to prove that a run finds one.
  public func run(_ input: [UInt8], isBlindToLifts: Bool = false) throws(BrokenPromise) {
    switch self {
    case .slots: try PanelProgram.run(input, isBlindToLifts: isBlindToLifts)
    case .evemu: try Readers.check(Readers.evemuHeading + input)
    case .libinput: try Readers.check(Readers.libinputHeading + input)
    case .getevent: try Readers.check(Readers.geteventHeading + input)
    case .evtest: try Readers.check(Readers.evtestHeading + input)
    case .file: try Readers.check(input)
    case .hid: try Readers.checkHID(input)
    case .description: try Readers.checkDescription(input)
    case .request: try RequestJudge.check(input)
    case .server: try ServerJudge.check(input)
    case .configuration: try ConfigurationJudge.check(input)
    case .device: try DeviceJudge.check(input)
    case .page: try PageJudge.check(input)
    }
  }
}

/// A promise of flickd for every input that this input breaks.
public struct BrokenPromise: Error, Equatable, Sendable, CustomStringConvertible {
  /// The promise.
  public let description: String

  /// Throws if the promise is broken.
  static func unless(_ holds: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
    if !holds { throw BrokenPromise(description: promise()) }
  }
}
