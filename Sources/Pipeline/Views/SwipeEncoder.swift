public import Configuration
public import FlickProtocol
public import GestureCore
internal import Panels

/// Encodes facts as the lines of one view; each line serves every client with that view.
///
/// Below the level `positions` a swipe may be withheld at first. Its `begin` is then sent late,
/// with the values of the time at which the swipe may be shown: an update becomes the begin, and an
/// end gets a begin before it.
///
///     unknown ── begin, update or end that may be seen ──▶ known (sent: begin) ── end, cancel ──▶ forgotten
///        └────── end or cancel that may not be seen ───────────────────────────────────────────▶ forgotten
///
/// No allocation per fact once its buffers have grown to the length of a line.
public struct SwipeEncoder: Sendable {
  /// The view of this encoder.
  public private(set) var view: View
  /// The line that was encoded last; ``lateBegin`` precedes it if ``isBeginDue``.
  private(set) var line = SwipeLine()
  private(set) var lateBegin = SwipeLine()
  private(set) var isBeginDue = false

  private var millimetersPerPoint: Double
  private var configured: [ZoneSettings]
  private var evaluator: ZoneEvaluator
  /// The active swipes whose begin the view has received.
  private var known: [SwipeID] = []

  /// Creates the encoder of a view.
  ///
  /// A point is `millimetersPerPoint` mm. `configured` are the zones for a view without zones of
  /// its own. The swipes in `underWay` that the view sees count as begun.
  public init(
    view: View, millimetersPerPoint: Double, configured: [ZoneSettings] = [],
    underWay: ActiveSwipes = ActiveSwipes()
  ) {
    self.view = view
    self.millimetersPerPoint = millimetersPerPoint
    self.configured = configured
    evaluator = view.evaluator(configured: configured, millimetersPerPoint: millimetersPerPoint)
    known.reserveCapacity(64)
    for swipe in underWay.seen(by: view) { known.append(swipe.id) }
  }

  /// Encodes a fact; false if the view must not receive it.
  ///
  /// The facts of a swipe must arrive in order.
  public mutating func encode(_ fact: borrowing SwipeFact, of panel: PanelSetup) -> Bool {
    isBeginDue = false
    guard view.isAbout(panelID: panel.message.panelID, fingers: fact.fingers), !panel.isPrivate(fact.start)
    else { return false }
    let evaluation = evaluator.evaluate(fact, of: panel)
    let swipe = fact.swipe
    let place = known.firstIndex { $0 == swipe }
    if place == nil, view.level < .positions, fact.isWithheld(commit: evaluation.decision.commit) {
      return false
    }
    let phase = fact.phase
    let isLate = place == nil && phase != .begin && view.phases.contains(.begin)
    var message = SwipeMessage(
      fact: copy fact, decision: evaluation.decision, predictedEnd: evaluation.predictedEnd,
      projectionMicroseconds: evaluation.projectionMicroseconds, slop: panel.recognition.slop,
      panelID: panel.message.panelID, edge: panel.edge(of: fact.start), progress: evaluation.progress,
      zone: evaluation.zone)
    if let lookahead = view.lookahead { message.lookahead = fact.translation(after: lookahead) }
    let scale = view.scale(on: panel.geometry.extent, millimetersPerPoint: millimetersPerPoint)

    switch fact.phase {
    case .begin, .update:
      if place == nil { known.append(swipe) }
      if isLate { message.fact.phase = .begin }
    case .end, .cancel:
      if let place { known.remove(at: place) }
      if isLate, view.phases.contains(Phases(fact.phase)) {
        // Only the end sends the spring hand-off.
        let zone = message.zone
        message.zone?.spring = nil
        message.fact.phase = .begin
        lateBegin.write(message, scale: scale, level: view.level)
        message.fact.phase = fact.phase
        message.zone = zone
        isBeginDue = true
      }
    }
    guard view.phases.contains(Phases(message.fact.phase)) else { return false }
    line.write(message, scale: scale, level: view.level)
    return true
  }

  /// Whether the view shows this panel.
  public func shows(panelID: String) -> Bool { view.shows(panelID: panelID) }

  /// Appends the encoded line with the number `sequence`, after a begin that is due.
  ///
  /// Returns the number of the last line.
  @discardableResult
  public func append(sequence: Int64, to bytes: inout [UInt8]) -> Int64 {
    if isBeginDue { lateBegin.append(sequence: sequence, to: &bytes) }
    let last = sequence + (isBeginDue ? 1 : 0)
    line.append(sequence: last, to: &bytes)
    return last
  }

  // MARK: Changing it

  /// Sets the offset of a zone's content; from then on the view belongs to the connection `owner`.
  ///
  /// Returns false if there is no such zone.
  public mutating func update(_ update: ZoneUpdate, owner: Int) -> Bool {
    view.owner = owner
    return evaluator.update(zone: update.zone, offset: update.offset)
  }

  /// Applies a changed configuration.
  ///
  /// Offsets that a client has set are kept unless this view's zones or unit have changed.
  public mutating func use(millimetersPerPoint: Double, configured: [ZoneSettings]) {
    let isNew =
      view.zones == nil && configured != self.configured
      || view.unit == .points && millimetersPerPoint != self.millimetersPerPoint
    self.millimetersPerPoint = millimetersPerPoint
    self.configured = configured
    if isNew { evaluator = view.evaluator(configured: configured, millimetersPerPoint: millimetersPerPoint) }
  }
}

/// A swipe line for every connection of a view, without the value of `seq`.
///
/// No allocation per line once its buffer has grown to the length of a line.
public struct SwipeLine: Sendable {
  /// The id of the swipe.
  public private(set) var swipe = SwipeID(number: 0)
  /// Whether a newer line of the swipe may replace this one.
  public private(set) var isUpdate = false
  private var writer = LineWriter(capacity: 2048)
  private(set) var split = 0

  /// The line without the value of `seq`, which belongs at ``split``.
  var text: ArraySlice<UInt8> { writer.bytes }

  /// Replaces the line by that of another message.
  mutating func write(_ message: borrowing SwipeMessage, scale: UnitScale, level: Level) {
    swipe = message.fact.swipe
    isUpdate = message.fact.phase == .update
    writer.removeAll()
    message.writeHead(into: &writer)
    split = writer.count
    message.writeTail(into: &writer, scale: scale, level: level)
  }

  /// Appends the line with `sequence` as the value of `seq`.
  func append(sequence: Int64, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: text[..<split])
    LineWriter.append(sequence, to: &bytes)
    bytes.append(contentsOf: text[split...])
  }
}
