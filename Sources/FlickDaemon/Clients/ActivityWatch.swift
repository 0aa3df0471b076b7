internal import FlickProtocol

/// Tells when a panel is touched, at most once a second for each, also under a finger that rests
/// and sends nothing.
///
/// It looks at most ten times a second, and only when somebody wants to know.
struct ActivityWatch {
  private struct Panel {
    var panelID: String
    /// How many contacts had landed when it was last told.
    var contacts: Int64
    /// When it may be told again, in µs.
    var next: Int64
  }

  private static let pause: Int64 = 100_000

  private var panels: [Panel] = []
  private var nextLook: Int64 = .min
  /// When it wants to look again though nothing happens, in µs; nil while nothing is touched.
  private(set) var due: Int64?

  /// The panels that are to be told now, in µs of CLOCK_MONOTONIC.
  mutating func look(at record: any PanelInventory, now: Int64) -> [String] {
    guard now >= nextLook else {
      due = min(due ?? nextLook, nextLook)
      return []
    }
    nextLook = now + Self.pause
    due = nil
    var touched: [String] = []
    var present: [Panel] = []
    for (message, counts) in zip(record.messages, record.counts) {
      var panel =
        panels.first { $0.panelID == message.panelID }
        ?? Panel(panelID: message.panelID, contacts: counts.contacts, next: .min)
      if counts.contactsDown > 0 || counts.contacts != panel.contacts {
        if now >= panel.next {
          touched.append(panel.panelID)
          panel.contacts = counts.contacts
          panel.next = now + ProtocolLimits.activityMicroseconds
        }
        if counts.contactsDown > 0 || counts.contacts != panel.contacts {
          due = min(due ?? panel.next, panel.next)
        }
      }
      present.append(panel)
    }
    panels = present
    return touched
  }

  /// Forgets all: nobody wants to know any more.
  mutating func stop() {
    self = ActivityWatch()
  }
}
