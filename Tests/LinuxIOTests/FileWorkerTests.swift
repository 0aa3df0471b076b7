import Glibc
import LinuxIO
import Testing

@Suite struct `A file worker` {
  private func answer<Answer>(_ worker: inout FileWorker<Answer>) -> Answer? {
    worker.waitForAnswer(milliseconds: 30_000)
    return worker.finish()
  }

  @Test func `answers from another thread, one piece of work after the other`() throws {
    let own = pthread_self()
    var worker = try FileWorker<(isOwnThread: Bool, words: [String])>()
    for count in [0, 1, 1000] {
      let early = worker.finish()
      #expect(early == nil)
      try worker.start { (pthread_equal(pthread_self(), own) != 0, (0..<count).map { "answer \($0)" }) }
      let isBusy = worker.isBusy
      let found = answer(&worker)
      #expect(isBusy && found?.isOwnThread == false && found?.words.count == count)
      #expect(found?.words.last == (0..<count).last.map { "answer \($0)" })
      let isStillBusy = worker.isBusy
      #expect(!isStillBusy)
    }
  }

  @Test func `returns failures as they were thrown`() throws {
    var worker = try FileWorker<Result<[UInt8]?, SystemCallError>>()
    let scratch = Scratch()
    let (none, link) = (scratch.file("none"), scratch.file("link"))
    try worker.start { Result { () throws(SystemCallError) in try SystemCalls.stateIfAny(of: none) } }
    #expect(try answer(&worker)?.get() == .some(nil))
    #expect(unsafe symlink("/etc/passwd", link) == 0)
    try worker.start { Result { () throws(SystemCallError) in try SystemCalls.stateIfAny(of: link) } }
    #expect(throws: SystemCallError(call: "open", code: ErrorNumber(rawValue: ELOOP), subject: link)) {
      try answer(&worker)?.get()
    }
  }

  @Test func `waits no longer than it should, and its thread outlives it`() throws {
    let scratch = Scratch()
    let fifo = scratch.file("fifo")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    do {
      var worker = try FileWorker<Int32>()
      // `open` for writing blocks until there is a reader.
      try worker.start { unsafe Glibc.open(fifo, O_WRONLY | O_CLOEXEC) }
      worker.waitForAnswer(milliseconds: 20)
      let (found, isBusy) = (worker.finish(), worker.isBusy)
      #expect(found == nil && isBusy)
    }
    let reader = unsafe Glibc.open(fifo, O_RDONLY | O_CLOEXEC)
    #expect(reader >= 0)
    close(reader)
  }
}
