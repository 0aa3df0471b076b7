import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `A touchscreen that udev rotates` {
  private func panel(_ matrix: String) -> MockDevice {
    .panel(5, udev: MockMachine.touchscreen.merging(["LIBINPUT_CALIBRATION_MATRIX": matrix]) { $1 })
  }

  private func run(
    _ matrix: String, _ body: @escaping @Sendable (_ panel: JSON, _ swipe: JSON) throws -> Void
  ) async throws -> Outcome {
    let files = try PrivateFolder()
    let machine = try MockMachine([panel(matrix)], events: .flicks(), in: files)
    return try await Daemon.run([], under: machine.prefix, ending: .byItself) { daemon in
      let (subscriber, _, state) = try await daemon.subscribe()
      try body(#require(state.panels.elements.first), try await subscriber.next())
      daemon.send(.terminate, to: try subscriber.server)
      _ = try await subscriber.next(of: "bye")
    }
  }

  @Test func `is rotated in every reported field`() async throws {
    let outcome = try await run("0 -1 1 1 0 0") { panel, swipe in
      #expect(panel.matrix == .array([0, -1, 1, 1, 0, 0].map { .number($0) }))
      // The axis of 4100 steps, at 14 per millimetre, is horizontal now.
      #expect(panel.width_mm == .number(292.857))
      #expect(panel.height_mm == .number(511.875))
      #expect(swipe.decision.direction == "down")
      #expect(abs((swipe.velocity.y.value ?? 0) - 781.25) < 20)
    }
    #expect(outcome.code == 0)
  }

  @Test func `by an invalid matrix is not rotated, and this is logged`() async throws {
    let outcome = try await run("0 -1 1 1 0") { panel, swipe in
      #expect(panel.matrix == .null)
      #expect(swipe.decision.direction == "right")
    }
    #expect(outcome.code == 0)
    #expect(
      outcome.errors.contains(
        "LIBINPUT_CALIBRATION_MATRIX='0 -1 1 1 0' is ignored: a matrix has six numbers, row by row, not 5"
      ))
  }
}
