import FlickProtocol
import Foundation
import LinuxIO
import Panels
import Terminal
import TestKit
import Testing

@testable import PanelLab

/// Screens as text in `Tests/Golden/monitor`; FLICKD_WRITE_GOLDEN rewrites them.
@Suite struct `The screen of the monitor` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden/monitor")

  private func expect(_ screen: String, _ name: String) throws {
    let file = Self.folder.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["FLICKD_WRITE_GOLDEN"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      try Data("\(screen)\n".utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == "\(screen)\n", "\(name)")
  }

  private let withPIN = """
    [[zone]]
    name = "pin"
    private = true
    rectangle = ["100mm", "40mm", "80mm", "60mm"]
    """

  @Test func `shows the thresholds while the panel is idle`() throws {
    var state = WatchedRecording(.oneFinger).state(at: 0)
    state.contacts = []
    try expect(MonitorScreen.draw(state, MonitorScreen.smallest, .unicode).text, "idle")
  }

  @Test func `shows a finger in the middle of a swipe`() throws {
    let screen = WatchedRecording(.oneFinger).screen(at: 150)
    #expect(screen.contains("now:  flick left, commits by "))
    try expect(screen, "swipe")
  }

  @Test func `shows ten fingers`() throws {
    try expect(WatchedRecording(.tenFingers).screen(at: 200), "ten-fingers")
  }

  @Test func `shows a decision after a flick, and another after a return`() throws {
    try expect(WatchedRecording(.oneFinger).screen(at: 290), "after-flick")
    let screen = WatchedRecording(.oneFinger).screen(at: 2000)
    #expect(screen.contains("return"))
    try expect(screen, "after-return")
  }

  @Test func `hides a contact that starts in a private zone, unless it is included`() throws {
    let hidden = WatchedRecording(.oneFinger, config: withPIN)
    try expect(hidden.screen(at: 150), "private")
    let state = WatchedRecording(.oneFinger, config: withPIN).state(at: 150)
    #expect(state.contacts.isEmpty && state.swipes.isEmpty)
    let shown = WatchedRecording(.oneFinger, config: withPIN, isPrivateIncluded: true).state(at: 150)
    #expect(shown.down.count == 1 && shown.swipes.count == 1 && shown.privateRectangles.isEmpty)
  }

  @Test func `shows positions in percent if the size of the panel is unknown`() throws {
    let screen = WatchedRecording(.oneFinger, isSizeKnown: false).screen(at: 150)
    #expect(screen.contains("size unknown") && screen.contains("x  %"))
    try expect(screen, "unknown-size")
  }

  @Test func `uses only ASCII where the locale has no UTF-8`() throws {
    let screen = WatchedRecording(.oneFinger).screen(at: 150, MonitorScreen.smallest, .ascii)
    #expect(screen.utf8.allSatisfy { $0 < 0x80 })
    try expect(screen, "ascii")
  }

  @Test func `shows the required size and the decision on a smaller terminal`() throws {
    try expect(
      WatchedRecording(.oneFinger).screen(at: 150, TerminalSize(columns: 60, rows: 20)), "narrow")
    for columns in [1, 2, 79] {
      _ = WatchedRecording(.oneFinger).screen(at: 150, TerminalSize(columns: columns, rows: 1))
    }
  }

  @Test func `uses the room of a larger terminal`() throws {
    try expect(
      WatchedRecording(.oneFinger).screen(at: 2000, TerminalSize(columns: 132, rows: 43)), "large")
  }

  @Test func `replaces what a name could do to the terminal`() {
    var state = WatchedRecording(.oneFinger).state(at: 0)
    state.name = "A\u{1B}[2J\n触B"
    let screen = MonitorScreen.draw(state, MonitorScreen.smallest, .unicode)
    #expect(screen.text.hasPrefix(" A\\u{1b}[2J\\n?B  "))
    #expect(screen.cells.allSatisfy { !$0.scalar.isUnsafeOnTerminal })
  }
}

@Suite struct `The writer of a screen` {
  private let size = TerminalSize(columns: 10, rows: 2)

  @Test func `writes only the cells that changed`() {
    var writer = ScreenWriter(isColored: true)
    var screen = Screen(size)
    screen.put("abc", 0, 0)
    #expect(
      String(decoding: writer.bytes(for: screen), as: UTF8.self)
        == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1H\u{1B}[0mabc")
    #expect(writer.bytes(for: screen).isEmpty)
    // A short gap is written again, because moving the cursor would be longer.
    screen.put("x", 1, 0)
    screen.put("y", 4, 0)
    #expect(String(decoding: writer.bytes(for: screen), as: UTF8.self) == "\u{1B}[1;2H\u{1B}[0mxc y")
    writer.invalidate()
    #expect(!writer.bytes(for: screen).isEmpty)
  }

  @Test func `sets a colour only together with its background, and none without colours`() {
    for style in [CellStyle.plain, .bold, .dim, .heading, .commit, .back, .cancel] {
      var screen = Screen(size)
      screen.put("x", 0, 0, style)
      func text(_ isColored: Bool) -> String {
        var writer = ScreenWriter(isColored: isColored)
        return String(decoding: writer.bytes(for: screen), as: UTF8.self)
      }
      #expect(!text(false).contains(";3") && !text(false).contains(";4"))
      #expect(text(true).contains(";30") == text(true).contains(";4"))
    }
  }

  @Test func `cuts text at the borders`() {
    var screen = Screen(size)
    screen.put("0123456789abc", 0, 1)
    screen.put("x", -1, 0)
    screen.put("x", 0, 2)
    #expect(screen.text == "\n0123456789")
  }
}

@Suite struct `The decisions of the monitor` {
  @Test(arguments: ["oneFinger", "tenFingers", "dropped", "stillDown"])
  func `are those of flickctl replay`(_ name: String) async throws {
    let made: [String: MadeRecording] = [
      "oneFinger": .oneFinger, "tenFingers": .tenFingers, "dropped": .dropped, "stillDown": .stillDown,
    ]
    let recording = try #require(made[name])
    let folder = try PrivateFolder()
    let (file, none) = (try folder.write("made.evemu", recording.bytes), try folder.write("none.toml", ""))
    let replay = try await Command(.flickctl, "replay", "--config", none, file).run()
    let lines = try replay.lines.map { try JSON($0) }
    let plain = try await Command(.flickctl, "monitor", "--plain", "--config", none, file).run()
    #expect(plain.code == 0 && plain.errors.isEmpty, "\(plain.errors)")
    let ended = plain.lines.filter { $0.contains("  swipe ") }
    #expect(ended.count == lines.count && !lines.isEmpty, "\(plain.output)")
    for (line, swipe) in zip(ended, lines) {
      let decision = swipe.decision
      guard let kind = decision.kind.text else {
        let reason = try #require(swipe.reason.text)
        #expect(line.hasSuffix("cancel: \(reason)"))
        continue
      }
      let speed = ShownNumber.fixed(try #require(decision.speed.value), decimals: 0)
      #expect(line.contains(", \(kind) ") && line.contains(", speed \(speed)/"), "\(line)")
      #expect(line.contains(decision.commit == .bool(true) ? "commit: " : "return: "), "\(line)")
    }
  }
}
