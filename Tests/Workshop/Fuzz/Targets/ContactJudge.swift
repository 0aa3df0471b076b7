import GestureCore
import Panels

/// Checks the frames of one decoder: every contact lands once, is then reported, then lifts or is
/// lost once, and nothing comes afterwards.
struct ContactJudge: ~Copyable {
  private var down: Set<UInt64> = []
  private var newest: UInt64 = 0
  private let isBlindToLifts: Bool

  /// Creates the judge of a decoder that has not reported anything; a judge that is blind to lifts
  /// must find a fault.
  init(isBlindToLifts: Bool) {
    self.isBlindToLifts = isBlindToLifts
  }

  /// The number of contacts that have landed and not ended.
  var live: Int { down.count }

  /// Checks the frame that the decoder has just filled.
  mutating func judge(_ decoder: inout SlotDecoder) throws(BrokenPromise) {
    for position in 0..<decoder.frame.count { try judge(decoder.frame.contact(at: position)) }
    try BrokenPromise.unless(
      (live...SlotDecoder.capacity).contains(decoder.contactsDown),
      "\(decoder.contactsDown) contacts are down, \(live) of them reported")
    if let scanned = decoder.frame.scanned {
      try BrokenPromise.unless(scanned <= decoder.frame.instant, "no frame was scanned after it came")
    }
  }

  /// Checks that every contact has ended.
  func expectNone() throws(BrokenPromise) {
    try BrokenPromise.unless(down.isEmpty, "contacts \(down.sorted()) are left after all were lost")
  }

  private mutating func judge(_ contact: Contact) throws(BrokenPromise) {
    let number = contact.id.number
    try BrokenPromise.unless(
      contact.location.x.isFinite && contact.location.y.isFinite, "contact \(number) is somewhere")
    switch contact.report {
    case .landed:
      try BrokenPromise.unless(number > newest, "contact \(number) lands after contact \(newest)")
      newest = number
      down.insert(number)
    case .moved, .still:
      try BrokenPromise.unless(down.contains(number), "contact \(number) is down while it is reported")
    case .lifted where isBlindToLifts:
      break
    case .lifted, .lost:
      try BrokenPromise.unless(down.remove(number) != nil, "contact \(number) is down when it ends")
    }
  }
}
