/// How many directions a swipe may have.
public enum Directions: Int, Sendable, CaseIterable {
  /// Left, right, up and down.
  case four = 4
  /// Those and the diagonals.
  case eight = 8
}
