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
  @inlinable public init(
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
    line.text(atMost: SwipeText.longestHead) { out, index in
      out.put(.type, at: &index)
      out.put(word: Phase(fact.phase).word, at: &index)
      if case .cancel(let reason) = fact.phase {
        out.put(.reason, at: &index)
        out.put(word: reason.word, at: &index)
      }
      out.put(.sequence, at: &index)
    }
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
    let names = panelID.utf8.count &+ (zone?.name.utf8.count ?? 0)
    line.text(atMost: SwipeText.longestTail &+ 6 &* names) { out, index in
      writeTail(into: &out, at: &index, form: Form(scale: scale), level: level)
    }
  }

  private func writeTail(
    into out: inout MutableSpan<UInt8>, at index: inout Int, form: Form, level: Level
  ) {
    out.put(.swipeID, Int64(clamping: fact.swipe.number), at: &index)
    if let press { out.put(.pressID, press, at: &index) }
    out.put(.panelID, at: &index)
    out.put(string: panelID.utf8.span, at: &index)
    out.put(.time, fact.instant.microseconds, at: &index)
    out.put(.unit, at: &index)
    out.put(word: form.scale.unit.word, at: &index)
    out.put(.fingers, Int64(fact.fingers), at: &index)
    if level == .positions {
      form.put(.start, fact.start.x, fact.start.y, into: &out, at: &index)
      form.put(.location, fact.location.x, fact.location.y, into: &out, at: &index)
    }
    if level > .decisions {
      form.put(.translation, fact.translation.x, fact.translation.y, into: &out, at: &index)
      writeMovement(into: &out, at: &index, form: form)
    }
    if case .cancel = fact.phase {
      writeTimes(into: &out, at: &index, level: level)
    } else {
      writeVelocityAndDecision(into: &out, at: &index, form: form, level: level)
    }
    out.put(.zone, at: &index)
    if let zone {
      zone.write(into: &out, at: &index, scale: form.scale)
    } else {
      out.put(.null, at: &index)
    }
    out.put(UInt8(ascii: "}"), at: &index)
    out.put(UInt8(ascii: "\n"), at: &index)
  }

  /// Writes the fields that only an active swipe has: the slop of its begin, and the lookahead.
  private func writeMovement(into out: inout MutableSpan<UInt8>, at index: inout Int, form: Form) {
    switch fact.phase {
    case .begin:
      form.put(.slop, slop * form.scale.along(decision.direction), into: &out, at: &index)
    case .update: break
    case .end, .cancel: return
    }
    if let lookahead { form.put(.lookahead, lookahead.x, lookahead.y, into: &out, at: &index) }
  }

  private func writeTimes(into out: inout MutableSpan<UInt8>, at index: inout Int, level: Level) {
    out.put(.duration, fact.duration.microseconds, at: &index)
    out.put(.idle, at: &index)
    if let idle = fact.idle {
      out.put(idle.microseconds, at: &index)
    } else {
      out.put(.null, at: &index)
    }
    guard level > .decisions else { return }
    out.put(.edge, at: &index)
    out.put(word: edge?.word, at: &index)
  }

  /// Writes what a cancel does not have, from the velocity to its estimate, and the times between
  /// them.
  ///
  /// The key of `samples` also begins the object `estimate`.
  private func writeVelocityAndDecision(
    into out: inout MutableSpan<UInt8>, at index: inout Int, form: Form, level: Level
  ) {
    let estimate = fact.estimate
    form.put(.velocity, estimate.velocity.x, estimate.velocity.y, into: &out, at: &index)
    out.put(.projection, projectionMicroseconds, at: &index)
    if level > .decisions {
      out.put(.predictedPrefix, at: &index)
      form.put(.predictedTranslation, predictedEnd.x, predictedEnd.y, into: &out, at: &index)
    }
    if level == .positions {
      let end = fact.start + predictedEnd
      form.put(.predictedLocation, end.x, end.y, into: &out, at: &index)
    }
    writeTimes(into: &out, at: &index, level: level)
    writeDecision(into: &out, at: &index, form: form)
    if fact.phase != .end { out.put(.progress, progress, decimals: 3, at: &index) }
    out.put(.samples, Int64(estimate.samples), at: &index)
    out.put(.window, estimate.window.microseconds, at: &index)
    out.put(.age, fact.age.microseconds, at: &index)
    out.put(.confidence, estimate.confidence, decimals: 3, at: &index)
    out.put(UInt8(ascii: "}"), at: &index)
  }

  private func writeDecision(into out: inout MutableSpan<UInt8>, at index: inout Int, form: Form) {
    out.put(.kind, at: &index)
    out.put(word: decision.kind.word, at: &index)
    out.put(decision.commit ? SwipeText.commitTrue : .commitFalse, at: &index)
    if decision.by.distance { out.put(.byDistance, at: &index) }
    if decision.by.velocity { out.put(.byVelocity, at: &index) }
    if decision.by.predicted { out.put(.byPredicted, at: &index) }
    // The last of these ends with a comma.
    if !decision.by.isEmpty { index &-= 1 }
    out.put(.direction, at: &index)
    out.put(word: decision.direction?.word, at: &index)
    let along = form.scale.along(decision.direction)
    form.put(.distance, decision.distance * along, into: &out, at: &index)
    form.put(.distanceThreshold, decision.distanceThreshold * along, into: &out, at: &index)
    form.put(.speed, decision.speed * along, into: &out, at: &index)
    form.put(.speedThreshold, decision.speedThreshold * along, into: &out, at: &index)
    if let predicted = decision.predicted {
      form.put(.predicted, predicted * along, into: &out, at: &index)
      form.put(.predictedThreshold, decision.predictedThreshold * along, into: &out, at: &index)
    }
    if fact.phase == .end {
      out.put(.noCommit, at: &index)
      out.put(word: decision.noCommit?.word, at: &index)
    }
    form.put(.travel, decision.travel * along, into: &out, at: &index)
    form.put(.travelThreshold, decision.travelThreshold * along, into: &out, at: &index)
    if let recoil = decision.recoil { form.put(recoil, into: &out, at: &index) }
    out.put(UInt8(ascii: "}"), at: &index)
  }

  /// Writes lengths and speeds in the client's unit.
  private struct Form {
    var scale: UnitScale

    /// Writes a pair; the key ends where the value of x begins.
    func put(
      _ key: SwipeText, _ x: Double, _ y: Double, into out: inout MutableSpan<UInt8>, at index: inout Int
    ) {
      put(key, x * scale.x, into: &out, at: &index)
      put(.y, y * scale.y, into: &out, at: &index)
      out.put(UInt8(ascii: "}"), at: &index)
    }

    /// Writes a recoil, each component in the unit of its axis.
    func put(_ recoil: Decision.Recoil, into out: inout MutableSpan<UInt8>, at index: inout Int) {
      if let x = recoil.x { put(.recoilX, x * scale.x, into: &out, at: &index) }
      if let y = recoil.y { put(recoil.x == nil ? .recoilY : .y, y * scale.y, into: &out, at: &index) }
      out.put(UInt8(ascii: "}"), at: &index)
    }

    /// Writes a number that is already in the unit.
    func put(
      _ key: SwipeText, _ number: Double, into out: inout MutableSpan<UInt8>, at index: inout Int
    ) {
      out.put(key, number, decimals: scale.decimals, at: &index)
    }
  }
}

extension Decision.Recoil {
  init(_ fields: LineFields) throws(UnreadableLine) {
    self.init(x: try fields.number("x"), y: try fields.number("y"))
  }
}
