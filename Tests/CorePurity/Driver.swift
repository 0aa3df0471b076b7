/// Uses every generic of the core once, so that `make core-purity` compiles their bodies and not only their signatures.
struct PurityDriver: ~Copyable, SwipeSink {
  var decisions = 0
  let rule = DecisionRule(predicted: DecisionRule.Threshold(x: 100, y: 60))

  mutating func receive(_ fact: borrowing SwipeFact) {
    let decision = rule.decide(translation: fact.translation, velocity: fact.estimate.velocity)
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
    return driver.decisions
  }
}
