extension String {
  /// The text in a form that is safe for logs and terminals.
  ///
  /// Text from a device or a recording is hostile input. Control characters and characters that
  /// change the writing direction become U+FFFD: a newline would start a forged line, and a
  /// terminal would execute an escape sequence. Text beyond `bound` bytes is cut.
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
