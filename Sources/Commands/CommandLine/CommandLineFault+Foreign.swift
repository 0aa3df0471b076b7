internal import ConfigurationFiles
internal import FlickProtocol
internal import Settings

/// Options of other programs, and settings in place of options.
extension CommandLineFault {
  /// Returns what a person means with an option that the verb does not have; nil if that is not
  /// known.
  func advice(forForeign option: String) -> String? {
    let given = value(of: option)
    let key = String(option.drop { $0 == "-" }).replacing("-", with: "_")
    if options.contains("--set"), SettingOption.hasKey(key) {
      return "write --set \(key)=\(given ?? "VALUE")"
    }
    if option.count > 2, let letter = option.dropFirst().first, letter.isLetter,
      option.dropFirst(2).allSatisfy(\.isNumber)
    {
      return "write -\(letter) \(option.dropFirst(2))"
    }
    switch option {
    case "-v", "-V": return "write `flickctl --version`"
    case "-o", "--output", "--out", "--outfile":
      // A verb that serves pages or writes a file itself prints no result.
      let isPrinting =
        options.contains("--json") && !options.contains("--listen") && !options.contains("--record")
      return isPrinting ? "the result is printed: write `> \(given ?? "FILE")` behind the command" : nil
    case "--port" where options.contains("--listen"): return "write --listen localhost:\(given ?? "PORT")"
    case "--bind" where options.contains("--listen"), "--address" where options.contains("--listen"):
      let address = given ?? "localhost"
      return "write --listen \(address.contains(":") ? address : "\(address):PORT")"
    default: return nil
    }
  }

  /// The value behind an option; nil if another option or nothing follows.
  private func value(of option: String) -> String? {
    guard let index = arguments.firstIndex(where: { $0 == option || $0.hasPrefix("\(option)=") }) else {
      return nil
    }
    if arguments[index] != option { return String(arguments[index].dropFirst(option.count + 1)).terminalText }
    guard let next = arguments.dropFirst(index + 1).first, !next.hasPrefix("-") else { return nil }
    return next.terminalText
  }
}
