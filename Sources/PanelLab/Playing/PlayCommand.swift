internal import ArgumentParser
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import LinuxIO
internal import Panels
internal import Terminal
internal import VirtualPanels

/// `flickctl play`: creates a virtual touchscreen and plays a scenario or a recording.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play a scenario or a recording on a virtual touchscreen.",
    discussion: """
      Creates an input device in the kernel, which every program treats as a touchscreen, and plays a file on it: a \
      scenario (see flickctl(1)), a recording that `flickctl replay` reads, or a hid-recorder file. Needs root.

      Times are written as 40ms or 1.2s.
      """)

  @Argument(help: "A scenario or a recording; the content shows which.") var file: String
  @Option(
    help: ArgumentHelp(
      "Play the scenario on this panel: a description by evemu, or a recording.", valueName: "description"))
  var panel: String?
  @Option(help: "How the panel of the scenario reports contacts: slots (the default), list, single or hid.")
  var `protocol`: PlayedPanel.Language?
  @Option(
    help: ArgumentHelp("Unplug the panel at this time of the play.", valueName: "time"),
    transform: TimeSpan.read)
  var unplugAt: TimeSpan?
  @Option(
    help: ArgumentHelp("Plug the panel in again after this time.", valueName: "time"),
    transform: TimeSpan.read)
  var replugAfter: TimeSpan?
  @Option(
    help: ArgumentHelp("Send no events from this time of the play on.", valueName: "time"),
    transform: TimeSpan.read)
  var stallAt: TimeSpan?
  @Option(
    help: ArgumentHelp("How long to send no events; later events are delayed.", valueName: "time"),
    transform: TimeSpan.read)
  var stallFor: TimeSpan?
  @Option(help: ArgumentHelp("Multiply the speed by this factor, 0.01 to 100.", valueName: "factor"))
  var pace = 1.0
  @Option(help: ArgumentHelp("Play the file this number of times.", valueName: "count"))
  var `repeat` = 1
  @Option(
    help: ArgumentHelp(
      "Write the events that the kernel reports to a new file, as evemu text.", valueName: "file"))
  var record: String?
  @Option(
    help: ArgumentHelp("Wait for this time before each repetition. (default: 1s)", valueName: "time"),
    transform: TimeSpan.read)
  var wait = TimeSpan(.seconds(1))
  @Option(
    help: ArgumentHelp("Keep the panel for this time after the play. (default: 1s)", valueName: "time"),
    transform: TimeSpan.read)
  var keep = TimeSpan(.seconds(1))
  @OptionGroup var forcing: ForceOption
  @Flag(help: "Print JSON objects, one per line.") var json = false

  func validate() throws {
    if panel != nil, self.protocol != nil {
      throw ValidationError("--panel and --protocol exclude each other: a description contains the protocol")
    }
    if replugAfter != nil, unplugAt == nil {
      throw ValidationError("--replug-after needs --unplug-at: add the time, such as --unplug-at 1s")
    }
    if (stallAt == nil) != (stallFor == nil) {
      throw ValidationError("--stall-at and --stall-for must be used together: add the other one, such as 1s")
    }
    guard (0.01...100).contains(pace) else { throw ValidationError("--pace must be from 0.01 to 100") }
    guard (1...100_000).contains(self.repeat) else {
      throw ValidationError("--repeat must be from 1 to 100000")
    }
  }

  func run() throws {
    let content = try PlayedFile.read(file)
    let source = try PlayedPanel(content, at: file, on: panel, speaking: self.protocol)
    let script = try timed(source.script)
    if content.hasClient {
      note(
        "\(file.terminalText): only the touches are played: flickd uses its own configuration, and clients "
          + "send their own requests")
    }
    // The mark differs from other devices of the machine and from other `flickctl play` processes.
    let panel = VirtualPanel(source.model, mark: "flickctl/\(SystemCalls.processNumber())")
    let recorded = try record.map { try newFile($0) }
    let tap = try recorded.map { try KernelTap(writing: $0, of: panel) }
    try asking { () throws(VirtualPanelError) in try panel.plug() }

    let isOutputUsed = recorded?.isStandardOutput == true
    let rounds = script.duration.microseconds + wait.interval.microseconds
    let progress = json ? nil : ProgressLine(total: rounds * Int64(self.repeat))
    var loop = try PlayLoop(on: panel, tap: tap, progress: progress)
    let played = Result {
      try tap?.drain()
      try announce(source, on: panel, isOutputUsed: isOutputUsed)
      let duration = try loop.play(script, rounds: self.repeat, restingBefore: wait.interval)
      try report(
        steps: script.steps.count * self.repeat, duration: duration,
        contactsDown: Self.contactsDown(on: panel, isRead: tap != nil), isOutputUsed: isOutputUsed)
      if panel.isPlugged { try loop.rest(for: keep.interval) }
    }
    try tap?.write()
    try played.get()
    panel.unplug()
  }

  private func newFile(_ path: String) throws -> OutputFile {
    let output = OutputFile(
      path, advice: "choose another file with --record", inputs: [file] + [panel].compactMap(\.self),
      isForced: forcing.force)
    if json, output.isStandardOutput {
      throw failure(.usage, "the recording and --json both use standard output: choose a file with --record")
    }
    return output
  }

  /// Returns the script with the requested pace, stall and unplugging.
  private func timed(_ script: PanelScript) throws -> PanelScript {
    // A recording may have any timestamps. Reject those that later calculations cannot handle.
    let day = Interval.seconds(86_400)
    let isReasonable = script.steps.allSatisfy { (day * -1...day).contains($0.offset) }
    guard isReasonable, script.duration <= day else {
      throw failure(.badData, "\(file): the play would last longer than a day: raise --pace, or remove steps")
    }
    var script = script.played(atPace: pace)
    if let stallAt, let stallFor {
      guard stallAt.interval <= script.duration else {
        throw failure(.usage, "--stall-at is after the end of the play, \(Self.seconds(script.duration))")
      }
      script = script.stalled(at: stallAt.interval, for: stallFor.interval)
    }
    if let unplugAt {
      guard !script.steps.contains(where: { $0.action == .unplug }) else {
        throw failure(.usage, "--unplug-at conflicts with the `unplug` in the file: remove one of them")
      }
      script = script.unplugged(at: unplugAt.interval, for: replugAfter?.interval)
    }
    return script
  }

  /// Returns the number of contacts that the play left down; nil if it cannot be known.
  ///
  /// The kernel keeps no state for the list protocol, and BTN_TOUCH stays down on some panels of
  /// that protocol. Newer kernels request the mode of a HID device when the first reader opens the
  /// device. This process could not answer during its own open, so it reads such a device only if
  /// the tap already reads it.
  private static func contactsDown(on panel: VirtualPanel, isRead: Bool) throws -> Int? {
    if case .reports = panel.model, !isRead { return nil }
    let nodes = try asking { () throws(VirtualPanelError) in try panel.nodes() }
    // A user with permission to create a device may lack permission to read it.
    guard let glass = try? GlassNode.open(among: nodes), TouchProtocol(glass.description) != .list else {
      return nil
    }
    return glass.initial.slotsDown.count
  }
}

// MARK: - Words

extension PlayCommand {
  private func announce(_ played: PlayedPanel, on panel: VirtualPanel, isOutputUsed: Bool) throws {
    let nodes = try asking { () throws(VirtualPanelError) in try panel.nodes() }
    guard json else {
      return try report(
        "playing \(played.model.name.terminalText) (\(played.text)) at \(nodes.joined(separator: ", "))",
        isOutputUsed: isOutputUsed)
    }
    let line = LineWriter.line { line in
      line.field("type", "playing")
      line.field("name", played.model.name)
      line.field("protocol", played.language.rawValue)
      line.strings("nodes", nodes)
    }
    try writeOutput(json: line)
  }

  /// Prints words on standard error if standard output has the recording.
  private func report(_ text: String, isOutputUsed: Bool) throws {
    if isOutputUsed { note(text) } else { try writeOutput(text) }
  }

  private func report(steps: Int, duration: Int64, contactsDown: Int?, isOutputUsed: Bool) throws {
    guard json else {
      let left = contactsDown ?? 0
      let rest = left > 0 ? "; still on the glass: \(left)" : ""
      return try report(
        "played \(steps) \(steps == 1 ? "step" : "steps") in \(Self.seconds(Interval(microseconds: duration)))\(rest)",
        isOutputUsed: isOutputUsed)
    }
    let line = LineWriter.line { line in
      line.field("type", "played")
      line.field("steps", Int64(steps))
      line.field("duration_us", duration)
      if let contactsDown { line.field("contacts_down", Int64(contactsDown)) }
    }
    try writeOutput(json: line)
  }

  private static func seconds(_ time: Interval) -> String { "\((time.seconds * 10).rounded() / 10) s" }
}

/// Calls a virtual panel, and ends the command if the call fails.
func asking<Value>(_ body: () throws(VirtualPanelError) -> Value) throws -> Value {
  do throws(VirtualPanelError) {
    return try body()
  } catch {
    let code: FlickProtocol.ExitCode =
      switch error {
      case .notPermitted: .noPermission
      case .descriptorTooLong, .foreignStep: .badData
      case .noDoor, .notBound, .refused: .unavailable
      }
    throw failure(code, error.description)
  }
}
