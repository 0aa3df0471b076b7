import GestureCore
import Panels
import Pipeline
import TestKit
import Testing

/// The readers of a panel whose events get lost.
enum Reader: CaseIterable {
  /// flickd on a device, with a libevdev that reports lifted slots after a loss.
  case device
  /// The same with a libevdev that does not.
  case olderDevice
  /// A player of files, which cannot read the kernel's registers.
  case file
}

/// One panel's stream of events, to be tried with losses at any index.
struct DropTrial {
  let panel: LibraryPanel
  let setup: PanelSetup
  let events: [InputEvent]
  /// A flick to the right as the panel's driver reports it, beginning at 0.
  fileprivate let flick: [InputEvent]
  private let reports: [Int]

  init(_ panel: LibraryPanel, events: [InputEvent]) throws {
    self.panel = panel
    reports = events.indices.filter {
      events[$0].type == EventCode.syn && events[$0].code == EventCode.synReport
    }
    setup = try panel.setup()
    self.events = events
    var writer = try PanelWriter(panel, hasKernel: false)
    flick = writer.stroke(
      from: (30, 50), by: Translation(x: min(60, panel.extent.width * 0.4), y: 0), lasting: .milliseconds(90),
      at: Instant(microseconds: 0))
  }

  /// The number of events that are lost at `index`, from none to forty.
  ///
  /// In lists a loss ends with a frame: the kernel sends only whole frames to readers, and libevdev
  /// reads until no events are left. With slots, half a frame makes no difference, because flickd
  /// reads the registers. A file continues with the event that overran the kernel's queue, so at
  /// least with a SYN_REPORT.
  func loss(at index: Int, for reader: Reader, generator: inout SplitMix64) -> Int {
    let end = min(index + Int.random(in: 0...40, using: &generator), events.count)
    if reader == .file { return max(0, min(end, reports.last ?? index) - index) }
    guard panel.touchProtocol == .list else { return end - index }
    return (reports.first { $0 >= end }.map { $0 + 1 } ?? events.count) - index
  }

  /// Plays the stream with `lost` events lost at `index`, lifts every finger, flicks, and returns
  /// the fault.
  func fault(losing lost: Int, at index: Int, by reader: Reader) -> String? {
    var run = DropRun(self, reader: reader)
    run.play(events[..<index])
    run.lose(events[index..<(index + lost)], at: events[index].instant)
    run.play(events[(index + lost)...])
    let end = (events.last?.instant ?? Instant(microseconds: 0)) + .milliseconds(100)
    run.play(run.lifts(at: end)[...])
    run.expectNobody(at: end + .seconds(31))
    run.play(flick: flick, at: end + .seconds(32))
    return run.fault
  }
}

/// One run of a trial: the kernel, its reader, flickd, and the state that flickd should have.
private struct DropRun {
  private let panel: LibraryPanel
  private let reader: Reader
  private let rig: Rig
  private var kernel: KernelRegisters
  private var libevdev: ResyncModel
  private var complaint: String?
  /// The tracking id of a contact that crossed the gap, by slot; −1 for none.
  private var crossing: [Int32]
  /// The number of contacts in the last whole list, and in the current list.
  private var listed = 0
  private var listing = 0
  private var isListing = false
  private var hasList = false
  /// Whether the last frame held a list.
  private var isFreshList = false
  private var deadListed = 0
  private var listedBefore = 0
  private var isTouchCrossing = false
  /// Whether a contact was taken for a palm, about which flickd sends nothing.
  private var hasPalm = false

  init(_ trial: DropTrial, reader: Reader) {
    panel = trial.panel
    self.reader = reader
    rig = Rig(trial.setup)
    kernel = KernelRegisters(panel.device)
    libevdev = ResyncModel(kernel, reportsLiftedSlots: reader != .olderDevice)
    crossing = [Int32](repeating: -1, count: kernel.slotCount)
    if reader != .file { feedRegisters() }
  }

  /// A reader of a device knows the kernel's registers, which are 0 before the first touch.
  private func feedRegisters() {
    let start = Instant(microseconds: 0)
    func feed(_ code: UInt16, _ value: Int32) {
      rig.consume(InputEvent(instant: start, type: EventCode.abs, code: code, value: value))
    }
    if panel.touchProtocol == .single {
      feed(EventCode.x, 0)
      feed(EventCode.y, 0)
    }
    for slot in crossing.indices.reversed() {
      feed(EventCode.mtSlot, Int32(slot))
      feed(EventCode.mtPositionX, 0)
      feed(EventCode.mtPositionY, 0)
    }
  }

  var fault: String? { complaint ?? rig.fault }

  mutating func play(_ events: some Sequence<InputEvent>) {
    for event in events {
      take(event)
      guard reader == .file || libevdev.handOut(event) else { continue }
      if rig.consume(event) { compare() }
    }
  }

  /// Loses events, then notifies flickd; the reader of a device reads the kernel's registers.
  mutating func lose(_ events: ArraySlice<InputEvent>, at first: Instant) {
    let knownList = listed
    let wasTouched = libevdev.known.isTouched
    for event in events { take(event) }
    let instant = events.last?.instant ?? first
    guard reader != .file else {
      rig.consume(InputEvent(instant: instant, type: EventCode.syn, code: EventCode.synDropped, value: 0))
      return
    }
    for slot in crossing.indices {
      let id = libevdev.known[slot, EventCode.mtTrackingID]
      crossing[slot] = id == kernel[slot, EventCode.mtTrackingID] ? id : -1
    }
    isTouchCrossing = wasTouched && kernel.isTouched
    deadListed = wasTouched && !kernel.isTouched ? 0 : knownList
    listedBefore = deadListed
    rig.lose(.dropped, at: instant)
    if !rig.live.isEmpty || !rig.ledger.open.isEmpty { complain("something lived on after the loss") }
    for event in libevdev.resync(to: kernel, at: instant) { rig.consume(event) }
    // What libevdev's gaps left out; flickd requests the slots after libevdev has caught up.
    if kernel.slotCount > 0 { rig.consume(kernel.positions(of: panel, at: instant)) }
  }

  /// The frames that lift every finger that the kernel knows.
  func lifts(at instant: Instant) -> [InputEvent] {
    var frame: [InputEvent] = []
    func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      frame.append(InputEvent(instant: instant, type: type, code: code, value: value))
    }
    for slot in kernel.slotsDown {
      add(EventCode.abs, EventCode.mtSlot, Int32(slot))
      add(EventCode.abs, EventCode.mtTrackingID, -1)
    }
    if panel.touchProtocol == .list { add(EventCode.syn, EventCode.synMTReport, 0) }
    add(EventCode.key, EventCode.btnTouch, 0)
    add(EventCode.syn, EventCode.synReport, 0)
    var input = KernelInput(kernel)
    return input.pass(frame)
  }

  /// Checks that no contact is down after every finger has lifted.
  ///
  /// A file does not report lost lifts, nor the current slot until it names one; there, flickd
  /// cancels the open swipe after half a minute.
  mutating func expectNobody(at instant: Instant) {
    if reader == .file {
      rig.advance(to: instant)
    } else if !rig.live.isEmpty || rig.decoder.contactsDown != 0 {
      complain("\(rig.live.count) are reported and \(rig.decoder.contactsDown) down after all lifted")
    }
    if !rig.ledger.open.isEmpty { complain("a swipe is stuck") }
  }

  /// A flick to the right is recognised, once.
  ///
  /// The kernel omits unchanged coordinates. This test sends them in a file: if their last change
  /// was lost, the file would not contain the start of the flick.
  mutating func play(flick: [InputEvent], at instant: Instant) {
    rig.forgetEnds()
    var input = KernelInput(kernel)
    let events = flick.map { event in
      InputEvent(
        instant: instant + (event.instant - Instant(microseconds: 0)), type: event.type, code: event.code,
        value: event.value)
    }
    play(reader == .file ? events[...] : input.pass(events)[...])
    let ends = rig.ledger.ends
    if ends.count != 1 || ends.first?.commit != true || ends.first?.direction != .right {
      complain("the next flick was \(ends.map { "\($0.kind) \($0.commit)" })")
    }
  }

  // MARK: What ought to be

  private mutating func take(_ event: InputEvent) {
    kernel.take(event)
    switch (event.type, event.code) {
    case (EventCode.abs, EventCode.mtToolType) where event.value == EventCode.toolPalm: hasPalm = true
    case (EventCode.abs, EventCode.mtPositionX): isListing = true
    case (EventCode.syn, EventCode.synMTReport):
      if isListing { listing += 1 }
      isListing = false
      hasList = true
    case (EventCode.syn, EventCode.synReport):
      if hasList { listed = listing } else if !kernel.isTouched { listed = 0 }
      isFreshList = hasList
      listing = 0
      hasList = false
    default: break
    }
    if !kernel.isTouched { isTouchCrossing = false }
    if event.type == EventCode.abs, event.code == EventCode.mtTrackingID, kernel.slotCount > 0,
      crossing[kernel.currentSlot] != event.value
    {
      crossing[kernel.currentSlot] = -1
    }
  }

  /// At the end of a frame, as many contacts are down as in the kernel, and those that crossed the
  /// gap are not reported.
  private mutating func compare() {
    guard reader != .file else { return }
    let expected: (down: Int, dead: Int)
    switch panel.touchProtocol {
    case .slots: expected = (kernel.slotsDown.count, crossing.count { $0 >= 0 })
    case .single: expected = (kernel.isTouched ? 1 : 0, isTouchCrossing ? 1 : 0)
    case .list:
      guard isFreshList else { return }
      // A list does not identify who left; it may have been a contact that crossed the gap.
      deadListed = max(0, deadListed - max(0, listedBefore - listed))
      listedBefore = listed
      expected = (listed, deadListed)
    }
    if rig.decoder.contactsDown != expected.down {
      complain("\(rig.decoder.contactsDown) are down instead of \(expected.down)")
    }
    let live = rig.live.count
    if live > expected.down - expected.dead {
      complain("\(live) are reported, \(expected.dead) of \(expected.down) crossed the gap")
    } else if live < expected.down - expected.dead, !hasPalm, panel.touchProtocol != .list {
      complain("\(live) are reported, only \(expected.dead) of \(expected.down) crossed the gap")
    }
  }

  private mutating func complain(_ text: String) {
    if complaint == nil { complaint = text }
  }
}
