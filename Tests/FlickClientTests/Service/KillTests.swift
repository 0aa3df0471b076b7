import FlickClient
import Foundation
import Synchronization
import TestKit
import Testing

@Suite struct `A flickd that is killed` {
  /// The number of kills; `make test ONLY=kills` does a hundred.
  static let kills = ProcessInfo.processInfo.environment["FLICKD_CLIENT_KILLS"].flatMap(Int.init) ?? 5

  /// Every end reaches the client or lies in a reported gap.
  ///
  /// The truth is what another connection to the same socket receives.
  @Test func `gets its client back under load, without an unreported lost end`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let folder = try PrivateFolder()
    let words = try Load.replaying(seconds: 20, in: folder)
    let record = ClientRecord()
    let listening = Task {
      for try await event in SwipeClient(socket: folder.file("s")).events(
        SwipeSubscription(unit: .millimeters))
      {
        record.note(event)
      }
    }
    defer { listening.cancel() }
    var random = SplitMix64(seed: seed)
    var truths: [Truth] = []
    for kill in 1...Self.kills {
      let pause = Int64.random(in: 0...700, using: &random)
      let truth = Mutex<Truth?>(nil)
      _ = try await Daemon.run(words, in: folder, ending: .byItself, within: 60) { daemon in
        let (subscriber, hello, _) = try await daemon.subscribe()
        let epoch = try #require(hello.epoch.text)
        func reading(until name: String, _ condition: () -> Bool) async throws {
          _ = try await waiting(name) {
            try subscriber.receive()
            return condition() ? true : nil
          }
        }
        try await reading(until: "the client is back") { record.isConnected(to: epoch) }
        let end = ContinuousClock.now + .milliseconds(pause)
        try await reading(until: "the pause is over") { ContinuousClock.now >= end }
        // By chance, every pause can be too short for a swipe; then the client would have no load.
        if kill == Self.kills {
          try await reading(until: "a load, seed \(seed)") { record.endsSoFar > Self.kills }
        }
        daemon.send(.kill)
        let lines = try await subscriber.rest().map { try JSON($0) }
        truth.withLock { $0 = Truth(epoch: epoch, lines: lines) }
      }
      truths.append(try #require(truth.withLock { $0 }))
      _ = try await waiting("the loss is declared") { record.isConnected(to: nil) ? true : nil }
    }
    _ = try await waiting("active swipes are reported as lost") { record.isSettled ? true : nil }
    let report = record.report(against: truths)
    #expect(report.faults.isEmpty, "seed \(seed)")
    for fault in report.faults { Issue.record("seed \(seed): \(fault)") }
    print(report.words)
  }
}

/// The truth about a run of flickd: the ends and cancels that another connection received, with
/// times.
struct Truth: Sendable {
  var epoch: String
  var ends: [Int64: Duration] = [:]

  init(epoch: String, lines: [JSON]) {
    self.epoch = epoch
    for line in lines where line.type == "swipe" {
      guard let id = line.swipe_id.value, let time = line.t_us.value else { continue }
      ends[Int64(id)] = .microseconds(Int64(time))
    }
  }
}
