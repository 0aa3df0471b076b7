internal import GestureCore

/// Whether our estimate is a number for streams that no healthy panel sends.
public struct DegenerateReport: Encodable, Measured, Sendable {
  /// The number of streams.
  public var streams: Int
  /// The seed of the streams.
  public var seed: UInt64
  /// The number of answers: one after each sample, and one for each whole stream.
  public var answers: Int
  /// Answers with a velocity or confidence that is NaN or infinite, or a confidence beyond 0…1.
  public var nonFinite: Int

  private enum CodingKeys: String, CodingKey {
    case streams, seed, answers
    case nonFinite = "non_finite"
  }

  /// Runs `count` streams through a tracker, and asks for the velocity after each sample,
  /// alternately as lifted and as not lifted.
  ///
  /// A trap ends the program, which is a finding too. `progress` receives the completed part.
  public init(count: Int = 1_000_000, seed: UInt64 = 1, progress: (Double) -> Void = { _ in }) {
    streams = count
    self.seed = seed
    (answers, nonFinite) = (0, 0)
    var done = 0
    for stroke in DegenerateStreams(count: count, seed: seed) {
      var tracker = VelocityTracker()
      for (index, sample) in stroke.samples.enumerated() {
        OurStrategy.append(sample, to: &tracker)
        let estimate = tracker.estimate(by: OurStrategy.model, hasLifted: index % 2 == 0)
        answers += 1
        nonFinite += Self.isNumber(estimate) ? 0 : 1
      }
      answers += 1
      nonFinite += OurStrategy.velocity(of: stroke).isFinite ? 0 : 1
      done += 1
      if done % 10_000 == 0 { progress(Double(done) / Double(count)) }
    }
  }

  /// Whether an estimate is finite, and its confidence is within 0…1.
  static func isNumber(_ estimate: VelocityEstimate) -> Bool {
    estimate.velocity.x.isFinite && estimate.velocity.y.isFinite && (0...1).contains(estimate.confidence)
  }

  /// The numbers of streams, and of answers that are not valid numbers.
  public var figures: Figures {
    ["degenerate.streams": Double(streams), "degenerate.non_finite": Double(nonFinite)]
  }
}
