import LinuxIO
import TestKit
import Testing

@Suite struct `A command for root` {
  static let lines: [(door: RootCommand.Door, isScript: Bool, line: String)] = [
    (.open, false, "chmod u=r /dev/a"), (.open, true, "chmod u=r /dev/a"),
    (.sudo, false, "sudo chmod u=r /dev/a"), (.sudo, true, "sudo sh -c 'chmod u=r /dev/a'"),
    (.su, false, "su - -c 'chmod u=r /dev/a'"), (.su, true, "su - -c 'chmod u=r /dev/a'"),
  ]

  @Test(arguments: lines) func `becomes root as the user can`(
    door: RootCommand.Door, isScript: Bool, line: String
  ) {
    #expect(RootCommand("chmod u=r /dev/a", isScript: isScript, by: door).line == line)
  }

  @Test(arguments: [
    "/dev/input/event5", "anna", "a b", "it's", "''", "", "$HOME", "*", "ä", "a\nb", "a;b", "~",
  ])
  func `quotes every word for the shell`(word: String) async throws {
    let quoted = RootCommand.quoted(word)
    let read = try await Command(["sh", "-c", "printf %s \(quoted)"]).run()
    #expect(read.output == word)
    // A script is quoted once more.
    let script = RootCommand("printf %s \(quoted)", isScript: true, by: .sudo).line.dropFirst("sudo ".count)
    #expect(try await Command(["sh", "-c", String(script)]).run().output == word)
  }

  @Test func `does not quote plain words`() {
    #expect(RootCommand.quoted("/dev/input/event5") == "/dev/input/event5")
    #expect(RootCommand.quoted("u:anna_b.c-d:r") == "u:anna_b.c-d:r")
  }

  @Test func `finds its programs in PATH`() {
    #expect(SystemCalls.hasProgram("sh"))
    #expect(!SystemCalls.hasProgram("no-such-program"))
    // A folder is not a program, whatever PATH contains.
    #expect(!SystemCalls.hasProgram("."))
  }
}
