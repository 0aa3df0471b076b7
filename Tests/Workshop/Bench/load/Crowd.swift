import Foundation
import LinuxIO
import TestKit

/// Clients of one service, in one loop on one thread.
final class Crowd {
  /// The request of the clients, and how their lines are read.
  struct Manner: Sendable {
    /// The request line; nil for the default subscription of a connection.
    var request: String?
    /// Whether the delay of each line is kept.
    var keepsLags = false
    /// Whether each line is checked to be one object.
    var checksLines = false
    /// Whether the swipe numbers are kept.
    var keepsSwipes = false
    /// Whether a request may be refused.
    var asksForNonsense = false
    /// The seed for the sizes of reads, 1 byte to 64 KiB; nil for always 64 KiB.
    var seed: UInt64?
    /// The planted fault of the first client.
    var plant: Plant?
  }

  let readers: [Reader]
  private var reactor: Reactor
  private var indices: [Reactor.Registration: Int] = [:]
  private var block = [UInt8](repeating: 0, count: 65536)
  private var numbers: SplitMix64?
  private let asksForNonsense: Bool

  /// Connects `count` clients to the service at `path`, without reading.
  init(_ count: Int, at path: String, _ manner: Manner) throws {
    reactor = try Reactor()
    numbers = manner.seed.map { SplitMix64(seed: $0) }
    asksForNonsense = manner.asksForNonsense
    readers = try (0..<count).map { index in
      try Reader(
        path: path, request: manner.request, keepsLags: manner.keepsLags, checksLines: manner.checksLines,
        keepsSwipes: manner.keepsSwipes, plant: index == 0 ? manner.plant : nil)
    }
  }

  /// Reads until `isDone`, at most until `deadline` µs of CLOCK_MONOTONIC; returns false on a
  /// timeout.
  func read(until deadline: Int64, isDone: ([Reader]) -> Bool) throws -> Bool {
    for index in readers.indices
    where indices.values.contains(index) == false && !readers[index].tally.hasEnded {
      indices[try reactor.register(readers[index].file, for: .readable)] = index
    }
    while !isDone(readers) {
      guard SystemCalls.monotonicMicroseconds() < deadline else { return false }
      _ = try reactor.wait(until: deadline)
      while let ready = reactor.next() {
        guard let index = indices[ready.registration] else { continue }
        if let room = numbers?.room() {
          var part = [UInt8](repeating: 0, count: room)
          try readers[index].read(into: &part)
        } else {
          try readers[index].read(into: &block)
        }
        if !asksForNonsense, let refusal = readers[index].tally.refusal {
          throw Unfit("flickd refuses: \(refusal)")
        }
        if readers[index].tally.hasEnded {
          reactor.unregister(ready.registration)
          indices[ready.registration] = nil
        }
      }
    }
    return true
  }

  /// The delays of every line of every client, in µs, relative to the line that came fastest.
  var delays: [Int64] {
    let lags = readers.flatMap(\.tally.lags)
    guard let least = lags.min() else { return [] }
    return lags.map { $0 - least }
  }
}

extension SplitMix64 {
  /// The size of a read, uniform between 1 byte and 64 KiB.
  fileprivate mutating func room() -> Int { Int.random(in: 1...65536, using: &self) }
}

/// flickd does not do what a run requires.
struct Unfit: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
