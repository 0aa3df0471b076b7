internal import GestureCore

/// Plays strokes to the service's own recogniser, one after the other, as their panel would report
/// them.
struct StrokePlayer: ~Copyable {
  private var recognizer: Recognizer
  private var numbering = SwipeNumbering()
  private var frame = ContactFrame()
  private var contacts: UInt64 = 0
  private var newest = 0.0
  private let millimetersPerPixel: Double

  /// The time between a stroke's lift and the next landing, in µs.
  private static let pause = 500_000.0

  /// Creates the recogniser of a panel without any earlier strokes.
  init(settings: RecognitionSettings, millimetersPerPixel: Double) {
    recognizer = Recognizer(settings: settings)
    self.millimetersPerPixel = millimetersPerPixel
  }

  /// The last fact of a stroke's swipe; nil if the stroke does not pass the slop, or never lifts.
  ///
  /// The recogniser keeps what it learns from the stroke. Repeated positions are left out, as the
  /// kernel leaves them out.
  mutating func play(_ stroke: Stroke) -> SwipeFact? {
    var sink = LastFact()
    play(stroke, into: &sink)
    return sink.fact
  }

  /// Sends the facts of a stroke's swipe to a sink, if the stroke lifts.
  mutating func play(_ stroke: Stroke, into sink: inout some SwipeSink & ~Copyable) {
    guard let first = stroke.samples.first, let release = stroke.release else { return }
    let shift = newest + Self.pause - first.time
    contacts += 1
    var last = first
    send(.landed, first, at: first.time + shift, into: &sink)
    for sample in stroke.samples.dropFirst() where sample.x != last.x || sample.y != last.y {
      send(.moved, sample, at: sample.time + shift, into: &sink)
      last = sample
    }
    send(.lifted, last, at: release + shift, into: &sink)
    newest = release + shift
  }

  private mutating func send(
    _ report: Contact.Report, _ sample: Stroke.Sample, at time: Double,
    into sink: inout some SwipeSink & ~Copyable
  ) {
    frame.removeAll()
    frame.instant = Instant(microseconds: Int64(time))
    frame.append(
      Contact(
        id: Contact.ID(number: contacts), report: report,
        location: PanelPoint(x: sample.x * millimetersPerPixel, y: sample.y * millimetersPerPixel)))
    _ = recognizer.process(&frame, numbering: &numbering, into: &sink)
  }

  private struct LastFact: SwipeSink {
    var fact: SwipeFact?

    mutating func receive(_ fact: borrowing SwipeFact) {
      self.fact = copy fact
    }
  }
}
