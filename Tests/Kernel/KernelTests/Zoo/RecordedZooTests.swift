import GestureCore
import Recordings
import TestKit
import Testing
import VirtualPanels

// 46 panels, each followed by half a minute of silence: in real time that would take 35 minutes.
@Suite(.inGuest, .inVirtualTime, .enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
struct `A real panel's HID reports` {
  private static let files =
    (try? Material.names(in: "recordings/hidrec")) ?? ["the recordings are missing"]

  private static let unseen: Set = [
    "advanced-silicon_2619_5610.hid.gz", "atmel_03eb_840b.hid.gz", "egalax-capacitive_0eef_7337.hid.gz",
    "egalax-capacitive_0eef_73f4.hid.gz",
  ]

  @Test func `come from 48 panels, with few deviations`() throws {
    #expect(Self.files.count == 48)
    let contacts = try Self.files.compactMap { try Twin.of($0)?.contacts.count }
    #expect(contacts.count == 46)
    #expect(contacts.reduce(0, +) == 620)
    #expect(Twin.deviations.values.map(\.deviation.lacking).reduce(0, +) <= 13)
  }

  @Test(arguments: files)
  func `result in the contacts of their twin, all counted and none stuck`(file: String) async throws {
    let recording = try HIDRecording.read(try Material.path("recordings/hidrec/\(file)"))
    var stage = Stage(.reports(recording.device))
    // Longer than flickd keeps a finger without reports.
    stage.rest = .seconds(31)
    let performance = try await stage.perform(PanelScript(recording), as: "zoo \(file)")

    let contacts = DecodedContact.all(in: performance.recording)
    #expect(performance.counts?.contacts == JSON.number(Double(contacts.count)))
    #expect(performance.counts?.dropped == 0)

    let unlifted = Twin.unlifted[file]?.contacts ?? 0
    #expect(contacts.count { $0.lift == nil } == unlifted, "the kernel holds no other")
    #expect(performance.counts?.contacts_down == JSON.number(Double(unlifted)))
    let ended = performance.lines.prefix { $0.type != "reply" }.count { $0.type == "swipe" }
    #expect(ended == performance.swipes.count, "no swipe is left for the unplugging to end")
    // Their first contact lands at 0 of an axis, which the kernel does not send: only its registers
    // show the value, and this recording has none.
    if !Self.unseen.contains(file) {
      #expect(withoutNames(performance.swipes) == withoutNames(try await performance.replayed()))
    }
    if let twin = try Twin.of(file) { try await compare(performance, with: twin, of: file) }
  }

  /// Contacts and swipes equal those that an older kernel made of the reports, except the
  /// differences that the tables of `Twin` list.
  private func compare(_ performance: Performance, with twin: Twin, of file: String) async throws {
    let expected = Twin.deviations[file]?.deviation ?? Twin.Deviation()
    let found = twin.deviation(of: performance.recording)
    if Self.unseen.contains(file) {
      #expect(found == Twin.Deviation(lacking: 1, surplus: 1))
    } else {
      #expect(found == expected)
    }

    let pairs = try await pairs(performance.recording, with: twin.recording)
    #expect(pairs.differences == Set(Twin.differences[file, default: []].map(\.pair)))
    #expect(pairs.surplus == Twin.deviations[file]?.swipes.surplus ?? 0)
    #expect(pairs.lacking == Twin.deviations[file]?.swipes.lacking ?? 0)

    let moments = TwinMoments(performance.recording, twin.recording)
    #expect((moments == nil) == Twin.otherFrames.contains(file))
    guard let moments else { return }
    let aligned = try await self.pairs(moments.ours, with: moments.theirs)
    #expect(aligned.differences == [])
    #expect(aligned.count == pairs.count && aligned.surplus == 0 && aligned.lacking == 0)
  }

  /// The swipes of two recordings, each of one finger: the time between landings decides which
  /// fingers form one swipe, and the timestamps of the two recordings differ.
  private func pairs(_ one: Recording, with other: Recording) async throws -> SwipePairs {
    let alone = "[swipe]\nfingers_apart = \"0mm\"\n"
    return try SwipePairs(
      try await one.replayed(configuration: alone), with: try await other.replayed(configuration: alone))
  }
}
