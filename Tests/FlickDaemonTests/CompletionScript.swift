@testable import FlickDaemon

/// The completion script of a shell, generated from the table of flickd's flags.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The text of the script.
  func text() -> String {
    let lines =
      switch self {
      case .bash: Self.bash()
      case .zsh: Self.zsh()
      case .fish: Self.fish()
      }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func origin() -> String {
    "# Completion of flickd; `make reference` writes it from the table of its flags."
  }

  private static func bash() -> [String] {
    let files = DaemonOptions.flags.filter(\.takesFile).map { "--\($0.name)" }.joined(separator: " | ")
    let others = DaemonOptions.flags.filter { $0.argument != nil && !$0.takesFile && $0.values.isEmpty }
      .map { "--\($0.name)" }.joined(separator: " | ")
    let words = DaemonOptions.flags.flatMap { flag in [flag.letter.map { "-\($0)" }, "--\(flag.name)"] }
      .compactMap { $0 }.joined(separator: " ")
    let choices = DaemonOptions.flags.filter { !$0.values.isEmpty }.map { flag in
      let values = flag.values.joined(separator: " ")
      return "    --\(flag.name)) mapfile -t COMPREPLY < <(compgen -W '\(values)' -- \"$word\") ;;"
    }
    return [
      "# shellcheck shell=bash", origin(),
      "_flickd() {",
      "  local word=$2 flag=$3",
      "  # Of --flag=value bash makes three words.",
      "  if [ \"$word\" = = ]; then",
      "    word=''",
      "  elif [ \"$flag\" = = ]; then",
      "    flag=${COMP_WORDS[COMP_CWORD - 2]}",
      "  fi",
      "  COMPREPLY=()",
      "  case $flag in",
      "    \(files))",
      "      compopt -o filenames 2>/dev/null",
      "      mapfile -t COMPREPLY < <(compgen -f -- \"$word\")",
      "      ;;",
      "    \(others)) ;;",
      choices.joined(separator: "\n"),
      "    *) mapfile -t COMPREPLY < <(compgen -W '\(words)' -- \"$word\") ;;",
      "  esac",
      "}",
      "complete -F _flickd flickd",
    ]
  }

  private static func zsh() -> [String] {
    let flags = DaemonOptions.flags.map { flag in
      // A colon separates the parts of a specification, and brackets enclose the help.
      let help = flag.shortHelp.reduce(into: "") { text, letter in
        text += "[]:\\".contains(letter) ? "\\\(letter)" : letter == "'" ? "'\\''" : "\(letter)"
      }
      if let argument = flag.argument {
        let values = flag.values.isEmpty ? "" : "(\(flag.values.joined(separator: " ")))"
        return "  '*--\(flag.name)=[\(help)]:\(argument):\(flag.takesFile ? "_files" : values)'"
      }
      guard let letter = flag.letter else { return "  '--\(flag.name)[\(help)]'" }
      return "  '(-\(letter) --\(flag.name))'{-\(letter),--\(flag.name)}'[\(help)]'"
    }
    return ["#compdef flickd", origin(), "_arguments \\"]
      + flags.dropLast().map { "\($0) \\" } + flags.suffix(1)
  }

  private static func fish() -> [String] {
    let flags = DaemonOptions.flags.map { flag in
      let help = flag.shortHelp.reduce(into: "") { text, letter in
        text += letter == "'" || letter == "\\" ? "\\\(letter)" : "\(letter)"
      }
      let letter = flag.letter.map { " -s \($0)" } ?? ""
      let values = flag.values.isEmpty ? "" : " -a '\(flag.values.joined(separator: " "))'"
      let value = flag.argument == nil ? "" : flag.takesFile ? " -r -F" : " -x\(values)"
      return "complete -c flickd\(letter) -l \(flag.name)\(value) -d '\(help)'"
    }
    // The command has no operands.
    return [origin(), "complete -c flickd -f"] + flags
  }
}

extension DaemonOptions.Flag {
  /// Whether its value is a path.
  fileprivate var takesFile: Bool { ["FILE", "PATH", "RECORDING"].contains(argument) }

  /// The first sentence of the help, without its full stop.
  ///
  /// No path or name in the help has a full stop before a space.
  fileprivate var shortHelp: Substring {
    var end = help.endIndex
    for index in help.indices where help[index] == "." {
      let next = help.index(after: index)
      if next == help.endIndex || help[next] == " " {
        end = index
        break
      }
    }
    return help[..<end]
  }
}
