internal import ArgumentParser
internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Pipeline
internal import Recordings
internal import Settings
internal import Terminal

/// The two swipes that show a panel's orientation: one to the right, one down, as the user sees
/// them.
///
/// ```
/// right? ─ good ─▶ down? ─ good ─▶ found
///    ▲  └ bad        │ └ bad: again
///    └── same line ◀─┘
/// ```
struct SwipePair {
  /// The result of one swipe.
  enum Answer: Equatable {
    /// This is the swipe to the right; the swipe down is next.
    case goOn
    /// The swipe is not usable, for this reason in words; repeat it.
    case again(String)
    /// Both swipes followed the same line, so one of them is wrong; repeat both.
    case startOver(String)
    /// Both swipes are known.
    case found(Orientation)
  }

  /// The minimum displacement of an intended swipe, in mm.
  ///
  /// An accidental slip is shorter, and a thumb's swipe on the smallest panels (3.5 inch) is
  /// longer.
  static let minTravel = 20.0
  /// The minimum displacement as a share of the side along it, if that is less than `minTravel`.
  ///
  /// A panel's size may be an assumption, and too large.
  static let minShare = 0.15
  /// The maximum movement across the direction, as a share of the displacement: an angle of 27°.
  ///
  /// Beyond this angle the user may have meant either direction.
  static let maxDrift = 0.5

  /// The swipe to the right in the panel's coordinates: one component is 1 or −1, the other 0.
  private(set) var right: Translation?

  /// Handles the next swipe, in mm on a panel of `extent`.
  mutating func take(_ movement: Translation, on extent: Extent) -> Answer {
    let isHorizontal = movement.x.magnitude >= movement.y.magnitude
    let along = isHorizontal ? movement.x : movement.y
    let drift = isHorizontal ? movement.y : movement.x
    let side = isHorizontal ? extent.width : extent.height
    guard along.magnitude >= min(Self.minTravel, Self.minShare * side) else {
      return .again("that was too short: swipe across a third of the screen")
    }
    guard drift.magnitude <= Self.maxDrift * along.magnitude else {
      return .again("that was too slanted: swipe along an edge of the screen")
    }
    let sign = along < 0 ? -1.0 : 1
    let line = isHorizontal ? Translation(x: sign, y: 0) : Translation(x: 0, y: sign)
    guard let right else {
      right = line
      return .goOn
    }
    // Two perpendicular swipes fit exactly one of the eight orientations.
    for orientation in Orientation.all
    where orientation.turned(right) == Translation(x: 1, y: 0)
      && orientation.turned(line) == Translation(x: 0, y: 1)
    {
      return .found(orientation)
    }
    self.right = nil
    return .startOver("both swipes followed the same line of the glass")
  }
}

/// The two swipes of a recording: the first to the right, the second down.
enum RecordedSwipes {
  /// Returns the orientation that the swipes show; ends the command if they show none.
  static func orientation(in file: String, settings: Settings) throws -> FoundOrientation {
    let recording = try recording(in: file)
    guard let panel = RecordedPanel.panels(for: [recording], settings: settings.withoutOrientation).first
    else {
      throw failure(
        .badData, "\(file): the recording contains no touchscreen: record one with `flickctl record`")
    }
    var movements = Movements()
    var numbering = SwipeNumbering()
    _ = Playback(panel, isPrivateIncluded: true).play(through: nil, numbering: &numbering, into: &movements)

    var pair = SwipePair()
    for (index, movement) in movements.ends.prefix(2).enumerated() {
      switch pair.take(movement, on: panel.setup.geometry.extent) {
      case .goOn: break
      case .again(let reason):
        throw failure(.badData, "\(file): the \(index == 0 ? "first" : "second") swipe: \(reason)")
      case .startOver(let reason):
        throw failure(.badData, "\(file): \(reason): the first must go right, the second down")
      case .found(let orientation):
        let subject = RuleSubject(description: recording.description)
        return FoundOrientation(
          panel: panel.setup.message, orientation: orientation, subject: subject,
          stated: settings.statedOrientation(of: subject))
      }
    }
    let count = movements.ends.isEmpty ? "no swipe" : "one swipe"
    throw failure(.badData, "\(file): there is \(count): record one to the right, then one down")
  }
}

/// Collects the displacement of each swipe that ended with a lift.
struct Movements: SwipeSink {
  /// The displacements in mm, in the order of the swipes' ends.
  var ends: [Translation] = []

  mutating func receive(_ fact: borrowing SwipeFact) {
    if fact.phase == .end { ends.append(fact.translation) }
  }
}
