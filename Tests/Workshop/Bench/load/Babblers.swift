import Foundation
import Glibc
import LinuxIO
import Synchronization
import TestKit

/// Clients that send nonsense as fast as flickd accepts it, or stay silent, and read everything
/// they receive.
final class Babblers: Sendable {
  private let count: Int
  private let path: String
  /// The bytes that they send repeatedly; nil for none.
  private let nonsense: [UInt8]?
  private let isOver = Atomic<Bool>(false)
  private let sent = Mutex<Result<Int, any Error>>(.success(0))
  private let hasStopped = DispatchSemaphore(value: 0)

  /// Prepares `count` clients; without a seed they are silent.
  init(_ count: Int, at path: String, seed: UInt64?) throws {
    self.count = count
    self.path = path
    nonsense = seed.map(Self.nonsense)
  }

  /// Connects and starts, on a separate thread.
  func start() {
    Thread { [self] in
      let end = Result { try babble() }
      sent.withLock { $0 = end }
      hasStopped.signal()
    }.start()
  }

  /// Stops the clients, and returns the number of bytes that flickd accepted.
  func stop() throws -> Int {
    isOver.store(true, ordering: .relaxed)
    hasStopped.wait()
    return try sent.withLock { try $0.get() }
  }

  private func babble() throws -> Int {
    var sent = 0
    var reactor = try Reactor()
    var connections: [Reactor.Registration: Connection] = [:]
    let interest: Reactor.Interest = nonsense == nil ? .readable : [.readable, .writable]
    func connect() throws {
      let connection = try Connection(path: path)
      connections[try reactor.register(connection.file, for: interest)] = connection
    }
    for _ in 0..<count { try connect() }
    var block = [UInt8](repeating: 0, count: 65536)
    while !isOver.load(ordering: .relaxed) {
      _ = try reactor.wait(until: deadline(in: 0.1))
      while let ready = reactor.next() {
        guard let connection = connections[ready.registration] else { continue }
        var isOpen = !ready.hangup
        if isOpen, ready.readable { isOpen = try connection.read(into: &block) }
        if isOpen, ready.writable, let nonsense { sent += try connection.send(nonsense) }
        if !isOpen {
          reactor.unregister(ready.registration)
          connections[ready.registration] = nil
          try connect()
        }
      }
    }
    return sent
  }

  /// Lines with every kind of error, each shorter than the length that ends a connection.
  private static func nonsense(seed: UInt64) -> [UInt8] {
    var numbers = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    let wrong = [
      #"{"id":1,"request":"dance"}"#, #"{"id":1,"request":"subscribe","phases":["#, "[[[[[[[[]]]]]]]]",
      "null",
      #"{"id":9e9,"request":"ping"}"#, #"{"request":"stats"}"#, #"{"id":1,"request":"ping","id":2}"#,
    ]
    while bytes.count < 1 << 20 {
      if Bool.random(using: &numbers) {
        bytes += wrong[Int.random(in: wrong.indices, using: &numbers)].utf8
      } else {
        let length = Int.random(in: 0...1000, using: &numbers)
        bytes += (0..<length).map { _ in UInt8.random(in: 11...255, using: &numbers) }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

private final class Connection {
  let file: OwnedFD
  private var offset = 0

  init(path: String) throws {
    let connection = try UnixConnection(connectingTo: path)
    file = OwnedFD(taking: dup(connection.descriptor))
  }

  /// Reads once; returns false at the end.
  func read(into block: inout [UInt8]) throws -> Bool {
    var span = block.mutableSpan
    return try SystemCalls.read(file, into: &span) != .ended
  }

  /// Sends the next bytes, and returns how many were accepted.
  func send(_ nonsense: [UInt8]) throws -> Int {
    guard case .bytes(let count) = try SystemCalls.send(file, nonsense.span.extracting(offset...)) else {
      return 0
    }
    offset = (offset + count) % nonsense.count
    return count
  }
}
