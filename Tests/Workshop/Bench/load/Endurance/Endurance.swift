import FlickProtocol
import Foundation
import LinuxIO

/// A long run of a flickd with the synthetic panel, beside an idle flickd, on one thread.
///
///     round ──▶ visitors, one never reads, good or bad reload ──▶ all have left: sample ──▶ round
///       └── time is up ──▶ the panel is disabled, the log is complete ──▶ silence ──▶ end
///
/// Reloads add and remove the panel. Other tests plug a kernel's panels in and out a thousand times
/// a night, in a separate kernel.
final class Endurance {
  /// The parameters of the run.
  struct Plan: Sendable {
    /// The duration of all rounds, in s.
    var seconds: Double
    /// The duration of a round, in s.
    var round: Double
    /// The duration of the silence at the end, in s; 0 for none.
    var silence: Double
    var plant: Plant?
    /// Receives the progress after every round.
    var progress: @Sendable (_ seconds: Double, EnduranceRecord) -> Void
  }

  private static let begins = #""phases":["begin","update","end","cancel"]"#

  /// The requests of the clients that stay; nil for the default subscription.
  private static let requests: [String?] = [
    #"{"id":1,"request":"subscribe",\#(begins)}"#, #"{"id":1,"request":"subscribe",\#(begins),"unit":"pt"}"#,
    #"{"id":1,"request":"subscribe",\#(begins),"max_rate_hz":30}"#,
    #"{"id":1,"request":"subscribe",\#(begins),"unit":"fraction","activity":true}"#,
    #"{"id":1,"request":"subscribe",\#(begins),"zones":[{"name":"a","axis":"x","snap_points":[0,-60]}]}"#,
    #"{"id":1,"request":"subscribe","phases":["begin","end","cancel"]}"#, nil, nil,
  ]

  /// The configurations of the reloads, in turn; a bad file is not TOML.
  private static let configurations: [(text: String, isGood: Bool)] = [
    ("[swipe]\ndistance = \"40mm\"\n", true), ("x", false), ("[[panel]]\nrotation = 90\n", true),
    ("[[panel]]\nenabled = false\n", true),
  ]

  /// The time in which the log counts omitted lines, plus one second, in s.
  private static let logSpan = 31.0

  private let busy: WatchedService
  private let idle: WatchedService
  private let plan: Plan
  private let steady: Crowd
  /// The clients that currently read.
  private var readers: [Crowd]
  /// Visitors that stay because of the planted fault.
  private var stayed: [Visitors] = []
  private let begin = SystemCalls.monotonicMicroseconds()
  private var record = EnduranceRecord()

  /// Connects the clients that stay.
  init(_ busy: WatchedService, _ idle: WatchedService, _ plan: Plan) throws {
    self.busy = busy
    self.idle = idle
    self.plan = plan
    let manner = Crowd.Manner(checksLines: true, keepsSwipes: true, plant: plan.plant)
    steady = try Crowd(Self.requests.count, at: busy.socket, manner)
    for (reader, request) in zip(steady.readers, Self.requests) {
      if let request { try reader.ask(request + "\n") }
    }
    readers = [steady, try Crowd(2, at: idle.socket, Crowd.Manner())]
    record.warmUp = min(300, plan.seconds / 6)
  }

  private var seconds: Double { Double(SystemCalls.monotonicMicroseconds() - begin) / 1e6 }

  func run() throws -> EnduranceRecord {
    // The log lines about the clients of both services are complete at the end of a round.
    try round()
    let (idleSince, idleSpent, idleSaid) = (seconds, try idle.processorSeconds, try idle.lines.count)
    while seconds < plan.seconds { try round() }
    try reload("[[panel]]\nenabled = false\n")
    try wait(for: "the panel is disabled") { $0.panels.isEmpty }
    // The other clients must still read what the first one received before its reply.
    try read(for: 0.5)
    record.isOver = true
    if plan.silence > 0 {
      try beSilent()
      record.silences.append(
        EnduranceRecord.Silence(
          seconds: seconds - idleSince, processorSeconds: try idle.processorSeconds - idleSpent,
          lines: try idle.lines.count - idleSaid))
    }
    record.leftOut = try busy.lines.count { $0.hasSuffix("left out in 30 s") }
    record.torn += steady.readers.map(\.tally.torn).reduce(0, +)
    keepReceivedLines()
    return record
  }

  // MARK: A round

  private func round() throws {
    let end = seconds + plan.round
    try receive()
    try reloadInTurn()
    try read(for: end - seconds)
    try settle()
    record.samples.append(try busy.sample(at: seconds))
    record.idleSamples.append(try idle.sample(at: seconds))
    record.rounds += 1
    keepReceivedLines()
    plan.progress(seconds, record)
  }

  /// Lets visitors connect and leave, and one client sleep meanwhile; all are gone on return.
  private func receive() throws {
    let visitors = try Visitors(to: busy.socket)
    record.visitors += Visitors.count
    let sleeper = try Sleeper(to: busy.socket)
    readers.append(visitors.reading)
    try read(for: plan.round / 4)
    readers.removeLast()
    record.torn += visitors.reading.readers.map(\.tally.torn).reduce(0, +)
    if plan.plant == .stay { stayed.append(visitors) }
    if try !sleeper.awaitReason() { record.untold += 1 }
  }

  private func reloadInTurn() throws {
    let (text, isGood) = Self.configurations[record.rounds % Self.configurations.count]
    try reload(text, isGood: isGood)
    if text.hasSuffix("enabled = false\n") {
      try wait(for: "the panel is disabled") { $0.panels.isEmpty }
    } else {
      // A stroke takes less than a second, so it ends with these settings.
      try read(for: 1)
    }
    try reload("")
    try wait(for: "the panel is enabled") { $0.panels.count == 1 }
  }

  /// Waits until flickd has only the clients that stay.
  ///
  /// It asks twice: the turn that replies first may not yet have closed the clients that left.
  private func settle() throws {
    guard stayed.isEmpty else { return }
    for _ in 0..<2 {
      try wait(for: "the visitors are gone") { $0.service.clients == steady.readers.count }
    }
  }

  // MARK: Silence

  private func beSilent() throws {
    // The log still owes lines about visitors until their half minute is over; with a planted fault
    // there are lines in any case.
    if plan.plant == nil { try read(for: Self.logSpan) }
    let (since, spent, said) = (seconds, try busy.processorSeconds, try busy.lines.count)
    let end = since + plan.silence
    if plan.plant == .disturb {
      while seconds < end {
        try reload("")
        for _ in 0..<50 {
          try steady.readers[0].ask(String(repeating: "{\"id\":3,\"request\":\"ping\"}\n", count: 50))
          _ = try stats()
        }
      }
    } else {
      try read(for: plan.silence)
    }
    record.silences.append(
      EnduranceRecord.Silence(
        seconds: seconds - since, processorSeconds: try busy.processorSeconds - spent,
        lines: try busy.lines.count - said))
  }

  // MARK: Asking and reading

  private func reload(_ text: String, isGood: Bool = true) throws {
    let words = isGood ? "the configuration was read again" : "the configuration is bad"
    let before = try busy.lines.count { $0.contains(words) }
    try busy.reload(text)
    let isDone = try read(for: 10) { try busy.lines.count { $0.contains(words) } > before }
    guard isDone else { throw Unfit("flickd has not read its configuration again within 10 s") }
    record.reloads += 1
  }

  /// Asks repeatedly until the counts match.
  private func wait(for words: String, until isSo: (StatsMessage) -> Bool) throws {
    let end = seconds + 10
    while try !isSo(stats()) {
      guard seconds < end else { throw Unfit("this did not happen in time: \(words)") }
      try read(for: 0.05)
    }
  }

  private func stats() throws -> StatsMessage {
    let asking = steady.readers[0]
    asking.forgetReply()
    try asking.ask("{\"id\":2,\"request\":\"stats\"}\n")
    var reply: StatsMessage?
    _ = try read(for: 10) {
      reply = asking.tally.stats
      return reply != nil
    }
    guard let reply else { throw Unfit("flickd does not report its counts") }
    return reply
  }

  /// Reads for `seconds`, or until `isDone`; returns whether it was done.
  @discardableResult
  private func read(for seconds: Double, until isDone: () throws -> Bool = { false }) throws -> Bool {
    let end = deadline(in: seconds)
    while true {
      if try isDone() { return true }
      let now = SystemCalls.monotonicMicroseconds()
      guard now < end else { return false }
      // The crowds wait one after the other, so each waits briefly: a client's queue holds only 64
      // KiB.
      for crowd in readers {
        _ = try crowd.read(until: min(end, SystemCalls.monotonicMicroseconds() + 10_000)) { _ in false }
      }
      if let gone = steady.readers.first(where: \.tally.hasEnded) {
        throw Unfit("flickd dismissed a client that reads: \(gone.tally.bye ?? "without a bye")")
      }
    }
  }

  private func keepReceivedLines() {
    record.received = zip(steady.readers, Self.requests).map { reader, request in
      EnduranceRecord.Received(
        begun: reader.tally.begun, ended: reader.tally.ended, gaps: reader.tally.gaps,
        wantsBegins: request != nil)
    }
  }
}
