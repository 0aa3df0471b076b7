// Compiled together with GestureCore in Embedded mode with `-no-allocations`: what is not instantiated is not checked,
// so this file gives every generic of the core a concrete type and calls every public entry once.

/// A sink that keeps nothing but a count and the last landing.
struct CountingSink: SwipeSink, ~Copyable {
  var facts = 0
  var landing = Translation.zero
  let rule = DecisionRule(predicted: DecisionRule.Threshold(x: 100, y: 60))

  mutating func receive(_ fact: borrowing SwipeFact) {
    facts += 1
    landing = rule.predictedEnd(translation: fact.translation, velocity: fact.estimate.velocity)
    let decision = rule.decide(translation: fact.translation, velocity: fact.estimate.velocity)
    if decision.commit, decision.direction == .left { facts += fact.fingers }
  }
}

/// Drives one swipe through the core and returns a number that depends on all of it.
func drive() -> Int {
  var recognizer = Recognizer(settings: RecognitionSettings())
  var numbering = SwipeNumbering()
  var sink = CountingSink()
  var frame = ContactFrame()
  let finger = Contact.ID(number: 1)
  for step in 0..<20 {
    frame.removeAll()
    frame.instant = Instant(microseconds: Int64(step) * 8000)
    let place = PanelPoint(x: Double(step) * 3, y: 10)
    let report: Contact.Report = step == 0 ? .landed : (step == 19 ? .lifted : .moved)
    frame.append(Contact(id: finger, report: report, location: place))
    _ = recognizer.process(&frame, numbering: &numbering, into: &sink)
  }
  _ = recognizer.advance(to: Instant(microseconds: 1_000_000), into: &sink)
  recognizer.cancelAll(.shutdown, at: frame.instant + .seconds(1), into: &sink)
  return sink.facts + Int(sink.landing.length)
}

@main enum Driver {
  static func main() {
    precondition(drive() > 0)
  }
}
