import TestKit

/// A recording of people who swipe all the time, too far apart to disturb each other.
enum Load {
  /// The arguments with which flickd plays the load for `seconds`.
  ///
  /// Each person makes five flicks a second of 250 frames a second. One person's flicks follow one
  /// another. The first begins after `silence`, in ms. The recording's clock begins at `clock`, in
  /// seconds.
  static func replaying(
    people: Int = 3, seconds: Int, after silence: Int64 = 0, clock: Int = 1, in folder: PrivateFolder
  ) throws -> [String] {
    let positions: [(x: Double, y: Double)] = [(15, 30), (200, 30), (110, 130)]
    let flicks = (0..<people * 5 * seconds).map { (number: Int) -> MadeRecording.Finger in
      let (round, person) = number.quotientAndRemainder(dividingBy: people)
      // A hand never lands on the same position twice; a contact that does is treated as a ghost.
      let shift = Double(round * 7 % 11)
      let isBack = round % 2 == 1
      let start = positions[person].x + shift / 2 + (isBack ? 30 : 0) * (person == 1 ? -1 : 1)
      return MadeRecording.Finger(
        at: silence + Int64(200 * round + 60 * person), from: (start, positions[person].y - shift),
        by: (isBack == (person == 1) ? 70 : -70, 2), lasting: 240 + Int64(shift), liftShare: 0.5)
    }
    let load = MadeRecording(flicks, period: 4000, startsSilent: silence > 0)
    let lines = String(decoding: load.bytes, as: UTF8.self).split(separator: "\n").map { line -> String in
      let parts = line.dropFirst(3).split(separator: ".", maxSplits: 1)
      guard line.hasPrefix("E: "), parts.count == 2, let seconds = Int(parts[0]) else { return "\(line)" }
      return "E: \(seconds - 1 + clock).\(parts[1])"
    }
    return ["--replay", try folder.write("load.evemu", lines.map { "\($0)\n" }.joined())]
  }
}
