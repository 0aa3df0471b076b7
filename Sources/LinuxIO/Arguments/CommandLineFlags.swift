internal import CLinux

/// The flags of a command, as one table for reading the command line and writing the help.
///
/// The syntax follows GNU programs: `--name value`, `--name=value`, unambiguous beginnings, `-l
/// value`, and `--` before operands.
public struct CommandLineFlags: Sendable {
  /// One flag.
  public struct Flag: Sendable {
    /// The name, without dashes.
    public var name: String
    /// The letter of the short form, in ASCII; nil if there is no short form.
    public var letter: Character?
    /// The placeholder for the value in the help, such as `PATH`; nil if the flag takes no value.
    public var argument: String?
    /// What the flag does, in one sentence for the help.
    public var help: String

    /// Creates one row of the table.
    public init(name: String, letter: Character? = nil, argument: String? = nil, help: String) {
      self.name = name
      self.letter = letter
      self.argument = argument
      self.help = help
    }
  }

  /// The content of a command line.
  public struct Parsed: Equatable, Sendable {
    /// The words that are not flags, in order.
    public var operands: [String] = []
    private var given: [String: [String]] = [:]

    /// Returns whether the flag is present.
    public func has(_ name: String) -> Bool { given[name] != nil }

    /// Returns the last value of the flag; nil if the flag is absent.
    public func value(_ name: String) -> String? { given[name]?.last }

    /// Returns every value of the flag, in order.
    public func values(_ name: String) -> [String] { given[name] ?? [] }

    mutating func add(_ value: String, to name: String) { given[name, default: []].append(value) }
  }

  /// What is wrong with a command line; exit code 64.
  public enum UsageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The flag does not exist, or its beginning matches several flags.
    case unknown(String)
    /// The flag needs a value.
    case valueMissing(flag: String, argument: String)
    /// The flag takes no value.
    case valueNotTaken(flag: String)
    /// A word is not a flag, but the command accepts only flags.
    case operand(String)
    /// Two flags exclude each other.
    case exclusive(String, String)

    /// What is wrong, with the name of the flag.
    public var description: String {
      switch self {
      case .unknown(let word): "unknown flag \(word)"
      case .valueMissing(let flag, let argument): "--\(flag) needs a value: --\(flag) \(argument)"
      case .valueNotTaken(let flag): "--\(flag) allows no value"
      case .operand(let word): "unexpected argument \(word): only flags are allowed"
      case .exclusive(let one, let other): "--\(one) and --\(other) exclude each other: choose one"
      }
    }
  }

  /// The name of the command.
  public var command: String
  /// What the command does, in one sentence.
  public var summary: String
  /// The flags, in the order of the help.
  public var flags: [Flag]

  /// Creates the table of `command`.
  public init(command: String, summary: String, flags: [Flag]) {
    self.command = command
    self.summary = summary
    self.flags = flags
  }

  /// Parses the words of a command line, without the program's own name.
  public func parse(_ words: [String]) throws(UsageError) -> Parsed {
    var argv = CStrings([command] + words)
    let names = CStrings(flags.map(\.name))
    let outcome: clinux_outcome
    var matches = [clinux_match](repeating: clinux_match(), count: words.count * 2 + 1)
    (outcome, matches) = read(&argv, names, room: matches)

    let flagAtFault = flags.indices.contains(Int(outcome.flag)) ? flags[Int(outcome.flag)] : nil
    switch (UInt8(truncatingIfNeeded: outcome.problem), flagAtFault) {
    case (0, _): break
    case (UInt8(ascii: ":"), let flag?):
      throw .valueMissing(flag: flag.name, argument: flag.argument ?? "VALUE")
    case (UInt8(ascii: "="), let flag?): throw .valueNotTaken(flag: flag.name)
    default: throw .unknown(argv.text(at: Int(outcome.culprit)))
    }

    var parsed = Parsed()
    for match in matches[..<Int(outcome.matches)] {
      let value = match.value < 0 ? "" : argv.text(at: Int(match.value), from: Int(match.offset))
      parsed.add(value, to: flags[Int(match.flag)].name)
    }
    for place in Int(outcome.operands)..<max(Int(outcome.operands), argv.count) {
      parsed.operands.append(argv.text(at: place))
    }
    return parsed
  }

  private func read(
    _ argv: inout CStrings, _ names: borrowing CStrings, room: [clinux_match]
  ) -> (clinux_outcome, [clinux_match]) {
    var matches = room
    // Both lists of C strings live until this function returns. clinux_parse_flags writes at most
    // `matches.count` matches.
    var table: [clinux_flag] = unsafe []
    for (place, flag) in flags.enumerated() {
      unsafe table.append(
        clinux_flag(
          name: UnsafePointer(names.pointers[place]), letter: Int32(flag.letter?.asciiValue ?? 0),
          takes_value: flag.argument == nil ? 0 : 1))
    }
    let count = Int32(argv.count)
    let outcome = unsafe clinux_parse_flags(
      count, &argv.pointers, table, Int32(table.count), &matches, Int32(matches.count))
    return (outcome, matches)
  }
}
