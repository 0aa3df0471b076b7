import GestureCore
import Panels
import Testing

/// Frames in, lines out; the shorthand is that of `decode`.
private struct Case: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var panel: PanelDescription
  var frames: [String]
  var reported: [String]

  init(_ description: String, on panel: PanelDescription = slotted, _ frames: KeyValuePairs<String, String>) {
    testDescription = description
    self.panel = panel
    self.frames = frames.map(\.key)
    reported = frames.map(\.value)
  }
}

@Suite struct `A contact` {
  @Test(arguments: [
    Case(
      "that only hovers is none",
      ["id5 x8 y20 d1": "", "x9": "", "": "", "id-1": ""]),
    Case(
      "lands where its distance is 0, and lifts where it last touched",
      [
        "id5 x1 y2 d3": "", "x2 d1": "", "x3 d0": "1 landed 3,2", "x4": "1 moved 4,2",
        "x90 y90 d1": "1 lifted 4,2",
        "x95": "", "id-1": "",
      ]),
    Case(
      "that hovers and lands again is two",
      [
        "id5 x1 y2": "1 landed 1,2", "d1": "1 lifted 1,2", "x8": "", "d0": "2 landed 8,2",
        "id-1": "2 lifted 8,2",
      ]),
    Case(
      "keeps the distance of its slot",
      ["id5 x1 y2 d1": "", "id-1": "", "id6 x3 y4": "", "d0": "1 landed 3,4", "id-1": "1 lifted 3,4"]),
    Case(
      "lifts at the end of its own frame if the next one hovers",
      ["id5 x1 y2": "1 landed 1,2", "x3 id-1 id6 d1": "1 lifted 3,2", "d0": "2 landed 3,2"]),
    Case(
      "that hovers is not lost with the others, and lands afterwards",
      [
        "id5 x1 y2 d1": "", "s1 id6 x7": "1 landed 7,0", "drop": "1 lost(dropped) 7,0",
        "s0 d0": "2 landed 1,2",
      ]),
    Case(
      "that was lost is dead until it hovers",
      ["id5 x1 y2": "1 landed 1,2", "drop": "1 lost(dropped) 1,2", "x3": "", "d1": "", "d0": "2 landed 3,2"]),
    Case(
      "is judged as a palm where it touches",
      ["id5 x1 y2 d1 tool2": "", "d0": "", "d1": "", "tool0 d0": "1 landed 1,2"]),
    Case(
      "ignores a distance that cannot be 0", on: far,
      ["id5 x1 y2 d3": "1 landed 1,2", "d9": "1 still 1,2", "id-1": "1 lifted 1,2"]),
    Case(
      "of a list is not listed while it hovers", on: listed,
      [
        "x1 y1 d2 mt": "", "x2 y1 d0 mt": "1 landed 2,1", "x3 y1 mt x50 y50 d1 mt": "1 moved 3,1",
        "x3 y1 d1 mt": "1 lifted 3,1", "mt": "",
      ]),
    Case(
      "of single touch does not touch while its distance is positive", on: single,
      ["X5 Y6 D4": "", "touch1": "", "D0": "1 landed 5,6", "X9 D2": "1 lifted 5,6", "touch0": "", "D0": ""]),
  ])
  private func `lands when it touches`(example: Case) {
    #expect(decode(example.panel, example.frames) == example.reported)
  }

  @Test(arguments: [
    Case(
      "whose y is not shown lands with it",
      ["id5 x9": "", "x8": "", "y500": "1 landed 8,500", "x7": "1 moved 7,500", "id-1": "1 lifted 7,500"]),
    Case(
      "that lifts before y is shown is none", ["id5 x9": "", "x8": "", "id-1": "", "id6 y7": "1 landed 8,7"]),
    Case(
      "that lifts in the frame that shows y is none", ["id5 x9": "", "y8 id-1": "", "id6": "1 landed 9,8"]),
    Case(
      "has the values of its slot only", ["id5 x1 y2": "1 landed 1,2", "s1 id6 x3": "", "y4": "2 landed 3,4"]),
    Case(
      "is lost with the events if it could have landed",
      ["id5 x1": "", "drop": "", "y2": "", "id6": "1 landed 1,2"]),
    Case(
      "of a list has the values of its own entries", on: listed,
      [
        "x1 mt": "", "x2 mt": "", "x2 y3 mt": "1 landed 2,3", "x4 mt": "1 moved 4,3", "mt": "1 lifted 4,3",
        "x5 mt": "", "mt": "",
      ]),
    Case(
      "of single touch needs both axes", on: single,
      ["touch1 X5": "", "X6": "", "touch0": "", "touch1": "", "Y7": "1 landed 6,7", "touch0": "1 lifted 6,7"]),
  ])
  private func `of a recording without registers`(example: Case) {
    #expect(decode(example.panel, example.frames, hasRegisters: false) == example.reported)
  }

  @Test func `is counted when it lands`() {
    var landed: [UInt64] = []
    var down: [Int] = []
    let frames = ["id5 x1 y2 d1", "d0", "d1", "d0", "id-1", "s1 id7 d1", "id-1", "s0 id8 id9 d1"]
    decode(slotted, frames) { decoder in
      landed.append(decoder.landedContacts)
      down.append(decoder.contactsDown)
    }
    #expect(landed == [0, 1, 1, 2, 2, 2, 2, 3])
    #expect(down == [0, 1, 0, 1, 0, 0, 0, 0])
  }

  @Test func `ignores only a distance whose range excludes 0`() {
    #expect(far.isDistanceIgnored)
    for (minimum, maximum) in [(0, 1), (0, 0), (-5, 5)] as [(Int32, Int32)] {
      var panel = slotted
      panel.axes[EventCode.mtDistance] = AxisRange(minimum: minimum, maximum: maximum)
      #expect(!panel.isDistanceIgnored, "\(minimum) … \(maximum)")
    }
    #expect(!slotted.isDistanceIgnored)
  }
}

private let far: PanelDescription = {
  var far = slotted
  far.axes[EventCode.mtDistance] = AxisRange(minimum: 1, maximum: 255)
  return far
}()
