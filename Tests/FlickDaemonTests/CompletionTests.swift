import Foundation
import TestKit
import Testing

@testable import FlickDaemon

@Suite struct `Shell completion for flickd` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "packaging/completions")

  /// Whether to write the files instead of comparing them; `make reference` sets this.
  private static let isWriting = ProcessInfo.processInfo.environment["FLICKD_WRITE_REFERENCE"] != nil

  @Test(arguments: CompletionScript.allCases)
  func `matches the table of flags`(shell: CompletionScript) throws {
    let file = Self.folder.appending(path: "flickd.\(shell.rawValue)")
    let text = shell.text()
    guard Self.isWriting else {
      #expect(try String(contentsOf: file, encoding: .utf8) == text, "run `make reference`")
      return
    }
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// What bash offers for the last typed word.
  private func offers(for words: [String]) async throws -> [String] {
    let folder = try PrivateFolder()
    _ = try folder.write("flickd.toml", "")
    let typed = words.map { "'\($0)'" }.joined(separator: " ")
    let before = words.dropLast().last ?? ""
    let script = """
      cd '\(folder.path)'
      . '\(Self.folder.path)/flickd.bash'
      COMP_WORDS=(\(typed)) COMP_CWORD=\(words.count - 1)
      _flickd flickd '\(words.last ?? "")' '\(before)'
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try await Command(["bash", "-uc", script]).run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.lines
  }

  @Test(arguments: [
    (["flickd", "--re"], ["--replay"]), (["flickd", "-h"], ["-h"]), (["flickd", "--h"], ["--help"]),
    (["flickd", "--config", "fl"], ["flickd.toml"]), (["flickd", "--config", "=", "fl"], ["flickd.toml"]),
    (["flickd", "--config", "="], ["flickd.toml"]), (["flickd", "--seat", "fl"], []),
    (["flickd", "--demo", "--ch"], ["--check"]), (["flickd", "--log-level", "de"], ["debug"]),
    (["flickd", "--log-level", "=", "war"], ["warning"]),
  ])
  func `offers flags and files in bash`(words: [String], offered: [String]) async throws {
    #expect(try await offers(for: words) == offered)
  }

  @Test func `offers every flag that the help shows`() async throws {
    let help = try await Command(.flickd, "--help").run()
    let flags = help.output.matches(of: /--[a-z]+(?:-[a-z]+)*/).map { String($0.output) }
    #expect(Set(flags).count >= 8)
    #expect(Set(try await offers(for: ["flickd", "--"])) == Set(flags))
  }
}
