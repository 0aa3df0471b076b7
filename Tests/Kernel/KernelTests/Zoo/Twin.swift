import Panels
import TestKit

/// What an older kernel made of a panel's HID recording, by the table of contacts.
struct Twin: Sendable {
  /// The contacts of the panel's event node.
  let contacts: [ContactRow]

  /// The twin of a HID recording; nil for the two that have none.
  ///
  /// Pens and mice on other nodes of the same device have tables too; nothing in flickd reads those.
  static func of(_ file: String) throws -> Twin? {
    let stem = "evdev/hid-devices/\(file.dropLast(".hid.gz".count))_"
    let rows = try ContactRow.all().filter { row in
      // After the stem the number of the node and the kernel's version: `0@3.10.ev.gz`.
      row.file.hasPrefix(stem) && row.file.dropFirst(stem.count).dropFirst().first == "@"
    }
    let panel = try Set(rows.map(\.file)).sorted().first { name in
      let description = try RecordingFile.read(try Material.path("recordings/\(name)")).description
      return TouchscreenTest(description) == .touchscreen
    }
    return panel.map { name in Twin(contacts: rows.filter { $0.file == name }) }
  }

  /// How a recording differs from the table: contacts of the table that it lacks, and such as the table lacks.
  ///
  /// Landing and last place are compared; times are not, for the table's are those of another play of the same reports.
  func deviation(of recording: Recording) -> Deviation {
    var surplus = DecodedContact.all(in: recording).map { [$0.landing, $0.end] }
    var lacking = 0
    for row in contacts {
      if let place = surplus.firstIndex(of: [row.landing, row.end]) {
        surplus.remove(at: place)
      } else {
        lacking += 1
      }
    }
    return Deviation(lacking: lacking, surplus: surplus.count)
  }

  /// So many contacts that only one of two has.
  struct Deviation: Equatable {
    var lacking = 0
    var surplus = 0
  }

  /// The panels whose contacts are not those of the table, and why.
  static let deviations: [String: (deviation: Deviation, reason: String)] = [
    "huitoo_03f7_0003.hid.gz": (
      Deviation(lacking: 13, surplus: 23),
      """
      five seconds of more fingers than its eight slots: 3.10 leaves a contact without a slot out of its count, so that \
      frames run together, and gives a slot away again in the frame that freed it; 6.1 does neither
      """
    )
  ]

  /// The recordings that end with fingers on the glass, and how many the kernel holds then.
  static let unlifted: [String: (contacts: Int, reason: String)] = [
    "nexio_1870_0100.hid.gz": (2, "its last report still has both tips down"),
    "n-trig_1b96_0001.hid.gz": (
      2,
      """
      it says by a contact count of 0 that nobody touches; its own driver, hid-ntrig, knows that, hid-multitouch does not
      """
    ),
  ]
}
