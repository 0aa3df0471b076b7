internal import CLinux
internal import Glibc

/// A system call that the kernel refused.
///
/// Shape: the call's name, the kernel's reason, and the path that it was about, if any.
public struct SystemCallError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the call, for example `open`.
  public var call: String
  /// Why it was refused.
  public var code: ErrorNumber
  /// The path or address that the call was given; empty if there was none.
  public var subject: String

  /// Creates the refusal of `call` with `code` for `subject`.
  public init(call: String, code: ErrorNumber, subject: String = "") {
    self.call = call
    self.code = code
    self.subject = subject
  }

  /// The refusal in words, for example `open /dev/input/event3: Permission denied`.
  public var description: String { subject.isEmpty ? "\(call): \(code)" : "\(call) \(subject): \(code)" }

  /// The refusal in words, with the next step if the code alone shows one.
  public var explained: String {
    switch code {
    case .notAFolder where call == "opendir": "\(subject) must be a folder: rename the file"
    case .isFolder where subject.hasSuffix(".toml"): "\(self): rename the folder, or name a file in it"
    default: code.advice.map { "\(self): \($0)" } ?? description
    }
  }
}

extension ErrorNumber {
  /// What a person can do about a refusal, whatever the call was.
  public var advice: String? {
    switch self {
    case .noSuchFile: "check the name"
    case .permissionDenied, .notPermitted: "run the command as a user that has the permission, such as root"
    case .isFolder: "name a file in it"
    case .isPipe: "name a file"
    case .notAFolder: "check the path, of which a part is a file"
    case .tooManyLinks: "its links lead back to themselves: name the file itself"
    case .readOnlyFileSystem: "choose a place that can be written"
    case .noSpace: "remove files of this file system, or choose another one"
    case .inputOutput: "the medium or the device has a fault: `dmesg` shows which"
    case .nameTooLong: "choose a shorter name"
    case .fileTooLarge: "the file is larger than 1 MiB: is it the right one?"
    case .tooManyDescriptors: "raise the limit of open files, `ulimit -n`"
    case .systemOutOfDescriptors: "raise the limit of the machine, `sysctl fs.file-max`"
    case .outOfMemory, .noBufferSpace: "end other programs: the machine has no memory left"
    case .noSuchDevice, .noSuchAddress: "plug the device in, and run the command again"
    default: nil
    }
  }
}

/// The kernel's reason for a refusal.
///
/// The corresponding C variable is `errno`.
public struct ErrorNumber: RawRepresentable, Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The number of the platform's `errno.h`.
  public var rawValue: Int32

  /// Creates the reason with the number `rawValue`.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The text of the C library, for example `Permission denied`.
  public var description: String {
    // The C library has "Illegal seek", but no program seeks.
    if self == .isPipe { return "this is a pipe" }
    var buffer = InlineArray<128, CChar>(repeating: 0)
    var span = buffer.mutableSpan
    // The C function writes at most `count` bytes, the terminator included.
    unsafe span.withUnsafeMutableBufferPointer { room in
      guard let base = room.baseAddress else { return }
      unsafe clinux_error_words(rawValue, base, room.count)
    }
    return text(buffer.span)
  }

  /// EPERM: the caller lacks a privilege, or a sandbox forbids it.
  public static var notPermitted: ErrorNumber { ErrorNumber(rawValue: EPERM) }
  /// EACCES: the file's owner, group or mode forbids it.
  public static var permissionDenied: ErrorNumber { ErrorNumber(rawValue: EACCES) }
  /// EROFS: the file system is read-only.
  public static var readOnlyFileSystem: ErrorNumber { ErrorNumber(rawValue: EROFS) }
  /// ENOENT: there is no such file or folder.
  public static var noSuchFile: ErrorNumber { ErrorNumber(rawValue: ENOENT) }
  /// ENOTDIR: a part of the path is not a folder.
  public static var notAFolder: ErrorNumber { ErrorNumber(rawValue: ENOTDIR) }
  /// ESPIPE: the path is a pipe, and a file is needed.
  public static var isPipe: ErrorNumber { ErrorNumber(rawValue: ESPIPE) }
  /// EISDIR: the path is a folder.
  public static var isFolder: ErrorNumber { ErrorNumber(rawValue: EISDIR) }
  /// ELOOP: a link leads to itself.
  public static var tooManyLinks: ErrorNumber { ErrorNumber(rawValue: ELOOP) }
  /// EINVAL: the call does not apply to this file.
  static var invalid: ErrorNumber { ErrorNumber(rawValue: EINVAL) }
  /// EEXIST: the file exists.
  public static var fileExists: ErrorNumber { ErrorNumber(rawValue: EEXIST) }
  /// EAGAIN: the call would have to wait.
  public static var wouldBlock: ErrorNumber { ErrorNumber(rawValue: EAGAIN) }
  /// EINPROGRESS: the connection attempt has not finished.
  public static var inProgress: ErrorNumber { ErrorNumber(rawValue: EINPROGRESS) }
  /// EADDRINUSE: another socket already uses the address.
  public static var addressInUse: ErrorNumber { ErrorNumber(rawValue: EADDRINUSE) }
  /// EADDRNOTAVAIL: the address does not belong to this machine.
  public static var addressNotAvailable: ErrorNumber { ErrorNumber(rawValue: EADDRNOTAVAIL) }
  /// ECONNREFUSED: no server listens.
  public static var connectionRefused: ErrorNumber { ErrorNumber(rawValue: ECONNREFUSED) }
  /// ECONNABORTED: the peer left before its connection was accepted.
  public static var connectionAborted: ErrorNumber { ErrorNumber(rawValue: ECONNABORTED) }
  /// EPROTO: the peer violates the protocol, or has left.
  public static var protocolError: ErrorNumber { ErrorNumber(rawValue: EPROTO) }
  /// ENOMEM: there is no memory.
  public static var outOfMemory: ErrorNumber { ErrorNumber(rawValue: ENOMEM) }
  /// ENOBUFS: there is no room in the kernel's buffers.
  public static var noBufferSpace: ErrorNumber { ErrorNumber(rawValue: ENOBUFS) }
  /// EPIPE: the peer has closed.
  public static var brokenPipe: ErrorNumber { ErrorNumber(rawValue: EPIPE) }
  /// EPROTOTYPE: the socket is of another type.
  public static var wrongSocketType: ErrorNumber { ErrorNumber(rawValue: EPROTOTYPE) }
  /// EMSGSIZE: too long.
  public static var tooLong: ErrorNumber { ErrorNumber(rawValue: EMSGSIZE) }
  /// ENAMETOOLONG: a name is too long.
  public static var nameTooLong: ErrorNumber { ErrorNumber(rawValue: ENAMETOOLONG) }
  /// EFBIG: the file is larger than the bound.
  public static var fileTooLarge: ErrorNumber { ErrorNumber(rawValue: EFBIG) }
  /// ENODEV: the device is gone.
  public static var noSuchDevice: ErrorNumber { ErrorNumber(rawValue: ENODEV) }
  /// ENXIO: there is no device behind the node.
  public static var noSuchAddress: ErrorNumber { ErrorNumber(rawValue: ENXIO) }
  /// ENOSPC: the file system is full.
  public static var noSpace: ErrorNumber { ErrorNumber(rawValue: ENOSPC) }
  /// EIO: the device failed.
  public static var inputOutput: ErrorNumber { ErrorNumber(rawValue: EIO) }
  /// EMFILE: the process has no descriptor left.
  public static var tooManyDescriptors: ErrorNumber { ErrorNumber(rawValue: EMFILE) }
  /// ENFILE: the system has no descriptor left.
  public static var systemOutOfDescriptors: ErrorNumber { ErrorNumber(rawValue: ENFILE) }
}

/// The text of a C string up to its terminator or its room's end, repaired to valid UTF-8.
func text(_ characters: Span<CChar>) -> String {
  var bytes: [UInt8] = []
  for index in characters.indices {
    guard characters[index] != 0 else { break }
    bytes.append(UInt8(bitPattern: characters[index]))
  }
  return String(decoding: bytes, as: UTF8.self)
}
