internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Terminal

/// The monitor as lines, for pipes, logs, screen readers and terminals that cannot move the cursor.
///
/// A line for each ended swipe, and one each second while contacts are down.
struct PlainMonitor: ~Copyable {
  private let source: any FrameSource
  private var turns: Turns
  private var printed: Int
  /// The changes of the watch when lines were last printed.
  private var seen = -1
  private let begin = SystemCalls.monotonicMicroseconds()
  private var nextStatus: Int64

  private static let pace: Int64 = 1_000_000

  /// Prepares to print; from now on, signals end the lines.
  init(_ source: any FrameSource) throws {
    self.source = source
    printed = source.watch.state.endedCount
    nextStatus = begin + Self.pace
    turns = try Turns(source.descriptor)
  }

  /// Prints until a signal or the end of the source; returns whether the source ended.
  mutating func run() throws -> Bool {
    try writeOutput("\(source.watch.state.name.terminalText), \(source.watch.state.source.terminalText)")
    while true {
      let status = source.watch.contactsDown == 0 ? nil : nextStatus
      let turn = try turns.wait(until: source.nextDue, status)
      if turn.isSignalled { return false }
      source.advance(to: turn.now)
      try printLines(turn.now)
      if source.isOver { return true }
    }
  }

  private mutating func printLines(_ now: Int64) throws {
    guard source.watch.changes != seen || now >= nextStatus else { return }
    seen = source.watch.changes
    let state = source.watch.state
    for swipe in state.ended.prefix(state.endedCount - printed).reversed() {
      try writeOutput(Self.line(swipe))
    }
    printed = state.endedCount
    guard now >= nextStatus else { return }
    nextStatus = now + Self.pace
    if !state.down.isEmpty { try writeOutput(Self.line(state, Interval(microseconds: now - begin))) }
  }

  /// Returns the line of an ended swipe.
  static func line(_ swipe: EndedSwipe) -> String {
    var parts = ["\(time(swipe.time))  swipe \(swipe.number)"]
    if let decision = swipe.decision {
      parts += [
        decision.kind.word + (decision.direction.map { " " + $0.word.replacing("_", with: " ") } ?? ""),
        "distance \(MonitorText.pair(decision.distance, decision.distanceThreshold, decimals: 1)) mm",
        "speed \(MonitorText.pair(decision.speed, decision.speedThreshold, decimals: 0)) mm/s",
      ]
      if let recoil = decision.recoil { parts.append(recoil.text("mm")) }
    }
    return (parts + ["\(MonitorText.result(swipe)): \(MonitorText.reason(swipe))"]).joined(separator: ", ")
  }

  /// Returns the line of a moment.
  static func line(_ state: MonitorState, _ time: Interval) -> String {
    let count = state.down.count == 1 ? "1 contact" : "\(state.down.count) contacts"
    let rate = state.reportRate.map { ", \(ShownNumber.fixed($0, decimals: 0)) Hz" } ?? ""
    let swipe = state.swipes.last.map { ", now: \(MonitorText.provisional($0.decision))" } ?? ""
    return "\(Self.time(time))  \(count)\(rate)\(swipe)"
  }

  private static func time(_ time: Interval) -> String {
    ShownNumber.fixed(time.seconds, decimals: 2).padded(to: 8, atStart: true)
  }
}
