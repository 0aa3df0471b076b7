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
    line.key("type")
    line.string("swipe")
    line.key("phase")
    line.string(fact.phase.word)
    if case .cancel(let reason) = fact.phase {
      line.key("reason")
      line.string(reason.word)
    }
    line.key("seq")
  }

  /// Writes the rest of the line after the value of `seq`.
  ///
  /// Below the level `positions` no position is written. At `decisions` no displacement is written
  /// either.
  public func writeTail(into line: inout LineWriter, scale: UnitScale, level: Level) {
    let form = Form(scale: scale)
    line.continueObject()
    line.key("swipe_id")
    line.integer(Int64(clamping: fact.swipe.number))
    line.key("panel_id")
    line.string(panelID)
    line.key("t_us")
    line.integer(fact.instant.microseconds)
    line.key("unit")
    line.string(scale.unit.rawValue)
    line.key("fingers")
    line.integer(Int64(fact.fingers))
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
    case .begin:
      form.value("slop", slop * form.scale.along(decision.direction), into: &line)
    case .update:
      break
    case .end, .cancel:
      return
    }
    if let lookahead { form.pair("lookahead_translation", lookahead.x, lookahead.y, into: &line) }
  }

  private func writeTimes(into line: inout LineWriter, level: Level) {
    line.key("duration_us")
    line.integer(fact.duration.microseconds)
    line.key("idle_us")
    if let idle = fact.idle { line.integer(idle.microseconds) } else { line.null() }
    guard level > .decisions else { return }
    line.key("edge")
    if let edge { line.string(edge.rawValue) } else { line.null() }
  }

  private func writeEstimate(into line: inout LineWriter, form: Form, level: Level) {
    let velocity = fact.estimate.velocity
    form.pair("velocity", velocity.x, velocity.y, into: &line)
    line.key("projection_us")
    line.integer(projectionMicroseconds)
    if level > .decisions {
      form.pair("predicted_end_translation", predictedEnd.x, predictedEnd.y, into: &line)
    }
    if level == .positions {
      let landing = fact.start + predictedEnd
      form.pair("predicted_end_location", landing.x, landing.y, into: &line)
    }
    writeTimes(into: &line, level: level)
    writeDecision(into: &line, form: form)
    if fact.phase != .end {
      line.key("progress")
      line.number(progress)
    }
    line.key("estimate")
    line.beginObject()
    line.key("samples")
    line.integer(Int64(fact.estimate.samples))
    line.key("window_us")
    line.integer(fact.estimate.window.microseconds)
    line.key("age_us")
    line.integer(fact.age.microseconds)
    line.key("confidence")
    line.number(fact.estimate.confidence)
    line.endObject()
  }

  private func writeDecision(into line: inout LineWriter, form: Form) {
    line.key("decision")
    line.beginObject()
    line.key("kind")
    line.string(decision.kind.word)
    line.key("commit")
    line.bool(decision.commit)
    line.key("by")
    line.beginArray()
    if decision.by.distance { line.string("distance") }
    if decision.by.velocity { line.string("velocity") }
    if decision.by.predicted { line.string("predicted") }
    line.endArray()
    line.key("direction")
    if let direction = decision.direction { line.string(direction.word) } else { line.null() }
    let along = form.scale.along(decision.direction)
    form.value("distance", decision.distance * along, into: &line)
    form.value("distance_threshold", decision.distanceThreshold * along, into: &line)
    form.value("speed", decision.speed * along, into: &line)
    form.value("speed_threshold", decision.speedThreshold * along, into: &line)
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
      line.key(name)
      line.number(number, places: scale.places)
    }
  }
}
