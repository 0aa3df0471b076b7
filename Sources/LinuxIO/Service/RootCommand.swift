/// A command that needs root, as the user of this process can type it on this machine.
public struct RootCommand: Equatable, Sendable {
  /// How a user becomes root.
  public enum Door: Equatable, Sendable {
    /// The user is root.
    case open
    /// By sudo.
    case sudo
    /// By root's password, where sudo is not installed.
    case su

    /// The door of this process's user.
    public static var own: Door {
      if SystemCalls.effectiveUser() == 0 { return .open }
      return SystemCalls.hasProgram("sudo") ? .sudo : .su
    }
  }

  /// The line to type.
  public let line: String

  /// Creates the line for one command, or for a `script` of several, which a shell of root's must
  /// run.
  public init(_ script: String, isScript: Bool = false, by door: Door = .own) {
    line =
      switch door {
      case .open: script
      case .sudo: isScript ? "sudo sh -c \(Self.quoted(script))" : "sudo \(script)"
      // The dash brings root's PATH along, without which neither dpkg nor usermod is found.
      case .su: "su - -c \(Self.quoted(script))"
      }
  }

  /// A word as a shell reads it back, quoted only where it must be.
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
  /// Whether a program of this name is in a folder of PATH.
  public static func hasProgram(_ name: String) -> Bool {
    let path = environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { folder in
      // What may not be looked at cannot be run either.
      (try? target(of: "\(folder)/\(name)"))??.kind == .regular
    }
  }
}
