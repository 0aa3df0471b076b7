internal import LinuxIO
internal import Synchronization

/// A connection to the service, for one task that reads and any that write; its descriptor is
/// closed when the last has let go of it.
final class Connection: Sendable {
  private let file: OwnedFD
  /// What is to be sent and has found no room yet.
  private let unsent = Mutex<[UInt8]>([])

  /// Connects to the service at `path`, at once or not at all.
  init(connectingTo path: String) throws(SystemCallError) {
    file = try SystemCalls.connect(to: path, blocking: false)
  }

  /// Reads the next line into `line`, as far as it has come.
  func readLine(
    into line: inout [UInt8], through buffer: inout LineBuffer
  ) throws(SystemCallError) -> LineBuffer.Outcome {
    try buffer.readLine(from: file, into: &line)
  }

  /// Sends bytes behind those that wait; false if some have to wait for room.
  ///
  /// On a connection that is gone there is nothing to wait for: that it is gone is for the reader
  /// to find.
  @discardableResult func send(_ bytes: [UInt8] = []) -> Bool {
    unsent.withLock { unsent in
      unsent += bytes
      while !unsent.isEmpty {
        switch try? SystemCalls.send(file, unsent.span) {
        case .bytes(let count): unsent.removeFirst(count)
        case .wouldBlock: return false
        case .ended, nil: unsent = []
        }
      }
      return true
    }
  }

  /// Waits until there is something to read, or the task is cancelled.
  func untilReadable() async {
    await Readiness.wait(for: .reading, of: file.number)
  }

  /// Waits until there is room to write, or the task is cancelled.
  func untilWritable() async {
    await Readiness.wait(for: .writing, of: file.number)
  }

  /// Ends it for whoever still waits for it.
  func end() {
    SystemCalls.shutDown(file)
  }
}
