internal import CLinux

/// The flags of a command as one table, from which its words are read and its help is written.
///
/// Reads as GNU programs do: `--name value`, `--name=value`, unambiguous beginnings, `-l value`,
/// `--` before operands.
public struct CommandLineFlags: Sendable {
  /// One flag.
  public struct Flag: Sendable {
    /// The name, without dashes.
    public var name: String
    /// The short form's letter, an ASCII one.
    public var letter: Character?
    /// The word that stands for the value in the help, such as `PATH`; nil if the flag takes none.
    public var argument: String?
    /// What it does, in one sentence for the help.
    public var help: String

    /// Creates a line of the table.
    public init(name: String, letter: Character? = nil, argument: String? = nil, help: String) {
      self.name = name
      self.letter = letter
      self.argument = argument
      self.help = help
    }
  }

  /// What a command line says.
  public struct Parsed: Equatable, Sendable {
    /// The words that are no flags, in order.
    public var operands: [String] = []
    private var given: [String: [String]] = [:]

    /// Whether the flag was given.
    public func has(_ name: String) -> Bool { given[name] != nil }

    /// The last value of the flag; nil if it was not given.
    public func value(_ name: String) -> String? { given[name]?.last }

    /// Every value of the flag, in order.
    public func values(_ name: String) -> [String] { given[name] ?? [] }

    mutating func add(_ value: String, to name: String) { given[name, default: []].append(value) }
  }

  /// What is wrong with a command line; exit code 64.
  public enum UsageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no such flag, or its beginning fits several.
    case unknown(String)
    /// The flag needs a value.
    case valueMissing(flag: String, argument: String)
    /// The flag takes no value.
    case valueNotTaken(flag: String)
    /// A word that is not a flag, for a command that takes flags only.
    case operand(String)
    /// Two flags of which a command takes one.
    case exclusive(String, String)

    /// What is wrong, naming the flag.
    public var description: String {
      switch self {
      case .unknown(let word): "unknown flag \(word)"
      case .valueMissing(let flag, let argument): "--\(flag) needs a value: --\(flag) \(argument)"
      case .valueNotTaken(let flag): "--\(flag) takes no value"
      case .operand(let word): "unexpected argument \(word): only flags are taken"
      case .exclusive(let one, let other): "--\(one) and --\(other) exclude each other: choose one"
      }
    }
  }

  /// The name of the command.
  public var command: String
  /// What the command does, in one sentence.
  public var summary: String
  /// The table.
  public var flags: [Flag]

  /// Creates the table of `command`.
  public init(command: String, summary: String, flags: [Flag]) {
    self.command = command
    self.summary = summary
    self.flags = flags
  }

  /// Reads the words of a command line, without the program's own name.
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
    // Both lists of C strings live until the function returns, and it writes at most
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
