import Benchmarks
import TestKit

/// What a long run came to, and the figures that are judged.
struct EnduranceRecord: Sendable {
  /// What a service holds at a moment at which everything is as it was before.
  struct Sample: Sendable {
    /// Since the run began.
    var seconds: Double
    /// Open descriptors.
    var files: Int
    /// Resident memory, in KiB.
    var resident: Double
    /// The part of it that is no file's, in KiB.
    var anonymous: Double
  }

  /// What one client that stayed was told.
  struct Told: Sendable {
    /// The swipes of which it was told the begin, and the end.
    var begun: [Int64]
    var ended: [Int64]
    /// Sequence numbers that are not the one after the last.
    var gaps: Int
    /// Whether it had asked for begins.
    var wantsBegins: Bool
  }

  /// A service in which nothing happens.
  struct Silence: Sendable {
    /// How long that was.
    var seconds: Double
    /// How much of it was the processor's.
    var processorSeconds: Double
    /// What was logged.
    var lines: Int
  }

  /// Samples before this belong to the warm-up: until then memory grows to what is needed at all.
  var warmUp = 0.0
  /// Of the service that serves.
  var samples: [Sample] = []
  /// Of the one that has nothing to do.
  var idleSamples: [Sample] = []
  /// The one that serves, once nobody touches its panel and nobody asks; then the other.
  var silences: [Silence] = []
  var told: [Told] = []
  var rounds = 0
  var reloads = 0
  var visitors = 0
  /// Clients that did not read, and were not told why they were let go.
  var untold = 0
  /// Lines that are no object.
  var torn = 0
  /// Lines in which the log says how many it left out.
  var leftOut = 0
  /// Whether no swipe is under way any more.
  var isOver = false

  /// Begins and ends that clients were not told, or were told twice.
  ///
  /// Every stroke of the synthetic panel is a swipe, so that the numbers have no gap in them.
  var lost: Int {
    let all = told.flatMap { isOver ? $0.begun + $0.ended : $0.ended }
    guard let first = all.min(), let last = all.max() else { return 0 }
    func missing(in swipes: [Int64]) -> Int {
      let due = swipes.filter { $0 <= last }
      let distinct = Set(due).count
      return Int(last - first) + 1 - distinct + (due.count - distinct)
    }
    return told.reduce(0) { sum, client in
      sum + client.gaps + missing(in: client.ended) + (client.wantsBegins ? missing(in: client.begun) : 0)
    }
  }

  /// The swipes that every client was to be told.
  var swipes: Int { Set(told.flatMap(\.ended)).count }

  /// How far the open descriptors ever were from what they were at first.
  private var wanderingFiles: Int {
    [samples, idleSamples].map { samples in
      samples.map { abs($0.files - (samples.first?.files ?? 0)) }.max() ?? 0
    }.max() ?? 0
  }

  /// The growth of the worse of the two services, in KiB an hour; nil after a run too short to
  /// tell.
  private func growth(_ memory: (Sample) -> Double) -> Double? {
    [samples, idleSamples].compactMap { samples in
      let judged = samples.filter { $0.seconds >= warmUp }
      return Trend(of: judged.map { Trend.Reading(seconds: $0.seconds, value: memory($0)) }).perHour
    }.max()
  }

  /// How long memory was watched, in minutes.
  private var minutes: Double { max(0, (samples.last?.seconds ?? 0) - warmUp) / 60 }

  /// The report; what a short run cannot tell, and what a busy machine spoils, is timed.
  var report: Report {
    var figures: Figures = [
      "endure.rounds": Double(rounds), "endure.swipes": Double(swipes), "endure.reloads": Double(reloads),
      "endure.visitors": Double(visitors), "endure.untold": Double(untold), "endure.torn": Double(torn),
      "endure.lost": Double(lost), "endure.descriptors": Double(samples.last?.files ?? 0),
      "endure.descriptors_off": Double(wanderingFiles),
      "endure.minutes": minutes, "endure.left_out_told": Double(leftOut),
    ]
    figures["endure.memory_kib_per_hour"] = growth(\.anonymous)
    figures["endure.resident_kib_per_hour"] = growth(\.resident)
    figures["endure.anonymous_kib"] = samples.last?.anonymous
    figures["endure.resident_kib"] = samples.last?.resident
    if !silences.isEmpty {
      figures["endure.idle_cpu_percent"] = silences.map { 100 * $0.processorSeconds / $0.seconds }.max()
      figures["endure.idle_lines_per_hour"] = silences.map { 3600 * Double($0.lines) / $0.seconds }.max()
      figures["endure.idle_seconds"] = silences.map(\.seconds).max()
    }
    return Report(
      figures: figures,
      timed: [
        "endure.minutes", "endure.memory_kib_per_hour", "endure.resident_kib_per_hour",
        "endure.idle_cpu_percent",
      ])
  }

  /// What a flickd would have come to that grows by 96 KiB an hour, in whole pages of which some
  /// come and go.
  static func leaking(seed: UInt64) -> EnduranceRecord {
    var random = SplitMix64(seed: seed)
    var record = EnduranceRecord()
    record.samples = (0..<150).map { number in
      let seconds = Double(number) * 10
      let pages = (3000 + 96 * seconds / 3600) / 4
      let size = 4 * (pages.rounded(.down) + Double(Int.random(in: -2...2, using: &random)))
      return Sample(seconds: seconds, files: 20, resident: size + 5000, anonymous: size)
    }
    record.idleSamples = record.samples.map {
      Sample(seconds: $0.seconds, files: 9, resident: 5000, anonymous: 900)
    }
    return record
  }
}
