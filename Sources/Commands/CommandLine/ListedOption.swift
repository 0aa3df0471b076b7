internal import ArgumentParser

/// An option as the help of a verb lists it.
struct ListedOption {
  /// The names, such as `-o` and `--output`; the last one is the long form.
  let names: [String]
  /// Whether a value follows it.
  let hasValue: Bool
  /// Whether the help allows it more than once.
  let isRepeatable: Bool

  /// The options of a command.
  static func list(of command: any ParsableCommand.Type) -> [ListedOption] {
    var blocks: [[Substring]] = []
    for line in Flickctl.helpMessage(for: command).split(separator: "\n") {
      if line.hasPrefix("  -") { blocks.append([]) }
      if !blocks.isEmpty { blocks[blocks.count - 1] += line.split(separator: " ") }
    }
    return blocks.map(ListedOption.init)
  }

  /// Reads the words of an option: `-o, --output <file>`, then what it does.
  private init(_ words: [Substring]) {
    let listed = words.prefix { $0.hasPrefix("-") }
    names = listed.map { String($0.prefix { $0 != "," }) }
    let rest = words.dropFirst(listed.count)
    hasValue = rest.first?.hasPrefix("<") == true
    isRepeatable = rest.contains { $0.hasPrefix("repeat") }
  }

  /// Returns the first option of a command line that has one value, but comes twice; nil if there
  /// is none.
  ///
  /// The argument parser uses the last value, and says nothing about the others.
  static func repeated(in arguments: [String]) -> String? {
    guard arguments.count(where: { $0.hasPrefix("-") }) > 1,
      let command = Flickctl.verbs.first(where: { $0.configuration.commandName == arguments.first })
    else { return nil }
    let options = list(of: command).filter(\.hasValue)
    var read: Set<String> = []
    var rest = arguments.dropFirst()
    while let word = rest.popFirst(), word != "--" {
      let name = String(word.prefix { $0 != "=" })
      guard let option = options.first(where: { $0.names.contains(name) }), let long = option.names.last
      else {
        continue
      }
      if name == word { _ = rest.popFirst() }
      if !read.insert(long).inserted, !option.isRepeatable { return long }
    }
    return nil
  }
}
