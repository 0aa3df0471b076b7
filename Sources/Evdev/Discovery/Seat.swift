internal import LinuxIO

/// The seat whose touchscreens are read: a set of displays and input devices at which one person
/// sits (loginctl(1)).
public enum Seat {
  /// The seat of everything that udev assigns to none.
  public static let first = "seat0"

  /// The seat that was named, else that of the session in which the program runs, else the first.
  public static func chosen(_ named: String?) -> String {
    let own = named ?? SystemCalls.environment("XDG_SEAT") ?? ""
    return own.isEmpty ? first : own
  }
}
