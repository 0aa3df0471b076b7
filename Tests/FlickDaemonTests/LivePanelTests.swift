import LinuxIO
import TestKit
import Testing

@Suite(.enabled(if: MockMachine.isDue, Comment(rawValue: MockMachine.comment)))
struct `A touchscreen under flickd` {
  private var panel: MockDevice { .panel(5, udev: MockMachine.touchscreen) }

  @Test(arguments: [-60_000_000, 0, 3_600_000_000])
  func `is listed, read and decided with any clock`(ahead: Int) async throws {
    let folder = try PrivateFolder()
    let files = try PrivateFolder()
    let machine = try MockMachine([panel], events: .flicks(ahead: ahead), in: files)
    let begin = SystemCalls.monotonicMicroseconds()
    let outcome = try await Daemon.run([], under: machine.prefix, in: folder, ending: .byItself) { daemon in
      let (subscriber, hello, state) = try await daemon.subscribe()
      #expect(hello.clock == "monotonic")
      let listed = try #require(state.panels.elements.first)
      #expect(listed.source == "live")
      #expect(listed.node == "/dev/input/event5")
      #expect(listed.scale == "kernel")
      let swipe = try await subscriber.next()
      #expect(swipe.phase == "end")
      #expect(swipe.decision.kind == "flick")
      #expect(swipe.decision.direction == "right")
      #expect(swipe.decision.commit == true)
      // Its time is on the monotonic clock, whatever the clock of the panel. Of a clock that flickd
      // does not know, a landing that is read late counts as now, within 8 ms; the end of the swipe
      // is then in the future.
      let landing = Int64(try #require(swipe.t_us.value)) - Int64(try #require(swipe.duration_us.value))
      #expect(landing > begin && landing < SystemCalls.monotonicMicroseconds() + 8000, "\(landing) \(begin)")
      // 50 units every 8 ms, at 8 units per millimetre.
      #expect(abs(try #require(swipe.velocity.x.value) - 781.25) < 20)
      daemon.send(.terminate, to: try subscriber.server)
      _ = try await subscriber.next(of: "bye")
    }
    #expect(outcome.code == 0)
    #expect(folder.names == ["none.toml"])
  }

  @Test func `that may not be read ends flickd with 77 and advice`() async throws {
    let files = try PrivateFolder()
    var closed = panel
    closed.answersCalls = false
    let machine = try MockMachine([closed], forbidden: [closed], in: files)
    let none = try files.write("none.toml", "")
    let outcome = try await Command(
      machine.prefix + (try Program.flickd.copy(into: files)) + [
        "--config", none, "--socket", files.file("s"),
      ]
    ).run()
    #expect(outcome.code == 77)
    let cure =
      #//dev/input/event5 may not be read by (.+): `.*setfacl -m u:\1:r /dev/input/event5'?` lets \1 /#
    #expect(outcome.errors.contains(cure), "\(outcome.errors)")
    #expect(!files.names.contains("s"))
  }

  /// A service manager would only restart a flickd that ends; udev reports when the rule applies.
  @Test func `that may not be read is waited for under a service manager, with a status`() async throws {
    let files = try PrivateFolder()
    var closed = panel
    closed.answersCalls = false
    let machine = try MockMachine([closed], forbidden: [closed], in: files)
    let manager = try NotifyManager(in: files)
    // flickd runs as the user `nobody`, which must create its socket here and reach the manager.
    try files.setMode(0o777)
    try files.setMode(0o777, of: "notify")
    let none = try files.write("none.toml", "")
    let outcome = try await Command(
      machine.prefix + (try Program.flickd.copy(into: files)) + [
        "--config", none, "--socket", files.file("s"),
      ], environment: ["NOTIFY_SOCKET": manager.path]
    ).run(within: 60) { process in
      let daemon = Daemon(folder: files, socket: files.file("s"), process: process)
      let (subscriber, _, state) = try await daemon.subscribe()
      #expect(state.panels == .array([]))
      // A thrown error prints the log of flickd.
      let ready = ["READY=1", "STATUS=no touchscreen yet, 1 that may not be read, 0 clients"]
      let first = try manager.take()
      if first != ready { throw TimedOut(description: "the manager received \(first ?? [])") }
      daemon.send(.terminate, to: try subscriber.server)
      _ = try await subscriber.rest()
    }
    #expect(outcome.code == 0, "\(outcome.errors)")
    let cure =
      #//dev/input/event5 may not be read by (.+): `.*setfacl -m u:\1:r /dev/input/event5'?` lets \1 /#
    #expect(outcome.errors.contains(cure), "\(outcome.errors)")
  }

  @Test func `is waited for if there is none`() async throws {
    let folder = try PrivateFolder()
    let files = try PrivateFolder()
    let machine = try MockMachine([.keyboard(3)], in: files)
    let outcome = try await Daemon.run([], under: machine.prefix, in: folder, ending: .byItself) { daemon in
      let (subscriber, _, state) = try await daemon.subscribe()
      #expect(state.panels == .array([]))
      daemon.send(.terminate, to: try subscriber.server)
      _ = try await subscriber.rest()
    }
    #expect(outcome.code == 0)
    let notices = outcome.errors.split(separator: "\n").filter { $0.contains("no touchscreen found") }
    #expect(notices.count == 1 && notices[0].contains("`flickd --demo`"), "\(outcome.errors)")
    #expect(notices[0].contains("`flickctl doctor`"))
  }
}

/// umockdev lost a byte of the first event in one second of 256, and flickd then decided nothing.
@Suite struct `Events for umockdev` {
  @Test(arguments: 0..<512) func `begin in no second whose lowest byte is a blank`(second: Int) {
    let start = MockEvents.start(at: second * 1_000_000 + 999_999, seconds: 60)
    #expect((second..<second + 256).contains(start / 1_000_000))
    for second in 0...60 { #expect((start / 1_000_000 + second) % 256 != 0x20) }
  }
}
