internal import Evdev
internal import FlickProtocol
internal import LinuxIO
internal import Panels
internal import Pipeline

/// The tries of a tuning session as a labelled recording.
///
/// The file contains every touch, also those that do not count, because flickd learns the lift
/// delay from all of them. Only counted tries have a label.
struct SavedTries {
  let touchscreen: ChosenTouchscreen
  let touches: [RecordedTouch]

  /// Prepares to save the touches of a session.
  init(_ touchscreen: ChosenTouchscreen, touches: [RecordedTouch]) {
    (self.touchscreen, self.touches) = (touchscreen, touches)
  }

  /// Ends the command if there is such a file already, or if its folder accepts no new file.
  static func checkPermission(for path: String) throws {
    guard (try? SystemCalls.target(of: path)) == nil else {
      throw failure(.cannotCreate, "\(path) exists already: remove it, or choose another file with --save")
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
    do throws(SystemCallError) {
      guard try SystemCalls.target(of: folder) != nil else {
        throw SystemCallError(call: "open", code: .noSuchFile, subject: folder)
      }
      try FileReplacement.checkPermission(in: folder)
    } catch {
      throw failure(.cannotCreate, "\(error): choose another file with --save")
    }
  }

  /// Writes the new file with mode 0600; ends the command if it exists or cannot be written.
  func write(to path: String) throws {
    let setup = touchscreen.setup
    var text = RecordingText(RecordingText.Format(suffixOf: path))
    var bytes = text.header(
      setup.description, setup: setup.recorded(), node: touchscreen.node.node)
    for touch in touches {
      bytes += text.use(touch.label, of: touch.person)
      for frame in touch.frames { bytes += text.lines(of: frame) }
    }
    bytes += text.end(reportPeriod: nil)
    var file = try RecordingOutput(creating: path)
    try file.add(bytes)
    try file.flush()
    note("wrote \(path): only you can read it, because a recording contains touches")
  }
}
