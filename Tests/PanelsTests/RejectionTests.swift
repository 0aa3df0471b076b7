import GestureCore
import Panels
import Testing

/// A panel with slots that reports a contact's width, in tenths of a millimetre.
private let wide: PanelDescription = {
  var panel = slotted
  panel.axes[EventCode.mtTouchMajor] = AxisRange(minimum: 0, maximum: 1000, resolution: 10)
  panel.axes[EventCode.mtToolType] = AxisRange(minimum: 0, maximum: 2)
  return panel
}()

/// The reports for frames in the shorthand of `decode`, with a size limit.
private func reported(
  _ panel: PanelDescription, limit: SizeLimit = SizeLimit(), _ frames: [String],
  look: (inout SlotDecoder) -> Void = { _ in }
) -> [String] {
  decode(panel, frames, sizeLimit: limit, look: look)
}

@Suite struct `A slot decoder that rejects` {
  @Test(arguments: [true, false])
  func `reports ten of ten fingers after a palm, whether or not the tool is reset`(isTakenBack: Bool) {
    var frames = ["id1 tool2 x5 y5", "x6", "id-1"]
    for finger in 2...11 {
      frames += ["id\(finger) x5\(isTakenBack ? " tool0" : "")", "x\(finger + 20)", "id-1"]
    }
    let lines = decode(wide, frames)
    #expect(lines[..<3] == ["", "", ""])
    for finger in 1...10 { #expect(lines[3 * finger] == "\(finger) landed 5,5") }
    for finger in 1...10 { #expect(lines[3 * finger + 2].hasPrefix("\(finger) lifted")) }
  }

  @Test func `detects a second palm if the kernel omits the tool`() {
    let frames = ["id1 tool2", "id-1", "id2 tool0", "id-1", "id3 tool2", "id-1", "id4", "id-1"]
    #expect(decode(wide, frames) == ["", "", "1 landed 0,0", "1 lifted 0,0", "", "", "", ""])
  }

  @Test func `rejects a palm that lands in a list, and reports the finger after it`() {
    let frames = ["x1 y1 tool2 mt", "x2 y1 tool2 mt", "mt", "x9 y9 mt", "mt"]
    #expect(decode(listed, frames) == ["", "", "", "1 landed 9,9", "1 lifted 9,9"])
  }

  @Test func `allows a moving finger a larger size than a landing one`() {
    let limit = SizeLimit(landing: 10, anyTime: 20)
    let frames = [
      "id1 x1 w100", "w200", "w201", "w50", "id-1", "id2 w101", "w50", "id-1", "id3 w100", "id-1",
    ]
    #expect(
      reported(wide, limit: limit, frames) == [
        "1 landed 1,0", "1 still 1,0", "1 lost(size) 1,0", "", "", "", "", "", "2 landed 1,0", "2 lifted 1,0",
      ])
  }

  @Test func `applies either limit alone`() {
    let frames = ["id1 w150", "w300", "id-1"]
    #expect(reported(wide, limit: SizeLimit(landing: 10), frames) == ["", "", ""])
    #expect(reported(wide, limit: SizeLimit(landing: 15), frames)[1] == "1 still 0,0")
    #expect(reported(wide, limit: SizeLimit(anyTime: 20), frames)[1] == "1 lost(size) 0,0")
    #expect(reported(wide, frames)[1] == "1 still 0,0")
  }

  @Test func `measures in units of X if the axis specifies none`() {
    var plain = listed
    plain.axes[EventCode.mtTouchMajor] = AxisRange(minimum: 0, maximum: 255)
    let frames = ["x1 y1 w9 mt", "x1 y1 w11 mt", "mt", "x1 y1 w11 mt", "mt"]
    #expect(
      reported(plain, limit: SizeLimit(landing: 10, anyTime: 10), frames) == [
        "1 landed 1,1", "1 lost(size) 1,1", "", "", "",
      ], "the geometry of the tests has units of one millimetre")
  }

  @Test func `counts each contact once, by its reason`() {
    var counts: [[UInt64]] = []
    let frames = ["id1 tool2", "tool2", "id-1 id2 tool0 w300", "w301", "id-1 id3 w9", "tool2", "id-1"]
    _ = reported(wide, limit: SizeLimit(anyTime: 20), frames) { counts.append([$0.palms, $0.oversized]) }
    #expect(counts == [[1, 0], [1, 0], [1, 1], [1, 1], [1, 1], [2, 1], [2, 1]])
  }
}

@Suite struct `A rejected contact` {
  @Test(arguments: [CancelReason.suspend, .dropped, .shutdown])
  func `is ignored until it lifts, in every protocol`(reason: CancelReason) {
    let stories: [(PanelDescription, down: [String], up: String, next: String)] = [
      (slotted, ["id1 x5 y5", "x6", "x7"], "id-1", "id2 x8"),
      (listed, ["x5 y5 mt", "x6 y5 mt", "x7 y5 mt"], "mt", "x8 y5 mt"),
      (single, ["touch1 X5 Y5", "X6", "X7"], "touch0", "touch1 X8"),
    ]
    for (panel, down, up, next) in stories {
      var landed = 0
      let lines = decode(panel, down + [up, next]) { decoder in
        landed += 1
        if landed == 1 { _ = decoder.loseAll(reason, at: Instant(microseconds: 1500)) }
      }
      #expect(lines == ["1 landed 5,5", "", "", "", "2 landed 8,5"])
    }
  }

  @Test func `leaves its position in the slot`() {
    let lines = decode(slotted, ["id1 x5 y6", "x7", "id-1", "id2"]) { decoder in
      _ = decoder.loseAll(.suspend, at: Instant(microseconds: 1500))
    }
    #expect(lines[3] == "2 landed 7,6")
  }
}
