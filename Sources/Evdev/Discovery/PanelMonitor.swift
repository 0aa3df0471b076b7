internal import CLibudev
internal import Glibc
public import LinuxIO

/// Reports which event nodes are added, changed and removed, after udev has processed them.
///
/// A process in its own network namespace receives no messages, and no error reports this.
public struct PanelMonitor: ~Copyable {
  /// What happened to a node.
  public enum Action: Equatable, Sendable {
    /// The node was added.
    case added
    /// Its properties changed.
    case changed
    /// The node was removed; sysfs no longer describes it, so match it by its system path.
    case removed

    /// Converts udev's word; nil if the word has no meaning here.
    init?(_ word: String?) {
      switch word {
      case "add", "online": self = .added
      case "remove", "offline": self = .removed
      case "change", "move", "bind", "unbind": self = .changed
      default: return nil
      }
    }
  }

  /// The result of ``next()``.
  public enum Message: Equatable, Sendable {
    /// Something happened to a node.
    case change(Action, InputNode)
    /// Messages were lost: scan again.
    case overflow
    /// A node was added or changed, but could not be read completely, for example when the process
    /// is out of file descriptors: scan again later.
    case unread(SystemCallError)
    /// No message is left.
    case drained
    /// The monitor failed permanently: close it.
    case failed(SystemCallError)
  }

  private let context: UdevContext
  private let monitor: UdevMonitor

  /// Starts to receive messages; create the monitor before the first scan, so that no change is
  /// missed.
  ///
  /// Fails where a sandbox forbids netlink sockets. A service can then continue with its present
  /// panels.
  public init() throws(SystemCallError) {
    let context = try UdevContext()
    monitor = try UdevMonitor(context)
    self.context = context
  }

  /// The descriptor to register with a reactor, valid as long as the monitor.
  public var descriptor: Int32 { monitor.descriptor }

  /// Returns the next message; call this method until it returns `.drained`.
  public func next() -> Message {
    while true {
      switch monitor.next() {
      case .device(let device):
        var failure: SystemCallError?
        let node = device.inputNode(failure: &failure)
        guard let action = Action(device.action) else { continue }
        // A removed device has nothing left to read.
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
    // The group "udev" sends after the rules have run, so properties and permissions are set. The
    // result is an owned pointer, or null with errno.
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
      // A message that is filtered out returns null without an errno.
      errno = 0
      if let device = unsafe udev_monitor_receive_device(pointer) {
        return .device(unsafe UdevDevice(taking: device))
      }
      switch errno {
      case EINTR: continue
      case ENOBUFS: return .overflow
      // These errors mean that the socket has failed or that the message stays in it. Each further
      // call would report them again.
      case let code where [EBADF, ENOTCONN, ENOTSOCK, EIO, ECONNRESET, ENETDOWN, ENOMEM].contains(code):
        return .failed(
          SystemCallError(call: "udev_monitor_receive_device", code: ErrorNumber(rawValue: code)))
      // EAGAIN and invalid messages; invalid ones are skipped one at a time.
      default: return .drained
      }
    }
  }
}
