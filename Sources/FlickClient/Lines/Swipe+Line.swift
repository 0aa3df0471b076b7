extension Swipe {
  /// Reads a swipe line; nil if the line has another type or lacks a required field.
  package init?(_ line: ServerLine) {
    guard line.type == "swipe", let id = line.swipeID, let phase = Phase(line) else { return nil }
    self.init(
      id: id, phase: phase, panelID: line.panelID ?? "", time: line.time ?? 0, fingers: line.fingers ?? 1,
      startLocation: line.start, translation: line.translation ?? .zero, velocity: line.velocity ?? .zero,
      predictedEndTranslation: line.predictedEnd, decision: line.decision.flatMap(Decision.init))
    lookaheadTranslation = line.lookahead
    slop = line.slop
    duration = line.duration ?? 0
    edge = line.edge.flatMap(Edge.init)
    progress = line.progress
    zone = line.zone?.name
    snap = line.zone?.snap.map {
      Snap(from: $0.from, index: $0.index, steps: $0.steps, offset: $0.offset)
    }
    handOff = line.zone?.spring.map {
      HandOff(
        spring: Spring(stiffness: $0.stiffness, damping: $0.damping), velocity: $0.initialVelocity,
        relativeVelocity: $0.relativeVelocity, settlingTime: $0.settling.map { Double($0) * 1e-6 },
        target: $0.target)
    }
    merged = line.merged ?? 0
  }
}

extension Swipe.Phase {
  fileprivate init?(_ line: ServerLine) {
    switch line.phase {
    case "begin": self = .begin
    case "update": self = .update
    case "end": self = .end
    case "cancel": self = .cancel(line.reason ?? "")
    default: return nil
    }
  }
}

extension Swipe.Decision {
  fileprivate init?(_ read: ServerLine.Decision) {
    guard let kind = Kind(rawValue: read.kind) else { return nil }
    self.init(
      kind: kind, commit: read.commit, by: Set(read.by.compactMap(Swipe.Condition.init)),
      direction: read.direction.flatMap(Swipe.Direction.init), distance: read.distance,
      distanceThreshold: read.distanceThreshold, speed: read.speed, speedThreshold: read.speedThreshold)
  }
}
