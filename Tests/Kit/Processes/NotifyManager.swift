internal import Glibc
internal import LinuxIO

/// The service manager's end of `$NOTIFY_SOCKET`.
public final class NotifyManager: Sendable {
  /// The value for the variable.
  public let path: String
  private let file: OwnedFD

  /// Listens in `folder`.
  public init(in folder: PrivateFolder) throws {
    path = folder.file("notify")
    file = try boundSocket(at: path, SOCK_DGRAM)
    _ = fcntl(file.number, F_SETFL, O_NONBLOCK)
  }

  /// The assignments of a message that has arrived; nil if there is none.
  public func take() throws -> [String]? {
    var block = [UInt8](repeating: 0, count: 4096)
    var span = block.mutableSpan
    guard case .bytes(let count) = try SystemCalls.read(file, into: &span) else { return nil }
    return String(decoding: block[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The assignments of the next message.
  public func next() async throws -> [String] {
    try await waiting("a message to the service manager") { try take() }
  }

  /// The next message without this prefix.
  public func next(but beginning: String) async throws -> [String] {
    while true {
      let message = try await next()
      if message.first?.hasPrefix(beginning) != true { return message }
    }
  }

  /// Waits for a message with only this assignment; skips other messages.
  public func receive(_ assignment: String) async throws {
    while try await next() != [assignment] {}
  }
}
