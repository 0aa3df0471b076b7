import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment))) struct `A monitor of panels` {
  @Test(arguments: [
    (MockDevice.panel(7, udev: ["ID_INPUT": "1", "ID_INPUT_TOUCHSCREEN": "1"]), "touchscreen"),
    (.mouse(7, udev: ["ID_INPUT": "1", "ID_INPUT_MOUSE": "1"]), "passed over: a mouse"),
  ])
  func `reports each arrival, change and removal of a node once`(device: MockDevice, words: String)
    async throws
  {
    let outcome = try await Testbed.plug(device)
    #expect(
      outcome.lines == ["added", "changed", "removed"].map { "\($0) /dev/input/event7 | \(words)" })
  }
}
