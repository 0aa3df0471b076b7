import Foundation
import Glibc
import LinuxIO
import Testing

// The file creation mask belongs to the process, so these tests run one at a time.
@Suite(.serialized) struct `A Unix listener` {
  let scratch = Scratch()
  var path: String { scratch.file("s") }

  @Test func `binds with mode 0660 and removes socket and lock at its end`() throws {
    do {
      let listener = try UnixListener(path: path)
      let found = try #require(try SystemCalls.identity(of: path))
      #expect(found.kind == .socket)
      #expect(found.mode == 0o660)
      #expect(scratch.names == ["s", "s.lock"])
      _ = consume listener
    }
    #expect(scratch.names == [])
  }

  @Test func `restores the file creation mask`() throws {
    let before = SystemCalls.setFileCreationMask(0o022)
    defer { _ = SystemCalls.setFileCreationMask(before) }
    let listener = try UnixListener(path: path)
    #expect(SystemCalls.setFileCreationMask(0o022) == 0o022)
    _ = consume listener
  }

  @Test func `refuses the path of a live one with the lock, which keeps working`() throws {
    var live = try UnixListener(path: path)
    #expect(
      refusal { () throws(UnixListenerError) in _ = try UnixListener(path: path) } == .heldByLiveServer(path))
    #expect(scratch.names == ["s", "s.lock"])
    let client = try UnixConnection(connectingTo: path)
    #expect(client.descriptor >= 0)
    switch try live.accept() {
    case .connection: break
    default: Issue.record("the live listener lost its client")
    }
  }

  @Test func `refuses the path of another live server without a lock`() throws {
    let listening = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listening) }
    try bindForeign(listening)
    #expect(listen(listening, 1) == 0)
    #expect(
      refusal { () throws(UnixListenerError) in _ = try UnixListener(path: path) } == .heldByLiveServer(path))
    #expect(scratch.names == ["s"])
  }

  @Test func `reuses the socket and the lock of a dead one`() throws {
    let dead = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    try bindForeign(dead)
    close(dead)
    _ = FileManager.default.createFile(atPath: path + ".lock", contents: nil)
    let listener = try UnixListener(path: path)
    #expect(try #require(try SystemCalls.identity(of: path)).mode == 0o660)
    // No client can connect to the dead one. The new one may have its inode number.
    let client = try UnixConnection(connectingTo: path)
    #expect(client.descriptor != listener.descriptor)
  }

  @Test(arguments: ["a file", "a folder", "a link"])
  func `refuses and keeps what is not a socket`(kind: String) throws {
    switch kind {
    case "a file": _ = FileManager.default.createFile(atPath: path, contents: Data("keep".utf8))
    case "a folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere")
    }
    let before = try SystemCalls.identity(of: path)
    let error = refusal { () throws(UnixListenerError) in _ = try UnixListener(path: path) }
    #expect(error == .notASocket(path))
    #expect(error?.description.contains("is not a socket") == true)
    #expect(try SystemCalls.identity(of: path) == before)
    #expect(scratch.names == ["s"])
  }

  @Test func `reports a missing folder`() {
    let error = refusal { () throws(UnixListenerError) in _ = try UnixListener(path: scratch.file("no/s")) }
    #expect(error == .folderMissing(scratch.file("no")))
    #expect(error?.description.contains("does not exist") == true)
    #expect(scratch.names == [])
  }

  @Test func `reports a folder that is not writable`() throws {
    // Root may write despite the mode; only a file system without file creation refuses root.
    var folder = "/proc/self"
    if SystemCalls.effectiveUser() != 0 {
      folder = scratch.path
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
    }
    let error = refusal { () throws(UnixListenerError) in _ = try UnixListener(path: "\(folder)/s") }
    if SystemCalls.effectiveUser() == 0 {
      // procfs returns ENOENT for a creation, sysfs EACCES; both folders exist.
      #expect(error == .folderUnwritable(folder, .noSuchFile))
      let inSysfs = refusal { () throws(UnixListenerError) in _ = try UnixListener(path: "/sys/kernel/s") }
      guard case .folderUnwritable("/sys/kernel", _) = inSysfs else {
        Issue.record("\(String(describing: inSysfs))")
        return
      }
    } else {
      #expect(error == .folderUnwritable(folder, .permissionDenied))
    }
    #expect(scratch.names == [])
  }

  @Test(arguments: [107, 108])
  func `accepts a path of 107 bytes and refuses 108`(length: Int) throws {
    let long = scratch.file(String(repeating: "x", count: length - scratch.path.utf8.count - 1))
    #expect(long.utf8.count == length)
    let error = refusal { () throws(UnixListenerError) in _ = try UnixListener(path: long) }
    #expect(error == (length == 107 ? nil : .pathTooLong(long)))
    #expect(scratch.names == [])
  }

  @Test(arguments: ["", "@abstract", "a\0b"])
  func `refuses an invalid path`(path: String) {
    #expect(refusal { () throws(UnixListenerError) in _ = try UnixListener(path: path) } == .notAPath(path))
  }

  @Test func `does not remove a file that replaced its socket`() throws {
    let listener = try UnixListener(path: path)
    try SystemCalls.unlink(path)
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    _ = consume listener
    #expect(scratch.names == ["s"])
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to change the owner of a file"))
  func `sets the owner and the group of its socket`() throws {
    let listener = try UnixListener(path: path, owner: 12345, group: 54321)
    let found = try #require(try SystemCalls.identity(of: path))
    #expect((found.owner, found.group, found.mode) == (12345, 54321, 0o660))
    expect(listener, isAtPath: true)
    #expect(listener.identity == found)
  }

  @Test func `notices that its path leads elsewhere, and listens again`() throws {
    var listener = try UnixListener(path: path)
    let before = listener.descriptor
    expect(listener, isAtPath: true)
    for name in ["s", "s.lock"] { try SystemCalls.unlink(scratch.file(name)) }
    expect(listener, isAtPath: false)
    try listener.listenAgain()
    expect(listener, isAtPath: true)
    #expect(listener.descriptor != before)
    #expect(scratch.names == ["s", "s.lock"])
    #expect(try SystemCalls.identity(of: path)?.mode == 0o660)
    let client = try UnixConnection(connectingTo: path)
    switch try listener.accept() {
    case .connection: break
    default: Issue.record("the client is lost")
    }
    _ = consume client
    // The lock is held again, so another server is refused.
    #expect(
      refusal { () throws(UnixListenerError) in _ = try UnixListener(path: path) } == .heldByLiveServer(path))
    _ = consume listener
    #expect(scratch.names == [])
  }

  @Test func `keeps its lock if only its socket was removed`() throws {
    var listener = try UnixListener(path: path)
    let lock = try SystemCalls.identity(of: path + ".lock")
    try SystemCalls.unlink(path)
    try listener.listenAgain()
    #expect(try SystemCalls.identity(of: path + ".lock") == lock)
    expect(listener, isAtPath: true)
  }

  @Test func `does not replace another server or file when it listens again`() throws {
    var listener = try UnixListener(path: path)
    let scratch = self.scratch
    let path = self.path
    func again() -> UnixListenerError? {
      refusal { () throws(UnixListenerError) in try listener.listenAgain() }
    }
    for name in ["s", "s.lock"] { try SystemCalls.unlink(scratch.file(name)) }
    do {
      let other = try UnixListener(path: path)
      #expect(again() == .heldByLiveServer(path))
      expect(other, isAtPath: true)
      expect(listener, isAtPath: false)
    }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    #expect(again() == .notASocket(path))
    try SystemCalls.unlink(path)
    try FileManager.default.removeItem(atPath: scratch.path)
    #expect(again() == .folderMissing(scratch.path))
    try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: false)
    #expect(again() == nil)
    expect(listener, isAtPath: true)
  }

  @Test func `reports the peer of a connection, or that no client waits`() throws {
    var listener = try UnixListener(path: path)
    let client = try UnixConnection(connectingTo: path)
    switch try listener.accept() {
    case .connection(let file, let peer):
      #expect(peer.process == SystemCalls.processNumber())
      #expect(peer.user == SystemCalls.effectiveUser())
      #expect(peer.group == getegid())
      var groups = [gid_t](repeating: 0, count: 256)
      let count = unsafe getgroups(256, &groups)
      #expect(peer.groups.sorted() == groups[..<Int(count)].sorted())
      #expect(peer.group == getegid())
      #expect(fcntl(file.number, F_GETFL) & O_NONBLOCK != 0)
      #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
      try client.write(Array("hello\nwor".utf8).span)
      var bytes = [UInt8](repeating: 0, count: 16)
      var span = bytes.mutableSpan
      #expect(try SystemCalls.read(file, into: &span) == .bytes(9))
      #expect(try SystemCalls.read(file, into: &span) == .wouldBlock)
    default: Issue.record("no connection")
    }
    switch try listener.accept() {
    case .none: break
    default: Issue.record("a connection out of nothing")
    }
  }

  @Test func `delivers lines across reads and reports the end`() throws {
    var listener = try UnixListener(path: path)
    var client = try UnixConnection(connectingTo: path)
    switch try listener.accept() {
    case .connection(let file, _):
      #expect(try SystemCalls.send(file, Array("one\n\ntwo\nrest".utf8).span) == .bytes(13))
      file.close()
    default: Issue.record("no connection")
    }
    var line: [UInt8] = []
    var lines: [String] = []
    while try client.readLine(into: &line) { lines.append(String(decoding: line, as: UTF8.self)) }
    #expect(lines == ["one", "", "two", "rest"])
  }

  @Test func `refuses the longest waiting client with a line`() throws {
    var listener = try UnixListener(path: path)
    let clients = try (0..<2).map { _ in try SystemCalls.connect(to: path, blocking: false).take() }
    defer { for client in clients { close(client) } }
    let first = listener.turnAway(with: Array("no\n".utf8))
    #expect(first)
    #expect(heard(clients[0]) == "no\n")
    #expect(heard(clients[1]) == nil)
    let others = (0..<2).map { _ in listener.turnAway(with: Array("no\n".utf8)) }
    #expect(others == [true, false], "no other client waits")
  }

  @Test func `that ends refuses waiting and new clients, unless it was passed`() throws {
    var listener = try UnixListener(path: path)
    var passed = try UnixListener(taking: OwnedFD(taking: dup(listener.descriptor)))
    let client = try SystemCalls.connect(to: path, blocking: false)
    passed.endWaiting(with: Array("bye\n".utf8))
    #expect(heard(client.number) == nil)
    listener.endWaiting(with: Array("bye\n".utf8))
    #expect(heard(client.number) == "bye\n")
    #expect(throws: SystemCallError.self) { _ = try SystemCalls.connect(to: path, blocking: false) }
    _ = consume passed
  }

  /// What was sent to a nonblocking client; nil if nothing was.
  private func heard(_ client: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe recv(client, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  @Test func `limits the length of a line`() throws {
    var listener = try UnixListener(path: path)
    var client = try UnixConnection(connectingTo: path)
    switch try listener.accept() {
    case .connection(let file, _): _ = try SystemCalls.send(file, [UInt8](repeating: 65, count: 100).span)
    default: Issue.record("no connection")
    }
    var line: [UInt8] = []
    do throws(SystemCallError) {
      _ = try client.readLine(into: &line, upTo: 99)
      Issue.record("a line of 100 bytes passed a bound of 99")
    } catch {
      #expect(error.code == .tooLong)
    }
  }

  @Test func `reports a closed peer as an end, without SIGPIPE`() throws {
    var listener = try UnixListener(path: path)
    do { _ = try UnixConnection(connectingTo: path) }
    switch try listener.accept() {
    case .connection(let file, _):
      // A child that another test starts has the peer's descriptor until its `exec`.
      let end = ContinuousClock.now + .seconds(10)
      var result = try SystemCalls.send(file, [1].span)
      while result != .ended, ContinuousClock.now < end { result = try SystemCalls.send(file, [1].span) }
      #expect(result == .ended)
    default: Issue.record("no connection")
    }
  }

  private func expect(
    _ listener: borrowing UnixListener, isAtPath expected: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = listener.isAtPath
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  /// Binds as a program without lock file and mode does.
  private func bindForeign(_ socket: Int32) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (index, byte) in path.utf8.enumerated() { unsafe room[index] = byte }
    }
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }
}
