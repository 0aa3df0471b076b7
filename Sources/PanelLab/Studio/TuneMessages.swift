internal import FlickProtocol
internal import GestureCore
internal import PanelTuning
internal import Panels
internal import Recordings

/// `tune`: what the room Tune asks for.
struct TuneMessage {
  /// The result of the last try or command.
  struct Last: Equatable {
    var text: String
    /// Whether the last try counts; nil if the text is not about a try.
    var isCounted: Bool?
  }

  /// The word of the state: `idle`, `ready`, `asked` or `over`.
  var state: String
  /// Nil before the first session.
  var session: TuningSession?
  var last: Last?

  /// The line, without a newline.
  var line: [UInt8] {
    LineWriter.message(TuneRoom.word) { line in
      line.field("state", state)
      line.strings("people", session?.people ?? [])
      line.field("person", Int64(step?.person ?? 0))
      let asked = state == "asked" ? session : nil
      line.object("exercise", asked?.step) { line, step in
        if let asked { line.exercise(step, of: asked) }
      }
      line.object("last", last) { line, last in
        line.field("text", last.text)
        line.field("counted", last.isCounted)
      }
      line.field("strokes", Int64(session?.strokes.count ?? 0))
      line.field("tries", Int64(TriedTouches.tries))
      line.field("needed_people", Int64(ThresholdProposal.minPeople))
      line.field("most_people", Int64(TuneRoom.maxPeople))
    }
  }

  /// The step that is asked, or that is about to be.
  private var step: TuningSession.Step? {
    switch session?.state {
    case .ready(let step), .asked(let step): step
    case .over, nil: nil
    }
  }
}

extension LineWriter {
  fileprivate mutating func exercise(_ step: TuningSession.Step, of session: TuningSession) {
    let exercise = session.exercises[step.exercise]
    field("label", exercise.label.rawValue)
    field("number", Int64(step.exercise + 1))
    field("count", Int64(session.exercises.count))
    field("request", exercise.request)
    field("tries", Int64(exercise.tries))
    field("done", Int64(session.count(of: step)))
  }
}

/// `feel`: a swipe on the row of cards, and the rule in force.
struct FeelMessage {
  var rule: TuneRequest.Rule
  var hasProposal: Bool
  /// Nil if only the rule is sent.
  var swipe: FeltSwipe?

  /// The line, without a newline.
  var line: [UInt8] {
    LineWriter.message("feel") { line in
      line.field("rule", rule.rawValue)
      line.field("has_proposal", hasProposal)
      line.object("swipe", swipe) { write($1, into: &$0) }
    }
  }

  private func write(_ swipe: FeltSwipe, into line: inout LineWriter) {
    let decision = rule == .proposed ? swipe.proposed ?? swipe.present : swipe.present
    line.field("number", Int64(clamping: swipe.number))
    line.field("x", swipe.x)
    line.field("direction", decision.direction?.word)
    // A cancelled swipe has no decision.
    line.field("commit", decision.commit && swipe.phase != .cancel)
    line.field("ended", swipe.phase == .end || swipe.phase == .cancel)
    line.field("cancelled", swipe.phase == .cancel)
    for (name, decision) in [("present", swipe.present), ("proposed", swipe.proposed)] {
      line.object(name, decision) { line, decision in
        line.field("commit", decision.commit)
        line.field("kind", decision.kind.word)
      }
    }
  }
}

/// A request of the page to the room Tune.
enum TuneRequest: Equatable {
  /// A rule of the row of cards.
  enum Rule: String {
    case present, proposed
  }

  /// Begin a session of this number of people.
  case begin(people: Int)
  case proceed
  case undo
  case finish
  /// Use this rule for the row of cards.
  case feel(Rule)
  /// The field of the tries or of the cards: x, y, width and height as fractions of the display;
  /// empty if the page shows none.
  case field([Double])

  /// Reads a request; nil if this version does not know it.
  init?(_ fields: LineFields) {
    switch try? fields.string("do") {
    case "begin":
      guard let people = try? fields.integer("people"), (1...Int64(TuneRoom.maxPeople)).contains(people)
      else {
        return nil
      }
      self = .begin(people: Int(people))
    case "proceed": self = .proceed
    case "undo": self = .undo
    case "finish": self = .finish
    case "feel":
      guard let word = try? fields.string("rule"), let rule = Rule(rawValue: word) else { return nil }
      self = .feel(rule)
    case "field":
      let numbers = (try? fields.numbers("field")) ?? []
      guard numbers.isEmpty || numbers.count == 4 else { return nil }
      self = .field(numbers)
    default: return nil
    }
  }
}
