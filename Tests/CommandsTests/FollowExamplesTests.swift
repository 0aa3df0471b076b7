import Foundation
import GestureCore
import LinuxIO
import TestKit
import Testing

/// A finger that moves by a line at a time, and the spring after its release.
struct FollowedSwipe: Sendable {
  var clock = "monotonic"
  /// At the begin, in pt per second.
  var velocity: Double
  /// How far the velocity is valid, in seconds.
  var window: Double
  var bounce: Double
  /// How far the finger has moved across the axis at the begin, in pt.
  var across = 1.0

  /// How far the finger has moved along the axis at the begin, in pt.
  var along: Double { velocity > 0 ? 12 : -12 }

  /// The numbers that a line of flickd has for a spring of half a second.
  var spring: Spring {
    let spring = Spring(duration: 0.5, bounce: bounce)
    func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
    return Spring(mass: 1, stiffness: rounded(spring.stiffness), damping: rounded(spring.damping))
  }

  /// The present on the clock of the lines, in µs; that of a recording is in the year 2013.
  var now: Int64 {
    SystemCalls.monotonicMicroseconds() + (clock == "recording" ? 1_360_000_000_000_000 : 0)
  }

  /// The line of the begin, at present.
  func begin(_ id: Int) -> String {
    line(
      "begin", id, translation: along, zone: #"{"name":"cards"}"#,
      rest: """
        "slop":10,"velocity":{"x":\(velocity),"y":3},"estimate":{"window_us":\(Int(window * 1e6))}
        """)
  }

  /// The line of the finger at rest, at present.
  func update(_ id: Int, translation: Double) -> String {
    line(
      "update", id, translation: translation, zone: #"{"name":"cards"}"#,
      rest: #""velocity":{"x":0,"y":0},"estimate":{"window_us":60000}"#)
  }

  /// The line of the release, at present; the row comes to rest after `settling` µs.
  func end(_ id: Int, settling: String) -> String {
    let zone = """
      {"name":"cards","snap":{"from":0,"index":1,"steps":1,"offset":-296},"spring":{"duration_us":500000,\
      "stiffness":\(spring.stiffness),"damping":\(spring.damping),"initial_velocity":-800,"settling_us":\(settling)}}
      """
    return line("end", id, translation: -290, zone: zone, rest: #""merged":1"#)
  }

  private func line(_ phase: String, _ id: Int, translation: Double, zone: String, rest: String) -> String {
    """
    {"type":"swipe","phase":"\(phase)","seq":1,"swipe_id":\(id),"t_us":\(now),"unit":"pt",\(rest),\
    "translation":{"x":\(translation),"y":\(across)},"zone":\(zone)}
    """
  }
}

/// One of the examples `follow`, and the frames that it has printed so far.
private final class Follower {
  /// Runs the program until ``stop()``.
  let command: Command
  private(set) var frames: [PrintedFrame] = []
  private let folder: PrivateFolder
  private var readBytes = 0

  init(_ program: (shell: String, name: String)) async throws {
    folder = try PrivateFolder()
    let words = try await Example.arguments(program.name, by: program.shell, in: folder)
    let script = #""$@" >"$0" & until [ -e "$0.over" ]; do sleep 0.05; done; kill $!; wait"#
    command = Command(
      ["bash", "-c", script, folder.file("frames")] + words,
      environment: ["FLICKD_SOCKET": folder.file("s"), "PATH": Tools.path])
  }

  /// The socket of the service for the program.
  var socket: String { folder.file("s") }

  /// Passes one connection of the program on to a daemon, and keeps the lines of flickd.
  func tap(of daemon: Daemon) -> Command {
    Command(
      ["socat", "-R", folder.file("lines"), "UNIX-LISTEN:\(socket)", "UNIX-CONNECT:\(daemon.socket)"],
      environment: ["PATH": Tools.path])
  }

  /// The lines about swipes of the row that a tap has kept.
  func lines() throws -> [RowLine] {
    let text = try folder.text(of: "lines")
    // The last line may be cut off.
    return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap {
      try RowLine(String($0))
    }
  }

  /// Waits for frames; these words describe them if they never come.
  func wait(for words: String, until isEnough: ([PrintedFrame]) -> Bool) async throws {
    _ = try await waiting(words, within: 60) { () -> Bool? in
      try read()
      return isEnough(frames) ? true : nil
    }
  }

  /// Ends the program; ``frames`` no longer changes.
  func stop() throws {
    try read()
    try folder.write("frames.over", "")
  }

  private func read() throws {
    let new = ((try? folder.text(of: "frames")) ?? "").utf8.dropFirst(readBytes)
    guard let end = new.lastIndex(of: UInt8(ascii: "\n")) else { return }
    for line in new[..<end].split(separator: UInt8(ascii: "\n")) {
      frames.append(try PrintedFrame(String(decoding: line, as: UTF8.self)))
    }
    readBytes += new[...end].count
  }
}

@Suite struct `The examples of clients that follow a finger` {
  static let programs: [(shell: String, name: String)] = [
    ("python3", "follow.py"), ("node", "follow.mjs"), ("cc", "follow.c"),
  ]
  private static let cards: [Double] = [0, -296, -592]

  @Test(
    .enabled(
      if: Tools.areWanted("python3", "node", "cc", "socat"), "needs Python, Node, a C compiler and socat"),
    arguments: programs)
  func `move a row of cards with the demo, without a jump`(shell: String, name: String) async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      _ = try await daemon.subscribe()
      let follower = try await Follower((shell, name))
      let (command, tap) = (follower.command, follower.tap(of: daemon))
      async let passed = tap.run(within: 80)
      async let heard = command.run(within: 80)
      try await follower.wait(for: "300 frames, with two cards at rest") { frames in
        guard frames.count >= 300 else { return false }
        let causes = Set(frames.map(\.cause))
        return causes.isSuperset(of: ["finger", "spring"]) && causes.count >= 4
      }
      try follower.stop()
      let errors = try await heard.errors
      #expect(!errors.contains("refused"), "\(errors)")
      _ = try await passed

      let (frames, lines) = (follower.frames, try follower.lines())
      for frame in frames where frame.isRest {
        let card = try #require(Int(frame.cause.dropFirst("card ".count)))
        #expect(frame.offset == Self.cards[card])
      }
      for (last, frame) in zip(frames, frames.dropFirst()) { #expect(frame.time > last.time) }
      Self.expectNoJump(in: lines)
      #expect(FollowedRow.firstJump(in: frames, after: lines) == nil)
      for jumping in try Self.withJumps(frames) {
        #expect(FollowedRow.firstJump(in: jumping, after: lines) != nil, "a planted jump is not found")
      }
    }
    #expect(outcome.code == 0)
  }

  /// Expects that a row does not jump from line to line, whenever it is drawn.
  private static func expectNoJump(in lines: [RowLine]) {
    for (last, line) in zip(lines, lines.dropFirst()) where last.swipe == line.swipe {
      // No finger of the demo moves 6000 pt in a second, which is 100 pt in a frame.
      let limit = 6000 * max(Double(line.time - last.time) / 1e6, 1.0 / 60)
      #expect(abs(line.x - last.x) <= limit, "\(last) is followed by \(line)")
    }
    for line in lines {
      if let excess = line.excess { #expect(abs(excess) <= 100, "\(line)") }
    }
  }

  /// These frames with a jump each: at a catch that forgets the slop, in one frame, and at a rest
  /// that comes early.
  private static func withJumps(_ frames: [PrintedFrame]) throws -> [[PrintedFrame]] {
    let caught = try #require(frames.firstIndex { $0.cause == "finger" })
    let flying = try #require(frames.lastIndex { $0.cause == "spring" })
    let rest = try #require(frames.first { $0.isRest })
    var jumps = Array(repeating: frames, count: 3)
    for index in caught..<frames.count { jumps[0][index].offset -= 10 }
    jumps[1][flying].offset += 1
    jumps[2][flying].offset = rest.offset
    jumps[2][flying].cause = rest.cause
    return jumps
  }

  static let swipes = [
    FollowedSwipe(velocity: -500, window: 0.06, bounce: 0),
    FollowedSwipe(velocity: -50_000, window: 0.02, bounce: 0.4),
    FollowedSwipe(clock: "recording", velocity: 900, window: 0.5, bounce: -0.5),
    // The slop is a distance in any direction: a diagonal begin has less of it along the axis.
    FollowedSwipe(velocity: -500, window: 0.06, bounce: 0, across: -12),
    FollowedSwipe(velocity: 900, window: 0.06, bounce: 0, across: 20),
  ]

  @Test(
    .enabled(if: Tools.areWanted("python3", "node", "cc"), "needs Python, Node and a C compiler"),
    arguments: programs, swipes)
  func `draw each frame by the formulas of clients.md`(
    program: (shell: String, name: String), swipe: FollowedSwipe
  ) async throws {
    let follower = try await Follower(program)
    let service = try StandInService(at: follower.socket)
    let command = follower.command
    async let ended = command.run(within: 120)
    try await service.accept()
    try service.greet(clock: swipe.clock)
    #expect(try JSON(await service.receive()).unit == "pt")
    let lines = try await Self.play(swipe, through: service, to: follower)
    // A frame is shown one frame after it is drawn.
    let latest = swipe.now + 16_667
    try follower.stop()
    _ = try await ended

    let frames = follower.frames
    #expect(FollowedRow.firstJump(in: frames, after: lines) == nil)
    #expect(frames.allSatisfy { $0.time <= latest }, "the frames are not on the clock of the lines")
    #expect(Set(frames.map(\.cause)) == ["finger", "spring", "card 1"])
  }

  /// Moves the row by two swipes, each once the program has shown what came before; returns the
  /// lines of both.
  private static func play(
    _ swipe: FollowedSwipe, through service: StandInService, to follower: Follower
  ) async throws -> [RowLine] {
    var lines: [RowLine] = []
    func send(_ text: String) throws -> Int64 {
      let line = try #require(try RowLine(text))
      lines.append(line)
      try service.send(text)
      return line.time
    }
    let began = try send(swipe.begin(7))
    let update = try JSON(await service.receive())
    let length = (swipe.along * swipe.along + swipe.across * swipe.across).squareRoot()
    let base = -swipe.along * 10 / length
    #expect(update.request == "update" && update.zone == "cards")
    let offset = try #require(update.offset.value)
    #expect(abs(offset - base) < 0.001, "\(offset) is not \(base)")
    try await follower.wait(for: "a frame after the window of each velocity") {
      $0.contains { $0.time > began + 250_000 }
    }
    _ = try send(swipe.update(7, translation: -150))
    try await follower.wait(for: "the finger of the update") {
      $0.contains { abs($0.offset - (base - 150)) < 0.002 }
    }
    // This spring flies until another finger catches the row, so a slow machine draws it too.
    let released = try send(swipe.end(7, settling: "null"))
    try await follower.wait(for: "a spring") {
      $0.contains { $0.cause == "spring" && $0.time > released + 400_000 }
    }
    _ = try send(swipe.begin(8))
    #expect(try JSON(await service.receive()).request == "update")
    _ = try send(swipe.end(8, settling: "400000"))
    try await follower.wait(for: "a card") { $0.contains(where: \.isRest) }
    return lines
  }

  @Test(
    .enabled(if: Tools.areWanted("python3", "node", "cc"), "needs Python, Node and a C compiler"),
    arguments: programs)
  func `finish a release without a connection, and rest at a card after a loss`(
    program: (shell: String, name: String)
  ) async throws {
    let follower = try await Follower(program)
    let command = follower.command
    async let ended = command.run(within: 120)
    func rests() -> [PrintedFrame] { follower.frames.filter(\.isRest) }

    try await Self.serve(follower, releasing: "400000")
    try await follower.wait(for: "the end of a release") { $0.contains(where: \.isRest) }
    // A release that takes over an hour to settle is drawn on.
    try await Self.serve(follower, releasing: "null")
    let lost = SystemCalls.monotonicMicroseconds()
    try await follower.wait(for: "20 frames of a release 0.4 s after the loss") { frames in
      frames.count { $0.cause == "spring" && $0.time > lost + 400_000 } >= 20
    }
    #expect(rests().count == 1, "the second release goes on")
    try await Self.serve(follower, releasing: nil)
    try await follower.wait(for: "a rest after a loss") { $0.count(where: \.isRest) == 2 }
    try follower.stop()
    _ = try await ended
    #expect(rests().map { "\($0.cause) \($0.offset)" } == ["card 1 -296.0", "card 1 -296.0"])
  }

  /// Serves the program until a finger holds the row, or has released it, and ends: afterwards no
  /// connection is possible.
  private static func serve(_ follower: Follower, releasing settling: String?) async throws {
    let swipe = FollowedSwipe(velocity: 0, window: 0.06, bounce: 0)
    let service = try StandInService(at: follower.socket)
    try await service.accept()
    try service.greet()
    _ = try await service.receive()
    try service.send(swipe.begin(7))
    _ = try await service.receive()
    if let settling { try service.send(swipe.end(7, settling: settling)) }
    try FileManager.default.removeItem(atPath: follower.socket)
  }
}
