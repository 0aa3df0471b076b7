import TestKit
import Testing

@Suite(.enabled(if: Testbed.isDue, "umockdev is not installed")) struct `A monitor of panels` {
  @Test(arguments: [
    (MockDevice.panel(7, udev: ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"]), "touchscreen"),
    (.mouse(7, udev: ["ID_INPUT": "1", "ID_INPUT_MOUSE": "1"]), "passed over: a mouse"),
  ])
  func `tells of a node once when it comes, changes and goes`(device: MockDevice, verdict: String) throws {
    let outcome = try Testbed.plug(device)
    #expect(
      outcome.lines == ["added", "changed", "removed"].map { "\($0) /dev/input/event7 | \(verdict)" })
  }
}
