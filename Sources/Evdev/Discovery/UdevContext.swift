internal import CLibudev
internal import Glibc
internal import LinuxIO
internal import Panels

/// The owner of a `struct udev`, libudev's context.
@safe struct UdevContext: ~Copyable {
  let pointer: OpaquePointer

  init() throws(SystemCallError) {
    // An owned pointer, or null with errno.
    guard let created = unsafe udev_new() else {
      throw SystemCallError(call: "udev_new", code: ErrorNumber(rawValue: errno))
    }
    unsafe pointer = created
  }

  deinit {
    unsafe _ = udev_unref(pointer)
  }

  /// Returns why libudev returned null for data that every input device has.
  ///
  /// Returns nil if the device was removed, which is not a failure.
  static func failure(
    _ call: String, of systemPath: String, code: CInt = errno
  ) -> SystemCallError? {
    guard (try? SystemCalls.target(of: systemPath)) ?? nil != nil else { return nil }
    return SystemCallError(
      call: call, code: code == 0 ? .noSuchFile : ErrorNumber(rawValue: code), subject: systemPath)
  }
}

/// The owner of a `struct udev_device`.
///
/// Every text is copied immediately, because libudev keeps it only as long as the device.
@safe struct UdevDevice: ~Copyable {
  private let pointer: OpaquePointer

  init(taking pointer: OpaquePointer) {
    unsafe self.pointer = pointer
  }

  deinit {
    unsafe _ = udev_device_unref(pointer)
  }

  var systemPath: String { unsafe copy(udev_device_get_syspath(pointer)) ?? "" }
  var systemName: String { unsafe copy(udev_device_get_sysname(pointer)) ?? "" }
  var action: String? { unsafe copy(udev_device_get_action(pointer)) }

  /// The node as a value; nil if the device is not an event node.
  ///
  /// Sets `failure` if libudev could not read everything, for example when the process is out of
  /// file descriptors. The value then lacks the unread parts, or is nil although there is a node.
  func inputNode(failure: inout SystemCallError?) -> InputNode? {
    guard systemName.hasPrefix("event") else { return nil }
    guard
      let node = unsafe readString(
        "udev_device_get_devnode", &failure, { unsafe udev_device_get_devnode(pointer) })
    else { return nil }
    // Safe: `pointer` is valid until deinit.
    var properties = unsafe Self.properties(pointer)
    // Even without udevd, the kernel provides properties.
    if properties.isEmpty {
      let missing = UdevContext.failure(
        "udev_device_get_properties_list_entry", of: systemPath, code: ENODATA)
      failure = missing ?? failure
    }
    // The parent is borrowed, so it needs no unref. Only the parent has capabilities.
    guard let parent = unsafe udev_device_get_parent_with_subsystem_devtype(pointer, "input", nil) else {
      failure =
        UdevContext.failure("udev_device_get_parent_with_subsystem_devtype", of: systemPath) ?? failure
      return InputNode(node: node, systemPath: systemPath, properties: properties) { _ in "" }
    }
    for (name, value) in unsafe Self.properties(parent)
    where properties[name] == nil && Self.isInherited(name) {
      properties[name] = value
    }
    return InputNode(node: node, systemPath: systemPath, properties: properties) { name in
      unsafe readString(name, &failure) { unsafe udev_device_get_sysattr_value(parent, name) } ?? ""
    }
  }

  /// Reads a text of libudev, and sets `failure` if libudev could not read it.
  private func readString(
    _ name: String, _ failure: inout SystemCallError?, _ text: () -> UnsafePointer<CChar>?
  ) -> String? {
    errno = 0
    if let found = unsafe copy(text()) { return found }
    failure = UdevContext.failure(name, of: systemPath) ?? failure
    return nil
  }

  /// Returns whether a rule for the parent device also applies to its node.
  private static func isInherited(_ name: String) -> Bool {
    name.hasPrefix("ID_") || name.hasPrefix("LIBINPUT_") || name.hasPrefix("FLICKD_")
  }

  private static func properties(_ device: OpaquePointer) -> [String: String] {
    var properties: [String: String] = [:]
    // The list belongs to the device, which the caller owns.
    var entry = unsafe udev_device_get_properties_list_entry(device)
    while let current = unsafe entry {
      if let name = unsafe copy(udev_list_entry_get_name(current)) {
        properties[name] = unsafe copy(udev_list_entry_get_value(current)) ?? ""
      }
      unsafe entry = udev_list_entry_get_next(current)
    }
    return properties
  }
}

/// The text of a C string that libudev owns; nil for null.
func copy(_ text: UnsafePointer<CChar>?) -> String? {
  guard let text = unsafe text else { return nil }
  return unsafe String(cString: text)
}
