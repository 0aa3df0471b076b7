/// A command that needs root, in the form that this process's user can type on this machine.
public struct RootCommand: Equatable, Sendable {
  /// How a user becomes root.
  public enum Door: Equatable, Sendable {
    /// The user is already root.
    case open
    /// With sudo.
    case sudo
    /// With root's password, where sudo is not installed.
    case su

    /// How the user of this process becomes root.
    public static var own: Door {
      if SystemCalls.effectiveUser() == 0 { return .open }
      return SystemCalls.hasProgram("sudo") ? .sudo : .su
    }
  }

  /// The line to type.
  public let line: String

  /// Creates the line for one command, or for a `script` of several commands.
  ///
  /// root's shell must run a script.
  public init(_ script: String, isScript: Bool = false, by door: Door = .own) {
    line =
      switch door {
      case .open: script
      case .sudo: isScript ? "sudo sh -c \(Self.quoted(script))" : "sudo \(script)"
      // The dash sets root's PATH, without which the shell finds neither dpkg nor usermod.
      case .su: "su - -c \(Self.quoted(script))"
      }
  }

  /// Returns a word as a shell reads it, quoted only where necessary.
  public static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      switch UInt8(byte) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-+:,@%".utf8.contains(byte)
      }
    }
    if plain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

extension SystemCalls {
  /// Returns whether a folder of PATH contains a program with this name.
  public static func hasProgram(_ name: String) -> Bool {
    let path = environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { folder in
      // A program that we may not inspect cannot be run either.
      (try? target(of: "\(folder)/\(name)"))??.kind == .regular
    }
  }
}
