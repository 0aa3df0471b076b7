public import FlickProtocol
internal import GestureCore

extension Swipe {
  /// Creates the swipe of a line; nil if this version does not have the phase.
  public init?(_ line: SwipeFields) {
    guard let phase = line.phase.value, phase != .press, phase != .release else { return nil }
    self.init(
      id: line.id, phase: phase, panelID: line.panelID, time: .microseconds(line.time),
      fingers: Int(clamping: line.fingers),
      startLocation: line.start.map(SwipeVector.init),
      translation: line.translation.map(SwipeVector.init) ?? .zero,
      velocity: line.velocity.map(SwipeVector.init) ?? .zero,
      predictedEndTranslation: line.predictedEnd.map(SwipeVector.init),
      decision: line.decision.flatMap(Decision.init))
    if phase == .cancel { cancelReason = line.reason }
    lookaheadTranslation = line.lookahead.map(SwipeVector.init)
    slop = line.slop
    duration = .microseconds(line.duration)
    idle = line.idle.map { .microseconds($0) }
    projection = line.projection.map { Projection(.microseconds($0)) }
    if let read = line.estimate, let samples = read.samples, let confidence = read.confidence {
      estimate = Estimate(
        samples: Int(clamping: samples), window: .microseconds(read.window ?? 0),
        age: .microseconds(read.age ?? 0), confidence: confidence)
    }
    edge = line.edge?.value
    progress = line.progress
    zone = line.zone?.name
    snap = line.zone?.snap
    handOff = line.zone?.handOff.map {
      HandOff(
        spring: Spring(nearestTo: $0.spring), velocity: $0.velocity, relativeVelocity: $0.relativeVelocity,
        settlingDuration: $0.settlingMicroseconds.map { .microseconds($0) }, target: $0.target)
    }
    merged = Int(clamping: line.merged)
    press = line.press
  }

  /// Creates the press of a line; nil if this version does not have the phase.
  package init?(_ line: PressFields) {
    guard let phase = line.phase.value, [.press, .release, .cancel].contains(phase) else { return nil }
    self.init(id: 0, phase: phase, panelID: line.panelID, time: .microseconds(line.time))
    if phase == .cancel { cancelReason = line.reason }
    press = line.number
    zone = line.zone.name
  }
}

extension Decision {
  /// Creates the decision of a line; nil if this version does not have the kind.
  fileprivate init?(_ line: DecisionFields) {
    guard let kind = line.kind.value else { return nil }
    self.init(
      kind: kind, commit: line.commit,
      by: DecisionRule.CommitCriteria(line.by.compactMap { Criterion(word: $0) }),
      direction: line.direction?.value, distance: line.distance, distanceThreshold: line.distanceThreshold,
      speed: line.speed, speedThreshold: line.speedThreshold, predicted: line.predicted,
      predictedThreshold: line.predictedThreshold ?? 0, noCommit: line.noCommit?.value,
      travel: line.travel ?? 0, travelThreshold: line.travelThreshold ?? 0, recoil: line.recoil)
  }
}

extension SwipeVector {
  fileprivate init(_ pair: Translation) {
    self.init(x: pair.x, y: pair.y)
  }
}
