internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Terminal

/// A number that the room Measure shows, with its grades, or why there is none.
struct MeasureResult: Equatable {
  /// The grade by one source.
  struct Graded: Equatable {
    var source: LimitSource
    var word: String
    /// The numbers that pass, such as `≤ 0.5 mm`.
    var limit: String
    /// The judged number, if it is not the shown value.
    var judged: String?
  }

  /// The name of a metric, or of a part of ``TargetFit``.
  var name: String
  var axis: Measurement.Axis
  var unit: MetricUnit
  var value: Double?
  var why: String?
  var grades: [Graded] = []

  /// The result of a measurement.
  init(_ measurement: Measurement, limits: LimitTable) {
    (name, axis, unit) = (measurement.metric.rawValue, measurement.axis, measurement.unit)
    (value, why) = (measurement.value, measurement.why)
    grades = limits.grades(of: measurement).compactMap { row, grade in
      grade.value.map { number in
        // What is shown of the two numbers would be the same.
        let isShown = value.map { ($0 - number).magnitude <= 0.005 * number.magnitude } ?? false
        return Graded(
          source: row.source, word: grade.word, limit: row.bound.text(in: unit),
          judged: isShown ? nil : unit.labelled(ShownNumber.measured(number)))
      }
    }
  }

  private init(_ name: String, _ axis: Measurement.Axis, _ unit: MetricUnit, _ value: Double?, _ why: String?)
  {
    (self.name, self.axis, self.unit, self.value, self.why) = (name, axis, unit, value, why)
  }

  /// The results of the fit of touches to targets.
  static func list(_ accuracy: TargetAccuracy) -> [MeasureResult] {
    let (fit, why) = (accuracy.fit, accuracy.missingFit)
    return [
      MeasureResult("target_offset", .x, .millimetres, fit?.offset.x, why),
      MeasureResult("target_offset", .y, .millimetres, fit?.offset.y, why),
      MeasureResult("target_rotation", .both, .degrees, fit?.rotation, why),
      MeasureResult("target_scale", .x, .ratio, fit?.horizontalScale, why),
      MeasureResult("target_scale", .y, .ratio, fit?.verticalScale, why),
    ]
  }
}

/// `measure`: the state of the walk through the stations, and the results so far.
struct MeasureMessage {
  /// The station at which the person is.
  struct Present {
    var station: Station
    /// Its number, from 1.
    var number: Int
    var elapsed: Interval
    var patience: Interval
    var contacts: Int
    /// The number of the target to draw, from 0; nil if there is none.
    var target: Int?
    /// The counted repetitions; nil if the station counts none.
    var count: Station.Count?
  }

  /// The word of the state: `ready`, `asked` or `over`.
  var state: String
  var stations: [(station: Station, state: StationWalk.State)]
  var present: Present?
  var results: [MeasureResult]

  /// The line, without a newline.
  var line: [UInt8] {
    LineWriter.message("measure") { line in
      line.field("state", state)
      line.objects("stations", stations) { line, entry in
        line.field("word", entry.station.word)
        line.field("state", entry.state.word)
      }
      line.object("station", present) { $0.write($1, of: stations.count) }
      line.objects("results", results) { $0.write($1) }
    }
  }
}

/// `report`: what an ended measurement leaves.
struct MeasureReport {
  /// The page of `flickctl report`.
  var page: String
  /// The lines of the configuration; empty if no setting would help.
  var settings: String
  /// The administrator's command that writes the lines; empty without lines, or for the reason in
  /// ``note``.
  var command: String
  /// Why there is no command, or why the recordings were not saved; nil for neither.
  var note: String?

  /// The line, without a newline.
  var line: [UInt8] {
    LineWriter.message("report") { line in
      line.field("page", page)
      line.field("settings", settings)
      line.field("command", command)
      line.field("note", note)
    }
  }
}

/// A request of the page to the room Measure.
enum MeasureRequest: Equatable {
  /// Start at the first station, without results.
  case begin
  /// Take a step from the station of this number, from 1: the one that the page shows.
  case step(Step, station: Int)
  /// The targets on the picture, as fractions of its sides.
  case targets([Target])

  /// A step of the walk.
  enum Step: String {
    case skip
    case again
    /// Leave the station and show the report.
    case end
  }

  /// A target on the picture.
  struct Target: Equatable {
    var x: Double
    var y: Double
  }

  /// Reads a request; nil if it is not one of this version.
  init?(_ fields: LineFields) {
    guard let word = try? fields.string("do") else { return nil }
    switch word {
    case "begin": self = .begin
    case "targets":
      guard let pairs = try? fields.pairs("targets") else { return nil }
      self = .targets(pairs.map { Target(x: $0.0, y: $0.1) })
    default:
      guard let step = Step(rawValue: word), let station = try? fields.integer("station") else { return nil }
      self = .step(step, station: Int(station))
    }
  }
}

extension StationWalk.State {
  /// The word of a message.
  fileprivate var word: String {
    switch self {
    case .waiting: "waiting"
    case .asked: "asked"
    case .done: "done"
    case .skipped: "skipped"
    }
  }
}

extension LineWriter {
  fileprivate mutating func write(_ present: MeasureMessage.Present, of count: Int) {
    field("word", present.station.word)
    field("number", Int64(present.number))
    field("count", Int64(count))
    field("request", present.station.request)
    field("elapsed_s", present.elapsed.seconds, decimals: 1)
    field("patience_s", present.patience.seconds, decimals: 1)
    field("contacts", Int64(present.contacts))
    field("target", present.target.map(Int64.init))
    field("counted", present.count.map { Int64($0.counted) })
    field("needed", present.count.map { Int64($0.needed) })
  }

  fileprivate mutating func write(_ result: MeasureResult) {
    field("metric", result.name)
    field("axis", result.axis.rawValue)
    field("value", result.value)
    field("unit", result.unit.rawValue)
    field("shown", result.value.map(result.unit.shown))
    field("why", result.why)
    objects("grades", result.grades) { line, grade in
      line.field("source", grade.source.rawValue)
      line.field("name", grade.source.name)
      line.field("grade", grade.word)
      line.field("limit", grade.limit)
      line.field("judged", grade.judged)
    }
  }
}

extension LimitBound {
  /// The numbers that satisfy the limit, in a few words such as `≤ 0.5 mm`.
  func text(in unit: MetricUnit) -> String {
    func shown(_ number: Double) -> String { unit.labelled(ShownNumber.short(number)) }
    return switch self {
    case .minimum(let bound): "≥ \(shown(bound))"
    case .maximum(let bound): "≤ \(shown(bound))"
    case .range(let bounds) where bounds.lowerBound < bounds.upperBound:
      "\(ShownNumber.short(bounds.lowerBound))–\(shown(bounds.upperBound))"
    case .range(let bounds): shown(bounds.upperBound)
    case .exactly(let bound): shown(bound)
    case .zero: shown(0)
    }
  }
}
