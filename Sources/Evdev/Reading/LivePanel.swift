internal import CLibevdev
internal import Glibc
public import GestureCore
public import LinuxIO
public import Panels

/// A panel's open node: read without waiting, never grabbed, resynchronised by libevdev after lost
/// events.
///
/// The panel omits the device's keys that do not belong to touches, see ``TouchFilter``.
///
/// ```
/// kernel ring ─→ libevdev ─→ next() ─→ event · event · … · drained
///                   └ SYN_DROPPED ─→ dropped, then events to the present state, then resynced
/// ```
///
/// libevdev only reads the events; the decoder alone interprets the slots.
public final class LivePanel {
  /// The result of ``next()``.
  public enum ReadResult: Equatable, Sendable {
    /// One event.
    case event(InputEvent)
    /// The kernel dropped events at this moment; those that follow lead to the present state.
    case dropped(Instant)
    /// The present state is reached; the snapshot has every slot, because not all changes were
    /// events.
    case resynced(SlotSnapshot)
    /// An event that the driver's fuzz removed: ask again.
    case removed
    /// Nothing is left to read for now.
    case drained
    /// The device is gone, or reading it failed as ``LivePanel/failure`` says: close the panel.
    case gone
  }

  /// The path of the node.
  public let node: String
  /// What the kernel says of the device, with the fuzz that udev's properties have instead.
  public let description: PanelDescription
  /// Whether the fuzz is that of udev's properties, because the kernel has none.
  public let isFuzzOfUdev: Bool
  /// The contacts on the glass when the panel was opened.
  public let initial: SlotSnapshot
  /// Why the timestamps are not of CLOCK_MONOTONIC; nil if they are.
  public let clockFailure: SystemCallError?
  /// Why the kernel does not filter the keys that do not belong to touches; nil if it does.
  public let filterFailure: SystemCallError?
  /// Why reading the panel failed; nil before a failure, or if the device was removed.
  public private(set) var failure: SystemCallError?

  private let device: LibevdevDevice
  private let file: OwnedFD
  private var state = State.following
  /// The event that follows a restored tracking id, to be returned next.
  private var held: InputEvent?
  /// Smooths positions; nil where the kernel does, or if there is no fuzz.
  private var fuzzFilter: FuzzFilter?

  private enum State {
    case following
    case resyncing
    case ended
  }

  /// Opens a node that ``PanelScan`` found to be a touchscreen.
  ///
  /// `fuzz` is ``InputNode/fuzz``; without it, positions are those of the kernel.
  public convenience init(node: String, fuzz: PositionFuzz? = nil) throws(PanelOpenError) {
    let file = try Result { () throws(SystemCallError) in try SystemCalls.open(node, .reading) }
      .mapError { PanelOpenError($0, node: node) }.get()
    try self.init(node: node, file: file, fuzz: fuzz)
  }

  /// Takes over a node that is open for reading.
  public init(node: String, file: consuming OwnedFD, fuzz: PositionFuzz? = nil) throws(PanelOpenError) {
    // Set the filter before the clock: a change of the clock empties the queue, and with it any key
    // that was pressed since the node was opened.
    filterFailure = TouchFilter.set(on: file)
    let device: LibevdevDevice
    do throws(SystemCallError) {
      device = try LibevdevDevice(reading: file.number)
      // Before the first read: the kernel empties its queue when the clock changes, and reports
      // that as a drop.
      clockFailure = device.useMonotonicClock()
    } catch {
      throw PanelOpenError(error, node: node)
    }
    self.node = node
    let kernel = device.panelDescription()
    let present = device.presentContacts()
    fuzzFilter = fuzz.flatMap { FuzzFilter($0, of: kernel, from: present) }
    // Also without smoothing, as of a list: the noise of a panel is computed from the fuzz.
    description = fuzz.map { kernel.with($0) } ?? kernel
    isFuzzOfUdev = description != kernel
    initial = present
    device.disableAllButTouches()
    self.device = consume device
    self.file = file
  }

  /// The descriptor to register with a reactor, valid as long as the panel.
  public var descriptor: Int32 { file.number }

  /// Returns the next result; call this method until it returns `.drained` or `.gone`.
  ///
  /// Cost: no allocation except after lost events; one `read` for up to 256 events. The
  /// corresponding C function is `libevdev_next_event`.
  public func next() -> ReadResult {
    guard fuzzFilter != nil else { return read() }
    if fuzzFilter?.isEnding == true { return fuzzFilter?.nextAdded().map(ReadResult.event) ?? .removed }
    switch read() {
    case .event(let event): return fuzzFilter?.pass(event).map(ReadResult.event) ?? .removed
    case .dropped(let instant):
      fuzzFilter?.interrupt()
      return .dropped(instant)
    case .resynced(let present): return .resynced(fuzzFilter?.resynced(present) ?? present)
    case .removed: return .removed
    case .drained: return .drained
    case .gone: return .gone
    }
  }

  /// Reads one event of the kernel.
  private func read() -> ReadResult {
    if let held {
      self.held = nil
      return .event(held)
    }
    while state != .ended {
      var event = input_event()
      let status = device.next(&event, resyncing: state == .resyncing)
      switch LibevdevDevice.Answer(status: status) {
      case .event: return .event(restored(InputEvent(event)))
      case .resync where state == .resyncing: return .event(InputEvent(event))
      case .resync:
        state = .resyncing
        return .dropped(InputEvent(event).instant)
      case .empty where state == .resyncing:
        state = .following
        // libevdev sends no ABS_MT_SLOT if the current slot is 0 and nothing in slot 0 has changed.
        return .resynced(device.presentContacts())
      case .empty: return .drained
      case .interrupted: continue
      case .refused(let code):
        state = .ended
        if code != .noSuchDevice { failure = SystemCallError(call: "read", code: code, subject: node) }
      }
    }
    return .gone
  }

  /// Returns the event, or a tracking id that must precede it.
  ///
  /// Some controllers assign a slot to the next finger without a lift between both contacts.
  /// libevdev removes the new tracking id, and the contact would jump from one position to the
  /// other.
  private func restored(_ event: InputEvent) -> InputEvent {
    guard let id = device.takenTrackingID() else { return event }
    held = event
    return InputEvent(instant: event.instant, type: EventCode.abs, code: EventCode.mtTrackingID, value: id)
  }
}

/// Why a panel cannot be read, in words for the user.
public enum PanelOpenError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The user of this process may not read the node; exit code 77.
  case notReadable(PanelAccess)
  /// The sandbox of this process forbids devices; exit code 77.
  case forbiddenBySandbox(node: String)
  /// The device was removed.
  case gone(node: String)
  /// The system refused for another reason.
  case system(SystemCallError)

  /// Classifies the error of a call that was made for the node.
  public init(_ error: SystemCallError, node: String) {
    switch error.code {
    case .permissionDenied: self = .notReadable(PanelAccess(to: [node]))
    case .notPermitted: self = .forbiddenBySandbox(node: node)
    case .noSuchFile, .noSuchDevice, .noSuchAddress: self = .gone(node: node)
    default: self = .system(error)
    }
  }

  /// Whether a permission would solve the problem.
  public var isPermission: Bool {
    switch self {
    case .notReadable, .forbiddenBySandbox: true
    case .gone, .system: false
    }
  }

  /// What happened, and what to do next.
  public var description: String {
    switch self {
    case .notReadable(let access): access.description
    case .forbiddenBySandbox(let node):
      "\(node) is forbidden by the sandbox of the service: add DeviceAllow=char-input r to the unit"
    case .gone(let node): "\(node) is gone: plug the panel in again"
    case .system(let error): error.explained
    }
  }
}
