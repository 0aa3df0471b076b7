import FlickProtocol
import GestureCore
import TestKit
import Testing

@testable import Pipeline

/// A queue between an encoder and a reader.
private final class Connection {
  private let panel: PanelSetup
  private var encoder = SwipeEncoder(.made())
  private var queue = LineQueue()
  private var held = HeldUpdates()
  /// The bytes that the reader has read.
  private(set) var taken: [UInt8] = []

  init() throws {
    panel = try #require(StatedSwipe.panel())
  }

  /// Queues a fact of a swipe, or holds it; false if the queue refused the fact.
  @discardableResult
  func send(_ phase: SwipePhase, _ swipe: UInt64 = 1, at milliseconds: Int64, now: Int64? = nil) -> Bool {
    let fact = StatedSwipe(number: swipe).fact(phase, at: milliseconds)
    if case .update = encoder.note(fact, of: panel), !queue.admit(fact.swipe, now: now ?? milliseconds * 1000)
    {
      held.hold(HeldUpdates.Update(fact, of: panel, frameTime: 0, isOffered: true))
      return true
    }
    held.drop(fact.swipe)
    if phase.isLast { queue.forget(fact.swipe) }
    guard encoder.encode(fact, of: panel) else { return true }
    return queue.append(&encoder)
  }

  /// The reader reads this number of bytes, or all.
  func take(_ count: Int = .max) {
    var left = count
    queue.write { bytes in
      let part = min(left, bytes.count)
      for index in 0..<part { taken.append(bytes[index]) }
      left -= part
      return part
    }
  }

  var due: Int64? { queue.due }
  var merged: Int64 { queue.merged }
  var count: Int { queue.count }
  var isEmpty: Bool { queue.isEmpty }

  func setRate(_ rate: Double?) {
    queue.setRate(rate)
  }

  func release(now: Int64) -> Bool {
    for update in held.updates.compactMap(\.self) where queue.release(update.fact.swipe, now: now) {
      encoder.encodeUpdate(update.fact, of: panel)
      guard queue.append(&encoder) else { return false }
    }
    return true
  }

  func close(with line: borrowing LineWriter) {
    queue.close(with: line)
  }

  /// Fills the write buffer, so that the following lines wait.
  func block() {
    var line = LineWriter()
    ByeMessage(reason: .limit, detail: String(repeating: "x", count: LineQueue.room)).write(into: &line)
    _ = queue.append(line)
    take(0)
  }

  /// The lines that were read so far.
  func lines() throws -> [ReadLine] {
    try taken.split(separator: UInt8(ascii: "\n")).map { try ReadLine($0) }
  }

  /// All waiting lines as `phase swipe ms merged`.
  func swipes() throws -> [String] {
    take()
    return try lines().filter { $0.type == "swipe" }.map { line in
      let merged = line.merged.map { " merged \($0)" } ?? ""
      return "\(line.phase ?? "") \(line.swipe_id ?? 0) at \((line.t_us ?? 0) / 1000)\(merged)"
    }
  }
}

@Suite struct `The queue of a connection` {
  @Test func `merges a waiting update into a newer one of the same swipe, at the tail`() throws {
    let connection = try Connection()
    connection.block()
    connection.send(.begin, 1, at: 100)
    connection.send(.update, 1, at: 110)
    connection.send(.begin, 2, at: 120)
    connection.send(.update, 2, at: 121)
    connection.send(.update, 1, at: 130)
    connection.send(.update, 1, at: 140)
    connection.send(.end, 2, at: 150)
    #expect(
      try connection.swipes() == [
        "begin 1 at 100", "begin 2 at 120", "update 2 at 121", "update 1 at 140 merged 2", "end 2 at 150",
      ])
    #expect(connection.merged == 2)
    #expect(try connection.lines().compactMap(\.seq) == [1, 2, 3, 4, 5])
  }

  @Test func `writes merged right after seq`() throws {
    let connection = try Connection()
    connection.block()
    for time in 1...3 { connection.send(.update, at: Int64(100 + time)) }
    connection.take()
    let line = try #require(connection.taken.split(separator: UInt8(ascii: "\n")).last)
    // The update has no begin here, so the encoder sends the first fact as a begin.
    #expect(
      String(decoding: line, as: UTF8.self).hasPrefix(
        "{\"type\":\"swipe\",\"phase\":\"update\",\"seq\":2,\"merged\":1,\"swipe_id\":1,"))
  }

  @Test func `keeps the update before an end, and their order`() throws {
    let connection = try Connection()
    connection.block()
    connection.send(.begin, at: 100)
    connection.send(.update, at: 110)
    connection.send(.end, at: 120)
    connection.send(.begin, 2, at: 130)
    connection.send(.update, 2, at: 140)
    connection.send(.cancel(.palm), 2, at: 150)
    #expect(
      try connection.swipes() == [
        "begin 1 at 100", "update 1 at 110", "end 1 at 120", "begin 2 at 130", "update 2 at 140",
        "cancel 2 at 150",
      ])
  }

  @Test func `merges nothing in the write buffer`() throws {
    let connection = try Connection()
    connection.send(.begin, at: 100)
    connection.send(.update, at: 110)
    connection.take(900)
    connection.send(.update, at: 120)
    connection.send(.update, at: 130)
    #expect(
      try connection.swipes() == ["begin 1 at 100", "update 1 at 110", "update 1 at 130 merged 1"])
  }

  @Test func `refuses more than 64 KiB, except one last message`() throws {
    let connection = try Connection()
    connection.send(.begin, at: 100)
    connection.take(100)
    var swipe: UInt64 = 1
    repeat {
      #expect(connection.count <= ProtocolLimits.queuedBytes)
      swipe += 1
    } while connection.send(.begin, swipe, at: 100) && swipe < 1000
    #expect(connection.count > ProtocolLimits.queuedBytes - 2000)
    #expect(swipe < 200)

    var bye = LineWriter()
    ByeMessage(reason: .slowConsumer, detail: "…").write(into: &bye)
    #expect(!connection.send(.begin, 1001, at: 100), "still full")
    connection.close(with: bye)
    connection.take()
    let lines = try connection.lines()
    #expect(lines.map(\.type) == ["swipe", "bye"], "only the line under way is left")
    #expect(connection.isEmpty)
  }

  @Test func `accepts a line that is longer than the write buffer`() throws {
    let connection = try Connection()
    connection.send(.begin, at: 100)
    connection.block()
    connection.send(.end, at: 120)
    connection.take(5)
    connection.take(20_000)
    connection.take()
    #expect(try connection.lines().map(\.type) == ["swipe", "bye", "swipe"])
  }

  /// Ten swipes at a time begin, move and end at random, and the reader reads at random.
  ///
  /// The lines that it reads are compared with the facts.
  @Test(arguments: [UInt64.random(in: 1 ... .max), 1])
  func `numbers lines without a gap, and loses no begin, end or last update`(
    seed: UInt64
  ) throws {
    print("the queue of a connection: seed \(seed)")
    var random = SplitMix64(seed: seed)
    let connection = try Connection()
    var open: [UInt64] = []
    var newest: UInt64 = 0
    var reported: [String] = []
    var updates = 0
    for step in 0..<8000 {
      let time = Int64(1000 + step)
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<3 where open.count < 10, 0..<90 where open.isEmpty:
        newest += 1
        open.append(newest)
        reported.append("begin \(newest) \(time)")
        try #require(connection.send(.begin, newest, at: time))
      case 3..<6 where !open.isEmpty:
        let swipe = open.remove(at: Int.random(in: open.indices, using: &random))
        reported.append("end \(swipe) \(time)")
        try #require(connection.send(.end, swipe, at: time))
      case 6..<90:
        updates += 1
        try #require(connection.send(.update, try #require(open.randomElement(using: &random)), at: time))
      default:
        connection.take(Int.random(in: 1...8000, using: &random))
      }
      if connection.count > 40_000 { connection.take(30_000) }
    }
    connection.take()

    let lines = try connection.lines()
    #expect(lines.map(\.seq) == (1...Int64(lines.count)).map { $0 }, "no gap")
    let kept = lines.filter { $0.phase != "update" }
    #expect(kept.map { "\($0.phase ?? "") \($0.swipe_id ?? 0) \(($0.t_us ?? 0) / 1000)" } == reported)
    var last: [UInt64: Int64] = [:]
    for line in lines {
      let (swipe, time) = (try #require(line.swipe_id), try #require(line.t_us))
      #expect(time > last[swipe] ?? 0, "swipe \(swipe) goes back at line \(line.seq ?? 0)")
      last[swipe] = time
    }
    let merged = lines.reduce(0) { $0 + ($1.merged ?? 0) }
    #expect(lines.count - kept.count + merged == updates, "every update is sent or replaced")
    #expect(connection.merged == Int64(merged))
    #expect(merged > 100)
  }
}

@Suite struct `The rate limit of a connection` {
  @Test func `delays an early update, and sends the newest on time`() throws {
    let connection = try Connection()
    connection.setRate(10)
    connection.send(.begin, at: 100)
    connection.send(.update, at: 110)
    #expect(connection.due == nil)
    connection.send(.update, at: 120)
    connection.send(.update, at: 150)
    #expect(connection.due == 210_000)
    #expect(connection.release(now: 209_999))
    #expect(try connection.swipes() == ["begin 1 at 100", "update 1 at 110"])
    #expect(connection.release(now: 210_000))
    #expect(connection.due == nil)
    #expect(try connection.swipes().last == "update 1 at 150")
    #expect(connection.merged == 0, "the subscriber wanted no more")
  }

  @Test func `drops a delayed update when the swipe ends, and never delays the end`() throws {
    for end in [SwipePhase.end, .cancel(.palm)] {
      let connection = try Connection()
      connection.setRate(1)
      connection.send(.begin, at: 100)
      connection.send(.update, at: 110)
      connection.send(.update, at: 120)
      connection.send(end, at: 130)
      #expect(connection.due == nil)
      #expect(try connection.swipes().map { $0.prefix(3) } == ["beg", "upd", end == .end ? "end" : "can"])
    }
  }

  @Test func `applies to each swipe separately`() throws {
    let connection = try Connection()
    connection.setRate(10)
    for swipe in [UInt64(1), 2] {
      connection.send(.begin, swipe, at: 100)
      connection.send(.update, swipe, at: 101 + Int64(swipe))
      connection.send(.update, swipe, at: 110)
    }
    #expect(connection.due == 202_000)
    #expect(connection.release(now: 202_500))
    #expect(connection.due == 203_000)
    #expect(try connection.swipes().count { $0.hasPrefix("update") } == 3)
  }

  @Test func `drops delayed updates when it changes`() throws {
    let connection = try Connection()
    connection.setRate(10)
    connection.send(.begin, at: 100)
    connection.send(.update, at: 110)
    connection.send(.update, at: 120)
    connection.setRate(nil)
    #expect(connection.due == nil)
    connection.send(.update, at: 121)
    #expect(try connection.swipes().last == "update 1 at 121")
  }

  /// A panel reports at a given rate, and the loop wakes up to 2 ms late.
  @Test(arguments: [(120, 60), (120, 50), (1000, 60), (240, 7), (60, 59), (100, 1000), (90, 1)])
  func `is exact within a tenth`(panel: Int, limit: Int) throws {
    let seed = UInt64.random(in: 1 ... .max)
    print("the pace of a connection: seed \(seed)")
    var random = SplitMix64(seed: seed)
    let connection = try Connection()
    connection.setRate(Double(limit))
    connection.send(.begin, at: 0)
    let seconds = 8
    for frame in 1...panel * seconds {
      let time = Int64(frame) * 1_000_000 / Int64(panel)
      while let due = connection.due, due < time {
        #expect(connection.release(now: min(due + Int64.random(in: 0...2000, using: &random), time)))
      }
      connection.send(.update, at: time / 1000, now: time + Int64.random(in: 0...300, using: &random))
      connection.take()
    }
    let sent = Double(try connection.lines().count { $0.phase == "update" }) / Double(seconds)
    let wanted = Double(min(panel, limit))
    #expect(sent <= wanted * 1.1 + 0.2)
    #expect(sent >= wanted * 0.9)
  }
}
