import Recordings
import TestKit

/// How a kernel assigns slots to the contacts of a panel with more contacts than slots.
///
/// These are hid-multitouch's rules for a huitoo panel: six contacts a report, eight slots.
struct KernelSlots {
  /// The rules that differ between the kernels of the twins and today's.
  struct Rules {
    /// Whether a contact without a free slot counts as one of the frame's contacts.
    var countsTheSlotless: Bool
    /// Whether a new contact may use a slot in the frame that freed it (input_mt_get_slot_by_key).
    var reusesInTheFrame: Bool
  }

  /// The rules of Linux 3.10: `mt_complete_slot` returns before it counts.
  static let linux310 = Rules(countsTheSlotless: false, reusesInTheFrame: true)
  /// The rules of Linux 6.1: `mt_process_slot` accepts the contact, and slots used in a frame are
  /// skipped.
  static let linux61 = Rules(countsTheSlotless: true, reusesInTheFrame: false)

  private struct Slot {
    var key: UInt8?
    var position: [Int]?
    var isUsed = false
  }

  private struct Finger {
    var landing: [Int]
    var end: [Int]
    var isNew = true
  }

  private let rules: Rules
  private var slots = [Slot](repeating: Slot(), count: 8)
  private var fingers = [Finger?](repeating: nil, count: 8)
  private var expected = 0
  private var received = 0
  /// Landing and last position of each contact that has lifted.
  private(set) var contacts: [[[Int]]] = []

  /// Plays the reports of a recording.
  init(_ recording: HIDRecording, by rules: Rules) {
    self.rules = rules
    // The report's id, six contacts of ten bytes, and their count.
    for report in recording.reports where report.bytes.count == 62 && report.bytes[0] == 1 {
      if report.bytes[61] > 0 { expected = Int(report.bytes[61]) }
      for start in stride(from: 1, to: 61, by: 10) where received < expected {
        take(Array(report.bytes[start..<start + 10]))
      }
      if received >= expected { endFrame() }
    }
  }

  /// Tip switch in the lowest bit, then the contact's id, x and y.
  private mutating func take(_ bytes: [UInt8]) {
    guard let index = slot(for: bytes[1]) else {
      if rules.countsTheSlotless { received += 1 }
      return
    }
    received += 1
    slots[index].isUsed = true
    guard bytes[0] & 1 != 0 else {
      slots[index].position = nil
      lift(index)
      return
    }
    let position = [Int(bytes[2]) | Int(bytes[3]) << 8, Int(bytes[4]) | Int(bytes[5]) << 8]
    slots[index].position = position
    if fingers[index] == nil { fingers[index] = Finger(landing: position, end: position) }
    if fingers[index]?.isNew == true { fingers[index]?.landing = position }
    fingers[index]?.end = position
  }

  private mutating func slot(for key: UInt8) -> Int? {
    if let known = slots.firstIndex(where: { $0.position != nil && $0.key == key }) { return known }
    let free = slots.firstIndex { $0.position == nil && (rules.reusesInTheFrame || !$0.isUsed) }
    if let free { slots[free].key = key }
    return free
  }

  private mutating func lift(_ index: Int) {
    guard let finger = fingers[index] else { return }
    contacts.append([finger.landing, finger.end])
    fingers[index] = nil
  }

  private mutating func endFrame() {
    received = 0
    for index in slots.indices {
      slots[index].isUsed = false
      fingers[index]?.isNew = false
    }
  }
}
