internal import GestureCore

/// The presses of one connection: fingers that land on content in flight, or on any content.
///
///     end or cancel with a spring ──▶ window of the zone ── settled, moved by software ──▶ closed
///                                           │ a finger lands in the zone
///                                           ▼
///     a swipe of the zone begins ◀─────── press ───────▶ released or lost
///
/// Content counts as in flight for its settling time, at most ``maxWindow``. A press does not
/// extend this time. A view with presses at rest needs no window. No allocation per press.
public struct Presses: Sendable {
  struct Press: Sendable {
    var number: Int64
    let panelID: String
    let contact: Contact.ID
    let zone: String
    /// The swipe to which the finger belongs; nil before its begin.
    var swipe: SwipeID?
  }

  private struct Window: Sendable {
    let zone: String
    let panelID: String
    var end: Instant
  }

  /// The longest time for which content counts as in flight.
  static let maxWindow = Interval(microseconds: 3_000_000)
  /// The largest number of windows and of presses; further ones are ignored.
  private static let capacity = 64

  private var windows: [Window] = []
  private var presses: [Press] = []
  private var last: Int64 = 0

  /// Creates the record of a new connection.
  public init() {}

  /// Whether no press is active.
  var isEmpty: Bool { presses.isEmpty }

  /// Ends all presses and windows; numbers continue.
  public mutating func clear() {
    windows.removeAll()
    presses.removeAll()
  }

  /// Allocates all that a connection needs, once.
  private mutating func reserve() {
    guard windows.capacity == 0 else { return }
    windows.reserveCapacity(Self.capacity)
    presses.reserveCapacity(Self.capacity)
  }

  // MARK: Windows

  /// Opens the window of a zone whose content settles `settling` after `start`, or never if nil.
  mutating func open(zone: String, panelID: String, from start: Instant, settling: Int64?) {
    reserve()
    windows.removeAll { $0.end < start && $0.panelID == panelID }
    close(zone: zone, panelID: panelID)
    guard windows.count < Self.capacity else { return }
    let time = min(settling.map(Interval.init(microseconds:)) ?? Self.maxWindow, Self.maxWindow)
    windows.append(Window(zone: zone, panelID: panelID, end: start + time))
  }

  /// Closes the window of a zone; `panelID` nil means on every panel.
  mutating func close(zone: String, panelID: String? = nil) {
    windows.removeAll { $0.zone == zone && $0.panelID == panelID ?? $0.panelID }
  }

  /// Whether no zone has a window; some may be over.
  var isClosed: Bool { windows.isEmpty }

  /// Whether a zone's content is in flight.
  func isOpen(zone: String, panelID: String, at instant: Instant) -> Bool {
    windows.contains { $0.zone == zone && $0.panelID == panelID && instant <= $0.end }
  }

  // MARK: Presses

  /// Adds a press; nil if there are too many.
  mutating func add(zone: String, panelID: String, contact: Contact.ID) -> Press? {
    guard presses.count < Self.capacity else { return nil }
    reserve()
    last += 1
    presses.append(Press(number: last, panelID: panelID, contact: contact, zone: zone))
    return presses[presses.count - 1]
  }

  /// Notes the swipe to which a finger belongs.
  mutating func note(_ swipe: SwipeID, of contact: Contact.ID, panelID: String) {
    for index in presses.indices
    where presses[index].contact == contact && presses[index].panelID == panelID {
      presses[index].swipe = swipe
    }
  }

  /// Whether a finger of a swipe pressed.
  func contain(_ swipe: SwipeID) -> Bool { presses.contains { $0.swipe == swipe } }

  /// Removes and returns the press of a contact.
  mutating func take(_ contact: Contact.ID, panelID: String) -> Press? {
    let index = presses.firstIndex { $0.contact == contact && $0.panelID == panelID }
    return index.map { presses.remove(at: $0) }
  }

  /// Removes and returns the earliest press of a swipe.
  mutating func take(_ swipe: SwipeID) -> Press? {
    let index = presses.firstIndex { $0.swipe == swipe }
    return index.map { presses.remove(at: $0) }
  }
}
