internal import Installation
internal import LinuxIO
internal import Synchronization

/// A connection to the service, with one reading task and any number of writing tasks.
///
/// The descriptor closes when the last reference is released.
final class Connection: Sendable {
  private let file: OwnedFD
  /// The bytes that wait for room in the socket.
  private let unsent = Mutex<[UInt8]>([])

  /// Connects to the service at `path`, without waiting.
  init(connectingTo path: String) throws(SystemCallError) {
    file = try SystemCalls.connect(to: path, blocking: false)
  }

  /// Reads the bytes that have arrived of the next line into `line`.
  func readLine(
    into line: inout [UInt8], through buffer: inout LineBuffer
  ) throws(SystemCallError) -> LineBuffer.Outcome {
    try buffer.readLine(from: file, into: &line)
  }

  /// Sends bytes after the waiting ones; returns false if some bytes must wait for room.
  ///
  /// On a closed connection, the method drops the bytes and returns true: the reader detects the
  /// close.
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

  /// Waits until the socket is readable or the task is cancelled.
  func untilReadable() async {
    await Readiness.wait(for: .reading, of: file.number)
  }

  /// Waits until the socket has room to write or the task is cancelled.
  func untilWritable() async {
    await Readiness.wait(for: .writing, of: file.number)
  }

  /// Shuts the connection down, so that all waiting tasks resume.
  func end() {
    SystemCalls.shutDown(file)
  }
}

extension SwipeClient {
  /// Connects to the service without waiting.
  func connect() throws(FlickError) -> Connection {
    let path = SocketPath.client(named: socket)
    do throws(SystemCallError) {
      return try Connection(connectingTo: path)
    } catch {
      throw FlickError(error, path: path)
    }
  }
}
