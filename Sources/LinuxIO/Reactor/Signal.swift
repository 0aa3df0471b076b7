internal import CLinux
internal import Glibc

/// The signals that a program answers: those of a service, and those of a terminal.
public enum Signal: Equatable, Sendable, CaseIterable {
  /// SIGTERM: stop.
  case terminate
  /// SIGINT: stop, from the terminal.
  case interrupt
  /// SIGHUP: read the configuration again.
  case hangup
  /// SIGWINCH: the terminal has another size.
  case resize
  /// SIGTSTP: stop until ``resume``, from the terminal.
  case suspend
  /// SIGCONT: the program runs again.
  case resume

  /// The signals that a service answers.
  public static let ofService: [Signal] = [.terminate, .interrupt, .hangup]

  var number: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangup: SIGHUP
    case .resize: SIGWINCH
    case .suspend: SIGTSTP
    case .resume: SIGCONT
    }
  }

  /// Whether the signal asks a program to end.
  var isEnding: Bool { self == .terminate || self == .interrupt }

  /// Unblocks these signals for the calling thread, for example before it runs a program.
  ///
  /// The corresponding C function is `pthread_sigmask`.
  public static func unblock(_ signals: [Signal]) {
    let numbers = signals.map(\.number)
    // The array lives for the call, which receives its count; valid signals cannot be refused.
    unsafe _ = clinux_unblock_signals(numbers, numbers.count)
  }

  /// Sends the signal to another process.
  ///
  /// The corresponding C function is `kill`.
  public func send(to process: Int32) throws(SystemCallError) {
    let number = number
    try SystemCalls.check("kill", "\(process)") { kill(process, number) }
  }
}

/// The signals of a thread as descriptors: one for those that end a program, one for all others.
///
/// A read returns the signal with the lowest number first, and SIGHUP has the lowest of all: on one
/// descriptor a storm of SIGHUP would delay SIGTERM for as long as the storm lasts.
struct SignalSource: ~Copyable {
  private let endings: OwnedFD
  private let others: OwnedFD

  /// The descriptor of the signals that end a program.
  var endingDescriptor: Int32 { endings.number }
  /// The descriptor of all other signals.
  var otherDescriptor: Int32 { others.number }

  init(_ signals: [Signal]) throws(SystemCallError) {
    let endings = try SystemCalls.signalCreate(signals.filter(\.isEnding).map(\.number))
    let others = try SystemCalls.signalCreate(signals.filter { !$0.isEnding }.map(\.number))
    self.endings = endings
    self.others = others
  }

  /// The next signal that ends a program.
  func nextEnding() throws(SystemCallError) -> Signal? { try Self.next(endings) }

  /// The next signal that does not end a program.
  func nextOther() throws(SystemCallError) -> Signal? { try Self.next(others) }

  private static func next(_ file: borrowing OwnedFD) throws(SystemCallError) -> Signal? {
    guard let number = try SystemCalls.signalRead(file) else { return nil }
    return Signal.allCases.first { $0.number == number }
  }
}
