internal import LinuxIO

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
