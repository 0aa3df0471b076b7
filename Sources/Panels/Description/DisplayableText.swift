extension String {
  /// The text of a device or a recording, which is hostile input, in a form that may go to logs and
  /// terminals.
  ///
  /// Control characters and those that change the direction of writing become U+FFFD: a newline
  /// would begin a line that nobody wrote, and a terminal would obey an escape sequence. What is
  /// longer than `bound` bytes is cut.
  public func displayable(upTo bound: Int = .max) -> String {
    var shown = String.UnicodeScalarView()
    var length = 0
    for scalar in unicodeScalars {
      let replaced: Unicode.Scalar =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
        default: scalar
        }
      length += UTF8.width(replaced)
      if length > bound { break }
      shown.append(replaced)
    }
    return String(shown)
  }
}
