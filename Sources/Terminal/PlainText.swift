internal import LinuxIO

/// Text for a locale whose encoding is not UTF-8, such as `C`: each sign beyond ASCII becomes one
/// or more of ASCII.
///
/// Lines of JSON stay UTF-8, because they are for programs.
enum PlainText {
  /// Returns the text in the encoding of the locale.
  ///
  /// Without any locale, as in a unit of systemd, the text stays UTF-8.
  static func encoded(
    _ text: String, environment: (String) -> String? = SystemCalls.environment
  ) -> String {
    let isSet = ["LC_ALL", "LC_CTYPE", "LANG"].contains { environment($0).map { !$0.isEmpty } ?? false }
    guard isSet, Glyphs(environment: environment) == .ascii else { return text }
    return ascii(text)
  }

  /// Returns the text in ASCII; `?` replaces what has no sign there.
  static func ascii(_ text: String) -> String {
    text.unicodeScalars.map { $0.isASCII ? String($0) : signs[$0] ?? "?" }.joined()
  }

  /// Arrows keep their width, so columns stay aligned.
  private static let signs: [Unicode.Scalar: String] = [
    "\u{2190}": "<", "\u{2192}": ">", "\u{2191}": "^", "\u{2193}": "v", "\u{2196}": "\\", "\u{2197}": "/",
    "\u{2199}": "/", "\u{2198}": "\\", "\u{00B7}": ".", "\u{2013}": "-", "\u{2014}": "-", "\u{2026}": "...",
    "\u{00D7}": "x", "\u{00B0}": " deg", "\u{00B1}": "+-", "\u{00B5}": "u", "\u{03BC}": "u",
    "\u{03C4}": "tau", "\u{2264}": "<=", "\u{2265}": ">=", "\u{2018}": "'", "\u{2019}": "'",
    "\u{201C}": "\"", "\u{201D}": "\"", "\u{00A0}": " ", "\u{202F}": " ", "\u{2212}": "-", "\u{0394}": "d",
    "\u{2713}": "ok", "\u{2717}": "x",
  ]
}
