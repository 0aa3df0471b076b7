public import GestureCore

/// One line of type `swipe`: a fact, with the fields that a level receives.
public struct SwipeMessage: Sendable {
  /// The fact of the recogniser.
  public var fact: SwipeFact
  /// The decision by the rule; a cancel has no decision on the wire.
  public var decision: Decision
  /// The predicted end, as displacement from the start, in mm.
  public var predictedEnd: Translation
  /// The displacement a short time ahead, in mm; nil if the client did not request lookahead.
  public var lookahead: Translation?
  /// The projection time τ, in µs.
  public var projectionMicroseconds: Int64
  /// The slop that the swipe passed, in mm.
  public var slop: Double
  /// The id of the panel.
  public var panelID: String
  /// The edge at which the swipe began, nil if it began at none.
  public var edge: Edge?
  /// The progress to the decision: distance over threshold, or the part of the distance to the next
  /// snap point.
  public var progress: Double
  /// The zone of the swipe, nil if it belongs to none.
  public var zone: ZoneMessage?
  /// The number of the press that the swipe continues; only in a begin.
  public var press: Int64?

  /// Creates a message.
  public init(
    fact: SwipeFact, decision: Decision, predictedEnd: Translation, lookahead: Translation? = nil,
    projectionMicroseconds: Int64, slop: Double, panelID: String, edge: Edge?, progress: Double,
    zone: ZoneMessage? = nil
  ) {
    self.fact = fact
    self.decision = decision
    self.predictedEnd = predictedEnd
    self.lookahead = lookahead
    self.projectionMicroseconds = projectionMicroseconds
    self.slop = slop
    self.panelID = panelID
    self.edge = edge
    self.progress = progress
    self.zone = zone
  }

  /// Writes the line up to the value of `seq`, which each connection counts separately.
  public func writeHead(into line: inout LineWriter) {
    line.beginObject()
    line.field("type", ServerMessage.Kind.swipe.rawValue)
    line.field("phase", fact.phase.word)
    if case .cancel(let reason) = fact.phase { line.field("reason", reason.word) }
    line.key("seq")
  }

  /// The first bytes of each swipe line.
  public static let head = Array(#"{"type":"swipe""#.utf8)
  /// The largest number of bytes that ``append(_:merged:to:)`` appends.
  public static let longestNumbers = 19 + 10 + ",\"merged\":".utf8.count

  /// Appends the value of `seq`, and the number of merged updates if there are any.
  public static func append(_ sequence: Int64, merged: Int32, to bytes: inout [UInt8]) {
    LineWriter.append(sequence, to: &bytes)
    guard merged > 0 else { return }
    bytes.append(contentsOf: ",\"merged\":".utf8)
    LineWriter.append(Int64(merged), to: &bytes)
  }

  /// Writes the rest of the line after the value of `seq`.
  ///
  /// Below the level `positions` no position is written. At `decisions` no displacement is written
  /// either.
  public func writeTail(into line: inout LineWriter, scale: UnitScale, level: Level) {
    let form = Form(scale: scale)
    line.continueObject()
    line.field("swipe_id", Int64(clamping: fact.swipe.number))
    if let press { line.field("press_id", press) }
    line.field("panel_id", panelID)
    line.field("t_us", fact.instant.microseconds)
    line.field("unit", scale.unit.word)
    line.field("fingers", Int64(fact.fingers))
    if level == .positions {
      form.pair("start", fact.start.x, fact.start.y, into: &line)
      form.pair("location", fact.location.x, fact.location.y, into: &line)
    }
    if level > .decisions {
      form.pair("translation", fact.translation.x, fact.translation.y, into: &line)
      writeMovement(into: &line, form: form)
    }
    if case .cancel = fact.phase {
      writeTimes(into: &line, level: level)
    } else {
      writeEstimate(into: &line, form: form, level: level)
    }
    line.key("zone")
    if let zone { zone.write(into: &line, scale: scale) } else { line.null() }
    line.endObject()
    line.endLine()
  }

  /// Writes the fields that only an active swipe has: the slop of its begin, and the lookahead.
  private func writeMovement(into line: inout LineWriter, form: Form) {
    switch fact.phase {
    case .begin: form.value("slop", slop * form.scale.along(decision.direction), into: &line)
    case .update: break
    case .end, .cancel: return
    }
    if let lookahead { form.pair("lookahead_translation", lookahead.x, lookahead.y, into: &line) }
  }

  private func writeTimes(into line: inout LineWriter, level: Level) {
    line.field("duration_us", fact.duration.microseconds)
    line.field("idle_us", fact.idle?.microseconds)
    guard level > .decisions else { return }
    line.field("edge", edge?.word)
  }

  private func writeEstimate(into line: inout LineWriter, form: Form, level: Level) {
    let velocity = fact.estimate.velocity
    form.pair("velocity", velocity.x, velocity.y, into: &line)
    line.field("projection_us", projectionMicroseconds)
    if level > .decisions {
      form.pair("predicted_end_translation", predictedEnd.x, predictedEnd.y, into: &line)
    }
    if level == .positions {
      let landing = fact.start + predictedEnd
      form.pair("predicted_end_location", landing.x, landing.y, into: &line)
    }
    writeTimes(into: &line, level: level)
    writeDecision(into: &line, form: form)
    if fact.phase != .end { line.field("progress", progress) }
    line.key("estimate")
    line.beginObject()
    line.field("samples", Int64(fact.estimate.samples))
    line.field("window_us", fact.estimate.window.microseconds)
    line.field("age_us", fact.age.microseconds)
    line.field("confidence", fact.estimate.confidence)
    line.endObject()
  }

  private func writeDecision(into line: inout LineWriter, form: Form) {
    line.key("decision")
    line.beginObject()
    line.field("kind", decision.kind.word)
    line.field("commit", decision.commit)
    line.key("by")
    line.beginArray()
    if decision.by.distance { line.string(Criterion.distance.rawValue) }
    if decision.by.velocity { line.string(Criterion.velocity.rawValue) }
    if decision.by.predicted { line.string(Criterion.predicted.rawValue) }
    line.endArray()
    line.field("direction", decision.direction?.word)
    let along = form.scale.along(decision.direction)
    form.value("distance", decision.distance * along, into: &line)
    form.value("distance_threshold", decision.distanceThreshold * along, into: &line)
    form.value("speed", decision.speed * along, into: &line)
    form.value("speed_threshold", decision.speedThreshold * along, into: &line)
    if let predicted = decision.predicted {
      form.value("predicted", predicted * along, into: &line)
      form.value("predicted_threshold", decision.predictedThreshold * along, into: &line)
    }
    if fact.phase == .end { line.field("no_commit", decision.noCommit?.word) }
    form.value("travel", decision.travel * along, into: &line)
    form.value("travel_threshold", decision.travelThreshold * along, into: &line)
    line.endObject()
  }

  /// Writes lengths and speeds in the client's unit.
  private struct Form {
    var scale: UnitScale

    func pair(_ name: String, _ x: Double, _ y: Double, into line: inout LineWriter) {
      line.key(name)
      line.beginObject()
      value("x", x * scale.x, into: &line)
      value("y", y * scale.y, into: &line)
      line.endObject()
    }

    /// Writes a number that is already in the unit.
    func value(_ name: String, _ number: Double, into line: inout LineWriter) {
      line.field(name, number, places: scale.places)
    }
  }
}

/// A swipe line as a client reads it; lengths are in the line's unit, speeds in that unit per
/// second.
///
/// Fields that the connection's level excludes are nil.
public struct ReceivedSwipe: Sendable {
  /// The decision of a swipe line.
  public struct Decision: Sendable {
    /// Flick or drag.
    public let kind: Word<GestureCore.Decision.Kind>
    /// Whether the swipe commits.
    public let commit: Bool
    /// The words of the criteria that commit the swipe.
    public let by: [String]
    /// The direction; nil if the swipe has none.
    public let direction: Word<Direction>?
    /// The displacement along the direction, and its threshold.
    public let distance, distanceThreshold: Double
    /// The speed along the axis, and its threshold.
    public let speed, speedThreshold: Double
    /// The predicted end along the direction, and its threshold; nil without this criterion.
    public let predicted, predictedThreshold: Double?
    /// The reason why the swipe does not commit; only in an end without a commit.
    public let noCommit: Word<GestureCore.Decision.NoCommit>?
    /// The travel, and the threshold below which the velocity does not count; nil if unknown.
    public let travel, travelThreshold: Double?
  }

  /// The phase.
  public let phase: Word<Phases>
  /// The word of a cancel's reason.
  public let reason: String?
  /// The sequence number on the connection.
  public let sequence: Int64?
  /// The id, unique within one run of the service.
  public let id: Int64
  /// The stable id of the panel.
  public let panelID: String
  /// The time on the stream's clock, in µs.
  public let time: Int64
  /// The word of the unit.
  public let unit: String
  /// The number of fingers.
  public let fingers: Int64
  /// The position of the landing.
  public let start: Translation?
  /// The displacement.
  public let translation: Translation?
  /// The displacement a short time ahead; nil if the client did not request lookahead.
  public let lookahead: Translation?
  /// The confidence of the velocity, 0 to 1; nil in a cancel.
  public let confidence: Double?
  /// The slop; only in a begin.
  public let slop: Double?
  /// The velocity.
  public let velocity: Translation?
  /// The predicted end, as displacement from the start.
  public let predictedEnd: Translation?
  /// The decision; nil in a cancel.
  public let decision: Decision?
  /// The progress to the decision.
  public let progress: Double?
  /// The time since the landing, in µs.
  public let duration: Int64
  /// The edge at which the swipe began.
  public let edge: Word<Edge>?
  /// The number of updates that this update replaces.
  public let merged: Int64
  /// The zone.
  public let zone: ReceivedZone?
  /// The number of the press that the swipe continues; only in a begin.
  public let press: Int64?

  init(_ fields: LineFields) throws(UnreadableLine) {
    phase = try fields.word("phase", of: Phases.self).required
    reason = try fields.string("reason")
    sequence = try fields.integer("seq")
    id = try fields.integer("swipe_id").required
    panelID = try fields.string("panel_id") ?? ""
    time = try fields.integer("t_us") ?? 0
    unit = try fields.string("unit") ?? ""
    fingers = try fields.integer("fingers") ?? 1
    start = try fields.pair("start")
    translation = try fields.pair("translation")
    lookahead = try fields.pair("lookahead_translation")
    confidence = try fields.object("estimate")?.number("confidence")
    slop = try fields.number("slop")
    velocity = try fields.pair("velocity")
    predictedEnd = try fields.pair("predicted_end_translation")
    decision = try fields.object("decision").map(Decision.init)
    progress = try fields.number("progress")
    duration = try fields.integer("duration_us") ?? 0
    edge = try fields.word("edge", of: Edge.self)
    merged = try fields.integer("merged") ?? 0
    zone = try fields.object("zone").map(ReceivedZone.init)
    press = try fields.integer("press_id")
  }
}

extension ReceivedSwipe.Decision {
  fileprivate init(_ fields: LineFields) throws(UnreadableLine) {
    kind = try fields.word("kind", of: GestureCore.Decision.Kind.self).required
    commit = try fields.bool("commit").required
    by = try fields.strings("by").required
    direction = try fields.word("direction", of: Direction.self)
    distance = try fields.number("distance").required
    distanceThreshold = try fields.number("distance_threshold").required
    speed = try fields.number("speed").required
    speedThreshold = try fields.number("speed_threshold").required
    predicted = try fields.number("predicted")
    predictedThreshold = try fields.number("predicted_threshold")
    noCommit = try fields.word("no_commit", of: GestureCore.Decision.NoCommit.self)
    travel = try fields.number("travel")
    travelThreshold = try fields.number("travel_threshold")
  }
}

extension LineFields {
  fileprivate func pair(_ name: String) throws(UnreadableLine) -> Translation? {
    guard let pair = try object(name) else { return nil }
    return Translation(x: try pair.number("x").required, y: try pair.number("y").required)
  }
}
