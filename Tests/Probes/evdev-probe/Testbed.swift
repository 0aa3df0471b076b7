import Glibc

/// A testbed that plugs and unplugs devices in this process, which must run under `umockdev-wrapper`.
///
/// The library is opened by name, so that nothing has to be installed to build the probe.
@safe struct Testbed {
  private struct Missing: Error {}
  private typealias New = @convention(c) () -> OpaquePointer?
  private typealias Add =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  private typealias Send = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void

  private let pointer: OpaquePointer
  private let adding: Add
  private let sending: Send

  init() throws {
    // The types above are those of umockdev.h; the library stays open until the process ends.
    guard let library = unsafe dlopen("libumockdev.so.0", RTLD_NOW),
      let new = unsafe dlsym(library, "umockdev_testbed_new"),
      let add = unsafe dlsym(library, "umockdev_testbed_add_from_string"),
      let send = unsafe dlsym(library, "umockdev_testbed_uevent"),
      let created = unsafe unsafeBitCast(new, to: New.self)()
    else { throw Missing() }
    unsafe pointer = created
    unsafe adding = unsafeBitCast(add, to: Add.self)
    unsafe sending = unsafeBitCast(send, to: Send.self)
  }

  /// Adds devices, each with its message to the monitors.
  func add(_ text: String) {
    // The C string lives for the call.
    unsafe _ = adding(pointer, text, nil)
  }

  /// Sends a message about the device at a path below /sys.
  func send(_ action: String, of path: String) {
    // The C strings live for the call.
    unsafe sending(pointer, path, action)
  }
}
