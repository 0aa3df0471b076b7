import GestureCore
import TestKit
import Testing

/// A frame that one of the examples `follow` has printed.
struct PrintedFrame: Equatable {
  /// When it is shown, in µs on the clock of the lines.
  var time: Int64
  /// The offset of the row, in pt.
  var offset: Double
  /// What moves the row.
  var cause: Substring

  init(_ line: String) throws {
    let words = line.split(separator: " ", maxSplits: 2)
    try #require(words.count == 3, "\(line)")
    let seconds = try #require(Double(words[0]), "\(line)")
    time = Int64((seconds * 1e6).rounded())
    offset = try #require(Double(words[1]), "\(line)")
    cause = words[2]
  }

  /// Whether the row comes to rest at a card.
  var isRest: Bool { cause.hasPrefix("card ") }
}

/// A line of flickd about a swipe of the row.
struct RowLine {
  /// Where a spring brings the row after `end` and `cancel`.
  struct Release {
    /// The offset of the card, in pt.
    var target: Double
    /// The index of the card.
    var card: Int
    /// In pt per second.
    var velocity: Double
    /// The spring.
    var spring: Spring
    /// The time until the row is put on the card, in µs; nil if it never is.
    var settling: Double?
  }

  /// The id of the swipe.
  var swipe: Double
  /// Its `t_us`.
  var time: Int64
  /// The translation along the axis of the row, in pt.
  var x: Double
  /// The part of `x` that exceeds the slop and moves the row at the begin; nil in other lines.
  var excess: Double?
  /// In pt per second.
  var velocity: Double
  /// How far the velocity is valid, in µs.
  var window: Double
  /// Nil while a finger holds the row.
  var release: Release?

  /// Reads a line; nil if the line is about something else.
  init?(_ text: String) throws {
    let line = try JSON(text)
    guard line.type == "swipe", !line.zone.keys.isEmpty else { return nil }
    let phase = line.phase
    swipe = try #require(line.swipe_id.value, "\(text)")
    time = Int64(try #require(line.t_us.value, "\(text)"))
    x = try #require(line.translation.x.value, "\(text)")
    if phase == "begin" {
      let y = try #require(line.translation.y.value, "\(text)")
      let slop = try #require(line.slop.value, "\(text)")
      let length = (x * x + y * y).squareRoot()
      excess = length > 0 ? x * (1 - min(slop / length, 1)) : 0
    }
    guard phase == "end" || phase == "cancel" else {
      velocity = try #require(line.velocity.x.value, "\(text)")
      window = try #require(line.estimate.window_us.value, "\(text)")
      return
    }
    (velocity, window) = (0, 0)
    release = try Release(line.zone)
  }
}

extension RowLine.Release {
  /// Reads the `zone` of an `end` or a `cancel`.
  fileprivate init(_ zone: JSON) throws {
    let spring = zone.spring
    target = try #require(zone.snap.offset.value, "\(zone)")
    card = Int(try #require(zone.snap.index.value, "\(zone)"))
    velocity = try #require(spring.initial_velocity.value, "\(zone)")
    self.spring = Spring(
      mass: 1, stiffness: try #require(spring.stiffness.value, "\(zone)"),
      damping: try #require(spring.damping.value, "\(zone)"))
    settling = spring.settling_us.value
  }
}

/// The row that the examples `follow` move, computed by the formulas of clients.md.
///
/// Each frame is compared at its own time with the lines of flickd, so the comparison is as strict
/// on a busy machine, where lines and frames are late.
struct FollowedRow {
  /// In the newest frame, in pt.
  private var offset = 0.0
  /// Where the translation counts from, in pt.
  private var base = 0.0
  /// The newest line of the swipe that moves the row; nil if the row rests.
  private var line: RowLine?

  /// The first frame that shows the row where it cannot be after these lines; nil if there is none.
  ///
  /// How many lines the program had received when it drew a frame is unknown: at least those of the
  /// frame before, and none that is later than the frame.
  static func firstJump(in frames: [PrintedFrame], after lines: [RowLine]) -> PrintedFrame? {
    var row = FollowedRow()
    var next = lines.startIndex
    for frame in frames {
      while !row.shows(frame) {
        guard next < lines.endIndex, lines[next].time < frame.time else { return frame }
        row.receive(lines[next])
        next += 1
      }
      row.offset = frame.offset
      if frame.isRest { row.line = nil }
    }
    return nil
  }

  private mutating func receive(_ next: RowLine) {
    let held = line.flatMap { $0.release == nil ? $0 : nil }
    if let excess = next.excess, held == nil {
      // The finger catches the row where it is drawn.
      base = offset - (next.x - excess)
      line = next
    } else if held?.swipe == next.swipe {
      line = next
    }
  }

  private func shows(_ frame: PrintedFrame) -> Bool {
    guard let line else { return false }
    let (offset, cause) = state(after: line, at: frame.time)
    // The offset before and this one are printed with three decimals.
    return frame.cause == cause && abs(frame.offset - offset) < 0.002
  }

  /// Where the row is at `time`, and what moves it.
  private func state(after line: RowLine, at time: Int64) -> (offset: Double, cause: String) {
    let age = Double(max(time - line.time, 0))
    guard let release = line.release else {
      let lead = min(age, line.window, 100_000) / 1e6
      // 5 m/s
      let limit = 5000 * 163 / 25.4
      return (base + line.x + min(max(line.velocity, -limit), limit) * lead, "finger")
    }
    if let settling = release.settling, age >= settling { return (release.target, "card \(release.card)") }
    let start = Spring.State(displacement: base + line.x - release.target, velocity: release.velocity)
    let end = release.spring.state(after: age / 1e6, from: start)
    return (release.target + end.displacement, "spring")
  }
}
