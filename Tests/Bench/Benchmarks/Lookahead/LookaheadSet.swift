internal import Configuration
internal import Foundation
internal import GestureCore
internal import Panels
internal import Pipeline

/// Swipes of one kind, as the service's recogniser told of them.
public struct LookaheadSet: Sendable {
  /// What they have in common.
  public var name: String
  /// The swipes.
  var swipes: [FollowedSwipe]

  /// The swipes of strokes from a table.
  init(_ name: String, _ strokes: some Sequence<HumanStroke>) {
    var numbering = SwipeNumbering()
    var follower = SwipeFollower()
    for stroke in strokes { stroke.tell(&follower, numbering: &numbering) }
    self.name = name
    swipes = follower.swipes
  }

  /// The swipes of recordings, played on their panels.
  init(_ name: String, _ recordings: [Recording]) {
    var numbering = SwipeNumbering()
    var follower = SwipeFollower()
    for panel in RecordedPanel.panels(for: recordings, settings: Settings()) {
      _ = Playback(panel).play(through: nil, numbering: &numbering, into: &follower)
    }
    self.name = name
    swipes = follower.swipes
  }
}

/// Reads a folder of recordings: kernel events under `evdev`, tables of strokes under `human`.
public enum LookaheadFolder {
  /// The sets of a folder: all panels together, and each table.
  ///
  /// Taps are left out, since nothing is to follow them. Files that are no recordings, such as a description without events,
  /// are passed over.
  public static func read(_ folder: String) throws(VectorError) -> [LookaheadSet] {
    var sets = [LookaheadSet("panels", try recordings(in: folder + "/evdev"))]
    for name in try names(in: folder + "/human") where name.contains("strokes") || name.hasPrefix("flings") {
      let strokes = try HumanStrokes.read("\(folder)/human/\(name)")
      let table = String(name.prefix { $0 != "-" && $0 != "." })
      sets.append(LookaheadSet(table, strokes.filter { $0.label != "tap" }))
    }
    return sets
  }

  private static func recordings(in folder: String) throws(VectorError) -> [Recording] {
    var recordings: [Recording] = []
    for kind in try names(in: folder) {
      for name in try names(in: "\(folder)/\(kind)") {
        let path = "\(folder)/\(kind)/\(name)"
        do throws(RecordingError) {
          recordings.append(try RecordingFile.read(path))
        } catch {
          switch error.kind {
          case .revent, .withoutEvents, .foreignText: continue
          default: throw VectorError(fault: .bad, path: path, what: error.kind.message)
          }
        }
      }
    }
    return recordings
  }

  private static func names(in folder: String) throws(VectorError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw VectorError(fault: .missing, path: folder, what: "there is no such folder")
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }
}
