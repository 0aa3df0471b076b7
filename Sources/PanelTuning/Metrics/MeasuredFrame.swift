public import GestureCore

/// One frame as metrics receive it: raw positions, before the ghost filter and the calibration.
public struct MeasuredFrame: Equatable, Sendable {
  /// The running number of the segment, counted from 0 by the caller.
  public var segment: Int
  /// What the finger was asked to do; nil if that is unknown.
  public var station: Station?
  /// The kernel's timestamp.
  public var instant: Instant
  /// The panel's own clock (MSC_TIMESTAMP), in µs; nil if the frame has no such value.
  public var scanTime: UInt32?
  /// The contacts that the frame mentions.
  public var contacts: [MeasuredContact]
  /// The number of contacts that are down after the frame.
  public var contactsDown: Int
  /// The number of times that the kernel dropped events since the frame before.
  public var drops: Int
  /// The contacts that this frame ends, each with its whole path.
  public var ended: [ContactPath]
}

extension MeasuredFrame {
  /// A frame of no segment without contacts, in which time passes.
  static func empty(at instant: Instant) -> MeasuredFrame {
    MeasuredFrame(
      segment: 0, station: nil, instant: instant, contacts: [], contactsDown: 0, drops: 0, ended: [])
  }
}

/// What one frame reports of one contact.
public struct MeasuredContact: Equatable, Sendable {
  /// The running number of the contact in its segment, from 1.
  public var number: UInt64
  /// Whether the contact landed, moved, stayed, lifted or was lost.
  public var report: Contact.Report
  /// The position in device units.
  public var x: Int32
  /// The position in device units.
  public var y: Int32
  /// The position on the glass, in mm; the scale is assumed if the panel's size is unknown.
  public var location: PanelPoint
}

/// One contact from landing to lift.
public struct ContactPath: Equatable, Sendable {
  /// One report of the contact.
  public struct Report: Equatable, Sendable {
    /// The kernel's timestamp.
    public var instant: Instant
    /// When the panel scanned the position: the device clock if it is trusted, else the kernel's
    /// timestamp.
    public var scanned: Instant
    /// The position in device units.
    public var x: Int32
    /// The position in device units.
    public var y: Int32
    /// The position on the glass, in mm; the scale is assumed if the panel's size is unknown.
    public var location: PanelPoint
  }

  /// How a contact ended.
  public enum End: Equatable, Sendable {
    /// The panel reported the lift.
    case lifted
    /// The panel reported no lift.
    case lost(CancelReason)
  }

  /// The running number of the contact in its segment, from 1.
  public var number: UInt64
  /// The landing, then each later report; a position in the frame of the lift is ``liftReport``.
  public var reports: [Report]
  /// The changed position in the frame of the lift; nil if that frame has no new position.
  public var liftReport: Report?
  /// How the contact ended.
  public var end: End
  /// When the contact ended.
  public var ended: Instant
  /// Whether no other contact was down at the same time.
  public var isAlone: Bool

  /// When the contact landed.
  public var landed: Instant { reports.first?.instant ?? ended }

  /// When the last report before the end was.
  public var lastReported: Instant { reports.last?.instant ?? ended }

  /// From the landing to the last report, in mm.
  public var displacement: Translation {
    guard let first = reports.first, let last = reports.last else { return .zero }
    return last.location - first.location
  }

  /// The mean speed from the landing to the last report, in mm/s.
  public var meanSpeed: Double {
    let time = (lastReported - landed).seconds
    return time > 0 ? displacement.length / time : 0
  }

  /// Returns the position at an instant: that of the last report until then.
  func location(at instant: Instant) -> PanelPoint? {
    let count = reports.count(until: instant)
    return count > 0 ? reports[count - 1].location : nil
  }

  /// Returns the reports without the first and the last part of the contact.
  ///
  /// A fingertip rolls while it lands and lifts. The position at the start of the rest is kept as
  /// the first report, because the kernel omits values that did not change.
  func reports(without margin: Interval) -> [Report] {
    let start = landed + margin
    let stop = Instant(microseconds: ended.microseconds &- margin.microseconds)
    guard start < stop else { return [] }
    let before = reports.count(until: start)
    var inner = Array(reports[max(0, before - 1)..<max(before, reports.count(until: stop))])
    if before > 0 { inner[0].instant = start }
    return inner
  }
}

extension [ContactPath.Report] {
  /// The number of reports up to and including an instant; O(log n), because reports are in order.
  func count(until instant: Instant) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].instant <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
