internal import CLinux

/// Opens files on separate threads, and returns the results on the thread of the loop.
///
/// Opening a device may take long. Linux before 5.8 waits 50 ms for a USB panel (`usbhid_open`). It
/// also wakes up a sleeping panel, and waits seconds for one that does not answer. The other
/// threads only call `open`.
///
/// ```
/// open(path) ─→ thread: open ─→ pipe ─→ next() ─→ opened or refused
/// ```
public struct FileOpener: ~Copyable {
  /// The result of ``open(_:)``.
  public enum Answer: ~Copyable {
    /// The file is open, for reading and without waiting.
    case opened(token: Int32, OwnedFD)
    /// The kernel refused to open the file.
    case refused(token: Int32, ErrorNumber)
  }

  private let pipe: AnswerPipe
  private var lastToken: Int32 = 0

  /// Creates an opener without requests.
  public init() throws(SystemCallError) { pipe = try AnswerPipe() }

  /// The descriptor to register with a ``Reactor``; readable when there is a result.
  public var descriptor: Int32 { pipe.reading.number }

  /// Starts to open a file for reading, and returns the token of its result.
  ///
  /// EAGAIN or ENOMEM if no thread can be created. If the caller never reads the result, the
  /// descriptor stays open.
  public mutating func open(_ path: String) throws(SystemCallError) -> Int32 {
    lastToken &+= 1
    let (token, answers) = (lastToken, pipe.writing.number)
    try SystemCalls.check("pthread_create", path) {
      // The call copies the C string.
      unsafe clinux_open_aside(path, SystemCalls.Access.reading.flags, token, answers)
    }
    return token
  }

  /// Returns the next result; nil if there is none.
  public mutating func next() throws(SystemCallError) -> Answer? {
    var bytes = InlineArray<8, UInt8>(repeating: 0)
    var span = bytes.mutableSpan
    guard case .bytes(8) = try SystemCalls.read(pipe.reading, into: &span) else { return nil }
    let token = Self.number(bytes, from: 0)
    let result = Self.number(bytes, from: 4)
    return result >= 0
      ? .opened(token: token, OwnedFD(taking: result))
      : .refused(token: token, ErrorNumber(rawValue: -result))
  }

  /// Reads a number in the machine's byte order, which is little-endian wherever Swift runs on
  /// Linux.
  private static func number(_ bytes: InlineArray<8, UInt8>, from index: Int) -> Int32 {
    var number: UInt32 = 0
    for offset in 0..<4 { number |= UInt32(bytes[index + offset]) << UInt32(8 * offset) }
    return Int32(bitPattern: number)
  }
}
