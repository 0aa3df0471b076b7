import GestureCore
import Recordings
import TestKit
import Testing
import VirtualPanels

@Suite(.inGuest, .enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
struct `A real panel's events` {
  /// The recordings of at most ten seconds that no kernel made of HID reports, by the table of
  /// recordings.
  private static let files: [String] = {
    let rows = (try? Material.rows("recordings/index.csv")) ?? []
    let short = rows.filter { row in
      let seconds = row["duration_s"].flatMap { Double($0) } ?? .infinity
      let contacts = row["contacts"].flatMap { Int($0) } ?? 0
      return seconds <= 10 && contacts > 0 && row["file"]?.contains("hid-devices") == false
    }
    return rows.isEmpty ? ["index.csv is missing"] : short.compactMap { $0["file"] }
  }()

  @Test func `come from many recordings`() {
    #expect(Self.files.count >= 29)
  }

  @Test(arguments: files)
  func `pass through a uinput panel unchanged`(file: String) async throws {
    let recording = try RecordingFile.read(try Material.path("recordings/\(file)"))
    let performance = try await Stage(.recorded(recording)).perform(
      PanelScript(recording), as: "events \(recording.name)")
    func paths(_ recording: Recording) -> [[[Int]]] {
      DecodedContact.all(in: recording).map { [$0.landing, $0.end] }
    }
    #expect(paths(performance.recording) == paths(recording))
    #expect(performance.counts?.contacts == JSON.number(Double(paths(recording).count)))
    #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
  }
}
