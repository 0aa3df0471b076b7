import Benchmarks
import TestKit

/// The result of a long run, with its figures.
struct EnduranceRecord: Sendable {
  /// The resources of a service at a moment when all visitors have left.
  struct Sample: Sendable {
    /// Since the run began.
    var seconds: Double
    /// Open descriptors.
    var files: Int
    /// Resident memory, in KiB.
    var resident: Double
    /// The part of it that is not backed by a file, in KiB.
    var anonymous: Double
  }

  /// The lines that one client that stayed received.
  struct Received: Sendable {
    /// The swipes whose begin and end it received.
    var begun: [Int64]
    var ended: [Int64]
    /// Sequence numbers that do not follow the previous one.
    var gaps: Int
    var wantsBegins: Bool
  }

  /// A period in which nothing happens to a service.
  struct Silence: Sendable {
    /// The duration of the period.
    var seconds: Double
    /// The processor time in the period.
    var processorSeconds: Double
    /// The number of log lines.
    var lines: Int
  }

  /// Earlier samples belong to the warm-up, in which memory grows to what the service needs.
  var warmUp = 0.0
  /// The samples of the busy service.
  var samples: [Sample] = []
  /// The samples of the idle service.
  var idleSamples: [Sample] = []
  /// The busy service while its panel is idle and no client asks; then the idle service.
  var silences: [Silence] = []
  var received: [Received] = []
  var rounds = 0
  var reloads = 0
  var visitors = 0
  /// Clients that did not read, and received no reason when flickd disconnected them.
  var untold = 0
  /// Lines that are not an object.
  var torn = 0
  /// Log lines that report omitted lines.
  var leftOut = 0
  /// Whether no swipe is active any longer.
  var isOver = false

  /// Begins and ends that clients did not receive, or received twice.
  ///
  /// Every stroke of the synthetic panel is a swipe, so the swipe numbers have no gap.
  var lost: Int {
    let all = received.flatMap { isOver ? $0.begun + $0.ended : $0.ended }
    guard let first = all.min(), let last = all.max() else { return 0 }
    func missing(in swipes: [Int64]) -> Int {
      let due = swipes.filter { $0 <= last }
      let distinct = Set(due).count
      return Int(last - first) + 1 - distinct + (due.count - distinct)
    }
    return received.reduce(0) { sum, client in
      sum + client.gaps + missing(in: client.ended) + (client.wantsBegins ? missing(in: client.begun) : 0)
    }
  }

  /// The swipes that every client should receive.
  var swipes: Int { Set(received.flatMap(\.ended)).count }

  /// The largest difference from the first number of open descriptors.
  private var wanderingFiles: Int {
    [samples, idleSamples].map { samples in
      samples.map { abs($0.files - (samples.first?.files ?? 0)) }.max() ?? 0
    }.max() ?? 0
  }

  /// The growth of the worse of the two services, in KiB an hour; nil after a run that is too
  /// short.
  private func growth(_ memory: (Sample) -> Double) -> Double? {
    [samples, idleSamples].compactMap { samples in
      let judged = samples.filter { $0.seconds >= warmUp }
      return Trend(of: judged.map { Trend.Reading(seconds: $0.seconds, value: memory($0)) }).perHour
    }.max()
  }

  /// The duration of the memory measurement, in minutes.
  private var minutes: Double { max(0, (samples.last?.seconds ?? 0) - warmUp) / 60 }

  /// The report; figures that need a long run or an idle machine are marked as timed.
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

  /// The record of a flickd that grows by 96 KiB an hour, in whole pages of which some come and go.
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
