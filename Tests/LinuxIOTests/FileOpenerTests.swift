import Foundation
import Glibc
import LinuxIO
import Testing

@Suite struct `A file opener` {
  /// The next answer from the other thread: the opened file, or the reason of the failure.
  private func answer(_ opener: inout FileOpener) throws -> (token: Int32, result: String) {
    var ready = pollfd(fd: opener.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&ready, 1, 30_000) == 1)
    switch try opener.next() {
    case .none: return (0, "nothing")
    case .opened(let token, let file):
      #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
      #expect(fcntl(file.number, F_GETFL) & (O_NONBLOCK | O_ACCMODE) == O_NONBLOCK | O_RDONLY)
      return (
        token, try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file.number)")
      )
    case .refused(let token, let code): return (token, "\(code.rawValue)")
    }
  }

  @Test func `answers by token, with the file or the reason`() throws {
    var opener = try FileOpener()
    let scratch = Scratch()
    let tokens = try [opener.open("/dev/null"), opener.open(scratch.file("none")), opener.open("/dev/zero")]
    var answers: [Int32: String] = [:]
    for _ in tokens {
      let (token, result) = try answer(&opener)
      answers[token] = result
    }
    #expect(tokens.map { answers[$0] } == ["/dev/null", "\(ENOENT)", "/dev/zero"])
    switch try opener.next() {
    case .none: break
    default: Issue.record("an answer out of nothing")
    }
  }
}
