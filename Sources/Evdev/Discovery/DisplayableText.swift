/// The text of a device, which is hostile input, in a form that may go to logs and terminals.
///
/// Control characters and those that change the direction of writing become U+FFFD; nothing is longer than 256 bytes.
func displayable(_ text: String) -> String {
  var shown = String.UnicodeScalarView()
  var length = 0
  for scalar in text.unicodeScalars {
    let replaced: Unicode.Scalar =
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
      default: scalar
      }
    length += UTF8.width(replaced)
    // The kernel itself allows no more for a name.
    if length > 256 { break }
    shown.append(replaced)
  }
  return String(shown)
}
