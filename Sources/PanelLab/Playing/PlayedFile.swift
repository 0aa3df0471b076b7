internal import ArgumentParser
internal import FlickProtocol
internal import Recordings
internal import Terminal
internal import VirtualPanels

/// The content of a file to play; the content determines the kind.
enum PlayedFile {
  /// A scenario, for any panel.
  case scenario(Scenario)
  /// The events of a touchscreen, for the same touchscreen.
  case events(Recording)
  /// The reports of a HID device, for the same device.
  case reports(HIDRecording)

  /// Reads a file, and ends the command if the file cannot be played.
  static func read(_ path: String) throws -> PlayedFile {
    let bytes: [UInt8]
    do throws(RecordingError) {
      bytes = try RecordingFile.bytes(of: path)
      if let scenario = try Scenario.found(in: bytes, fileName: path) { return .scenario(scenario) }
      if let recording = try recording(in: bytes, of: path) { return recording }
    } catch {
      throw failure(error)
    }
    throw failure(
      .badData,
      "\(path): this file cannot be played: expected a scenario (`down 1 80% 50%`), evemu text, "
        + "`libinput record`, `getevent -lt`, evtest or a hid-recorder file")
  }

  /// Whether a scenario contains more than touches: a configuration, or requests of its client.
  var hasClient: Bool {
    guard case .scenario(let scenario) = self else { return false }
    return scenario.configuration != nil || scenario.hasReload || !scenario.requests.isEmpty
  }

  /// Returns the recording in a file; nil for a file of another kind.
  ///
  /// Throws for a damaged recording.
  private static func recording(in bytes: [UInt8], of path: String) throws(RecordingError) -> PlayedFile? {
    do throws(RecordingError) {
      return .events(
        try Recording.read(bytes: bytes, sibling: { try? RecordingFile.bytes(of: $0) }, fileName: path))
    } catch {
      switch error.kind {
      case .hidRecording: return .reports(try HIDRecording.read(bytes: bytes, fileName: path))
      case .foreignText, .foreignBinary: return nil
      default: throw error
      }
    }
  }
}
