internal import Panels

/// The names of people, as a recording can contain them.
public enum RecordedPerson {
  /// The largest length of a name, in bytes of UTF-8.
  public static let maxBytes = 64

  /// Why a recording cannot contain this name; nil if the reader returns it unchanged.
  ///
  /// `evaluate` and `tune` separate a name from a file by `=`, so a name cannot contain one.
  public static func fault(of name: String) -> String? {
    let scalars = name.unicodeScalars
    if scalars.allSatisfy(\.properties.isWhitespace) { return "the name is empty or blank" }
    if name.displayable() != name { return "the name has a control character" }
    if scalars.contains("\u{FFFD}") { return "the name is not UTF-8" }
    if scalars.first?.properties.isWhitespace == true || scalars.last?.properties.isWhitespace == true {
      return "the name has a blank at its beginning or end"
    }
    if scalars.contains("=") { return "the name contains '='" }
    guard name.utf8.count <= maxBytes else { return "the name is longer than \(maxBytes) bytes" }
    return nil
  }

  /// The name as a reader shows it; nil for a blank one, whose strokes have no person.
  static func read(_ value: String) -> String? {
    value.isEmpty ? nil : value.displayable(upTo: maxBytes)
  }
}
