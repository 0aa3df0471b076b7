/// One line of a file of udev rules.
struct UdevRuleLine: Sendable {
  /// The line number, from 1.
  let number: Int
  private(set) var conditions: [UdevRuleToken] = []
  /// The actions if all conditions hold.
  private(set) var assignments: [UdevRuleToken] = []
  /// The label at which udev continues after this line.
  private(set) var jump: String?
  /// The label of this line, for jumps.
  private(set) var label: String?

  /// Reads the text of a line: words as `KEY{attribute}=="value"`, separated by a comma and a
  /// blank.
  init(_ text: Substring, number: Int) throws(UdevRuleFault) {
    self.number = number
    var rest = text
    while true {
      let token = try UdevRuleToken(from: &rest, line: number)
      switch token.key {
      case .jump: jump = token.value
      case .label: label = token.value
      default:
        if token.operation.isComparison { conditions.append(token) } else { assignments.append(token) }
      }
      if rest.isEmpty {
        if assignments.contains(where: { $0.key == .stored }), assignments.count + conditions.count > 1 {
          throw UdevRuleFault(line: number, reason: "an import beside other words is not known here")
        }
        return
      }
      guard rest.hasPrefix(", ") else {
        throw UdevRuleFault(line: number, reason: "a comma and a blank are missing before `\(rest)`")
      }
      rest = rest.drop { $0 == "," || $0 == " " }
    }
  }
}

/// One word of a line: a key, an operator and a value.
struct UdevRuleToken: Sendable {
  /// The keys of flickd's rules.
  enum Key: String {
    case action = "ACTION"
    case subsystem = "SUBSYSTEM"
    case kernel = "KERNEL"
    case property = "ENV"
    case stored = "IMPORT"
    case tag = "TAG"
    case program = "RUN"
    case jump = "GOTO"
    case label = "LABEL"

    /// The operators that udev accepts without a warning.
    ///
    /// udev treats `:=` of properties and tags as `=`, and warns.
    var operations: Set<Operation> {
      switch self {
      case .action, .subsystem, .kernel: [.equal, .unequal]
      case .property: [.equal, .unequal, .assign, .add]
      case .tag: [.equal, .unequal, .assign, .add, .remove]
      case .program: [.assign, .add, .assignFinally]
      // udev treats `==` of an import as `=`; one operator is enough here.
      case .jump, .label, .stored: [.assign]
      }
    }
  }

  /// The text between a key and its value.
  enum Operation: String, CaseIterable {
    case equal = "=="
    case unequal = "!="
    case add = "+="
    case remove = "-="
    case assignFinally = ":="
    case assign = "="

    /// Whether the word only compares and changes nothing.
    var isComparison: Bool { self == .equal || self == .unequal }
  }

  let key: Key
  /// The name of a property; empty for other keys.
  let attribute: String
  let operation: Operation
  let value: String

  /// Reads a word and removes it from the front of `text`.
  init(from text: inout Substring, line: Int) throws(UdevRuleFault) {
    func fault(_ reason: String) -> UdevRuleFault { UdevRuleFault(line: line, reason: reason) }

    let word = text.prefix { $0.isUppercase }
    guard let key = Key(rawValue: String(word)) else { throw fault("no key that is known here: \(text)") }
    text = text.dropFirst(word.count)
    var attribute = ""
    if text.first == "{" {
      attribute = String(text.dropFirst().prefix { $0 != "}" })
      text = text.dropFirst(attribute.count + 2)
    }
    guard attribute.isEmpty != (key == .property || key == .stored), key != .stored || attribute == "db"
    else {
      throw fault("\(word) and its {name}")
    }

    // The longer operators come first, because `=` begins `==`.
    guard let operation = Operation.allCases.first(where: { text.hasPrefix($0.rawValue) }) else {
      throw fault("no operator before `\(text)`")
    }
    guard key.operations.contains(operation) else {
      throw fault("\(word) does not allow \(operation.rawValue)")
    }
    text = text.dropFirst(operation.rawValue.count)

    guard text.first == "\"", let end = text.dropFirst().firstIndex(of: "\"") else {
      throw fault("no value in quotes before `\(text)`")
    }
    value = String(text[text.index(after: text.startIndex)..<end])
    // Substitutions that udev supports and this reader does not.
    if value.contains("\\") || value.contains("[") {
      throw fault("a value with a character that is not known here")
    }
    text = text[text.index(after: end)...]
    self.key = key
    self.attribute = attribute
    self.operation = operation
  }

  /// Whether the device matches the word.
  func holds(for device: RuledDevice) -> Bool {
    let found =
      switch key {
      case .action: matches(device.action)
      case .subsystem: matches(device.subsystem)
      case .kernel: matches(device.kernel)
      // A missing property counts as empty.
      case .property: matches(device.properties[attribute] ?? "")
      case .tag: device.tags.contains { matches($0) }
      case .program, .stored, .jump, .label: false
      }
    return found == (operation == .equal)
  }

  /// Applies the word to a device.
  func apply(to device: inout RuledDevice) {
    let filled = filled(from: device.properties)
    switch key {
    case .property:
      let before = device.properties[attribute] ?? ""
      let isAdded = operation == .add && !before.isEmpty
      let after = isAdded ? "\(before) \(filled)" : filled
      device.properties[attribute] = after.isEmpty ? nil : after
    case .stored:
      // A name that is missing in the database ends the line; the rules read here have no further
      // word in such a line.
      if let stored = device.database[value] { device.properties[value] = stored }
    case .tag:
      if operation == .assign { device.tags = [] }
      if operation == .remove { device.tags.remove(filled) } else { device.tags.insert(filled) }
    case .program:
      if device.areProgramsFinal { return }
      if operation != .add { device.programs = [] }
      device.programs.append(filled)
      device.areProgramsFinal = operation == .assignFinally
    case .action, .subsystem, .kernel, .jump, .label:
      break
    }
  }

  /// The value with properties substituted.
  private func filled(from properties: [String: String]) -> String {
    value.replacing(/\$env\{([^}]*)\}/) { properties[String($0.output.1)] ?? "" }
  }

  /// Whether a text matches one of the alternatives, which a bar separates; `*` is any text and `?`
  /// one character.
  private func matches(_ text: String) -> Bool {
    value.split(separator: "|", omittingEmptySubsequences: false).contains { Self.matches($0, text[...]) }
  }

  private static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return text.indices.contains { matches(pattern.dropFirst(), text[$0...]) }
        || matches(pattern.dropFirst(), "")
    }
    guard let character = text.first, first == "?" || first == character else { return false }
    return matches(pattern.dropFirst(), text.dropFirst())
  }
}
