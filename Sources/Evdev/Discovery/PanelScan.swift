internal import CLibudev
internal import Glibc
public import LinuxIO

/// Finds the event nodes of the machine and classifies each, without opening any.
///
/// Works without udevd: its database is then empty, and sysfs alone decides.
public enum PanelScan {
  /// The result of one scan of the machine.
  public struct Survey: Sendable {
    /// Every event node, in the order of their numbers.
    public var nodes: [InputNode]
    /// Why something could not be read, for example when the process is out of file descriptors;
    /// nil if all was read.
    ///
    /// A node may then be missing or incomplete: scan again.
    public var failure: SystemCallError?
  }

  /// Returns the event node with this system path; nil if it is not an event node, or was removed.
  public static func node(systemPath: String) throws(SystemCallError) -> InputNode? {
    let context = try UdevContext()
    var failure: SystemCallError?
    let node = node(at: systemPath, in: context, failure: &failure)
    if let failure { throw failure }
    return node
  }

  /// Returns every readable event node, in the order of their numbers; throws if none could be
  /// read.
  public static func nodes() throws(SystemCallError) -> [InputNode] {
    let found = try survey()
    if let failure = found.failure, found.nodes.isEmpty { throw failure }
    return found.nodes
  }

  /// Scans for event nodes.
  public static func survey() throws(SystemCallError) -> Survey {
    let context = try UdevContext()
    // An owned pointer, or null with errno.
    guard let enumeration = unsafe udev_enumerate_new(context.pointer) else {
      throw SystemCallError(call: "udev_enumerate_new", code: ErrorNumber(rawValue: errno))
    }
    defer { unsafe _ = udev_enumerate_unref(enumeration) }
    unsafe udev_enumerate_add_match_subsystem(enumeration, "input")
    let status = unsafe udev_enumerate_scan_devices(enumeration)
    var survey = Survey(nodes: [])
    // If libudev cannot read one device, it still lists the others.
    if status < 0 {
      survey.failure = SystemCallError(
        call: "udev_enumerate_scan_devices", code: ErrorNumber(rawValue: -status))
    }
    // The list belongs to the enumeration.
    var entry = unsafe udev_enumerate_get_list_entry(enumeration)
    while let current = unsafe entry {
      if let path = unsafe copy(udev_list_entry_get_name(current)),
        let node = node(at: path, in: context, failure: &survey.failure)
      {
        survey.nodes.append(node)
      }
      unsafe entry = udev_list_entry_get_next(current)
    }
    survey.nodes.sort { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
    return survey
  }

  private static func node(
    at systemPath: String, in context: borrowing UdevContext, failure: inout SystemCallError?
  ) -> InputNode? {
    // Other devices of the subsystem need not be read.
    guard systemPath.utf8.split(separator: UInt8(ascii: "/")).last?.starts(with: "event".utf8) ?? false else {
      return nil
    }
    errno = 0
    // The C string lives for the call; an owned pointer, or null.
    guard let device = unsafe udev_device_new_from_syspath(context.pointer, systemPath) else {
      failure = UdevContext.failure("udev_device_new_from_syspath", of: systemPath) ?? failure
      return nil
    }
    return unsafe UdevDevice(taking: device).inputNode(failure: &failure)
  }
}

/// The seat whose touchscreens are read: the displays and input devices of one person
/// (loginctl(1)).
public enum Seat {
  /// The seat of all devices that udev assigns to no seat.
  public static let first = "seat0"

  /// Returns the `named` seat, else that of the program's session, else the first.
  public static func chosen(_ named: String?) -> String {
    let own = named ?? SystemCalls.environment("XDG_SEAT") ?? ""
    return own.isEmpty ? first : own
  }
}
