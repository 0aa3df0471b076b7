/// When a service reads its configuration again: at once, but at most ten times in a second.
///
///     idle ── asked ──▶ due at once, or 100 ms after the last reload ── reload ──▶ idle
///                         └── asked again: one reload serves both
///
/// So whatever the rate of SIGHUP, the rest of the loop keeps its time, and what the files contain
/// at the last signal holds in the end. Time is an argument, in µs of CLOCK_MONOTONIC.
public struct ReloadPace: Equatable, Sendable {
  /// The least time between two reloads, in µs.
  static var span: Int64 { 100_000 }

  private var earliest = Int64.min
  /// When the next reload is due, in µs of CLOCK_MONOTONIC; nil if none was asked for.
  public private(set) var due: Int64?

  /// Creates a pace without a reload in the past.
  public init() {}

  /// Asks for a reload, which ``due`` then has the time of.
  public mutating func ask(now: Int64) {
    due = due ?? max(now, earliest)
  }

  /// Begins the reload that is due, if one is; the caller then reloads.
  public mutating func begin(now: Int64) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    earliest = now + Self.span
    return true
  }
}
