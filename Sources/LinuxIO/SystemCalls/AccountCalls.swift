internal import CLinux
internal import Glibc

/// A user or a group as the configuration names it: by name or by number.
public struct AccountName: Equatable, Hashable, Sendable {
  /// The text of the configuration.
  public let text: String

  /// Creates an account name from the text of the configuration.
  public init(_ text: String) {
    self.text = text
  }

  /// The number of the user; nil if the system knows no user of this name.
  ///
  /// The corresponding C function is `getpwnam_r`, which may ask services of the system.
  public var user: UInt32? {
    // Name and number live for the call.
    unsafe UInt32(text) ?? lookedUp { (name, number) in unsafe clinux_user_number(name, number) }
  }

  /// The number of the group; nil if the system knows no group of this name.
  ///
  /// The corresponding C function is `getgrnam_r`, which may ask services of the system.
  public var group: UInt32? {
    // Name and number live for the call.
    unsafe UInt32(text) ?? lookedUp { (name, number) in unsafe clinux_group_number(name, number) }
  }

  private func lookedUp(_ call: (UnsafePointer<CChar>, UnsafeMutablePointer<UInt32>) -> Int32) -> UInt32? {
    var number: UInt32 = 0
    return unsafe text.withCString { name in unsafe call(name, &number) } == 0 ? number : nil
  }
}

extension SystemCalls {
  /// Sets owner and group of the file that ``openName(_:)`` opened at `path`; nil keeps the present
  /// one.
  ///
  /// The corresponding C function is `fchownat` with AT_EMPTY_PATH.
  static func changeOwner(
    of file: borrowing OwnedFD, at path: String, user: UInt32?, group: UInt32?
  ) throws(SystemCallError) {
    let number = file.number
    try check("fchownat", path) { clinux_change_owner(number, user ?? .max, group ?? .max) }
  }

  /// Sets owner and group of an open file.
  ///
  /// The corresponding C function is `fchown`.
  static func changeOwner(
    of file: borrowing OwnedFD, user: UInt32, group: UInt32
  ) throws(SystemCallError) {
    let number = file.number
    try check("fchown") { fchown(number, user, group) }
  }

  /// Returns the name of a group; nil if the system knows none.
  ///
  /// The corresponding C function is `getgrgid_r`.
  public static func groupName(_ group: UInt32) -> String? {
    // Name and room live for the call.
    unsafe accountName { (name, room) in unsafe clinux_group_name(group, name, room) }
  }

  /// Returns the name of a user; nil if the system knows none.
  ///
  /// The corresponding C function is `getpwuid_r`.
  public static func userName(_ user: UInt32) -> String? {
    // Name and room live for the call.
    unsafe accountName { (name, room) in unsafe clinux_user_name(user, name, room) }
  }

  /// Returns whether the system's lists have the user in a group, regardless of the session's
  /// groups.
  ///
  /// The corresponding C function is `getgrouplist`.
  public static func isMember(_ user: String, of group: UInt32) -> Bool {
    // The C string lives for the call.
    unsafe user.withCString { name in unsafe clinux_is_member(name, group) } != 0
  }

  private static func accountName(_ call: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String? {
    var name = InlineArray<256, CChar>(repeating: 0)
    var span = name.mutableSpan
    // The C function writes at most `count` bytes, the terminator included.
    unsafe span.withUnsafeMutableBufferPointer { room in
      guard let base = room.baseAddress else { return }
      unsafe call(base, room.count)
    }
    let found = text(name.span)
    return found.isEmpty ? nil : found
  }
}
