public import Recordings

/// A guided session, in which each person tries each kind of stroke: a state machine without I/O.
///
///     ready ── proceed ──▶ asked ── the last try, or proceed ──▶ asked, by the next exercise
///       ▲                    │ ▲                                      │
///       │                    │ └── undo: the exercise of the try      │
///       └── the next person ─┴──── after the last exercise ◀──────────┘ ── the last person ──▶ over
///
/// A try is one touch. It counts if it has one stroke of the asked kind. The last counted try can
/// be undone, also across exercises.
public struct TuningSession: Sendable {
  /// A person and an exercise, by their positions.
  public struct Step: Equatable, Sendable {
    /// The position of the person in ``TuningSession/people``.
    public var person: Int
    /// The position of the exercise in ``TuningSession/exercises``.
    public var exercise: Int
  }

  /// What the session waits for.
  public enum State: Equatable, Sendable {
    /// The person of this step is about to begin; tries do not count.
    case ready(Step)
    /// The session asks for tries of this step.
    case asked(Step)
    /// Every person has had every exercise; the last try can still be undone.
    case over
  }

  /// A kind of stroke, and how many tries of it each person makes.
  public struct Exercise: Equatable, Sendable {
    /// What the person should mean.
    public var label: RecordingLabel
    /// The number of tries.
    public var tries: Int
  }

  /// What became of a try.
  public enum Outcome: Equatable, Sendable {
    /// It counts as this stroke, the `number`th of its exercise.
    case counted(LabelledStroke, number: Int)
    /// It does not count.
    case rejected(Rejection)
  }

  /// Why a try does not count.
  public enum Rejection: Equatable, Sendable {
    /// The contact did not become a swipe, although the exercise asks for one.
    case notSwiped
    /// The touch contained several swipes.
    case severalSwipes
    /// The touch was cancelled, such as a palm.
    case cancelled
  }

  /// The names of the people, in the order in which they try.
  public let people: [String]
  /// The exercises of each person, in their order.
  public let exercises: [Exercise]
  /// What the session waits for.
  public private(set) var state: State
  private var tries: [(step: Step, stroke: LabelledStroke)] = []

  /// The number of strokes of a scroll exercise: scrolls are not judged.
  private static let scrolls = 3

  /// Creates a session for people, of whom there is at least one, with `tries` of each kind.
  public init(people: [String], tries: Int) {
    self.people = people
    exercises = [RecordingLabel.flick, .drag, .tap, .scroll].map {
      Exercise(label: $0, tries: $0 == .scroll ? min(tries, Self.scrolls) : tries)
    }
    state = .ready(Step(person: 0, exercise: 0))
  }

  /// The strokes of the counted tries.
  public var strokes: [LabelledStroke] { tries.map(\.stroke) }

  /// The step that the session asks for; nil before a person begins and at the end.
  public var step: Step? {
    if case .asked(let step) = state { step } else { nil }
  }

  /// The number of counted tries of a step.
  public func count(of step: Step) -> Int { tries.count { $0.step == step } }

  /// Adds the strokes of one touch; nil if the session asks for nothing.
  public mutating func add(_ strokes: [LabelledStroke]) -> Outcome? {
    guard let step else { return nil }
    guard let stroke = strokes.first else { return .rejected(.cancelled) }
    guard strokes.count == 1 else { return .rejected(.severalSwipes) }
    guard stroke.lift != nil || stroke.label == .tap else { return .rejected(.notSwiped) }
    tries.append((step, stroke))
    let number = count(of: step)
    if number >= exercises[step.exercise].tries { leave(step) }
    return .counted(stroke, number: number)
  }

  /// Begins with the person who is about to begin, or skips the rest of the present exercise.
  public mutating func proceed() {
    switch state {
    case .ready(let step): state = .asked(step)
    case .asked(let step): leave(step)
    case .over: break
    }
  }

  /// Takes the last counted try back and asks for it again; returns its step, nil if there is no
  /// try.
  public mutating func undo() -> Step? {
    guard let last = tries.popLast() else { return nil }
    state = .asked(last.step)
    return last.step
  }

  private mutating func leave(_ step: Step) {
    if step.exercise + 1 < exercises.count {
      state = .asked(Step(person: step.person, exercise: step.exercise + 1))
    } else if step.person + 1 < people.count {
      state = .ready(Step(person: step.person + 1, exercise: 0))
    } else {
      state = .over
    }
  }
}
