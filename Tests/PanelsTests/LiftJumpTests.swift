import Panels
import Testing

// On these panels a unit is a millimetre. Each finger lands at 10 and moves to 12 and 14.
@Suite struct `The last position of a finger that leaves resistive glass` {
  @Test(
    arguments: [
      ("a far position while the pressure falls", ["X60 P40", "touch0 P0"], ["", "1 lifted 14,10"]),
      ("the same across", ["Y90 P50", "touch0 P0"], ["", "1 lifted 14,10"]),
      ("a far position in the frame of the lift", ["X60 P0 touch0"], ["1 lifted 14,10"]),
      ("the lift before the far position", ["touch0 P0 X60"], ["1 lifted 14,10"]),
      (
        "a finger that goes on, and presses less", ["X60 P40", "X61", "X62", "touch0 P0"],
        ["", "1 moved 61,10", "1 moved 62,10", "1 lifted 62,10"]
      ),
      ("a soft lift at the same speed", ["X16 P40", "touch0 P0"], ["1 moved 16,10", "1 lifted 16,10"]),
      (
        "a soft lift of a finger that gets faster", ["X19", "X33 P40", "touch0 P0"],
        ["1 moved 19,10", "1 moved 33,10", "1 lifted 33,10"]
      ),
      ("a far position under pressure", ["X60 P51", "touch0 P0"], ["1 moved 60,10", "1 lifted 60,10"]),
      ("a rest while the pressure falls", ["P40", "touch0 P0"], ["1 still 14,10", "1 lifted 14,10"]),
      ("a small step while the pressure falls", ["X17 P40", "touch0"], ["1 moved 17,10", "1 lifted 17,10"]),
    ] as [(String, [String], [String])])
  func `is left out if it jumped while the pressure fell by half`(
    name: String, end: [String], expected: [String]
  ) {
    let start = ["touch1 X10 Y10 P100", "X12 P101", "X14 P100"]
    #expect(decode(single, start + end).dropFirst(3) == expected[...], Comment(rawValue: name))
  }

  @Test func `counts on a panel without pressure`() {
    let reported = decode(single, ["touch1 X10 Y10", "X12", "X14", "X60", "touch0"])
    #expect(reported.suffix(2) == ["1 moved 60,10", "1 lifted 60,10"])
  }

  @Test func `does not change the next finger`() {
    let reported = decode(
      single, ["touch1 X10 Y10 P100", "X60 P40", "touch0 P0", "touch1 X80 P100", "X84", "touch0 P0"])
    #expect(
      reported == [
        "1 landed 10,10", "", "1 lifted 10,10", "2 landed 80,10", "2 moved 84,10", "2 lifted 84,10",
      ])
  }
}
