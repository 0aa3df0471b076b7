internal import FlickProtocol
package import GestureCore

/// The characters that a terminal can show.
package enum Glyphs {
  /// Braille, blocks, lines and arrows.
  case unicode
  case ascii

  /// Chooses by the locale's encoding, in the precedence of setlocale(3).
  package init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let encoding = locale.lowercased()
    self = encoding.contains("utf-8") || encoding.contains("utf8") ? .unicode : .ascii
  }

  /// Returns foreign text in single cells: `?` replaces what the terminal may show wider, or not at
  /// all.
  package func cells(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    let last: UInt32 = self == .unicode ? 0x2FF : 0x7E
    for scalar in text.terminalText.unicodeScalars { shown.append(scalar.value <= last ? scalar : "?") }
    return String(shown)
  }

  /// The arrow of a direction, in two cells.
  package func arrow(_ direction: Direction?) -> String {
    let arrow = self == .unicode ? direction?.arrow ?? "·" : direction?.letters ?? "-"
    return arrow.padded(to: 2)
  }
}
