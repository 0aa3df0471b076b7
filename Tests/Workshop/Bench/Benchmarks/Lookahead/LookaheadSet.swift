internal import ConfigurationFiles
internal import Foundation
internal import GestureCore
internal import Installation
internal import LinuxIO
internal import Panels
internal import Pipeline
internal import Recordings
internal import Settings

/// Swipes of one kind, as the service's recogniser reported them.
public struct LookaheadSet: Sendable {
  /// The property that they share.
  public var name: String
  var swipes: [FollowedSwipe]

  /// The swipes of people's strokes, with one recogniser per screen.
  init(_ name: String, _ strokes: [HumanStroke]) {
    self.name = name
    swipes = []
    for screen in RecordedScreen.all(of: strokes) {
      var follower = SwipeFollower()
      var player = screen.player()
      for person in strokes where person.screen == screen { player.play(person.stroke, into: &follower) }
      swipes += follower.swipes
    }
  }

  /// The swipes of recordings, played on their panels.
  init(_ name: String, _ recordings: [Recording], settings: Settings) {
    var numbering = SwipeNumbering()
    var follower = SwipeFollower()
    for panel in RecordedPanel.panels(for: recordings, settings: settings) {
      _ = Playback(panel).play(through: nil, numbering: &numbering, into: &follower)
    }
    self.name = name
    swipes = follower.swipes
  }
}

/// Reads a folder of recordings: kernel events below `evdev`, tables of strokes below `human`.
public enum LookaheadFolder {
  /// The sets of a folder: all panels together, and people's strokes by their intent.
  ///
  /// Taps are left out, since content does not follow taps. Files without a recording, such as a
  /// description without events, are skipped.
  public static func read(_ folder: String) throws(FileError) -> [LookaheadSet] {
    let panels = LookaheadSet(
      "panels", try recordings(in: folder + "/evdev"), settings: try library())
    let people = try HumanTables.read(folder + "/human")
    let kinds: [(name: String, meanings: Set<HumanStroke.Meaning>)] = [
      ("flings", [.fling, .scroll]), ("drags", [.drag]), ("words", [.word]),
    ]
    let sets = kinds.map { kind in
      LookaheadSet(kind.name, people.filter { kind.meanings.contains($0.meaning) })
    }
    return [panels] + sets.filter { !$0.swipes.isEmpty }
  }

  /// The sets of the recordings below `evdev`, one for each name of a panel, in the order of names.
  public static func panels(_ folder: String) throws(FileError) -> [LookaheadSet] {
    let byName = Dictionary(grouping: try recordings(in: folder + "/evdev")) { $0.description.name }
    let settings = try library()
    return byName.sorted { $0.key < $1.key }.map { LookaheadSet($0.key, $0.value, settings: settings) }
  }

  /// The defaults with the shipped library: flickd knows the lift delays of some of these panels.
  private static func library() throws(FileError) -> Settings {
    let files = LibraryFiles.locate(
      shipped: ShareFolders.panelLibrary, beside: nil, list: SystemCalls.namesIfAny,
      read: SystemCalls.contentsIfAny)
    let reading = Settings.read([], library: files)
    if let error = reading.diagnostics.first {
      throw FileError(fault: .bad, path: error.file, what: "\(error.position.line): \(error.message)")
    }
    guard !files.isEmpty else {
      let folders = ShareFolders.panelLibrary.joined(separator: " or ")
      throw FileError(fault: .missing, path: folders, what: "there is no library of panels")
    }
    return reading.settings
  }

  private static func recordings(in folder: String) throws(FileError) -> [Recording] {
    var recordings: [Recording] = []
    for kind in try names(in: folder) {
      for name in try names(in: "\(folder)/\(kind)") {
        let path = "\(folder)/\(kind)/\(name)"
        do throws(RecordingError) {
          recordings.append(try RecordingFile.read(path))
        } catch {
          switch error.kind {
          case .revent, .withoutEvents, .foreignText: continue
          default: throw FileError(fault: .bad, path: path, what: error.kind.message)
          }
        }
      }
    }
    return recordings
  }

  private static func names(in folder: String) throws(FileError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw FileError(fault: .missing, path: folder, what: "there is no such folder")
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }
}
