internal import GestureCore
internal import Panels
internal import Recordings
internal import Settings

/// How far drawn content is from the finger of the demo when the frame is shown.
///
/// An app draws a frame from the newest line, and the display shows the frame later. The finger has
/// moved on since the line: by the age of the line, and by the delay of the display. Time is
/// virtual, so every run has the same numbers.
public struct DisplayReport: Encodable, Measured, Sendable {
  /// The three positions at which an app can draw.
  public enum Drawing: String, CaseIterable, Encodable, Sendable {
    /// At `translation`.
    case translation
    /// At `lookahead_translation`, with `lookahead_ms` 16.
    case lookahead
    /// At `translation + velocity · lead`, the formula of docs/clients.md.
    case lead
  }

  /// The errors of one drawing.
  public struct Row: Encodable, Sendable {
    /// Where the app draws.
    public var drawing: Drawing
    /// The number of frames.
    public var frames: Int
    /// Half of the errors are below, in pt.
    public var p50: Double
    /// Nineteen in twenty errors are below, in pt.
    public var p95: Double
  }

  /// One row for each drawing, in the order of ``Drawing``.
  public var rows: [Row]

  /// The time between two frames, at 60 Hz.
  static let framePeriod = Interval(microseconds: 16_667)
  /// From drawing a frame until it is shown, which is also the fixed lookahead.
  static let displayDelay = Interval.milliseconds(16)
  /// The longest time for which a velocity is valid.
  static let longestLead = Interval.milliseconds(100)
  /// The largest speed of a finger, in mm/s.
  static let largestSpeed = 5000.0
  /// The positions of the frames relative to the reports of the panel, so that no run is lucky.
  private static let phases: [Int64] = [0, 4167, 8333, 12_500]

  /// Plays the demo for `seconds`.
  public init(seconds: Int64) {
    self.init(swipes: Self.demo(seconds: seconds))
  }

  init(swipes: [FollowedSwipe]) {
    rows = Drawing.allCases.map { drawing in
      let errors = swipes.flatMap { swipe in Self.phases.flatMap { Self.errors(of: swipe, $0, drawing) } }
      let sorted = errors.sorted()
      func quantile(_ part: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
      }
      return Row(drawing: drawing, frames: sorted.count, p50: quantile(0.5), p95: quantile(0.95))
    }
  }

  /// Where an app draws that has received `line` and whose frame is shown at `shown`.
  static func position(_ line: SwipeFact, shown: Instant, _ drawing: Drawing) -> Translation {
    switch drawing {
    case .translation: return line.translation
    case .lookahead: return line.translation(after: displayDelay)
    case .lead:
      let lead = min(max(shown - line.instant, .zero), line.estimate.window, longestLead)
      let speed = line.estimate.velocity.length
      let limit = speed > largestSpeed ? largestSpeed / speed : 1
      return line.translation + line.estimate.velocity * (limit * lead.seconds)
    }
  }

  /// The errors of the frames during a swipe, in pt; frames without a known finger are left out.
  private static func errors(of swipe: FollowedSwipe, _ phase: Int64, _ drawing: Drawing) -> [Double] {
    guard let first = swipe.facts.first, let last = swipe.facts.last else { return [] }
    var errors: [Double] = []
    var newest = 0
    var drawn = first.instant.microseconds / framePeriod.microseconds * framePeriod.microseconds + phase
    while drawn <= last.instant.microseconds {
      defer { drawn += framePeriod.microseconds }
      let frame = Instant(microseconds: drawn)
      while newest + 1 < swipe.facts.count, swipe.facts[newest + 1].instant <= frame { newest += 1 }
      let line = swipe.facts[newest]
      let shown = frame + displayDelay
      guard line.instant <= frame, let truth = swipe.translation(at: shown) else { continue }
      let content = position(line, shown: shown, drawing)
      errors.append((content - truth).length / millimetersPerPoint)
    }
    return errors
  }

  /// The swipes of the demo panel, as flickd recognises them.
  private static func demo(seconds: Int64) -> [FollowedSwipe] {
    var panel = DemoPanel(seed: 1)
    var events: [InputEvent] = []
    var frame: [InputEvent] = []
    repeat {
      events += frame
      panel.nextFrame(into: &frame)
    } while frame.allSatisfy { $0.instant.microseconds < seconds * 1_000_000 }
    let recording = Recording(
      name: "demo", format: .evemu, description: DemoPanel.description, events: events)
    return LookaheadSet("demo", [recording], settings: Settings()).swipes
  }

  /// The quantiles of each drawing, and the least number of frames.
  public var figures: Figures {
    var figures: Figures = ["display.frames": Double(rows.map(\.frames).min() ?? 0)]
    for row in rows {
      figures["display.\(row.drawing.rawValue)_p50"] = row.p50
      figures["display.\(row.drawing.rawValue)_p95"] = row.p95
    }
    return figures
  }

  /// The human-readable table.
  public var text: String {
    var table = Table(["drawn at", "frames", "p50", "p95"])
    for row in rows {
      table.add(
        [row.drawing.rawValue, "\(row.frames)", Table.percent(row.p50), Table.percent(row.p95)])
    }
    return "Drawn content against the demo's finger, 60 Hz, shown 16 ms later; in pt\n" + table.text
  }
}
