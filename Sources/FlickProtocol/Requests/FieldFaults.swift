/// The faults of a request: the first one of each kind.
struct FieldFaults {
  /// The requests that a fault concerns.
  ///
  /// A field of `subscribe` is unknown in an `update`, so a fault of its value is ignored.
  enum Scope: CaseIterable {
    case common, subscribe, update
  }

  /// The faults of one scope.
  struct Faults {
    /// The first invalid value: the refusal's code and message.
    var value: (code: RequestErrorCode, message: String)?
    /// The first unknown field: its name, its path, and the names of the known fields.
    var unknown: (name: String, path: String, names: [String])?
    /// The message about the first missing field.
    var missing: String?
  }

  /// The scope of the field that is being read.
  var scope = Scope.common
  /// Why the line is not one JSON object with unique keys; nil if it is.
  private(set) var shape: String?
  private var common = Faults()
  private var subscribe = Faults()
  private var update = Faults()

  /// The faults of a scope.
  subscript(scope: Scope) -> Faults {
    get {
      switch scope {
      case .common: common
      case .subscribe: subscribe
      case .update: update
      }
    }
    set {
      switch scope {
      case .common: common = newValue
      case .subscribe: subscribe = newValue
      case .update: update = newValue
      }
    }
  }

  /// Adds the fault that the line is not one object with unique keys.
  mutating func addShape(_ message: String) {
    shape = shape ?? message
  }

  /// Adds an invalid value.
  mutating func addValue(_ message: String, code: RequestErrorCode = .badValue) {
    if self[scope].value == nil { self[scope].value = (code, message) }
  }

  /// Adds an unknown field behind `path`; `names` are the known fields.
  mutating func addUnknown(_ name: String, at path: String, names: [String]) {
    if self[scope].unknown == nil { self[scope].unknown = (name, path, names) }
  }

  /// Adds a missing field.
  mutating func addMissing(_ path: String, _ allowed: String) {
    if self[scope].missing == nil { self[scope].missing = "`\(path)` is missing: \(allowed)" }
  }

  /// The message about an unknown field.
  static func unknown(_ name: String, at path: String, names: [String]) -> String {
    let advice =
      nearest(to: name, in: names).map { "did you mean `\($0)`?" }
      ?? "the fields are \(names.joined(separator: ", "))"
    return "there is no field `\(path)\(shown(name))`: \(advice)"
  }

  /// The part of a word that a message repeats: at most 40 bytes, in whole characters.
  static func shown(_ word: String) -> String {
    var shown = ""
    for scalar in word.unicodeScalars {
      guard shown.utf8.count + UTF8.width(scalar) <= 40 else { return shown + "…" }
      shown.unicodeScalars.append(scalar)
    }
    return shown
  }
}
