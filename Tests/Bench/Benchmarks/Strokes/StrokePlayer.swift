internal import GestureCore

/// Plays strokes to the service's own recogniser, one after the other, as their panel would tell of
/// them.
struct StrokePlayer: ~Copyable {
  private var recognizer: Recognizer
  private var numbering = SwipeNumbering()
  private var frame = ContactFrame()
  private var contacts: UInt64 = 0
  private var newest = 0.0
  private let millimetersPerPixel: Double

  /// Between one stroke's lift and the next one's landing, in µs.
  private static let pause = 500_000.0

  /// Creates the recogniser of a panel on which nothing has been played.
  init(settings: RecognitionSettings, millimetersPerPixel: Double) {
    recognizer = Recognizer(settings: settings)
    self.millimetersPerPixel = millimetersPerPixel
  }

  /// The last fact of a stroke's swipe; nil if it passed no slop, or never lifts.
  ///
  /// What the recogniser learns from it stays known. Places that repeat are left out, as the kernel
  /// leaves them out.
  mutating func play(_ stroke: Stroke) -> SwipeFact? {
    var sink = LastFact()
    play(stroke, into: &sink)
    return sink.fact
  }

  /// Has a sink told of a stroke's swipe, if it lifts.
  mutating func play(_ stroke: Stroke, into sink: inout some SwipeSink & ~Copyable) {
    guard let first = stroke.samples.first, let release = stroke.release else { return }
    let shift = newest + Self.pause - first.time
    contacts += 1
    var last = first
    tell(.landed, first, at: first.time + shift, into: &sink)
    for sample in stroke.samples.dropFirst() where sample.x != last.x || sample.y != last.y {
      tell(.moved, sample, at: sample.time + shift, into: &sink)
      last = sample
    }
    tell(.lifted, last, at: release + shift, into: &sink)
    newest = release + shift
  }

  private mutating func tell(
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

  /// Keeps the newest fact.
  private struct LastFact: SwipeSink {
    var fact: SwipeFact?

    mutating func receive(_ fact: borrowing SwipeFact) {
      self.fact = copy fact
    }
  }
}
