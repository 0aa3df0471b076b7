/// What is fuzzed: the pipeline from events to lines, and the readers of files that people send in,
/// of configurations, of what devices say of themselves, of requests, of what a server sends, and
/// of what pages send.
///
/// `make fuzz` runs a target on bytes that libFuzzer makes up, the tests on those that the corpus
/// keeps.
public enum FuzzTarget: String, Sendable, CaseIterable {
  /// The slot decoder with the recogniser and the encoder behind it; the bytes are a
  /// ``PanelProgram``.
  case slots
  /// The reader of evemu text.
  case evemu
  /// The reader of `libinput record` files.
  case libinput
  /// The reader of `getevent -lt` logs.
  case getevent
  /// The reader of hid-recorder text, and that of the report descriptor in it.
  case hid
  /// Formats told apart by content, gzip or not.
  case file
  /// The description beside a recording; after a zero byte, if there is one, stand the sibling's
  /// bytes.
  case description
  /// The reader of request lines; the bytes are a line.
  case request
  /// What reads the lines of a server: `flickctl listen`, `status` and `stats`, and FlickClient;
  /// the bytes are lines.
  case server
  /// The reader of configurations; the bytes are the main file and drop-ins.
  case configuration
  /// What udev and sysfs say of a device: its name, its numbers and its axes.
  case device
  /// The bridge between a page and a service; the bytes are what the page sends, and what the
  /// service says.
  case page

  /// Runs the target on one input, and throws what does not hold.
  ///
  /// `isBlindToLifts` plants a fault in what judges the slots, so that a run is seen to find one.
  public func run(_ input: [UInt8], isBlindToLifts: Bool = false) throws(BrokenPromise) {
    switch self {
    case .slots: try PanelProgram.run(input, isBlindToLifts: isBlindToLifts)
    case .evemu: try Readers.check(Readers.evemuHeading + input)
    case .libinput: try Readers.check(Readers.libinputHeading + input)
    case .getevent: try Readers.check(Readers.geteventHeading + input)
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

/// Something that flickd promises of every input, and that does not hold for this one.
public struct BrokenPromise: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was promised.
  public let description: String

  /// Throws if what is promised does not hold.
  static func unless(_ holds: Bool, _ promise: @autoclosure () -> String) throws(BrokenPromise) {
    if !holds { throw BrokenPromise(description: promise()) }
  }
}
