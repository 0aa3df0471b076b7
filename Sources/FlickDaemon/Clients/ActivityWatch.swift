internal import FlickProtocol

/// Reports each touched panel at most once a second, even while a resting finger sends no events.
///
/// It checks at most ten times a second, and only while a client subscribes to activity.
struct ActivityWatch {
  private struct Panel {
    var panelID: String
    /// The number of landed contacts at the last report, those in private zones included.
    var touches: Int64
    /// The earliest time of the next report, in µs.
    var next: Int64
  }

  private static let pause: Int64 = 100_000

  private var panels: [Panel] = []
  private var nextLook: Int64 = .min
  /// When the next check is due without an event, in µs; nil while no panel is touched.
  private(set) var due: Int64?

  /// The panels to report at `now`, in µs of CLOCK_MONOTONIC.
  mutating func look(at record: any PanelInventory, now: Int64) -> [String] {
    guard now >= nextLook else {
      due = min(due ?? nextLook, nextLook)
      return []
    }
    nextLook = now + Self.pause
    due = nil
    var touched: [String] = []
    var present: [Panel] = []
    for counts in record.counts {
      let panelID = counts.message.panelID
      var panel =
        panels.first { $0.panelID == panelID } ?? Panel(panelID: panelID, touches: counts.touches, next: .min)
      if counts.isTouched || counts.touches != panel.touches {
        if now >= panel.next {
          touched.append(panel.panelID)
          panel.touches = counts.touches
          panel.next = now + ProtocolLimits.activityMicroseconds
        }
        if counts.isTouched || counts.touches != panel.touches {
          due = min(due ?? panel.next, panel.next)
        }
      }
      present.append(panel)
    }
    panels = present
    return touched
  }

  /// Resets the watch, because no client subscribes to activity any longer.
  mutating func stop() {
    self = ActivityWatch()
  }
}
