/// Limits how often a service reads its configuration again: at once, but at most ten times a
/// second.
///
///     idle ── asked ──▶ due at once, or 100 ms after the last reload ── reload ──▶ idle
///                         └── asked again: one reload serves both
///
/// A high rate of SIGHUP therefore cannot delay the rest of the loop. The last reload always reads
/// the files as they were at the last signal or later. Time is an argument, in µs of
/// CLOCK_MONOTONIC.
public struct ReloadPace: Equatable, Sendable {
  /// The least time between two reloads, in µs.
  static var span: Int64 { 100_000 }

  private var earliest = Int64.min
  /// When the next reload is due, in µs of CLOCK_MONOTONIC; nil if no reload was requested.
  public private(set) var due: Int64?

  /// Creates a pace without an earlier reload.
  public init() {}

  /// Requests a reload, and sets ``due`` to its time.
  public mutating func ask(now: Int64) {
    due = due ?? max(now, earliest)
  }

  /// Returns whether a reload is due, and if so, counts it as done; the caller then reloads.
  public mutating func begin(now: Int64) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    earliest = now + Self.span
    return true
  }
}
