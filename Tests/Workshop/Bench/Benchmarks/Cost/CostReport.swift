internal import GestureCore

/// The cost of our estimate and of the reference's, on the same samples in the same process, and
/// the cost of a frame of ten fingers relative to a frame of one.
public struct CostReport: Encodable, Measured, Sendable {
  /// Nanoseconds for one call, the median of all rounds.
  ///
  /// Absolute times depend on the machine, so only ratios are judged.
  public struct Times: Encodable, Sendable {
    /// One sample added.
    public var append: Double
    /// One query of a ring that holds 20 samples, 5 ms apart.
    public var query20: Double
    /// One query of a ring that holds 100 samples, 1 ms apart.
    public var query100: Double

    private enum CodingKeys: String, CodingKey {
      case append = "append_ns"
      case query20 = "query_20_ns"
      case query100 = "query_100_ns"
    }
  }

  /// The times of flickd's estimate.
  public var ours: Times
  /// The times of lsq2.
  public var reference: Times
  /// Ratios of times, each the median over the rounds: a disturbance in a round affects both of its
  /// batches.
  public struct Ratios: Encodable, Sendable {
    /// A query of 20 samples, ours over the reference's.
    public var query: Double
    /// Our query of 100 samples over that of 20.
    public var growth: Double
  }

  /// The ratios that the bars check.
  public var ratios: Ratios
  /// The instructions of adding a sample, ours divided by the reference's; nil if there are no
  /// counts.
  public var appendedInstructions: Double?
  /// The bytes that our tracker needs for a contact.
  public var bytesPerContact: Int
  /// The cost of a frame through the whole pipeline.
  public var frame: FrameCost

  private enum CodingKeys: String, CodingKey {
    case ours, reference, ratios, frame
    case appendedInstructions = "append_instructions_over_lsq2"
    case bytesPerContact = "bytes_per_contact"
  }

  /// Measures in `rounds` rounds; each round has one batch of `calls` for every call, alternating
  /// between ours and the reference.
  ///
  /// About 3 s for the default, optimised. `counts` come from another run of the same program.
  public init(rounds: Int = 300, calls: Int = 1000, counts: InstructionCounts? = nil) {
    let path20 = CostPath(count: 20, period: 5000)
    let path100 = CostPath(count: 100, period: 1000)
    // One append is so short that its batch must be longer for a precise time.
    let endless = CostPath(count: 16 * calls, period: 1000)
    var ours20 = VelocityTracker()
    var ours100 = VelocityTracker()
    var oursNew = VelocityTracker()
    var reference20 = ReferenceTracker()
    var reference100 = ReferenceTracker()
    var referenceNew = ReferenceTracker()
    path20.fill(&ours20)
    path20.fill(&reference20)
    path100.fill(&ours100)
    path100.fill(&reference100)

    var sink = 0.0
    var ours: [Times] = []
    var reference: [Times] = []
    for _ in 0..<rounds {
      // The timestamps of each round restart, so the first sample of a round empties the ring.
      let append = (
        time(16 * calls) { endless.fill(&oursNew) }, time(16 * calls) { endless.fill(&referenceNew) }
      )
      let query20 = (
        time(calls) { path20.query(&ours20, calls, &sink) },
        time(calls) { path20.query(&reference20, calls, &sink) }
      )
      let query100 = (
        time(calls) { path100.query(&ours100, calls, &sink) },
        time(calls) { path100.query(&reference100, calls, &sink) }
      )
      ours.append(Times(append: append.0, query20: query20.0, query100: query100.0))
      reference.append(Times(append: append.1, query20: query20.1, query100: query100.1))
    }
    precondition(sink.isFinite, "both estimates are numbers")
    self.ours = Times(
      append: median(ours.map(\.append)), query20: median(ours.map(\.query20)),
      query100: median(ours.map(\.query100)))
    self.reference = Times(
      append: median(reference.map(\.append)), query20: median(reference.map(\.query20)),
      query100: median(reference.map(\.query100)))
    ratios = Ratios(
      query: median(zip(ours, reference).map { $0.query20 / $1.query20 }),
      growth: median(ours.map { $0.query100 / $0.query20 }))
    if let ours = counts?.perCall(of: "15VelocityTrackerV6append"),
      let reference = counts?.perCall(of: "16ReferenceTrackerV6append")
    {
      appendedInstructions = ours / reference
    }
    bytesPerContact = MemoryLayout<VelocityTracker>.size
    frame = FrameCost(rounds: max(rounds / 3, 1))
  }

  /// The ratios, and the size.
  public var figures: Figures {
    var figures: Figures = [
      "cost.query_over_lsq2": ratios.query, "cost.query_100_over_20": ratios.growth,
      "cost.bytes_per_contact": Double(bytesPerContact), "cost.frame_of_ten_over_one": frame.ratio,
    ]
    figures["cost.append_instructions_over_lsq2"] = appendedInstructions
    return figures
  }

  /// The human-readable table.
  public var text: String {
    var table = Table(["ns a call", "ours", "lsq2", "ratio"])
    for (name, times) in [
      ("append", (ours.append, reference.append, ours.append / reference.append)),
      ("query of 20 samples", (ours.query20, reference.query20, ratios.query)),
      ("query of 100 samples", (ours.query100, reference.query100, ours.query100 / reference.query100)),
    ] {
      table.add([name, Table.percent(times.0), Table.percent(times.1), Table.percent(times.2, decimals: 2)])
    }
    let counted = appendedInstructions.map {
      "append, by instructions: \(Table.percent($0, decimals: 2)) times lsq2's\n"
    }
    return table.text + (counted ?? "")
      + "ours, 100 samples over 20: \(Table.percent(ratios.growth, decimals: 2)); one contact needs "
      + "\(bytesPerContact) bytes\na frame from kernel events to lines taken, in four zones: one finger "
      + "\(Table.percent(frame.one)) us, ten fingers \(Table.percent(frame.ten)) us, "
      + "\(Table.percent(frame.ratio)) times that\n"
  }
}

/// The middle of the sorted values.
func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

/// The average nanoseconds of one of `calls`.
func time(_ calls: Int, _ body: () -> Void) -> Double {
  let spent = ContinuousClock().measure(body).components
  return (Double(spent.seconds) * 1e9 + Double(spent.attoseconds) * 1e-9) / Double(calls)
}

/// A flick that accelerates, in mm and with a panel's noise, for both trackers.
private struct CostPath {
  private struct Sample {
    var time: Int64
    var x: Double
    var y: Double
  }

  private let samples: [Sample]
  private let model = OurStrategy.model

  /// `count` samples, `period` µs apart.
  init(count: Int, period: Int64) {
    var numbers = SeededNumbers(seed: 7)
    samples = (0..<count).map { frame in
      let share = Double(frame) / Double(count)
      return Sample(
        time: Int64(frame) * period, x: 60 * share * share + 0.05 * numbers.bell(),
        y: 20 * share + 0.05 * numbers.bell())
    }
  }

  // Not inlined, so that the compiler cannot merge, move or omit the work of a tracker.

  @inline(never) func fill(_ tracker: inout VelocityTracker) {
    for sample in samples {
      tracker.append(PanelPoint(x: sample.x, y: sample.y), at: Instant(microseconds: sample.time))
    }
  }

  @inline(never) func fill(_ tracker: inout ReferenceTracker) {
    for sample in samples { tracker.append(x: sample.x, y: sample.y, at: sample.time) }
  }

  @inline(never) func query(_ tracker: inout VelocityTracker, _ calls: Int, _ sink: inout Double) {
    for _ in 0..<calls { query(&tracker, &sink) }
  }

  @inline(never) func query(_ tracker: inout ReferenceTracker, _ calls: Int, _ sink: inout Double) {
    for _ in 0..<calls { query(&tracker, &sink) }
  }

  @inline(never) private func query(_ tracker: inout VelocityTracker, _ sink: inout Double) {
    sink += tracker.estimate(by: model, hasLifted: true).velocity.x
  }

  @inline(never) private func query(_ tracker: inout ReferenceTracker, _ sink: inout Double) {
    sink += tracker.velocity().x
  }
}
