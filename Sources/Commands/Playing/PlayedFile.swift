internal import ArgumentParser
internal import FlickProtocol
internal import Panels
internal import VirtualPanels

/// What a file has to play; its content says which kind it is.
enum PlayedFile {
  /// A story of fingers, for any panel.
  case scenario(Scenario)
  /// What a touchscreen sent, for that touchscreen.
  case events(Recording)
  /// What a HID device sent, for that device.
  case reports(HIDRecording)

  /// Reads a file, and ends the command if there is nothing in it that can be played.
  static func read(_ path: String) throws -> PlayedFile {
    let bytes: [UInt8]
    do throws(RecordingError) {
      bytes = try RecordingFile.bytes(of: path)
      if let recording = try recording(in: bytes, of: path) { return recording }
    } catch {
      throw failure(error)
    }
    if let scenario = try scenario(in: bytes, of: path) { return .scenario(scenario) }
    throw failure(
      .badData,
      "\(path): this is nothing that can be played: a scenario (`down 1 80% 50%`), evemu text, "
        + "`libinput record`, `getevent -lt` or a hid-recorder file is expected")
  }

  /// The recording in a file, or a complaint about what tried to be one; nil for files of other
  /// kinds.
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

  /// The scenario in a file that begins like one or is named like one; nil for other files.
  private static func scenario(in bytes: [UInt8], of path: String) throws -> Scenario? {
    let text = String(validating: bytes, as: UTF8.self)
    guard path.hasSuffix(".touch") || text.map(Scenario.isBegun(by:)) == true else { return nil }
    guard let text else { throw failure(.badData, "\(path): the file is no UTF-8 text") }
    return try Result { () throws(ScenarioError) in try Scenario(file: path, text: text, isJudged: false) }
      .mapError { failure(.badData, $0.description) }.get()
  }
}
