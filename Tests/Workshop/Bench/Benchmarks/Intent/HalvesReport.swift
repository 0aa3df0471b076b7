internal import Foundation
internal import GestureCore
internal import PanelTuning
internal import Recordings

/// Thresholds that half of the people propose, judged by the drags and taps of the other half.
public struct HalvesReport: Encodable, Sendable {
  /// One random division of the people.
  public struct Half: Encodable, Sendable {
    /// The seed of the division.
    public var seed: UInt64
    /// The people whose strokes propose the thresholds.
    public var people: [String]
    /// D before the proposal, in mm.
    public var start: Double
    /// The proposed D, in mm; nil if there is none.
    public var distance: Double?
    /// The proposed S, in mm/s; nil if there is none.
    public var speed: Double?
    /// Whether the proposal is known to ±15 %.
    public var isStable: Bool
    /// The taps of the others that commit.
    public var taps: Share
    /// The drags of the others that exceed the default D by 5 %, and commit.
    public var far: Share
    /// The drags of the others, of any length, that commit.
    public var drags: Share
    /// The same drags before the proposal.
    public var dragsBefore: Share

    private enum CodingKeys: String, CodingKey {
      case seed, people, taps, far, drags
      case start = "start_mm"
      case distance = "distance_mm"
      case speed = "speed_mm_s"
      case isStable = "stable"
      case dragsBefore = "drags_before"
    }
  }

  /// By seed, with the default rule.
  public var halves: [Half]
  /// The same people, with a rule whose D is ``untuned``.
  public var fromUntuned: [Half]

  private enum CodingKeys: String, CodingKey {
    case halves
    case fromUntuned = "from_untuned"
  }

  /// The seeds of the divisions.
  private static let seeds: ClosedRange<UInt64> = 1...20
  /// The default cost of a miss against a false commit, as of `flickctl evaluate`.
  private static let cost = 0.05

  /// A D that somebody guessed: twice the default, in mm.
  private static let untuned = 60.0

  /// A drag or a tap, as `flickctl evaluate` judges it.
  private struct Judged {
    var stroke: LabelledStroke
    var isFar: Bool
  }

  init(_ trials: [IntentTrial]) {
    let strokes = trials.compactMap(Self.judged)
    let people = Set(strokes.map(\.stroke.person)).sorted()
    let untuned = strokes.map { judged in
      var judged = judged
      judged.stroke.rule.distance = .init(x: Self.untuned, y: Self.untuned)
      return judged
    }
    // Fewer than two people have no two halves.
    let seeds = people.count < 2 ? [] : Array(Self.seeds)
    halves = seeds.map { Self.half(of: strokes, people: people, seed: $0) }
    fromUntuned = seeds.map { Self.half(of: untuned, people: people, seed: $0) }
  }

  private static func judged(_ trial: IntentTrial) -> Judged? {
    let label: RecordingLabel
    switch trial.person.meaning {
    case .drag: label = .drag
    case .tap: label = .tap
    case .fling, .scroll, .word: return nil
    }
    let lift = trial.end.flatMap { end in
      end.phase == .end
        ? LabelledStroke.Lift(
          translation: end.translation, velocity: end.estimate.velocity, travel: end.travel,
          retreat: end.retreat, duration: end.duration) : nil
    }
    return Judged(
      stroke: LabelledStroke(
        label: label, person: trial.person.person, lift: lift, rule: trial.person.screen.rule(.standard)),
      isFar: trial.isClear)
  }

  private static func half(of strokes: [Judged], people: [String], seed: UInt64) -> Half {
    var random = SeededNumbers(seed: seed)
    var drawn = people
    for index in drawn.indices.dropLast() {
      drawn.swapAt(index, index + random.below(drawn.count - index))
    }
    let known = Set(drawn.prefix(people.count / 2))
    let proposal = ThresholdProposal(
      of: strokes.filter { known.contains($0.stroke.person) }.map(\.stroke), cost: cost, seed: seed)
    let others = strokes.filter { !known.contains($0.stroke.person) }
    func share(with thresholds: RuleThresholds, _ isWanted: (Judged) -> Bool) -> Share {
      Share(of: others.filter(isWanted)) { $0.stroke.commits(with: thresholds) }
    }
    let thresholds = proposal.thresholds
    return Half(
      seed: seed, people: known.sorted(), start: strokes.first?.stroke.rule.distance.x ?? 0,
      distance: thresholds.distance, speed: thresholds.speed,
      isStable: proposal.isStable, taps: share(with: thresholds) { $0.stroke.label == .tap },
      far: share(with: thresholds, \.isFar), drags: share(with: thresholds) { $0.stroke.label == .drag },
      dragsBefore: share(with: .present) { $0.stroke.label == .drag })
  }

  /// The largest share of taps that commit, in percent; nil if there are no people.
  static func worstTaps(_ halves: [Half]) -> Double? { halves.compactMap(\.taps.percent).max() }

  /// The smallest share of far drags that commit, in percent; nil if there are no far drags.
  static func worstFar(_ halves: [Half]) -> Double? { halves.compactMap(\.far.percent).min() }

  /// The strokes of all divisions together.
  static func all(_ shares: [Share]) -> Share {
    Share(shares.map(\.count).reduce(0, +), of: shares.map(\.trials).reduce(0, +))
  }

  var text: String {
    var table = Table([
      "seed", "D before", "D mm", "S mm/s", "known to 15 %", "taps %", "far drags %", "drags %", "before %",
    ])
    func number(_ value: Double?) -> String { value.map { String(format: "%.1f", $0) } ?? "–" }
    for half in halves + fromUntuned {
      table.add(
        ["\(half.seed)", number(half.start), number(half.distance), number(half.speed)]
          + [half.isStable ? "yes" : "no", half.taps.cell(decimals: 3)]
          + [half.far, half.drags, half.dragsBefore].map { $0.cell() })
    }
    return table.text
  }
}
