import Panels
import Testing

@Suite struct `A slot decoder's contact counts` {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var panel: PanelDescription
    var frames: [String]
    /// After each frame: the number of contacts that landed so far, and the number that are down.
    var landed: [UInt64]
    var down: [Int]
  }

  static let cases = [
    Case(
      testDescription: "fingers that come and go", panel: slotted,
      frames: ["s0 id1 x1", "s1 id2 x1", "x2", "id-1", "s0 id-1"], landed: [1, 2, 2, 2, 2],
      down: [1, 2, 2, 1, 0]),
    Case(
      testDescription: "a tap within a frame, and three in one slot", panel: slotted,
      frames: ["id1 x1 id-1", "id2 id3 id-1 id4"], landed: [1, 4], down: [0, 1]),
    Case(
      testDescription: "a slot that is used again", panel: slotted, frames: ["id1 x1", "id2", "id2"],
      landed: [1, 2, 2], down: [1, 1, 1]),
    Case(
      testDescription: "a palm from the start, and one that becomes it", panel: slotted,
      frames: ["id1 tool2 x1", "id-1", "id2 tool0", "tool2", "id-1"], landed: [1, 1, 2, 2, 2],
      down: [1, 0, 1, 1, 0]),
    Case(
      testDescription: "contacts that are cancelled", panel: slotted,
      frames: ["id1 x1", "drop id2", "x5", "id-1", "id3"], landed: [1, 1, 1, 1, 2], down: [1, 1, 1, 0, 1]),
    Case(
      testDescription: "a list", panel: listed,
      frames: ["x1 y1 mt", "x1 y1 mt x900 y1 mt", "x2 y1 mt", "mt", "x5 y5 mt"], landed: [1, 2, 2, 2, 3],
      down: [1, 2, 1, 0, 1]),
    Case(
      testDescription: "single touch", panel: single,
      frames: ["touch1 X1 Y1", "X2", "touch0", "touch1 touch0", "touch1 X4"], landed: [1, 1, 1, 2, 3],
      down: [1, 1, 0, 0, 1]),
  ]

  @Test(arguments: cases) func `are correct for`(example: Case) {
    var landed: [UInt64] = []
    var down: [Int] = []
    decode(example.panel, example.frames) { decoder in
      landed.append(decoder.landedContacts)
      down.append(decoder.contactsDown)
    }
    #expect(landed == example.landed)
    #expect(down == example.down)
  }

  @Test func `include those beyond the capacity`() {
    var wide = slotted
    wide.axes[EventCode.mtSlot]?.maximum = 99
    let frame = (0..<100).map { "s\($0) id\($0) x\($0)" }.joined(separator: " ")
    decode(wide, [frame]) { decoder in
      #expect(decoder.landedContacts == 100)
      #expect(decoder.contactsDown == 64)
    }
  }
}
