internal import Foundation

/// A machine of invented input devices that are plugged in and out while programs run, by a script
/// with cues.
///
/// The script waits at each cue for the test, so that no test depends on the machine's speed.
public final class MockStage: Sendable {
  /// The environment that a program needs on the stage.
  public struct Surroundings: Sendable {
    /// The variables of the environment.
    public let environment: [String: String]
  }

  private let folder: PrivateFolder
  private let scene: Scene

  /// The events on a stage, in order.
  public struct Scene: Sendable {
    fileprivate enum Step: Sendable {
      case add(MockDevice)
      case open
      case await(String)
      case play(MockDevice, MockEvents)
      case set(Int)
      case send(String, MockDevice)
      case remove(MockDevice)
    }

    fileprivate var steps: [Step] = []

    /// A stage with these devices from the start.
    public init(_ devices: [MockDevice] = []) {
      steps = devices.map { .add($0) } + [.open]
    }

    /// Waits for the test's cue.
    public mutating func await(_ cue: String) { steps.append(.await(cue)) }

    /// Plugs a device in.
    public mutating func add(_ device: MockDevice) { steps.append(.add(device)) }

    /// Unplugs a device: udev reports its removal, and the device is gone.
    public mutating func unplug(_ device: MockDevice) {
      steps += [.send("remove", device), .remove(device)]
    }

    /// Whether the timestamps are of CLOCK_MONOTONIC, as on every kernel since Linux 3.4.
    ///
    /// With CLOCK_REALTIME, flickd guesses the offset at the first event. On a busy machine that
    /// event is read late, and the events after a pause look as if the clock had been set.
    fileprivate var isMonotonic = true

    /// Moves the clock of later timestamps by this number of seconds, forward or back.
    ///
    /// From the start of the scene, the timestamps are of CLOCK_REALTIME, which can be set.
    public mutating func setClock(by seconds: Int) {
      isMonotonic = false
      steps.append(.set(seconds))
    }

    /// Plays events on a device at their own times.
    public mutating func play(_ events: MockEvents, on device: MockDevice) {
      steps.append(.play(device, events))
    }
  }

  /// Creates a stage for a scene.
  public init(_ scene: Scene) throws {
    self.scene = scene
    folder = try PrivateFolder()
  }

  /// Sends a cue.
  public func cue(_ name: String) throws { try folder.write("cue-\(name)", "") }

  /// Plays the scene while `body` runs; `body` must have sent every cue by its end.
  ///
  /// `preloaded` is loaded into every program on the stage.
  public func run(
    preloaded: PreloadedLibrary? = nil, _ body: @escaping @Sendable (Surroundings) async throws -> Void
  ) async throws -> Outcome {
    let wholeEvents = try PreloadedLibrary("whole-events", in: folder)
    let clock = scene.isMonotonic ? try PreloadedLibrary("monotonic-clock", in: folder) : nil
    let libraries =
      [preloaded?.path, clock?.path, wholeEvents.path, "libumockdev-preload.so.0"].compactMap(\.self).joined(
        separator: ":")
    let script = try folder.write("script", try lines().joined(separator: "\n"))
    let opened = folder.file("opened")
    let command = Command(
      ["umockdev-wrapper", Program.evdevProbe.path, "stage", script], environment: ["TMPDIR": folder.path])
    return try await command.run(within: 100) { _ in
      let root = try await waiting("the stage opens") { () -> String? in
        let text = try? String(contentsOfFile: opened, encoding: .utf8)
        return text?.isEmpty == false ? text : nil
      }
      try await body(
        Surroundings(environment: ["UMOCKDEV_DIR": root, "LD_PRELOAD": libraries]))
      try self.cue("end")
    }
  }

  private func lines() throws -> [String] {
    var lines = scene.isMonotonic ? ["monotonic"] : []
    for step in scene.steps {
      switch step {
      case .add(let device):
        let description = try folder.write("device\(lines.count)", device.deviceText)
        lines.append("add \(description) \(try folder.write("calls\(lines.count)", device.ioctlText))")
      case .open: lines.append("open \(folder.file("opened"))")
      case .await(let cue): lines.append("await \(folder.file("cue-\(cue)"))")
      case .play(let device, let events):
        lines.append("play \(device.node) \(try folder.write("events\(lines.count)", events.text))")
      case .set(let seconds): lines.append("set \(seconds)")
      case .send(let action, let device): lines.append("send \(action) /sys\(device.path)")
      case .remove(let device): lines.append("remove /sys\(device.path)")
      }
    }
    return lines + ["await \(folder.file("cue-end"))"]
  }
}
