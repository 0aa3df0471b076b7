internal import CLinux
internal import Glibc

/// A user or a group as a configuration names it: by its name, or by its number.
public struct AccountName: Equatable, Hashable, Sendable {
  /// What was written.
  public let text: String

  /// Takes what was written.
  public init(_ text: String) {
    self.text = text
  }

  /// The number of the user, nil if the system knows none of this name.
  ///
  /// The corresponding C function is `getpwnam_r`, which may ask services of the system.
  public var user: UInt32? {
    // Name and number live for the call.
    unsafe UInt32(text) ?? lookedUp { (name, number) in unsafe clinux_user_number(name, number) }
  }

  /// The number of the group, nil if the system knows none of this name.
  ///
  /// The corresponding C function is `getgrnam_r`, which may ask services of the system.
  public var group: UInt32? {
    // Name and number live for the call.
    unsafe UInt32(text) ?? lookedUp { (name, number) in unsafe clinux_group_number(name, number) }
  }

  private func lookedUp(
    _ call: (UnsafePointer<CChar>, UnsafeMutablePointer<UInt32>) -> Int32
  ) -> UInt32? {
    var number: UInt32 = 0
    return unsafe text.withCString { name in unsafe call(name, &number) } == 0 ? number : nil
  }
}

extension SystemCalls {
  /// Gives a file to another owner or group, nil for the present one; a symbolic link is not followed.
  ///
  /// The corresponding C function is `lchown`.
  static func changeOwner(of path: String, user: UInt32?, group: UInt32?) throws(SystemCallError) {
    // The C string lives for the call; -1 keeps what is.
    try check("lchown", path) { unsafe lchown(path, user ?? .max, group ?? .max) }
  }
}
