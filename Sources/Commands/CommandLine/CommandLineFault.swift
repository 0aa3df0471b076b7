internal import ArgumentParser
internal import FlickProtocol
internal import LinuxIO

/// What is wrong with a command line, in flickctl's own words, with the next step.
///
/// The argument parser keeps its errors to itself, so this type recognizes its messages. A message
/// that it does not know, such as one of ours, stays unchanged.
struct CommandLineFault {
  /// The arguments after the name of the program.
  let arguments: [String]
  let message: String
  /// The parser's line about the option or argument; nil if the message concerns none.
  let explanation: String?

  /// The verb among the arguments; `Flickctl` itself if there is none.
  private var command: any ParsableCommand.Type {
    Flickctl.verbs.first { $0.configuration.commandName == arguments.first } ?? Flickctl.self
  }

  /// The command as a person types it.
  private var name: String {
    ["flickctl", command.configuration.commandName].compactMap { $0 }.reduce(into: "") { line, word in
      if line != word { line += line.isEmpty ? word : " \(word)" }
    }
  }

  /// The names of the command's options, such as `--socket`.
  var options: [String] { Self.options(of: command) }

  private static func options(of command: any ParsableCommand.Type) -> [String] {
    ListedOption.list(of: command).flatMap(\.names).filter { $0.hasPrefix("--") }
  }

  /// The part of the form that is not options, such as `[<panel>]`.
  private var argumentForm: String {
    let parts = Flickctl.usageString(for: command).split(separator: " ")
    return parts.indices.filter { $0 == 0 || !parts[$0 - 1].contains("--") }.map { String(parts[$0]) }
      .joined(separator: " ")
  }

  /// The human-readable text: the reason, what the option means, and where all options are.
  var text: String {
    [reason, explanation.map { "  \($0)" }, "  `\(name) --help` shows the form and each option"]
      .compactMap { $0 }.joined(separator: "\n")
  }

  private var reason: String {
    typographicSign ?? unknownShell ?? laterVerb ?? unknownOption ?? missingValue ?? invalidValue
      ?? surplusWord
      ?? bareOption ?? missingArgument
      ?? superfluousValue ?? message
  }

  /// A dash or a quote that a text editor or a web page has replaced.
  private var typographicSign: String? {
    for word in arguments {
      if let first = word.first, "–—−‐‑".contains(first) {
        let name = word.drop { "–—−‐‑-".contains($0) }
        return "'\(word.terminalText)' begins with a typographic dash: write --\(String(name).terminalText)"
      }
      if word.contains(where: { "“”„‘’«»".contains($0) }) {
        return "'\(word.terminalText)' contains typographic quotes: write ' or \" instead"
      }
    }
    return nil
  }

  /// A shell without completion of words.
  private var unknownShell: String? {
    guard message.hasPrefix("Can't ") else { return nil }
    return "--generate-completion-script needs the name of a shell: bash, zsh or fish"
  }

  /// A verb behind the options, which a person wrote first.
  private var laterVerb: String? {
    let verbs = Flickctl.verbs.map { $0.configuration.commandName }
    guard let first = arguments.first, first.hasPrefix("-"),
      let index = arguments.firstIndex(where: verbs.contains)
    else { return nil }
    var rest = arguments
    let verb = rest.remove(at: index)
    let line = ([verb] + (first == "--" ? Array(rest.dropFirst()) : rest)).map {
      $0.contains(" ") ? RootCommand.quoted($0) : $0.terminalText
    }
    return "'\(first.terminalText)' needs a verb before it: flickctl \(line.joined(separator: " "))"
  }

  private var unknownOption: String? {
    // What follows a misspelled verb is not its fault.
    let isOfVerb = command != Flickctl.self || arguments.first?.hasPrefix("-") == true
    let foreign = (isOfVerb ? arguments : []).prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) }
      .first { $0.hasPrefix("--") && !options.contains($0) }
    guard
      let option = foreign ?? message.part(after: "Unknown option '", before: "'")
        ?? message.part(after: "Invalid option: ")
    else { return nil }
    let shown = "'\(option.terminalText)'"
    if arguments.first == "help" {
      return "\(shown) is not an option of flickctl: write `flickctl VERB --help`"
    }
    if let advice = advice(forForeign: option) {
      return "\(shown) is not an option of \(name): \(advice)"
    }
    if argumentForm.contains("<\(option.drop { $0 == "-" })") {
      return "\(shown) is not an option of \(name): write the value alone, without an option"
    }
    if let near = nearest(to: option, in: options) {
      return "\(shown) is not an option of \(name): did you mean `\(near)`?"
    }
    guard command == Flickctl.self,
      let verb = Flickctl.verbs.first(where: { Self.options(of: $0).contains(option) })
    else { return "\(shown) is not an option of \(name)" }
    return "\(shown) needs a verb before it: flickctl \(verb.configuration.commandName ?? "") \(option)"
  }

  private var missingValue: String? {
    guard let form = message.part(after: "Missing value for '", before: "'") else { return nil }
    let option = form.prefix { $0 != " " }
    let next = arguments.firstIndex { $0 == option }.flatMap { arguments.dropFirst($0 + 1).first }
    guard let next, next.hasPrefix("-") else { return "\(option) needs a value after it: \(form)" }
    if next.contains("..") { return "\(option): write \(option)=\(next.terminalText)" }
    if next.dropFirst().first?.isNumber == true {
      return "\(option) \(next.terminalText): the value cannot be negative: \(form)"
    }
    return "\(option) needs a value before '\(next.terminalText)': \(form)"
  }

  private var invalidValue: String? {
    guard let rest = message.part(after: "The value '"),
      let end = rest.ranges(of: "' is invalid for '").last
    else { return nil }
    let value = String(rest[..<end.lowerBound])
    let (form, why) = rest[end.upperBound...].halves(at: "'")
    let option = form.hasPrefix("-") ? "\(form.prefix { $0 != " " }): " : ""
    if why.hasPrefix(": ") { return option + why.dropFirst(2) }
    let choices =
      why.hasPrefix(". ") ? why.split(separator: "'").enumerated().filter { $0.offset % 2 == 1 } : []
    guard !choices.isEmpty else { return option + Self.fault(ofNumber: value, form: form) }
    let names = choices.map { String($0.element) }
    let near = nearest(to: value, in: names).map { "did you mean `\($0)`? " } ?? ""
    return "\(option)'\(value.terminalText)' is not one of its values: \(near)The values are "
      + names.joined(separator: ", ")
  }

  private var surplusWord: String? {
    let surplus =
      message.part(after: "Unexpected argument '", before: "'")
      ?? (message.contains(" unexpected arguments: '") ? message.part(after: ": '", before: "'") : nil)
    guard let word = surplus else { return nil }
    let shown = "'\(word.terminalText)'"
    func advice(_ option: String) -> String? {
      options.contains(option)
        ? "\(shown) needs an option before it: \(name) \(option) \(word.terminalText)" : nil
    }
    if word.hasSuffix(".toml"), let advice = advice("--config") { return advice }
    if word.contains("/") || word.hasSuffix(".sock"), let advice = advice("--socket") { return advice }
    // Each short word is two letters from `for`.
    let near = nearest(to: word, in: options.map { String($0.dropFirst(2)) }, within: max(1, word.count / 3))
    let form = Flickctl.usageString(for: command).replacing("Usage: ", with: "")
    return "\(shown) is one word too many: "
      + (near.map { "did you mean `--\($0)`?" } ?? (form.count < 70 ? "write \(form)" : "remove it"))
  }

  /// An option of the verb without its dashes, where words need an option before them.
  private var bareOption: String? {
    guard let word = message.part(after: "'", before: "' needs an option before it: "),
      options.contains("--\(word)")
    else { return nil }
    return "'\(word)' is one word too many: did you mean `--\(word)`?"
  }

  private var missingArgument: String? {
    guard let form = message.part(after: "Missing expected argument '", before: "'") else { return nil }
    let what = form.hasPrefix("-") ? String(form.prefix { $0 != " " }) : form.replacing(" ...", with: "")
    return "\(what) is missing: write \(name) \(form)"
  }

  private var superfluousValue: String? {
    guard let option = message.part(after: "The option '", before: "' does not take any value") else {
      return nil
    }
    return "\(option) has no value: write \(option) alone"
  }
}

extension String {
  /// The part after a beginning; nil if the text begins otherwise.
  fileprivate func part(after begin: String) -> String? {
    firstRange(of: begin).map { String(self[$0.upperBound...]) }
  }

  /// The part after a beginning and before an end; nil if the text does not contain both.
  fileprivate func part(after begin: String, before end: String) -> String? {
    guard let rest = part(after: begin), let limit = rest.firstRange(of: end) else { return nil }
    return String(rest[..<limit.lowerBound])
  }
}

extension Substring {
  /// The parts before and after the first `sign`.
  fileprivate func halves(at sign: Character) -> (Substring, Substring) {
    guard let index = firstIndex(of: sign) else { return (self, "") }
    return (self[..<index], self[self.index(after: index)...])
  }
}
