import GestureCore
import Panels
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite struct `A panel's script` {
  /// A script with a numbered report every 10 ms, which ends 10 ms after the last.
  private let script: PanelScript = {
    var script = PanelScript(lasting: .milliseconds(40))
    for number in 0..<4 { script.append(.report([UInt8(number)]), at: .milliseconds(Int64(number) * 10)) }
    return script
  }()

  /// The script as text: `0@0 1@10 … =40`, with `-` and `+` for the plug.
  private func words(_ script: PanelScript) -> String {
    let steps = script.steps.map { step in
      let action =
        switch step.action {
        case .report(let bytes): bytes.map(String.init).joined()
        case .events(let events): events.map { "\($0.value)" }.joined(separator: ",")
        case .unplug: "-"
        case .plug: "+"
        case .cue(let action): "\(action)"
        }
      return "\(action)@\(Double(step.offset.microseconds) / 1000)"
    }
    return (steps + ["=\(Double(script.duration.microseconds) / 1000)"]).joined(separator: " ")
  }

  @Test(
    arguments: [
      (0, 5, "0@5.0 1@15.0 2@25.0 3@35.0 =45.0"),
      (10, 5, "0@0.0 1@15.0 2@25.0 3@35.0 =45.0"),
      (11, 5, "0@0.0 1@10.0 2@25.0 3@35.0 =45.0"),
      (35, 5, "0@0.0 1@10.0 2@20.0 3@30.0 =45.0"),
      (40, 5, "0@0.0 1@10.0 2@20.0 3@30.0 =45.0"),
      (41, 5, "0@0.0 1@10.0 2@20.0 3@30.0 =40.0"),
      (10, 0, "0@0.0 1@10.0 2@20.0 3@30.0 =40.0"),
    ] as [(Int64, Int64, String)])
  func `delays the reports during a stall`(moment: Int64, time: Int64, expected: String) {
    #expect(words(script.stalled(at: .milliseconds(moment), for: .milliseconds(time))) == expected)
  }

  @Test(
    arguments: [
      (0, nil, "-@0.0 =0.0"),
      (15, nil, "0@0.0 1@10.0 -@15.0 =15.0"),
      (15, 5, "0@0.0 1@10.0 -@15.0 +@20.0 2@20.0 3@30.0 =40.0"),
      (15, 6, "0@0.0 1@10.0 -@15.0 +@21.0 3@30.0 =40.0"),
      (10, 10, "0@0.0 -@10.0 +@20.0 2@20.0 3@30.0 =40.0"),
      (30, 20, "0@0.0 1@10.0 2@20.0 -@30.0 +@50.0 =50.0"),
      (60, nil, "0@0.0 1@10.0 2@20.0 3@30.0 -@60.0 =60.0"),
      (60, 5, "0@0.0 1@10.0 2@20.0 3@30.0 -@60.0 +@65.0 =65.0"),
    ] as [(Int64, Int64?, String)])
  func `drops the reports while unplugged`(moment: Int64, time: Int64?, expected: String) {
    let time = time.map { Interval.milliseconds($0) }
    #expect(words(script.unplugged(at: .milliseconds(moment), for: time)) == expected)
  }

  @Test(
    arguments: [
      (1, "0@0.0 1@10.0 2@20.0 3@30.0 =40.0"),
      (2, "0@0.0 1@5.0 2@10.0 3@15.0 =20.0"),
      (0.5, "0@0.0 1@20.0 2@40.0 3@60.0 =80.0"),
      (100, "0@0.0 1@0.1 2@0.2 3@0.3 =0.4"),
    ] as [(Double, String)])
  func `scales its times by the pace`(pace: Double, expected: String) {
    #expect(words(script.played(atPace: pace)) == expected)
  }

  @Test func `starts at the first event of a recording`() {
    func event(_ microseconds: Int64, _ type: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(
        instant: Instant(microseconds: microseconds), type: type, code: type == 0 ? EventCode.synReport : 0,
        value: value)
    }
    let recording = Recording(
      name: "r", format: .evemu, description: PanelDescription(),
      events: [
        event(5000, 3, 7), event(6000, 0, 0), event(9000, 3, 8), event(9000, 3, 9), event(9000, 0, 0),
        event(12_000, 3, 10),
      ])
    #expect(words(PanelScript(recording)) == "7,0@1.0 8,9,0@4.0 =4.0")
    let reports = [(2000, 1), (2500, 2), (2500, 3)] as [(Int64, UInt8)]
    let hid = HIDRecording(
      name: "h", device: HIDDescription(),
      reports: reports.map { HIDReport(instant: Instant(microseconds: $0), bytes: [$1]) })
    #expect(words(PanelScript(hid)) == "1@0.0 2@0.5 3@0.5 =0.5")
    let nothing = Recording(name: "n", format: .evemu, description: PanelDescription(), events: [])
    #expect(PanelScript(nothing) == PanelScript())
  }
}
