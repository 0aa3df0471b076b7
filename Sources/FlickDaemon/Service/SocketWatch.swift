internal import LinuxIO
internal import Logging

/// Notices that the socket's file or folder was removed, and has the service listen at its path
/// again.
///
///     in place ── another file or none at the path ──▶ lost, logged ── 500 ms ──▶ trying to listen ──▶ in place, logged
///                                                        ▲                         │ its folder is not there, or refuses
///                                                        └── 500 ms ── a change ◀──┘
///
/// The kernel reports changes (inotify), so nothing wakes the service while nothing changes. A
/// socket of the service manager cannot be made again here: that is logged, with the command that
/// helps.
final class SocketWatch {
  /// The time from a change to a try, in µs: `rm -r` is through with the folder by then, and does
  /// not meet a new file in it.
  private static let pause: Int64 = 500_000

  private let path: String?
  private let isPassed: Bool
  private var watch: FileWatch?
  private var registration: Reactor.Registration?
  private var isLost = false
  /// Why the last try failed, which is logged once.
  private var problem: UnixListenerError?
  /// When to try to listen, in µs of CLOCK_MONOTONIC; nil while there is no reason to.
  private(set) var due: Int64?

  /// Watches the path of a listener; without one it does nothing.
  init(_ listener: borrowing UnixListener, reactor: inout Reactor, log: Logger) {
    path = listener.path
    isPassed = listener.isPassed
    watchPlace(reactor: &reactor, log: log)
  }

  /// Takes what the kernel reports; false if it is not for this watch.
  func handle(
    _ ready: Reactor.Ready, listener: borrowing UnixListener, now: Int64, log: Logger
  ) throws(SystemCallError) -> Bool {
    guard ready.registration == registration else { return false }
    try watch?.clear()
    if !isLost, let path, !listener.isInPlace {
      isLost = true
      let cure =
        isPassed
        ? "`systemctl restart flickd.socket` makes it again"
        : "flickd listens there again as soon as its folder is there"
      log.error("\(path) was removed, so no client can connect: \(cure)")
    }
    if isLost, !isPassed { due = due ?? now + Self.pause }
    return true
  }

  /// Tries to listen again, once that is due; the listener then has another descriptor.
  func listenAgain(
    _ listener: inout UnixListener, reactor: inout Reactor, log: Logger
  ) {
    due = nil
    guard let path, isLost else { return }
    // Before the try: what changes after it is reported.
    watchNearestFolder(reactor: &reactor, log: log)
    // A refusal shows in the next step.
    try? SocketPath.makeOwnFolder(of: path)
    do throws(UnixListenerError) {
      try listener.listenAgain()
    } catch {
      if error != problem, error != .folderMissing(SocketPath.folder(of: path)) { log.error("\(error)") }
      problem = error
      // Nothing in a folder changes when descriptors are free again.
      if case .system = error { due = SystemCalls.monotonicMicroseconds() + 20 * Self.pause }
      return
    }
    isLost = false
    problem = nil
    log.notice("listening at \(path) again")
    watchPlace(reactor: &reactor, log: log)
    // It may have gone before it was watched.
    if !listener.isInPlace {
      isLost = true
      due = SystemCalls.monotonicMicroseconds() + Self.pause
    }
  }

  // MARK: What is watched

  /// Watches the socket's file, which reports only what happens to its name, and its folder, which
  /// may be renamed.
  private func watchPlace(reactor: inout Reactor, log: Logger) {
    guard let path else { return }
    replace(reactor: &reactor, log: log) { (watch) throws(SystemCallError) in
      try watch.add(file: path)
      try watch.add(file: SocketPath.folder(of: path))
    }
  }

  /// Watches the folder of the socket, or the nearest one above it that is there.
  private func watchNearestFolder(reactor: inout Reactor, log: Logger) {
    guard let path else { return }
    replace(reactor: &reactor, log: log) { (watch) throws(SystemCallError) in
      var folder = SocketPath.folder(of: path)
      var missing: String?
      while true {
        do throws(SystemCallError) {
          try watch.add(folder: folder)
          guard let below = missing, try SystemCalls.target(of: below) != nil else { return }
          // It was made before the one above it was watched.
          (folder, missing) = (SocketPath.folder(of: path), nil)
        } catch {
          guard error.code == .noSuchFile || error.code == .notAFolder, folder != "/", folder != "." else {
            throw error
          }
          (folder, missing) = (SocketPath.folder(of: folder), folder)
        }
      }
    }
  }

  private func replace(
    reactor: inout Reactor, log: Logger, _ add: (borrowing FileWatch) throws(SystemCallError) -> Void
  ) {
    if let registration { reactor.unregister(registration) }
    registration = nil
    watch = nil
    do throws(SystemCallError) {
      let fresh = try FileWatch()
      try add(fresh)
      registration = try reactor.register(descriptor: fresh.descriptor, for: .readable)
      watch = consume fresh
    } catch {
      log.notice("the removal of \(path ?? "") will not be noticed: \(error)")
    }
  }
}
