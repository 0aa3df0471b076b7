internal import CLibevdev
internal import Glibc
public import GestureCore
public import LinuxIO
public import Panels

/// A panel's open node: read without waiting, never grabbed, resynchronised by libevdev after lost
/// events.
///
/// Of keys that the device has beside its glass no event comes in, see ``TouchFilter``.
///
/// ```
/// kernel ring ─→ libevdev ─→ next() ─→ event · event · … · drained
///                   └ SYN_DROPPED ─→ dropped, then the way to the present state as events, then resynced
/// ```
///
/// libevdev only reads: what a slot means is the decoder's business alone.
public final class LivePanel {
  /// What ``next()`` came to.
  public enum ReadResult: Equatable, Sendable {
    /// One event.
    case event(InputEvent)
    /// The kernel dropped events at this moment; those that follow lead to the present state.
    case dropped(Instant)
    /// The present state is reached: this is what the slots hold, for not all of it came as events.
    case resynced(SlotSnapshot)
    /// Nothing is left to read for now.
    case drained
    /// The device is gone, or reading it failed as ``LivePanel/failure`` says: close the panel.
    case gone
  }

  /// The path of the node.
  public let node: String
  /// What the kernel says of the device.
  public let description: PanelDescription
  /// What was on the glass when the panel was opened.
  public let initial: SlotSnapshot
  /// Why the stamps are not of CLOCK_MONOTONIC; nil if they are.
  public let clockFailure: SystemCallError?
  /// Why the kernel does not keep back other keys than those of a touch; nil if it does.
  public let filterFailure: SystemCallError?
  /// Why the panel is gone, unless the device simply left; nil before that.
  public private(set) var failure: SystemCallError?

  private let device: LibevdevDevice
  private let file: OwnedFD
  private var state = State.following
  /// The event before which one was told that libevdev had taken out.
  private var held: InputEvent?

  private enum State {
    case following
    case resyncing
    case ended
  }

  /// Opens a node that ``PanelScan`` found to be a touchscreen.
  public convenience init(node: String) throws(PanelOpenError) {
    let file = try Result { () throws(SystemCallError) in try SystemCalls.open(node, .reading) }
      .mapError { PanelOpenError($0, node: node) }.get()
    try self.init(node: node, file: file)
  }

  /// Takes over a node that is open for reading.
  public init(node: String, file: consuming OwnedFD) throws(PanelOpenError) {
    // Before the clock, whose change empties the queue: a key that was pressed since the node was
    // opened is gone with it.
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
    description = device.panelDescription()
    initial = device.presentContacts()
    device.disableAllButTouches()
    self.device = consume device
    self.file = file
  }

  /// The descriptor to register with a reactor, valid as long as the panel.
  public var descriptor: Int32 { file.number }

  /// The next thing that the node has to tell; call it until it answers `.drained` or `.gone`.
  ///
  /// Cost: no allocation but after lost events; one `read` for up to 256 events. The corresponding
  /// C function is `libevdev_next_event`.
  public func next() -> ReadResult {
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
        // libevdev names no slot where the kernel stands in slot 0 and nothing in it has changed.
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

  /// The event, or a tracking id that goes before it.
  ///
  /// Controllers exist that give a slot to the next finger without a lift between the two; libevdev
  /// keeps that from its readers, and the finger would jump from one place to the other.
  private func restored(_ event: InputEvent) -> InputEvent {
    guard let id = device.takenTrackingID() else { return event }
    held = event
    return InputEvent(instant: event.instant, type: EventCode.abs, code: EventCode.mtTrackingID, value: id)
  }
}

/// Why a panel cannot be read, in the words that its user needs.
public enum PanelOpenError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The user of this process may not read the node; exit code 77.
  case notReadable(PanelAccess)
  /// The sandbox of this process keeps devices away; exit code 77.
  case forbiddenBySandbox(node: String)
  /// There is no device any more.
  case gone(node: String)
  /// The system refused for another reason.
  case system(SystemCallError)

  /// Sorts the refusal of a call that was made for the node.
  public init(_ error: SystemCallError, node: String) {
    switch error.code {
    case .permissionDenied: self = .notReadable(PanelAccess(to: [node]))
    case .notPermitted: self = .forbiddenBySandbox(node: node)
    case .noSuchFile, .noSuchDevice, .noSuchAddress: self = .gone(node: node)
    default: self = .system(error)
    }
  }

  /// Whether the cure is a permission.
  public var isPermission: Bool {
    switch self {
    case .notReadable, .forbiddenBySandbox: true
    case .gone, .system: false
    }
  }

  /// What happened and what to do about it.
  public var description: String {
    switch self {
    case .notReadable(let access): access.description
    case .forbiddenBySandbox(let node):
      "\(node) is forbidden by the service's sandbox: it needs DeviceAllow=char-input r"
    case .gone(let node): "\(node) is gone"
    case .system(let error): error.description
    }
  }
}
