import GestureCore
import PanelTuning
import Recordings
import Testing

@Suite struct `A tuning session` {
  private func stroke(_ label: RecordingLabel, _ person: String = "anna", isSwipe: Bool = true)
    -> LabelledStroke
  {
    let lift = LabelledStroke.Lift(
      translation: Translation(x: -20, y: 0), velocity: Velocity(x: -400, y: 0), travel: 20,
      duration: .milliseconds(100))
    return LabelledStroke(label: label, person: person, lift: isSwipe ? lift : nil, rule: MadePeople.rule)
  }

  /// The state as a test writes it: person, exercise, `?` before the person begins.
  private func words(_ session: TuningSession) -> String {
    switch session.state {
    case .ready(let step): "\(step.person)?"
    case .asked(let step):
      "\(step.person) \(session.exercises[step.exercise].label) \(session.count(of: step))"
    case .over: "over"
    }
  }

  @Test func `asks each person for every kind of stroke, and waits before each person`() {
    var session = TuningSession(people: ["anna", "ben"], tries: 2)
    var seen: [String] = []
    while session.state != .over {
      seen.append(words(session))
      if let step = session.step {
        _ = session.add([stroke(session.exercises[step.exercise].label, session.people[step.person])])
      } else {
        session.proceed()
      }
    }
    let each = ["flick 0", "flick 1", "drag 0", "drag 1", "tap 0", "tap 1", "scroll 0", "scroll 1"]
    #expect(seen == ["0?"] + each.map { "0 \($0)" } + ["1?"] + each.map { "1 \($0)" })
    #expect(session.strokes.count == 16 && session.strokes.filter { $0.person == "ben" }.count == 8)
  }

  @Test func `asks for at most three scrolls, which are not judged`() {
    #expect(TuningSession(people: ["a"], tries: 10).exercises.map(\.tries) == [10, 10, 10, 3])
  }

  @Test func `counts a try only if it is one stroke of the asked kind`() {
    var session = TuningSession(people: ["anna"], tries: 3)
    #expect(session.add([stroke(.flick)]) == nil)
    session.proceed()
    #expect(session.add([]) == .rejected(.cancelled))
    #expect(session.add([stroke(.flick), stroke(.flick)]) == .rejected(.severalSwipes))
    #expect(session.add([stroke(.flick, isSwipe: false)]) == .rejected(.notSwiped))
    #expect(session.add([stroke(.flick)]) == .counted(stroke(.flick), number: 1))
    session.proceed()
    session.proceed()
    // A tap that slides is what the session looks for.
    #expect(session.add([stroke(.tap, isSwipe: false)]) == .counted(stroke(.tap, isSwipe: false), number: 1))
    #expect(session.add([stroke(.tap)]) == .counted(stroke(.tap), number: 2))
    #expect(session.strokes.count == 3)
  }

  @Test func `takes tries back in the reverse order, also across exercises and people`() {
    var session = TuningSession(people: ["anna", "ben"], tries: 1)
    #expect(session.undo() == nil)
    session.proceed()
    for label in [RecordingLabel.flick, .drag, .tap, .scroll] { _ = session.add([stroke(label)]) }
    #expect(words(session) == "1?")
    #expect(session.undo()?.exercise == 3)
    #expect(words(session) == "0 scroll 0")
    #expect(session.undo()?.exercise == 2)
    _ = session.add([stroke(.tap)])
    #expect(words(session) == "0 scroll 0" && session.strokes.map(\.label) == [.flick, .drag, .tap])
  }

  @Test func `skips the rest of an exercise, and can take the last try back after its end`() {
    var session = TuningSession(people: ["anna"], tries: 5)
    session.proceed()
    _ = session.add([stroke(.flick)])
    for _ in 0..<4 { session.proceed() }
    #expect(session.state == .over)
    session.proceed()
    #expect(session.state == .over && session.add([stroke(.tap)]) == nil)
    _ = session.undo()
    #expect(words(session) == "0 flick 0" && session.strokes.isEmpty)
  }
}
