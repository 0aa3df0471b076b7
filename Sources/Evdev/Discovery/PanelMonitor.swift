internal import CLibudev
internal import Glibc
public import LinuxIO

/// Tells which event nodes come, change and go, once udev has finished with them.
///
/// A process in a network namespace of its own sees no message, and nothing tells it so.
public struct PanelMonitor: ~Copyable {
  /// What happened to a node.
  public enum Action: Equatable, Sendable {
    /// It came.
    case added
    /// Its properties changed.
    case changed
    /// It left; sysfs has nothing on it any more, so go by its system path.
    case removed

    /// What udev's word means; nil if nothing.
    init?(_ word: String?) {
      switch word {
      case "add", "online": self = .added
      case "remove", "offline": self = .removed
      case "change", "move", "bind", "unbind": self = .changed
      default: return nil
      }
    }
  }

  /// What ``next()`` came to.
  public enum Message: Equatable, Sendable {
    /// Something happened to a node.
    case change(Action, InputNode)
    /// Messages were lost: scan again.
    case overflow
    /// Something came or changed, and could not be read whole, for example without a free
    /// descriptor: scan again later.
    case unread(SystemCallError)
    /// No message is left.
    case drained
    /// The monitor is broken for good: close it.
    case failed(SystemCallError)
  }

  private let context: UdevContext
  private let monitor: UdevMonitor

  /// Starts to listen; do it before the first scan, so that nothing falls between the two.
  ///
  /// Refused where a sandbox forbids netlink sockets: a service can live on with the panels that it
  /// has.
  public init() throws(SystemCallError) {
    let context = try UdevContext()
    monitor = try UdevMonitor(context)
    self.context = context
  }

  /// The descriptor to register with a reactor, valid as long as the monitor.
  public var descriptor: Int32 { monitor.descriptor }

  /// The next message; call it until it answers `.drained`.
  public func next() -> Message {
    while true {
      switch monitor.next() {
      case .device(let device):
        var failure: SystemCallError?
        let node = device.inputNode(failure: &failure)
        guard let action = Action(device.action) else { continue }
        // Of what has left there is nothing to read.
        if let failure, action != .removed { return .unread(failure) }
        if let node { return .change(action, node) }
      case .overflow: return .overflow
      case .drained: return .drained
      case .failed(let error): return .failed(error)
      }
    }
  }
}

/// The owner of a `struct udev_monitor`.
@safe struct UdevMonitor: ~Copyable {
  enum Received: ~Copyable {
    case device(UdevDevice)
    case overflow
    case drained
    case failed(SystemCallError)
  }

  private let pointer: OpaquePointer

  init(_ context: borrowing UdevContext) throws(SystemCallError) {
    // The group "udev" speaks after the rules have run, so properties and permissions are there. An
    // owned pointer, or null with errno.
    guard let created = unsafe udev_monitor_new_from_netlink(context.pointer, "udev") else {
      throw SystemCallError(call: "udev_monitor_new_from_netlink", code: ErrorNumber(rawValue: errno))
    }
    let filtered = unsafe udev_monitor_filter_add_match_subsystem_devtype(created, "input", nil)
    let enabled = unsafe udev_monitor_enable_receiving(created)
    guard filtered >= 0, enabled >= 0 else {
      unsafe _ = udev_monitor_unref(created)
      let (call, status) =
        filtered < 0
        ? ("udev_monitor_filter_add_match_subsystem_devtype", filtered)
        : ("udev_monitor_enable_receiving", enabled)
      throw SystemCallError(call: call, code: ErrorNumber(rawValue: -status))
    }
    unsafe pointer = created
  }

  deinit {
    unsafe _ = udev_monitor_unref(pointer)
  }

  var descriptor: Int32 { unsafe udev_monitor_get_fd(pointer) }

  func next() -> Received {
    while true {
      // A message that is filtered out gives null without a reason.
      errno = 0
      if let device = unsafe udev_monitor_receive_device(pointer) {
        return .device(unsafe UdevDevice(taking: device))
      }
      switch errno {
      case EINTR: continue
      case ENOBUFS: return .overflow
      // These mean that the socket itself is at its end, or that the message stays in it; they
      // would be said again for ever.
      case let code where [EBADF, ENOTCONN, ENOTSOCK, EIO, ECONNRESET, ENETDOWN, ENOMEM].contains(code):
        return .failed(
          SystemCallError(call: "udev_monitor_receive_device", code: ErrorNumber(rawValue: code)))
      // EAGAIN, and messages that are no good, which are passed over one at a time.
      default: return .drained
      }
    }
  }
}
