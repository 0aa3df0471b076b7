import Evdev
import Foundation
import GestureCore
import LinuxIO
import Panels
import Recordings
import Synchronization
import TestKit
import Testing
import VirtualPanels

/// A kernel's panel, an unmodified flickd, and a client at its socket.
struct Stage: Sendable {
  /// The panel on which scripts are played.
  var model: PanelModel
  /// Devices that are plugged in before the panel.
  var neighbours: [PanelModel] = []
  var configuration = ""
  /// The steps of the script during which flickd is stopped, as on a machine under load.
  var halt: Range<Int>?
  /// The file into which `flickctl record` writes the panel's touches, beside flickd.
  var recording: String?
  /// Whether the performance also has the events before flickd's own smoothing.
  var keepsKernelEvents = false
  /// The state directory of flickd; nil for one that is removed with flickd.
  var state: String?
  /// How long the stage watches flickd after the script's end.
  var rest = Interval.seconds(1)

  /// Creates a stage with only a panel.
  init(_ model: PanelModel) {
    self.model = model
  }

  /// Plays a script, keeps the decisions under `name`, and returns the result.
  ///
  /// In every case flickd must end without an error.
  func perform(_ script: PanelScript, as name: String) async throws -> Performance {
    let result = Mutex<Performance?>(nil)
    let folder = try PrivateFolder()
    let file = try folder.write("flickd.toml", configuration)
    let environment = state.map { ["STATE_DIRECTORY": $0] } ?? [:]
    let outcome = try await Daemon.run(
      ["--config", file], in: folder, environment: environment, within: 2000
    ) { daemon in
      let performance = try await Play(stage: self, daemon: daemon).perform(script)
      result.withLock { $0 = performance }
    }
    #expect(
      outcome.code == 0, "flickd ended with \(outcome.code.map(String.init) ?? "a signal"): \(outcome.errors)"
    )
    var performance = try #require(result.withLock { $0 })
    performance.errors = outcome.errors
    try Guest.keep(performance.swipes, of: name)
    return performance
  }
}

/// One run on the stage.
private struct Play {
  let stage: Stage
  let daemon: Daemon

  func perform(_ script: PanelScript) async throws -> Performance {
    let (subscriber, _, state) = try await daemon.subscribe()
    #expect(state.panels == .array([]), "nothing is plugged in yet")
    let neighbours = stage.neighbours.enumerated().map { VirtualPanel($1, mark: "neighbour/\($0)") }
    for neighbour in neighbours { try neighbour.plug() }
    let panel = VirtualPanel(stage.model, mark: "stage/0")
    try panel.plug()

    var programme = Programme(subscriber)
    let nodes = try panel.nodes()
    let added = try await programme.read { line in
      line.type == "panel" && line.change == "added" && nodes.contains(line.node.text ?? "")
    }
    programme.begin()

    let glass = try #require(nodes.firstIndex { added.node.text == $0 })
    var taps = [try Tap(on: panel)]
    if stage.keepsKernelEvents { taps.append(try Tap(on: panel, isSmoothed: false)) }
    let recorder = try await record(added.node.text ?? "")
    let player = PanelPlayer(script, on: panel)
    // In virtual time the script begins at a full ten seconds. The time before it may differ by
    // milliseconds from run to run, and the kernel's timers fire at ticks of 10 ms: when the kernel
    // lifts a silent finger depends on the script's start between two ticks.
    let now = SystemCalls.monotonicMicroseconds()
    if Guest.hasVirtualTime { try player.rest(until: now - now % 10_000_000 + 10_000_000) }
    var steps = 0
    try player.play {
      for cue in player.takeCues() { try perform(cue, subscriber) }
      if steps == stage.halt?.lowerBound { daemon.send(.stop) }
      if steps == stage.halt?.upperBound { daemon.send(.resume) }
      steps += 1
      // The kernel's queue holds eight frames; a step may have several.
      if steps % 3 == 0 { for tap in taps { try tap.drain() } }
    }
    try player.rest(until: SystemCalls.monotonicMicroseconds() + stage.rest.microseconds)
    for tap in taps { try tap.drain() }

    try subscriber.send(#"{"id":"stats","request":"stats"}"# + "\n")
    let stats = try await programme.read { $0.type == "reply" && $0.id == "stats" }
    let lines = programme.lines
    #expect(lines.allSatisfy { $0.type != "reply" || $0.ok == true }, "a request was refused")
    let openNodes = try Self.nodesOpen(in: subscriber.server)
    let allNodes = try neighbours.flatMap { try $0.nodes() } + panel.nodes()
    if panel.isPlugged {
      let now = Instant(microseconds: SystemCalls.monotonicMicroseconds())
      for tap in taps { tap.close(at: now) }
      panel.unplug()
      _ = try await programme.read {
        $0.type == "panel" && $0.change == "removed" && $0.panel_id == added.panel_id
      }
    }
    if let recorder {
      // The recording ends when the panel is unplugged.
      let outcome = try await recorder.value
      #expect(outcome.code == 75, "\(outcome.errors)")
    }
    return Performance(
      panel: added, lines: programme.lines, swipes: programme.swipes,
      counts: stats.panels.elements.first { $0.panel_id == added.panel_id },
      panelNames: stats.panels.elements.compactMap(\.panel_id.text), recordings: taps[0].recordings,
      kernelRecordings: taps.last?.recordings ?? [], glass: glass,
      openNodes: openNodes, nodes: allNodes, configuration: stage.configuration)
  }

  /// Performs what happens beside the panel; flickd handles it before virtual time moves on.
  private func perform(_ cue: ScenarioCue.Action, _ subscriber: Subscriber) throws {
    switch cue {
    case .reload(let configuration):
      try daemon.folder.write("flickd.toml", configuration.text)
      daemon.send(.hangup)
    case .request(let line): try subscriber.send(line + "\n")
    }
  }

  /// Starts to record a node if the stage requests it; returns when the recording has begun.
  private func record(_ node: String) async throws -> Task<Outcome, any Error>? {
    guard let file = stage.recording else { return nil }
    let settings = try daemon.folder.write("record.toml", stage.configuration)
    let command = Command(
      .flickctl, "record", node, "-o", file, "--config", settings, "--socket", daemon.socket)
    let recorder = Task { try await command.run(within: 2000) }
    _ = try await waiting("the recording begins") { () -> Bool? in
      let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
      return size ?? 0 > 0 ? true : nil
    }
    return recorder
  }

  private static func nodesOpen(in process: Int32) throws -> [String] {
    let folder = "/proc/\(process)/fd"
    let targets = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      // The descriptor for reading the folder itself is already closed.
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    return targets.filter { $0.hasPrefix("/dev/input/") }.sorted()
  }
}

/// The output of flickd, line by line.
private struct Programme: ~Copyable {
  private let subscriber: Subscriber
  private(set) var lines: [JSON] = []
  private(set) var swipes: [String] = []

  init(_ subscriber: Subscriber) {
    self.subscriber = subscriber
  }

  /// Forgets the lines so far.
  mutating func begin() {
    lines = []
    swipes = []
  }

  /// Reads up to and including the expected line.
  mutating func read(until isAwaited: (JSON) -> Bool) async throws -> JSON {
    while true {
      guard let text = try await subscriber.line() else {
        throw TimedOut(description: "flickd closed the connection")
      }
      let line = try JSON(text)
      lines.append(line)
      if line.type == "swipe" { swipes.append(text) }
      if isAwaited(line) { return line }
    }
  }
}
