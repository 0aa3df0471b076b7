import Glibc
@testable import LinuxIO
import TestKit

/// The service manager's end of `$NOTIFY_SOCKET`.
final class NotifyManager: Sendable {
  let path: String
  private let file: OwnedFD

  init(in folder: PrivateFolder) throws {
    path = folder.file("notify")
    guard let address = UnixAddress(path) else { throw TimedOut(description: "\(path) is no address") }
    file = try SystemCalls.socket(.datagram, blocking: false)
    try SystemCalls.bind(file, to: address)
  }

  /// The assignments of the next message.
  func next() async throws -> [String] {
    try await waiting("a message to the service manager") { () -> [String]? in
      var block = [UInt8](repeating: 0, count: 4096)
      var span = block.mutableSpan
      let outcome = try SystemCalls.read(file, into: &span)
      guard case .bytes(let count) = outcome else { return nil }
      return String(decoding: block[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  /// The next message that does not begin so.
  func next(but beginning: String) async throws -> [String] {
    while true {
      let message = try await next()
      if message.first?.hasPrefix(beginning) != true { return message }
    }
  }

  /// Waits for a message of this one assignment; others before it are passed over.
  func hear(_ assignment: String) async throws {
    while try await next() != [assignment] {}
  }
}
