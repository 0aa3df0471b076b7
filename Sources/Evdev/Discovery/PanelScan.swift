internal import CLibudev
internal import Glibc
public import LinuxIO

/// Finds the event nodes of the machine and judges each, without opening any.
///
/// Works without udevd: its database is then empty, and sysfs alone decides.
public enum PanelScan {
  /// One event node as it is now, by its system path; nil if it is none, or has left.
  public static func node(systemPath: String) throws(SystemCallError) -> InputNode? {
    let context = try UdevContext()
    // The C string lives for the call; an owned pointer, or null.
    guard let device = unsafe udev_device_new_from_syspath(context.pointer, systemPath) else { return nil }
    return unsafe UdevDevice(taking: device).inputNode()
  }

  /// Every event node, in the order of their numbers.
  public static func nodes() throws(SystemCallError) -> [InputNode] {
    let context = try UdevContext()
    // An owned pointer, or null with errno.
    guard let enumeration = unsafe udev_enumerate_new(context.pointer) else {
      throw SystemCallError(call: "udev_enumerate_new", code: ErrorNumber(rawValue: errno))
    }
    defer { unsafe _ = udev_enumerate_unref(enumeration) }
    unsafe udev_enumerate_add_match_subsystem(enumeration, "input")
    let status = unsafe udev_enumerate_scan_devices(enumeration)
    guard status >= 0 else {
      throw SystemCallError(call: "udev_enumerate_scan_devices", code: ErrorNumber(rawValue: -status))
    }
    var nodes: [InputNode] = []
    // The list belongs to the enumeration.
    var entry = unsafe udev_enumerate_get_list_entry(enumeration)
    while let current = unsafe entry {
      // Null if the device left while we looked.
      if let device = unsafe udev_device_new_from_syspath(context.pointer, udev_list_entry_get_name(current))
      {
        if let node = unsafe UdevDevice(taking: device).inputNode() { nodes.append(node) }
      }
      unsafe entry = udev_list_entry_get_next(current)
    }
    return nodes.sorted { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
  }
}
