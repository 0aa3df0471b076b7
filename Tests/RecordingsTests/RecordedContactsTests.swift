import GestureCore
import Recordings
import TestKit
import Testing

/// The recordings where the decoder and `contacts.csv` differ, and why the decoder is right.
private let deviations: [String: [Int: String]] = [
  // Protocol A without tracking ids: the table matches contacts by list index, the decoder by
  // distance.
  "evdev/other/ntrig-dell-xt2.event": [
    0: "the table lets the contact at (7378, 4687) jump 3500 units to (5897, 1513), where contact 2 was",
    2: "the table ends the contact at (5894, 1508) although the list goes on with (5897, 1513), 6 units away",
  ],
  "evdev/evemu-devices/N-Trig_MultiTouch.2-fingers-touch-release.events": [
    0:
      "a second finger lands, is listed first, and the table lets the first one jump 6900 units to (7197, 2070)",
    1: "the table lets it land at (1586, 6088), where the first finger has been for a second",
  ],
  // The recording does not contain the x of the first contact from before its start; the table
  // takes 0.
  "evdev/hid-devices/advanced-silicon_2619_5610_0@3.10.ev.gz": [0: "x is shown 807 ms after the landing"],
  "evdev/hid-devices/atmel_03eb_840b_0@3.10.ev.gz": [0: "x is shown 95 ms after the landing"],
  "evdev/hid-devices/egalax-capacitive_0eef_7337_0@3.12.ev.gz": [0: "x is shown 32 ms after the landing"],
  "evdev/hid-devices/egalax-capacitive_0eef_73f4_0@3.12.ev.gz": [0: "x is shown 8 ms after the landing"],
]

@Suite(.enabled(if: Material.isWanted, Comment(rawValue: Material.comment)))
struct `The contacts of the shared recordings` {
  @Test func `are all listed, with few deviations`() throws {
    let rows = try ContactRow.all()
    #expect(rows.count == 802)
    #expect(Set(rows.map(\.file)).count == 82)
    #expect(deviations.values.map(\.count).reduce(0, +) <= 8)
    #expect(Set(deviations.keys).isSubset(of: rows.map(\.file)))
  }

  @Test(arguments: Self.files)
  func `agree with an independent extraction`(file: String) throws {
    let expected = try ContactRow.all().filter { $0.file == file }.sorted {
      ($0.first, $0.landing[0], $0.landing[1]) < ($1.first, $1.landing[0], $1.landing[1])
    }
    let reported = DecodedContact.all(in: try RecordingFile.read(try Material.path("recordings/\(file)")))
    try #require(reported.count == expected.count)
    for (contact, row) in zip(reported, expected) {
      let agrees =
        contact.first == row.first && contact.lift == row.lift && contact.landing == row.landing
        && contact.end == row.end
      let excuse = deviations[file]?[row.number]
      #expect(agrees == (excuse == nil), "contact \(row.number): \(contact) instead of \(row)")
    }
  }

  private static let files = (try? Set(ContactRow.all().map(\.file)).sorted()) ?? ["contacts.csv is missing"]
}
