import GestureCore
import LinuxIO
import TestKit
import Testing

/// A frame that one of the examples `follow` has printed.
private struct PrintedFrame {
  /// When it is shown, in seconds on the clock of the lines.
  var time: Double
  /// The offset of the row, in pt.
  var offset: Double
  /// What moves the row.
  var cause: Substring

  init(_ line: String) throws {
    let words = line.split(separator: " ", maxSplits: 2)
    try #require(words.count == 3, "\(line)")
    time = try #require(Double(words[0]), "\(line)")
    offset = try #require(Double(words[1]), "\(line)")
    cause = words[2]
  }
}

/// A finger that moves by a line at a time, and the spring after its release.
struct FollowedSwipe: Sendable {
  var clock = "monotonic"
  /// At the begin, in pt per second.
  var velocity: Double
  /// How far the velocity is valid, in seconds.
  var window: Double
  var bounce: Double
  /// How far the finger has moved across the axis at the begin, in pt; along it, 12 pt.
  var across = 1.0

  /// The numbers that a line of flickd has for a spring of half a second.
  var spring: Spring {
    let spring = Spring(duration: 0.5, bounce: bounce)
    func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
    return Spring(mass: 1, stiffness: rounded(spring.stiffness), damping: rounded(spring.damping))
  }
}

@Suite struct `The examples of clients that follow a finger` {
  static let programs: [(shell: String, name: String)] = [
    ("python3", "follow.py"), ("node", "follow.mjs"), ("cc", "follow.c"),
  ]
  private static let cards: [Double] = [0, -296, -592]

  @Test(
    .enabled(if: Tools.areWanted("python3", "node", "cc"), "needs Python, Node and a C compiler"),
    arguments: programs)
  func `move a row of cards with the demo, without a jump`(shell: String, name: String) async throws {
    let heard = try await Example.run(name, by: shell, lines: 300)
    #expect(!heard.errors.contains("refused"), "\(heard.errors)")
    let frames = try heard.lines.map(PrintedFrame.init)
    #expect(frames.count == 300)
    #expect(frames.contains { $0.cause == "finger" } && frames.contains { $0.cause == "spring" })
    var cards: Set<Double> = []
    for frame in frames where frame.cause.hasPrefix("card ") {
      let card = try #require(Int(frame.cause.dropFirst("card ".count)))
      #expect(frame.offset == Self.cards[card])
      cards.insert(frame.offset)
    }
    #expect(cards.count >= 2, "only \(cards) of the cards came to rest")
    for (last, frame) in zip(frames, frames.dropFirst()) {
      #expect(frame.time > last.time)
      // No finger of the demo moves 6000 pt in a second, which is 100 pt in a frame.
      let limit = 6000 * min(frame.time - last.time, 0.1)
      #expect(abs(frame.offset - last.offset) <= limit, "\(last) is followed by \(frame)")
    }
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
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    let words = try await Example.words(program.name, by: program.shell, in: folder)
    // Reads what the program prints until the row rests.
    let script = """
      "$@" >"$0" & while ! grep -q card "$0"; do sleep 0.05; done; kill $!; cat "$0"
      """
    async let heard = Command(
      ["bash", "-c", script, folder.file("frames")] + words,
      environment: ["FLICKD_SOCKET": folder.file("s"), "PATH": Tools.path]
    ).run()
    try await service.accept()
    try service.greet(clock: swipe.clock)
    #expect(try JSON(await service.hear()).unit == "pt")
    // The year 2013, or the present.
    let began = swipe.clock == "recording" ? 1_360_000_000_000_000 : SystemCalls.monotonicMicroseconds()
    let velocity = swipe.velocity
    let first = velocity < 0 ? -12.0 : 12
    try service.say(
      Self.line(
        "begin", at: began, translation: first, across: swipe.across, zone: #"{"name":"cards"}"#,
        rest: """
          "slop":10,"velocity":{"x":\(velocity),"y":3},"estimate":{"window_us":\(Int(swipe.window * 1e6))}
          """))
    let update = try JSON(await service.hear())
    let base = -first * 10 / (first * first + swipe.across * swipe.across).squareRoot()
    #expect(update.request == "update" && update.zone == "cards")
    let offset = try #require(update.offset.value)
    #expect(abs(offset - base) < 0.001, "\(offset) is not \(base)")
    try await Task.sleep(for: .milliseconds(250))
    let ended = began + 250_000
    try service.say(
      Self.line(
        "end", at: ended, translation: -290, across: swipe.across, zone: Self.zone(swipe.spring),
        rest: #""merged":1"#))
    let frames = try await heard.lines.map(PrintedFrame.init)

    let start = Spring.State(displacement: base - 290 + 296, velocity: -800)
    for frame in frames {
      let age = frame.time - Double(began) / 1e6
      #expect(age > 0 && age < 30, "\(frame)")
      let expected: Double
      switch frame.cause {
      case "finger":
        let lead = min(age, swipe.window, 0.1)
        expected = base + first + max(velocity, -5000 * 163 / 25.4) * lead
      case "spring":
        expected = -296 + swipe.spring.state(after: max(age - 0.25, 0), from: start).displacement
      default:
        #expect(frame.cause == "card 1")
        #expect(age >= 0.25 + 0.4)
        expected = -296
      }
      #expect(abs(frame.offset - expected) < 0.002, "\(frame): expected \(expected)")
    }
    #expect(Set(frames.map(\.cause)) == ["finger", "spring", "card 1"])
  }

  @Test(
    .enabled(if: Tools.areWanted("python3", "node", "cc"), "needs Python, Node and a C compiler"),
    arguments: programs)
  func `finish a release without a connection, and rest at a card after a loss`(
    program: (shell: String, name: String)
  ) async throws {
    let folder = try PrivateFolder()
    let service = try StandInService(at: folder.file("s"))
    let words = try await Example.words(program.name, by: program.shell, in: folder)
    let script = #""$@" >"$0" & until [ "$(grep -c card "$0")" = 2 ]; do sleep 0.05; done; kill $!; cat "$0""#
    async let heard = Command(
      ["bash", "-c", script, folder.file("frames")] + words,
      environment: ["FLICKD_SOCKET": folder.file("s"), "PATH": Tools.path]
    ).run()
    try await service.accept()
    try service.greet()
    _ = try await service.hear()
    try service.say(Self.begin())
    _ = try await service.hear()
    try service.say(Self.end(settling: "400000"))
    service.hangUp()
    try await service.accept()
    try service.greet()
    _ = try await service.hear()
    try service.say(Self.begin())
    _ = try await service.hear()
    // A release that takes over an hour to settle is drawn on.
    try service.say(Self.end(settling: "null"))
    try await Task.sleep(for: .milliseconds(600))
    try service.say(Self.begin())
    _ = try await service.hear()
    try await Task.sleep(for: .milliseconds(100))
    service.hangUp()

    let frames = try await heard.lines.map(PrintedFrame.init)
    let rests = frames.filter { $0.cause.hasPrefix("card ") }
    #expect(rests.map { "\($0.cause) \($0.offset)" } == ["card 1 -296.0", "card 1 -296.0"])
    let springs = frames.filter { $0.cause == "spring" }
    let second = try #require(rests.first).time
    #expect(springs.count { $0.time < second } > 15, "the release goes on without a connection")
    #expect(springs.count { $0.time > second } > 30, "the second release goes on after 0.4 s")
  }

  private static func begin() -> String {
    line(
      "begin", at: SystemCalls.monotonicMicroseconds(), translation: -12, across: 0,
      zone: #"{"name":"cards"}"#,
      rest: #""slop":10,"velocity":{"x":0,"y":0},"estimate":{"window_us":60000}"#)
  }

  private static func end(settling: String) -> String {
    line(
      "end", at: SystemCalls.monotonicMicroseconds(), translation: -290, across: 1,
      zone: zone(Spring(duration: 0.5, bounce: 0), settling: settling), rest: #""merged":1"#)
  }

  private static func line(
    _ phase: String, at time: Int64, translation: Double, across: Double, zone: String, rest: String
  ) -> String {
    """
    {"type":"swipe","phase":"\(phase)","seq":1,"swipe_id":7,"t_us":\(time),"unit":"pt",\(rest),\
    "translation":{"x":\(translation),"y":\(across)},"zone":\(zone)}
    """
  }

  private static func zone(_ spring: Spring, settling: String = "400000") -> String {
    """
    {"name":"cards","snap":{"from":0,"index":1,"steps":1,"offset":-296},"spring":{"duration_us":500000,\
    "stiffness":\(spring.stiffness),"damping":\(spring.damping),"initial_velocity":-800,"settling_us":\(settling)}}
    """
  }
}
