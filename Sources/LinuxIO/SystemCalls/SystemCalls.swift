internal import CLinux
internal import Glibc

/// All system calls of the project; no other folder makes system calls.
///
/// The calls repeat themselves after EINTR, return an expected error as a value, and throw
/// ``SystemCallError`` for every other error. They allocate only to return text or an array.
public enum SystemCalls {
  /// The result of a read or a send.
  public enum Transfer: Equatable, Sendable {
    /// The number of bytes that were transferred.
    case bytes(Int)
    /// No bytes, because the call would block.
    case wouldBlock
    /// No bytes, because the other end is closed.
    case ended
  }

  /// Makes `call` until no signal interrupts it, and turns −1 into an error.
  @discardableResult
  static func check<Number: SignedInteger>(
    _ name: String, _ subject: String = "", _ call: () -> Number
  ) throws(SystemCallError) -> Number {
    while true {
      let result = call()
      if result != -1 { return result }
      let code = errno
      if code != EINTR {
        throw SystemCallError(call: name, code: ErrorNumber(rawValue: code), subject: subject)
      }
    }
  }

  /// Makes a transferring `call` until no signal interrupts it.
  static func transfer(_ name: String, _ call: () -> Int) throws(SystemCallError) -> Transfer {
    while true {
      let count = call()
      if count >= 0 { return .bytes(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldBlock
      case EPIPE, ECONNRESET: return .ended
      case let code: throw SystemCallError(call: name, code: ErrorNumber(rawValue: code))
      }
    }
  }

  /// Reads into `bytes`; `.ended` at the end of the file or stream.
  ///
  /// The corresponding C function is `read`.
  public static func read(
    _ file: borrowing OwnedFD, into bytes: inout MutableSpan<UInt8>
  ) throws(SystemCallError) -> Transfer {
    try read(descriptor: file.number, into: &bytes)
  }

  /// Reads from standard input; `.ended` at its end.
  public static func readInput(into bytes: inout MutableSpan<UInt8>) throws(SystemCallError) -> Transfer {
    try read(descriptor: 0, into: &bytes)
  }

  static func read(
    descriptor: Int32, into bytes: inout MutableSpan<UInt8>
  ) throws(SystemCallError) -> Transfer {
    // The buffer lives for the call, and the kernel writes within its count.
    let result = try unsafe bytes.withUnsafeMutableBufferPointer { (room) throws(SystemCallError) in
      try transfer("read") { unsafe Glibc.read(descriptor, room.baseAddress, room.count) }
    }
    return result == .bytes(0) && !bytes.isEmpty ? .ended : result
  }

  /// Writes a part of `bytes` or all of them; for files, pipes and terminals.
  ///
  /// The corresponding C function is `write`.
  public static func write(_ file: borrowing OwnedFD, _ bytes: Span<UInt8>) throws(SystemCallError)
    -> Transfer
  {
    try write(descriptor: file.number, bytes)
  }

  /// Writes a part of `bytes` or all of them to a descriptor that the process was started with,
  /// such as 1.
  ///
  /// The corresponding C function is `write`.
  public static func write(descriptor: Int32, _ bytes: Span<UInt8>) throws(SystemCallError) -> Transfer {
    // The buffer lives for the call, and the kernel only reads it.
    try unsafe bytes.withUnsafeBufferPointer { (room) throws(SystemCallError) in
      try transfer("write") { unsafe Glibc.write(descriptor, room.baseAddress, room.count) }
    }
  }

  /// The time of CLOCK_MONOTONIC, the clock of the kernel's event timestamps.
  ///
  /// Unit: microseconds. The corresponding C function is `clock_gettime`. Cost: no system call on
  /// common machines.
  public static func monotonicMicroseconds() -> Int64 {
    var time = timespec()
    // CLOCK_MONOTONIC cannot fail with a valid structure, which lives for the call.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// The time of CLOCK_BOOTTIME, which goes on while the machine is suspended and is else
  /// CLOCK_MONOTONIC and a constant.
  ///
  /// Unit: microseconds. The corresponding C function is `clock_gettime`. Cost: no system call on
  /// common machines.
  public static func boottimeMicroseconds() -> Int64 {
    var time = timespec()
    // CLOCK_BOOTTIME cannot fail with a valid structure, which lives for the call.
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// The number of this process.
  ///
  /// The corresponding C function is `getpid`.
  public static func processNumber() -> Int32 { getpid() }

  /// The effective user of this process.
  ///
  /// The corresponding C function is `geteuid`.
  public static func effectiveUser() -> UInt32 { geteuid() }

  /// Whether a descriptor that the process was started with is a terminal.
  ///
  /// The corresponding C function is `isatty`.
  public static func isTerminal(descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The value of an environment variable, or nil.
  ///
  /// The corresponding C function is `getenv`; nothing in this project writes the environment.
  public static func environment(_ name: String) -> String? {
    // The text is copied before anything else can run.
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The path of the program that this process runs, or nil where /proc is not there.
  ///
  /// The corresponding C function is `readlink`, of /proc/self/exe.
  public static func programPath() -> String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    // The kernel writes at most the given number of bytes, and no terminator: the last byte stays
    // 0.
    let count = unsafe path.withUnsafeMutableBufferPointer { room in
      unsafe room.baseAddress.map { unsafe readlink("/proc/self/exe", $0, room.count - 1) } ?? -1
    }
    return count > 0 ? text(path.span) : nil
  }

  /// The absolute path of the folder to which relative paths lead, or nil if the folder is removed.
  ///
  /// $PWD can name another folder. The corresponding C function is `getcwd`.
  public static func workingFolder() -> String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    // The kernel writes at most the given number of bytes, with a terminator.
    let isKnown = unsafe path.withUnsafeMutableBufferPointer { room in
      unsafe getcwd(room.baseAddress, room.count) != nil
    }
    return isKnown ? text(path.span) : nil
  }

  /// Returns unused heap memory to the system, such as memory that only the start needed.
  ///
  /// Call this function on the main thread, and never where time matters. The corresponding C
  /// functions are `malloc_trim` and `madvise`.
  public static func releaseMemory() {
    clinux_release_memory()
  }

  /// Returns the pages of a large object that contain only zeros to the system, until they are
  /// written.
  ///
  /// Only the calling thread may use the object. Cost: a read of the object. The corresponding C
  /// functions are `malloc_usable_size` and `madvise`.
  public static func releaseZeroPages(of object: AnyObject) {
    // The object lives until the call has returned, and its memory keeps its content: a private
    // page that the kernel takes back reads as zeros.
    unsafe clinux_release_zero_pages(Unmanaged.passUnretained(object).toOpaque())
  }

  /// Ignores SIGPIPE in the whole process, so that a closed peer is a result of ``send(_:_:)`` and
  /// does not end the process.
  ///
  /// The corresponding C function is `signal`.
  public static func ignoreBrokenPipes() throws(SystemCallError) {
    try check("signal") { clinux_ignore_broken_pipes() }
  }
}

/// A file descriptor with exactly one owner, which closes it on deinit.
///
/// Cost: that of an `Int32`. Never use this type for a descriptor that C code owns.
public struct OwnedFD: ~Copyable, Sendable {
  /// The kernel's number, valid as long as this value lives.
  public let number: Int32

  /// Takes over the open descriptor `number`, which no other code may close afterwards.
  public init(taking number: Int32) {
    self.number = number
  }

  /// Returns the descriptor without closing it; the caller must close it.
  public consuming func take() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Closes the descriptor now.
  public consuming func close() {}

  deinit {
    // Do not repeat the call after EINTR: Linux has already freed the number, and another thread
    // may use it again.
    _ = Glibc.close(number)
  }
}
