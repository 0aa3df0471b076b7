import GestureCore
import Recordings
import Testing
import VirtualPanels

@Suite struct `A scenario's HID panel` {
  @Test(arguments: [1, 5, 10, 20])
  func `describes the fields of its reports`(fingers: Int) throws {
    let touches = HIDTouches(fingers: fingers)
    #expect(touches.description.descriptor.count <= HIDDescription.maximumSize)
    let descriptor = ReportDescriptor(touches.description.descriptor)
    #expect(descriptor.applications == [.touchScreen])
    #expect(descriptor.contactsPerReport == fingers)
    let input = try #require(descriptor.report(.input, id: 1))
    #expect(input.byteCount == 1 + 6 * fingers + 3)
    let answers = FeatureAnswers(descriptor)
    #expect(answers.answer(id: 2) == [2, UInt8(fingers)])
    #expect(answers.answer(id: 3) == [3] + [UInt8](repeating: 0, count: 256))
    let scenario = try Scenario(file: "s", text: "down 1 1% 1%\nup 1", expectsLines: false)
    for step in try touches.script(of: scenario).steps {
      guard case .report(let report) = step.action else { continue }
      #expect(report.count == input.byteCount)
    }
  }

  @Test func `repeats a finger as it lifts and while it rests`() throws {
    let text = "down 1 100% 50%\n80ms\ndown 2 0% 0%\nup 1\nup 2\n100ms\ndown 1 0% 0%"
    let script = try HIDTouches(fingers: 2).script(of: Scenario(file: "s", text: text, expectsLines: false))
    let reports = script.steps.compactMap { step in
      if case .report(let report) = step.action { report } else { nil }
    }
    let right: [UInt8] = [0xf4, 0x10, 0x50, 0x05]
    let corner: [UInt8] = [0, 0, 0, 0]
    let nobody: [UInt8] = [0, 0, 0, 0, 0, 0]
    #expect(
      reports == [
        [1, 3, 0] + right + nobody + [0, 0, 1], [1, 3, 0] + right + nobody + [128, 2, 1],
        [1, 3, 0] + right + [3, 1] + corner + [32, 3, 2],
        [1, 2, 0] + right + [3, 1] + corner + [112, 3, 2],
        [1, 2, 1] + corner + nobody + [192, 3, 1], [1, 3, 0] + corner + nobody + [168, 7, 1],
      ])
    #expect(script.steps.map(\.offset.microseconds) == [0, 64000, 80000, 88000, 96000, 196_000])
  }

  @Test func `clamps impossible sizes`() {
    let touches = HIDTouches(fingers: 0, size: Extent(width: 0, height: 9999))
    #expect(touches.fingers == 1)
    #expect(touches.size == Extent(width: 1, height: 1600))
    #expect(ReportDescriptor(touches.description.descriptor).contactsPerReport == 1)
    #expect(HIDTouches(fingers: 999).description.descriptor.count <= HIDDescription.maximumSize)
  }
}
