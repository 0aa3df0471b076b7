internal import CLinux
internal import Glibc

/// The signals that a service answers.
public enum Signal: Equatable, Sendable, CaseIterable {
  /// SIGTERM: stop.
  case terminate
  /// SIGINT: stop, from the terminal.
  case interrupt
  /// SIGHUP: read the configuration again.
  case hangup

  var number: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangup: SIGHUP
    }
  }

  /// Lets the calling thread take these signals in their usual way again, for example before it runs a program.
  ///
  /// The corresponding C function is `pthread_sigmask`.
  public static func unblock(_ signals: [Signal]) {
    let numbers = signals.map(\.number)
    // The array lives for the call, which is told its count; valid signals cannot be refused.
    unsafe _ = clinux_unblock_signals(numbers, numbers.count)
  }
}

/// The signals of a thread as a descriptor.
struct SignalSource: ~Copyable {
  private let file: OwnedFD

  var descriptor: Int32 { file.number }

  init(_ signals: [Signal]) throws(SystemCallError) {
    file = try SystemCalls.signalCreate(signals.map(\.number))
  }

  func next() throws(SystemCallError) -> Signal? {
    guard let number = try SystemCalls.signalRead(file) else { return nil }
    return Signal.allCases.first { $0.number == number }
  }
}
