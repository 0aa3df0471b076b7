internal import GestureCore

/// Whether ours gives a number for streams that no healthy panel sends.
public struct DegenerateReport: Encodable, Measured, Sendable {
  /// The number of streams.
  public var streams: Int
  /// What they were drawn from.
  public var seed: UInt64
  /// The number of answers: one after each sample, one for each stream as a whole.
  public var answers: Int
  /// Those in which velocity or confidence is NaN or infinite, or the confidence beyond 0…1.
  public var nonFinite: Int

  private enum CodingKeys: String, CodingKey {
    case streams, seed, answers
    case nonFinite = "non_finite"
  }

  /// Runs `count` streams through a tracker and asks it after each sample, by turns as lifted and
  /// as not.
  ///
  /// A trap ends the program, which is a finding too. `progress` is told the part that is done.
  public init(count: Int = 1_000_000, seed: UInt64 = 1, progress: (Double) -> Void = { _ in }) {
    streams = count
    self.seed = seed
    (answers, nonFinite) = (0, 0)
    var done = 0
    for stroke in DegenerateStreams(count: count, seed: seed) {
      var tracker = VelocityTracker()
      for (place, sample) in stroke.samples.enumerated() {
        OurStrategy.append(sample, to: &tracker)
        let estimate = tracker.estimate(by: OurStrategy.model, hasLifted: place % 2 == 0)
        answers += 1
        nonFinite += Self.isNumber(estimate) ? 0 : 1
      }
      answers += 1
      nonFinite += OurStrategy.velocity(of: stroke).isFinite ? 0 : 1
      done += 1
      if done % 10_000 == 0 { progress(Double(done) / Double(count)) }
    }
  }

  /// Whether an estimate says something.
  static func isNumber(_ estimate: VelocityEstimate) -> Bool {
    estimate.velocity.x.isFinite && estimate.velocity.y.isFinite && (0...1).contains(estimate.confidence)
  }

  /// How many streams, and how many answers were none.
  public var figures: Figures {
    ["degenerate.streams": Double(streams), "degenerate.non_finite": Double(nonFinite)]
  }
}
