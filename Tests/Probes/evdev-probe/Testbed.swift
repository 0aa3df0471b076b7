import Glibc

/// A testbed that plugs and unplugs devices for this process, which must run under
/// `umockdev-wrapper`, and for processes with its folder in UMOCKDEV_DIR.
///
/// The library is opened by name, so the probe builds without an installed library.
@safe struct Testbed {
  /// A function of the library is missing or failed.
  struct Refused: Error {
    let function: String
  }

  private typealias New = @convention(c) () -> OpaquePointer?
  private typealias Add =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  private typealias Load =
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>?, UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32
  private typealias Send = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
  private typealias Remove = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Void
  private typealias Descriptor = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32

  private let pointer: OpaquePointer
  private let library: UnsafeMutableRawPointer

  init() throws {
    // The library stays open until the process ends.
    guard let library = unsafe dlopen("libumockdev.so.0", RTLD_NOW) else {
      throw Refused(function: "dlopen")
    }
    unsafe self.library = library
    let new = try unsafe Self.function("umockdev_testbed_new", of: library, as: New.self)
    guard let created = unsafe new() else { throw Refused(function: "umockdev_testbed_new") }
    unsafe pointer = created
  }

  // The types are from umockdev.h, and the C strings live for each call.

  /// Adds devices, each with its message to the monitors.
  func add(_ text: String) throws {
    let add = try unsafe Self.function("umockdev_testbed_add_from_string", of: library, as: Add.self)
    guard unsafe add(pointer, text, nil) != 0 else {
      throw Refused(function: "umockdev_testbed_add_from_string")
    }
  }

  /// Makes a node answer calls as the file specifies.
  func answer(as file: String) throws {
    let load = try unsafe Self.function("umockdev_testbed_load_ioctl", of: library, as: Load.self)
    guard unsafe load(pointer, nil, file, nil) != 0 else {
      throw Refused(function: "umockdev_testbed_load_ioctl")
    }
  }

  /// Sends a message about the device at a path below /sys.
  func send(_ action: String, of path: String) throws {
    let send = try unsafe Self.function("umockdev_testbed_uevent", of: library, as: Send.self)
    unsafe send(pointer, path, action)
  }

  /// Removes the device at a path below /sys, without a message.
  func remove(_ path: String) throws {
    let remove = try unsafe Self.function("umockdev_testbed_remove_device", of: library, as: Remove.self)
    unsafe remove(pointer, path)
  }

  /// The testbed's own descriptor; bytes written to it can be read from the node.
  func descriptor(of node: String) throws -> Int32 {
    let descriptor = try unsafe Self.function("umockdev_testbed_get_dev_fd", of: library, as: Descriptor.self)
    let number = unsafe descriptor(pointer, node)
    guard number >= 0 else { throw Refused(function: "umockdev_testbed_get_dev_fd \(node)") }
    return number
  }

  private static func function<Function>(
    _ name: String, of library: UnsafeMutableRawPointer, as type: Function.Type
  ) throws -> Function {
    guard let symbol = unsafe dlsym(library, name) else { throw Refused(function: name) }
    return unsafe unsafeBitCast(symbol, to: Function.self)
  }
}
