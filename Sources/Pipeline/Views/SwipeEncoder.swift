public import FlickProtocol
public import GestureCore
internal import Panels
public import Settings

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
  var line = SwipeLine()
  private(set) var lateBegin = SwipeLine()
  private(set) var isBeginDue = false
  /// The lines that precede ``lateBegin`` and ``line``: the first ``earlierCount`` of them.
  private(set) var earlier: [SwipeLine] = []
  private(set) var earlierCount = 0

  /// The presses of the view's connection.
  public var presses = Presses()

  private var millimetersPerPoint: Double
  private var configured: [ZoneSettings]
  var evaluator: ZoneEvaluator
  /// The active swipes whose begin the view has received.
  private var known: [KnownSwipe] = []

  /// A swipe, and its id in the view's lines.
  private struct KnownSwipe {
    let swipe: SwipeID
    let shownID: SwipeID
  }

  /// Creates the encoder of a view.
  ///
  /// A point is `millimetersPerPoint` mm. `configured` are the zones for a view without zones of
  /// its own. The swipes in `active` that the view sees count as begun.
  public init(
    view: View, millimetersPerPoint: Double, configured: [ZoneSettings] = [],
    active: ActiveSwipes = ActiveSwipes()
  ) {
    self.view = view
    self.millimetersPerPoint = millimetersPerPoint
    self.configured = configured
    evaluator = view.evaluator(configured: configured, millimetersPerPoint: millimetersPerPoint)
    known.reserveCapacity(64)
    for swipe in active.swipes(seenBy: view) {
      known.append(KnownSwipe(swipe: swipe.id, shownID: swipe.id(at: view.level)))
    }
  }

  /// How a fact relates to a view, as far as it is known before the fact is evaluated.
  public enum Relevance: Sendable {
    /// The view must not receive the fact, or does not show it.
    case none
    /// The fact is an update of a swipe whose begin the view has received.
    ///
    /// A newer update may replace it, so ``encodeUpdate(_:of:)`` can wait until a client wants it.
    case update
    /// A begin, an end, a cancel, an update of a swipe that the view does not know, or the end of
    /// presses: ``encode(_:of:lowerID:)`` returns whether the view receives it.
    case other
  }

  /// Takes note of a fact, and returns how it relates to the view.
  ///
  /// The facts of a swipe must arrive in order. An update of a swipe whose begin the view has
  /// received determines the swipe's zone if no earlier fact did; other facts change nothing. So
  /// ``encode(_:of:lowerID:)`` may call it again. Cost: nothing is evaluated or encoded.
  public mutating func note(_ fact: borrowing SwipeFact, of panel: PanelSetup) -> Relevance {
    // A swipe that the view does not show ends the presses of its fingers.
    guard isAbout(fact, of: panel) else { return presses.contain(fact.swipe) ? .other : .none }
    guard case .update = fact.phase else { return .other }
    let swipe = fact.swipe
    guard known.contains(where: { $0.swipe == swipe }) else { return .other }
    evaluator.note(fact, of: panel)
    return view.phases.contains(.update) ? .update : .none
  }

  /// Encodes a fact; false if the view must not receive it.
  ///
  /// The facts of a swipe must arrive in order. `lowerID` is the swipe's id below the level
  /// `positions`; nil while the swipe is withheld there.
  public mutating func encode(
    _ fact: borrowing SwipeFact, of panel: PanelSetup, lowerID: SwipeID?
  ) -> Bool {
    switch note(fact, of: panel) {
    case .none: return false
    case .update:
      encodeUpdate(fact, of: panel)
      return true
    case .other:
      return encodeOther(fact, of: panel, idAtLevel: view.level == .positions ? fact.swipe : lowerID)
    }
  }

  /// Encodes a fact for a view of the level `positions`.
  public mutating func encode(_ fact: borrowing SwipeFact, of panel: PanelSetup) -> Bool {
    encode(fact, of: panel, lowerID: nil)
  }

  /// Encodes an update for which ``note(_:of:)`` returned `.update`.
  public mutating func encodeUpdate(_ fact: borrowing SwipeFact, of panel: PanelSetup) {
    forgetLines()
    let evaluation = evaluator.evaluate(fact, of: panel)
    let swipe = fact.swipe
    let shownID = known.first { $0.swipe == swipe }?.shownID ?? swipe
    let message = message(of: fact, as: shownID, evaluation, panel)
    line.write(message, of: swipe, scale: scale(on: panel), level: view.level)
  }

  private func isAbout(_ fact: borrowing SwipeFact, of panel: PanelSetup) -> Bool {
    view.isAbout(panelID: panel.message.panelID, fingers: fact.fingers)
  }

  /// Forgets the lines of the last fact.
  mutating func forgetLines() {
    isBeginDue = false
    earlierCount = 0
  }

  /// Lets a further line follow ``line``.
  mutating func keepLine() {
    if earlierCount == earlier.count { earlier.append(SwipeLine()) }
    swap(&line, &earlier[earlierCount])
    earlierCount += 1
  }

  /// Makes the last line that was kept the last line; false if there is none.
  private mutating func endWithKeptLine() -> Bool {
    guard earlierCount > 0 else { return false }
    earlierCount -= 1
    swap(&line, &earlier[earlierCount])
    return true
  }

  /// `idAtLevel` is the swipe's id at the view's level; nil while the swipe is withheld there.
  private mutating func encodeOther(
    _ fact: borrowing SwipeFact, of panel: PanelSetup, idAtLevel: SwipeID?
  ) -> Bool {
    forgetLines()
    guard isAbout(fact, of: panel) else {
      _ = endPresses(of: fact, into: nil)
      return endWithKeptLine()
    }
    let swipe = fact.swipe
    let index = known.firstIndex { $0.swipe == swipe }
    guard let shownID = index.map({ known[$0].shownID }) ?? idAtLevel else {
      withhold(fact, of: panel)
      return endWithKeptLine()
    }
    let evaluation = evaluator.evaluate(fact, of: panel)
    let hasBegins = view.phases.contains(.begin)
    let press = presses.isEmpty ? nil : endPresses(of: fact, into: hasBegins ? evaluation.zone?.name : nil)
    var phase = fact.phase
    let isLate = index == nil && phase != .begin && hasBegins
    if phase.isLast {
      if let index { known.remove(at: index) }
    } else {
      if index == nil { known.append(KnownSwipe(swipe: swipe, shownID: shownID)) }
      if isLate { phase = .begin }
    }
    guard view.phases.contains(Phases(Phase(phase))) else { return endWithKeptLine() }
    var message = message(of: fact, as: shownID, evaluation, panel)
    // Content that starts from rest starts without what was withheld.
    if isLate { message.slop = max(message.slop, min(fact.excursion, SwipeFact.withheldExcursion)) }
    let scale = scale(on: panel)
    if isLate, phase.isLast {
      // Only the end sends the spring hand-off.
      message.zone?.spring = nil
      message.fact.phase = .begin
      message.press = press
      lateBegin.write(message, of: swipe, scale: scale, level: view.level)
      message.zone = evaluation.zone
      isBeginDue = true
    }
    message.fact.phase = phase
    message.press = phase == .begin ? press : nil
    line.write(message, of: swipe, scale: scale, level: view.level)
    if phase.isLast { openWindow(of: evaluation.zone, panel, at: fact.instant) }
    return true
  }

  /// A swipe that the client never sees moves no content.
  private mutating func withhold(_ fact: borrowing SwipeFact, of panel: PanelSetup) {
    guard fact.phase.isLast else { return evaluator.note(fact, of: panel) }
    evaluator.forget(fact, of: panel)
    _ = endPresses(of: fact, into: nil)
  }

  /// From now on, a finger that lands in a zone whose content flies to its target is a press.
  private mutating func openWindow(of zone: ZoneMessage?, _ panel: PanelSetup, at instant: Instant) {
    guard view.phases.contains(.press), let zone, let spring = zone.spring else { return }
    presses.open(
      zone: zone.name, panelID: panel.message.panelID, from: instant, settling: spring.settlingMicroseconds)
  }

  private func message(
    of fact: borrowing SwipeFact, as shownID: SwipeID, _ evaluation: SwipeEvaluation, _ panel: PanelSetup
  ) -> SwipeMessage {
    var message = SwipeMessage(
      fact: copy fact, decision: evaluation.decision, predictedEnd: evaluation.predictedEnd,
      projectionMicroseconds: evaluation.projectionMicroseconds, slop: panel.recognition.slop,
      panelID: panel.message.panelID, edge: panel.edge(of: fact.start), progress: evaluation.progress,
      zone: evaluation.zone)
    message.fact.swipe = shownID
    if let lookahead = view.lookahead { message.lookahead = fact.translation(after: lookahead) }
    return message
  }

  private func scale(on panel: PanelSetup) -> UnitScale {
    view.scale(on: panel.geometry.extent, millimetersPerPoint: millimetersPerPoint)
  }

  /// Whether the line that was encoded last is an update.
  public var isUpdate: Bool { line.isUpdate }

  /// Whether the view shows this panel.
  public func shows(panelID: String) -> Bool { view.shows(panelID: panelID) }

  /// Appends the encoded line with the number `sequence`, after the lines that precede it.
  ///
  /// For a replay; a connection takes the lines by ``LineQueue``. Returns the number of the last
  /// line.
  @discardableResult
  public func append(sequence: Int64, to bytes: inout [UInt8]) -> Int64 {
    var last = sequence
    for index in 0..<earlierCount {
      earlier[index].append(sequence: last, to: &bytes)
      last += 1
    }
    if isBeginDue {
      lateBegin.append(sequence: last, to: &bytes)
      last += 1
    }
    line.append(sequence: last, to: &bytes)
    return last
  }

  // MARK: Changing it

  /// Sets the offset of a zone's content; from then on the view belongs to the connection `owner`.
  ///
  /// Returns false if there is no such zone.
  public mutating func update(_ update: ZoneUpdate, owner: Int) -> Bool {
    view.owner = owner
    // A press stops only content that flies after a swipe.
    presses.close(zone: update.zone)
    return evaluator.update(zone: update.zone, offset: update.offset)
  }

  /// The names of the zones whose offset a client can set.
  public var zoneNames: [String] {
    let names =
      view.zones.map { own in own.filter { !$0.isExclusion }.map(\.name) }
      ?? configured.filter { !$0.spec.isExclusion }.map(\.spec.name)
    return names.filter { !$0.isEmpty }
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
  /// The id of the swipe in its facts; the line may have another one.
  public private(set) var swipe = SwipeID(number: 0)
  /// Whether a newer line of the swipe may replace this one.
  public private(set) var isUpdate = false
  private var writer = LineWriter(capacity: 3072)
  private(set) var split = 0

  /// The line without the value of `seq`, which belongs at ``split``.
  var text: ArraySlice<UInt8> { writer.bytes }

  /// Replaces the line by that of another message, which may contain another id of the swipe.
  mutating func write(
    _ message: borrowing SwipeMessage, of swipe: SwipeID, scale: UnitScale, level: Level
  ) {
    self.swipe = swipe
    isUpdate = message.fact.phase == .update
    writer.removeAll()
    message.writeHead(into: &writer)
    split = writer.count
    message.writeTail(into: &writer, scale: scale, level: level)
  }

  /// Replaces the line by that of a press.
  mutating func write(_ message: borrowing PressMessage) {
    swipe = SwipeID(number: 0)
    isUpdate = false
    writer.removeAll()
    message.writeHead(into: &writer)
    split = writer.count
    message.writeTail(into: &writer)
  }

  /// Appends the line with `sequence` as the value of `seq`.
  func append(sequence: Int64, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: text[..<split])
    LineWriter.append(sequence, to: &bytes)
    bytes.append(contentsOf: text[split...])
  }
}
