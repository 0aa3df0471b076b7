import TestKit

/// A recording in which people swipe all the time, so far from each other that none disturbs
/// another.
enum Load {
  /// The words that have flickd play it for so many seconds: of each person five flicks and 250
  /// frames in each.
  ///
  /// Of one alone the swipes come one after the other.
  static func replaying(people: Int = 3, seconds: Int, in folder: PrivateFolder) throws -> [String] {
    let places: [(x: Double, y: Double)] = [(15, 30), (200, 30), (110, 130)]
    let flicks = (0..<people * 5 * seconds).map { (number: Int) -> MadeRecording.Finger in
      let (round, person) = number.quotientAndRemainder(dividingBy: people)
      // No hand lands on the same spot each time; one that seems to is taken for a ghost.
      let shift = Double(round * 7 % 11)
      let isBack = round % 2 == 1
      let start = places[person].x + shift / 2 + (isBack ? 30 : 0) * (person == 1 ? -1 : 1)
      return MadeRecording.Finger(
        at: Int64(200 * round + 60 * person), from: (start, places[person].y - shift),
        by: (isBack == (person == 1) ? 70 : -70, 2), lasting: 240 + Int64(shift), liftShare: 0.5)
    }
    return ["--replay", try folder.write("load.evemu", MadeRecording(flicks, period: 4000).bytes)]
  }
}
