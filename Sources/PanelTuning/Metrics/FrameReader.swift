public import GestureCore
public import Panels

/// Converts the events of one segment to frames for metrics.
///
/// It uses flickd's own decoder, so metrics see the same contacts as the recogniser. It does not
/// use the ghost filter, the calibration and the rotation.
public struct FrameReader: ~Copyable, Sendable {
  private let panel: MeasuredPanel
  private let segment: Int
  private let station: Station?
  private var decoder: SlotDecoder
  private var scanTime: UInt32?
  private var drops: Int64 = 0
  private var open: [UInt64: ContactPath] = [:]

  /// Creates the reader of one segment, in which no contact is down at the start.
  public init(_ panel: MeasuredPanel, segment: Int = 0, station: Station? = nil) {
    self.panel = panel
    self.segment = segment
    self.station = station
    decoder = SlotDecoder(description: panel.description, geometry: panel.geometry)
  }

  /// Returns an empty frame: it starts a segment in which perhaps no event follows.
  public func start(at instant: Instant) -> MeasuredFrame { emptyFrame(at: instant) }

  /// Processes the next event, and returns the frames that it completes.
  ///
  /// There are two frames if a panel reports lifts only by silence: the silent lift, then the frame
  /// of the event.
  public mutating func consume(_ event: InputEvent) -> [MeasuredFrame] {
    var frames: [MeasuredFrame] = []
    if event.endsFrame, let due = decoder.deadline, due <= event.instant {
      decoder.liftSilent()
      frames.append(frame())
    }
    if event.type == EventCode.msc, event.code == EventCode.mscTimestamp {
      scanTime = UInt32(bitPattern: event.value)
    }
    if decoder.consume(event) { frames.append(frame()) }
    return frames
  }

  /// Ends the segment: contacts that are still down are lost as `unplugged`.
  public mutating func finish(at instant: Instant) -> [MeasuredFrame] {
    var frames: [MeasuredFrame] = []
    if let due = decoder.deadline, due <= instant {
      decoder.liftSilent()
      frames.append(frame())
    }
    guard decoder.loseAll(.unplugged, at: instant) else { return frames + [emptyFrame(at: instant)] }
    return frames + [frame()]
  }

  private func emptyFrame(at instant: Instant) -> MeasuredFrame {
    var frame = MeasuredFrame.empty(at: instant)
    (frame.segment, frame.station) = (segment, station)
    return frame
  }

  private mutating func frame() -> MeasuredFrame {
    var frame = emptyFrame(at: decoder.frame.instant)
    frame.scanTime = scanTime
    scanTime = nil
    frame.drops = Int(decoder.overflows - drops)
    drops = decoder.overflows
    frame.contactsDown = decoder.contactsDown
    let scanned = decoder.frame.scanned ?? decoder.frame.instant
    for line in 0..<decoder.frame.count {
      let contact = decoder.frame.contact(at: line)
      let units = panel.units(at: contact.location)
      frame.contacts.append(
        MeasuredContact(
          number: contact.id.number, report: contact.report, x: units.x, y: units.y,
          location: contact.location))
    }
    // Lifts come first, so that a finger that lands in the same frame leaves the lifted one alone.
    for contact in frame.contacts where contact.report != .landed {
      if let ended = follow(contact, at: frame.instant, scanned: scanned) { frame.ended.append(ended) }
    }
    for contact in frame.contacts where contact.report == .landed {
      land(contact, at: frame.instant, scanned: scanned)
    }
    frame.ended += tappedWithinFrame(frame)
    return frame
  }

  private mutating func land(_ contact: MeasuredContact, at instant: Instant, scanned: Instant) {
    open[contact.number] = ContactPath(
      number: contact.number, reports: [contact.pathReport(at: instant, scanned: scanned)], end: .lifted,
      ended: instant, isAlone: true)
    guard open.count > 1 else { return }
    for number in open.keys { open[number]?.isAlone = false }
  }

  /// Adds a line to the contact's path, and returns the path if the line ends it.
  private mutating func follow(
    _ contact: MeasuredContact, at instant: Instant, scanned: Instant
  ) -> ContactPath? {
    guard open[contact.number] != nil else { return nil }
    let report = contact.pathReport(at: instant, scanned: scanned)
    switch contact.report {
    case .landed: return nil
    case .moved, .still:
      open[contact.number]?.reports.append(report)
      return nil
    case .lifted: return close(contact.number, .lifted, at: instant, with: report)
    case .lost(let reason): return close(contact.number, .lost(reason), at: instant, with: report)
    }
  }

  private mutating func close(
    _ number: UInt64, _ end: ContactPath.End, at instant: Instant, with report: ContactPath.Report
  ) -> ContactPath? {
    guard var path = open.removeValue(forKey: number) else { return nil }
    path.end = end
    path.ended = instant
    if let last = path.reports.last, last.location != report.location { path.liftReport = report }
    return path
  }

  /// The contacts that landed and lifted in the same frame.
  private mutating func tappedWithinFrame(_ frame: MeasuredFrame) -> [ContactPath] {
    frame.contacts.compactMap { contact in
      guard contact.report == .lifted, open[contact.number] != nil else { return nil }
      let report = contact.pathReport(at: frame.instant, scanned: frame.instant)
      return close(contact.number, .lifted, at: frame.instant, with: report)
    }
  }
}

extension MeasuredContact {
  fileprivate func pathReport(at instant: Instant, scanned: Instant) -> ContactPath.Report {
    ContactPath.Report(instant: instant, scanned: scanned, x: x, y: y, location: location)
  }
}
