internal import ArgumentParser
internal import Configuration
internal import FlickProtocol
internal import GestureCore
internal import Panels
internal import Pipeline

/// The two swipes of a recording: the first to the right, the second down.
enum RecordedSwipes {
  /// Returns the orientation that the swipes show; ends the command if they show none.
  static func orientation(in file: String, settings: Settings) throws -> FoundOrientation {
    let recording = try Result { () throws(RecordingError) in try RecordingFile.read(file) }
      .mapError { failure($0) }.get()
    guard let panel = RecordedPanel.panels(for: [recording], settings: settings.withoutOrientation).first
    else {
      throw failure(.badData, "\(file): the recording contains no touchscreen")
    }
    var movements = Movements()
    var numbering = SwipeNumbering()
    _ = Playback(panel).play(through: nil, numbering: &numbering, into: &movements)

    var pair = SwipePair()
    for (place, movement) in movements.ends.prefix(2).enumerated() {
      switch pair.take(movement, on: panel.setup.geometry.extent) {
      case .goOn:
        break
      case .again(let reason):
        throw failure(.badData, "\(file): the \(place == 0 ? "first" : "second") swipe: \(reason)")
      case .startOver(let reason):
        throw failure(.badData, "\(file): \(reason): the first must go right, the second down")
      case .found(let orientation):
        let subject = FoundOrientation.Subject(description: recording.description)
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
struct Movements: SwipeSink, ~Copyable {
  /// The displacements in mm, in the order of the swipes' ends.
  var ends: [Translation] = []

  mutating func receive(_ fact: borrowing SwipeFact) {
    if fact.phase == .end { ends.append(fact.translation) }
  }
}
