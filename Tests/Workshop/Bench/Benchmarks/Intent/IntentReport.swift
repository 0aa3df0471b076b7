internal import GestureCore

/// How many intended swipes commit by distance alone, by velocity alone, by either and by the
/// predicted end; and how many taps become swipes.
public struct IntentReport: Encodable, Measured, Sendable {
  /// The strokes of one meaning.
  public struct Row: Encodable, Sendable {
    /// The people's intent.
    public var meaning: HumanStroke.Meaning
    /// Those that passed the slop.
    public var swipes: Share
    /// Those that commit by the distance criterion alone.
    public var distance: Share
    /// Those that commit by the velocity criterion alone.
    public var velocity: Share
    /// Those that commit by the default rule: distance or velocity.
    public var either: Share
    /// Those that commit by the predicted end alone.
    public var predicted: Share
  }

  /// A misread stroke.
  public struct Case: Encodable, Sendable {
    /// The name in the table.
    public var stroke: String
    /// The intent.
    public var meaning: HumanStroke.Meaning
    /// Whether it commits by distance.
    public var byDistance: Bool
    /// Whether it commits by velocity.
    public var byVelocity: Bool
    /// From landing to lift.
    public var durationMilliseconds: Double
    /// The number of reported positions.
    public var samples: Int
    /// The greatest straight distance from the start, in mm.
    public var excursion: Double
    /// The straight distance from start to end, in mm.
    public var travel: Double
    /// The length of the path, in mm.
    public var path: Double
    /// The speed at the lift, in mm/s.
    public var speed: Double
    /// The ratio of that speed to its error.
    public var confidence: Double

    private enum CodingKeys: String, CodingKey {
      case stroke, meaning, samples, confidence
      case byDistance = "by_distance"
      case byVelocity = "by_velocity"
      case durationMilliseconds = "duration_ms"
      case excursion = "excursion_mm"
      case travel = "travel_mm"
      case path = "path_mm"
      case speed = "speed_mm_s"
    }
  }

  /// By meaning.
  public var rows: [Row]
  /// Flings and scrolls with a published speed above S or a displacement above D.
  public var due: Int
  /// Those among them that do not commit.
  public var missed: [Case]
  /// The taps that commit.
  public var committedTaps: [Case]
  /// The drags that do not commit.
  public var returnedDrags: [Case]
  /// The far drags that commit against their displacement.
  public var turnedDrags: [Case]
  /// The far drags and fast flicks that exceed a threshold by 5 %, and commit by the rule.
  public var clear: Share
  /// Those that commit by the distance criterion alone, and by the velocity criterion alone.
  public var clearByDistance, clearByVelocity: Share
  /// What the minimum travel of a flick saves and costs.
  public var travel: TravelReport
  /// The same strokes by the published rules of others.
  public var scoreboard: ScoreboardReport
  /// Proposals of half of the people, judged by the other half.
  public var halves: HalvesReport

  private enum CodingKeys: String, CodingKey {
    case rows, due, missed, clear, travel, scoreboard, halves
    case clearByDistance = "clear_by_distance"
    case clearByVelocity = "clear_by_velocity"
    case committedTaps = "committed_taps"
    case returnedDrags = "returned_drags"
    case turnedDrags = "turned_drags"
  }

  /// Plays every stroke to the service's recogniser, and applies its rule with default settings.
  ///
  /// `progress` receives the completed part. About 2 s for 26,000 strokes.
  public init(_ strokes: [HumanStroke], progress: (Double) -> Void = { _ in }) {
    let trials = IntentTrial.run(strokes, progress: progress)
    rows = HumanStroke.Meaning.allCases.map { meaning in
      let own = trials.filter { $0.person.meaning == meaning }
      func share(_ criteria: DecisionRule.CommitCriteria) -> Share {
        Share(of: own) { $0.commits(by: criteria) }
      }
      return Row(
        meaning: meaning, swipes: Share(of: own) { $0.end != nil },
        distance: share(.init(distance: true)), velocity: share(.init(velocity: true)),
        either: share(.standard), predicted: share(.init(predicted: true)))
    }
    func cases(_ isWanted: (IntentTrial) -> Bool) -> [Case] { trials.filter(isWanted).map(Case.init) }
    let flings = trials.filter { [.fling, .scroll].contains($0.person.meaning) && $0.isDue }
    due = flings.count
    missed = flings.filter { !$0.isCaught }.map(Case.init)
    committedTaps = cases { $0.person.meaning == .tap && $0.commits(by: .standard) }
    returnedDrags = cases { $0.person.meaning == .drag && !$0.commits(by: .standard) }
    turnedDrags = cases(\.isTurnedAround)
    let clearly = trials.filter(\.isClear)
    clear = Share(of: clearly) { $0.commits(by: .standard) }
    clearByDistance = Share(of: clearly) { $0.commits(by: .init(distance: true)) }
    clearByVelocity = Share(of: clearly) { $0.commits(by: .init(velocity: true)) }
    travel = TravelReport(trials)
    scoreboard = ScoreboardReport(trials)
    halves = HalvesReport(trials)
  }

  /// The shares and counts of flings, drags and taps; a share without trials is absent.
  public var figures: Figures {
    var figures: Figures = ["intent.flings_due": Double(due), "intent.flings_missed": Double(missed.count)]
    func row(_ meaning: HumanStroke.Meaning) -> Row? { rows.first { $0.meaning == meaning } }
    figures["intent.flings_by_distance_alone"] = row(.fling)?.distance.percent
    figures["intent.drags"] = row(.drag).map { Double($0.either.trials) }
    figures["intent.drags_committed"] = row(.drag)?.either.percent
    figures["intent.drags_by_velocity_alone"] = row(.drag)?.velocity.percent
    figures["intent.drags_turned_around"] = Double(turnedDrags.count)
    figures["intent.taps"] = row(.tap).map { Double($0.either.trials) }
    figures["intent.taps_committed"] = row(.tap)?.either.percent
    figures["intent.taps_of_one_person"] = travel.usual?.worstPerson
    figures["intent.taps_left_out"] = travel.tapsLeftOut.percent
    figures["intent.lost_by_travel"] = travel.usual.map { Double($0.lost.count) }
    figures["intent.clear"] = Double(clear.trials)
    figures["intent.clear_caught"] = clear.percent
    figures["intent.clear_by_distance_alone"] = clearByDistance.percent
    figures["intent.clear_by_velocity_alone"] = clearByVelocity.percent
    figures["intent.halves"] = Double(halves.halves.count)
    figures["intent.halves_taps"] = HalvesReport.worstTaps(halves.halves)
    figures["intent.halves_far"] = HalvesReport.worstFar(halves.halves)
    figures["intent.untuned_halves_taps"] = HalvesReport.all(halves.fromUntuned.map(\.taps)).percent
    figures["intent.untuned_halves_far"] = HalvesReport.all(halves.fromUntuned.map(\.far)).percent
    figures["intent.rules_better_in_both"] = Double(scoreboard.better.count)
    return figures
  }
}

extension IntentReport.Case {
  /// The facts that the recogniser reported for a stroke.
  init(_ trial: IntentTrial) {
    let samples = trial.person.stroke.samples
    let scale = trial.person.screen.millimetersPerPixel
    let steps = zip(samples, samples.dropFirst())
    self.init(
      stroke: trial.person.name, meaning: trial.person.meaning,
      byDistance: trial.commits(by: .init(distance: true)),
      byVelocity: trial.commits(by: .init(velocity: true)),
      durationMilliseconds: ((trial.person.stroke.release ?? 0) - (samples.first?.time ?? 0)) / 1000,
      samples: samples.count, excursion: trial.end?.excursion ?? 0,
      travel: trial.end?.translation.length ?? 0,
      path: steps.reduce(0) { $0 + PixelVelocity(x: $1.1.x - $1.0.x, y: $1.1.y - $1.0.y).length * scale },
      speed: trial.end?.estimate.velocity.length ?? 0, confidence: trial.end?.estimate.confidence ?? 0)
  }
}
