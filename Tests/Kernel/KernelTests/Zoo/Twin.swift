import Panels
import Recordings
import TestKit

/// The contacts that an older kernel made of a panel's HID recording, by the table of contacts.
struct Twin: Sendable {
  /// The contacts of the panel's event node.
  let contacts: [ContactRow]
  /// The older kernel's events on that node.
  let recording: Recording

  /// The twin of a HID recording; nil for the two without one.
  ///
  /// Pens and mice on other nodes of the same device have tables too, but flickd does not read
  /// them.
  static func of(_ file: String) throws -> Twin? {
    let stem = "evdev/hid-devices/\(file.dropLast(".hid.gz".count))_"
    let rows = try ContactRow.all().filter { row in
      // After the stem come the number of the node and the kernel's version: `0@3.10.ev.gz`.
      row.file.hasPrefix(stem) && row.file.dropFirst(stem.count).dropFirst().first == "@"
    }
    for name in Set(rows.map(\.file)).sorted() {
      let recording = try RecordingFile.read(try Material.path("recordings/\(name)"))
      guard TouchscreenTest(recording.description) == .touchscreen else { continue }
      return Twin(contacts: rows.filter { $0.file == name }, recording: recording)
    }
    return nil
  }

  /// How a recording differs from the table: missing contacts and additional contacts.
  ///
  /// Landing and last position are compared. Times are not, because the table was made from another
  /// play of the same reports.
  func deviation(of recording: Recording) -> Deviation {
    deviation(of: DecodedContact.all(in: recording).map { [$0.landing, $0.end] })
  }

  /// How contacts differ from the table, each by its landing and last position.
  func deviation(of contacts: [[[Int]]]) -> Deviation {
    var surplus = contacts
    var lacking = 0
    for row in self.contacts {
      if let index = surplus.firstIndex(of: [row.landing, row.end]) {
        surplus.remove(at: index)
      } else {
        lacking += 1
      }
    }
    return Deviation(lacking: lacking, surplus: surplus.count)
  }

  /// The number of contacts that only one of the two has.
  struct Deviation: Equatable {
    var lacking = 0
    var surplus = 0
  }

  /// The number of swipes that only one of the two has, because their contacts differ.
  struct LoneSwipes: Equatable {
    var surplus = 0
    var lacking = 0
  }

  /// The panels whose contacts differ from the table, and why; `KernelSlots` shows the reason.
  static let deviations: [String: (deviation: Deviation, swipes: LoneSwipes, reason: String)] = [
    "huitoo_03f7_0003.hid.gz": (
      Deviation(lacking: 13, surplus: 23), LoneSwipes(surplus: 13, lacking: 11),
      """
      five seconds of more fingers than its eight slots: 3.10 leaves a contact without a slot out of its count, so that \
      frames run together, and gives a slot away again in the frame that freed it; 6.1 does neither
      """
    )
  ]

  /// The recordings that end with fingers on the glass, and the number of contacts that the kernel
  /// then holds.
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
