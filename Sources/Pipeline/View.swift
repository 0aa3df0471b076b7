public import FlickProtocol
public import GestureCore

/// What one kind of subscriber wants to see, and may.
public struct View: Equatable, Sendable {
  /// The unit of lengths.
  public var unit: LengthUnit
  /// How much it may know.
  public var level: Level
  /// The phases that it asked for.
  public var phases: Phases

  /// Creates a view; without more words it is that of a connection which asked for nothing.
  public init(unit: LengthUnit = .millimeters, level: Level, phases: Phases = .standard) {
    self.unit = unit
    self.level = level
    self.phases = phases
  }
}

/// Turns facts into the lines of one view; what is encoded once serves every subscriber with that view.
///
/// No allocation per line once its buffers have grown to the length of a line.
public struct SwipeEncoder: Sendable {
  /// The view that it writes for.
  public let view: View
  private let scale: Double
  private var head = LineWriter(capacity: 128)
  private var tail = LineWriter(capacity: 2048)

  /// Creates the encoder of a view; a point is `millimetersPerPoint` mm.
  public init(view: View, millimetersPerPoint: Double) {
    self.view = view
    scale = view.unit == .points ? 1 / millimetersPerPoint : 1
  }

  /// Encodes a fact; false if the view is not to see it.
  public mutating func encode(_ fact: borrowing SwipeFact, of panel: borrowing PanelSetup) -> Bool {
    guard view.phases.contains(Phases(fact.phase)) else { return false }
    let velocity = fact.estimate.velocity
    let decision = panel.rule.decide(translation: fact.translation, velocity: velocity)
    if view.level < .positions, fact.isWithheld(commit: decision.commit) { return false }
    let message = SwipeMessage(
      fact: copy fact, decision: decision,
      predictedEnd: panel.rule.predictedEnd(translation: fact.translation, velocity: velocity),
      projectionMicroseconds: Int64((panel.rule.projection * 1e6).rounded()), panelID: panel.message.panelID,
      edge: panel.edge(of: fact.start))
    head.removeAll()
    tail.removeAll()
    message.writeHead(into: &head)
    message.writeTail(into: &tail, unit: view.unit, scale: scale, level: view.level)
    return true
  }

  /// The most bytes that the encoded line can take, with any sequence number.
  public var maximumLength: Int { head.bytes.count + tail.bytes.count + 20 }

  /// Appends the encoded line as the `sequence`th of a connection.
  public mutating func append(sequence: Int64, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: head.bytes)
    LineWriter.append(sequence, to: &bytes)
    bytes.append(contentsOf: tail.bytes)
  }
}

extension SwipeFact {
  /// Below the level `positions`, a swipe that did not commit and never came further than this is withheld, in mm: 16 %
  /// of real taps pass the slop, and a PIN pad must not leak.
  private static let withheldExcursion = 5.0

  /// Whether only the level `positions` may know of this fact; `commit` is what the rule says of it.
  func isWithheld(commit: Bool) -> Bool {
    excursion < Self.withheldExcursion && !(phase == .end && commit)
  }
}
