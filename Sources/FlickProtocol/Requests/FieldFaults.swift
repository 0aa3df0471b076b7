/// What is wrong with a request, the first fault of each weight.
struct FieldFaults {
  /// Which requests a fault concerns: a field of `subscribe` may be anything in an `update`, where
  /// it is unknown.
  enum Scope: CaseIterable {
    case common, subscribe, update
  }

  /// The faults of one scope.
  struct Faults {
    /// A value that cannot stand there, and the refusal's code for it.
    var value: (code: RequestErrorCode, message: String)?
    /// A field that there is not, where it stands, and the names of those that there are.
    var unknown: (name: String, path: String, names: [String])?
    /// A field that is missing.
    var missing: String?
  }

  /// Whose fields are being read.
  var scope = Scope.common
  /// What is no JSON object of different keys.
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

  /// The line is not one object.
  mutating func addShape(_ message: String) {
    shape = shape ?? message
  }

  /// A value cannot stand there.
  mutating func addValue(_ message: String, code: RequestErrorCode = .badValue) {
    if self[scope].value == nil { self[scope].value = (code, message) }
  }

  /// There is no field of this name behind `path`, where `names` are those that there are.
  mutating func addUnknown(_ name: String, at path: String, names: [String]) {
    if self[scope].unknown == nil { self[scope].unknown = (name, path, names) }
  }

  /// A field that must be there is not.
  mutating func addMissing(_ path: String, _ allowed: String) {
    if self[scope].missing == nil { self[scope].missing = "`\(path)` is missing: \(allowed)" }
  }

  /// What is said of a name that is no field's.
  static func unknown(_ name: String, at path: String, names: [String]) -> String {
    let advice =
      nearest(to: name, in: names).map { "did you mean `\($0)`?" }
      ?? "the fields are \(names.joined(separator: ", "))"
    return "there is no field `\(path)\(shown(name))`: \(advice)"
  }

  /// As much of a word as a message repeats: 40 bytes, in whole characters.
  static func shown(_ word: String) -> String {
    var shown = ""
    for scalar in word.unicodeScalars {
      guard shown.utf8.count + UTF8.width(scalar) <= 40 else { return shown + "…" }
      shown.unicodeScalars.append(scalar)
    }
    return shown
  }
}
