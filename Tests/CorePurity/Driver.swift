/// Uses every generic of the core once, so that the stage `core-purity` compiles their bodies and
/// not only their signatures.
struct PurityDriver: ~Copyable, SwipeSink {
  var decisions = 0
  let rule = DecisionRule(predicted: DecisionRule.Threshold(x: 100, y: 60))

  mutating func receive(_ fact: borrowing SwipeFact) {
    let decision = rule.decide(fact)
    if decision.commit { decisions += 1 }
  }

  /// One contact's life: it lands, moves, lifts, and time passes.
  static func drive() -> Int {
    var driver = PurityDriver()
    var recognizer = Recognizer(settings: RecognitionSettings())
    var numbering = SwipeNumbering()
    var frame = ContactFrame()
    for step in 0..<30 {
      frame.removeAll()
      frame.instant = Instant(microseconds: Int64(step) * 8000)
      let report: Contact.Report = step == 0 ? .landed : (step == 29 ? .lifted : .moved)
      let location = PanelPoint(x: Double(step) * 3, y: 40)
      frame.append(Contact(id: Contact.ID(number: 1), report: report, location: location))
      _ = recognizer.process(&frame, numbering: &numbering, into: &driver)
    }
    _ = recognizer.advance(to: Instant(microseconds: 1_000_000), into: &driver)
    return driver.decisions + snap()
  }

  /// A card that is flicked away, and the spring that brings the next.
  static func snap() -> Int {
    var points = SnapPoints(period: 900, maxSteps: 2)
    for offset in 0..<3 { _ = points.insert(Double(offset) * -300) }
    var zone = Zone(
      rectangle: Zone.Rectangle(x: 0, y: 0, width: 90, height: 40),
      rule: DecisionRule(axis: .fixed(.x), predicted: DecisionRule.Threshold(x: 100, y: 60)),
      snapPoints: points, spring: Spring(response: 0.4, dampingFraction: 0.8))
    let velocity = Velocity(x: -900, y: 0)
    let translation = Translation(x: -60, y: 0)
    guard zone.contains(PanelPoint(x: 3, y: 4)), zone.accepts(translation) else { return 0 }
    var decision = zone.rule.decide(translation: translation, velocity: velocity, travel: 60)
    let snap = zone.snap(translation: translation, velocity: velocity, offset: 0, from: 0)
    zone.commit(&decision, to: snap, thrown: snap)
    let start = Spring.State(displacement: -snap.displacement, velocity: snap.velocity)
    let settling = (zone.spring ?? .standard).settlingTime(from: start, within: 0.3)
    let state = (zone.spring ?? .standard).state(after: settling, from: start)
    let back = zone.back(translation: translation, offset: 0, from: 0)
    let pull = zone.pull(
      decision, translation: translation, velocity: .zero, offset: 0,
      along: zone.contentAxis(decision, translation), extent: 90)
    return decision.commit && state.displacement < min(back.displacement, pull.displacement) ? snap.target : 0
  }
}
