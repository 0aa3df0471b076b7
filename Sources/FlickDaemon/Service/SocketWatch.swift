internal import Installation
internal import LinuxIO
internal import Logging

/// Detects that the socket's file or folder was removed, and makes the service listen again.
///
///     in place ── another file or none at the path ──▶ lost, logged ── 500 ms ──▶ trying to listen ──▶ in place, logged
///                                                        ▲                         │ its folder is not there, or refuses
///                                                        └── 500 ms ── a change ◀──┘
///
/// The kernel reports changes (inotify), so the service sleeps while nothing changes. flickd cannot
/// recreate a socket that systemd passed. It logs that, with the command that does.
final class SocketWatch {
  /// The time from a change to a try, in µs: by then `rm -r` has finished with the folder and does
  /// not find a new file in it.
  private static let pause: Int64 = 500_000

  private let loop: EventLoop
  private let log: Logger
  private let path: String?
  private let isPassed: Bool
  private var watch: FileWatch?
  private var registration: Reactor.Registration?
  private var isLost = false
  /// Why the last try failed; each problem is logged once.
  private var problem: UnixListenerError?
  /// When to try to listen, in µs of CLOCK_MONOTONIC; nil while no try is due.
  private(set) var due: Int64?

  /// Watches the path of a listener; does nothing if the listener has no path.
  init(_ listener: borrowing UnixListener, loop: EventLoop, log: Logger) {
    self.loop = loop
    self.log = log
    path = listener.path
    isPassed = listener.isPassed
    watchPath()
  }

  /// Handles an event of the reactor; false if it is not for this watch.
  func handle(_ ready: Reactor.Ready, listener: borrowing UnixListener) throws(SystemCallError) -> Bool {
    guard ready.registration == registration else { return false }
    try watch?.clear()
    if !isLost, let path, !listener.isAtPath {
      isLost = true
      let cure =
        isPassed
        ? "restore it with `systemctl restart flickd.socket`"
        : "flickd listens there again as soon as its folder exists"
      log.error("\(path) was removed, so no client can connect: \(cure)")
    }
    if isLost, !isPassed { due = due ?? loop.now + Self.pause }
    return true
  }

  /// Tries to listen again, if the socket was lost; on success the listener has another descriptor.
  func listenAgain(_ listener: inout UnixListener) {
    due = nil
    guard let path, isLost else { return }
    // Watched before the try, so that later changes are reported.
    watchNearestFolder()
    // If this fails, `listenAgain` reports the error.
    try? SocketPath.makeOwnFolder(of: path)
    do throws(UnixListenerError) {
      try listener.listenAgain()
    } catch {
      if error != problem, error != .folderMissing(PathParts.folder(of: path)) { log.error("\(error)") }
      problem = error
      // No folder changes when descriptors become free, so this needs a time limit of its own.
      if case .system = error { due = SystemCalls.monotonicMicroseconds() + 20 * Self.pause }
      return
    }
    isLost = false
    problem = nil
    log.notice("listening at \(path) again")
    watchPath()
    // The file may have been removed before it was watched.
    if !listener.isAtPath {
      isLost = true
      due = SystemCalls.monotonicMicroseconds() + Self.pause
    }
  }

  // MARK: Watched files

  /// Watches the socket's file, which reports only changes of its name, and its folder, which may
  /// be renamed.
  private func watchPath() {
    guard let path else { return }
    replace { (watch) throws(SystemCallError) in
      try watch.add(file: path)
      try watch.add(file: PathParts.folder(of: path))
    }
  }

  /// Watches the socket's folder, or its nearest parent that exists.
  private func watchNearestFolder() {
    guard let path else { return }
    replace { (watch) throws(SystemCallError) in
      var folder = PathParts.folder(of: path)
      var missing: String?
      while true {
        do throws(SystemCallError) {
          try watch.add(folder: folder)
          guard let below = missing, try SystemCalls.target(of: below) != nil else { return }
          // The folder was created before its parent was watched.
          (folder, missing) = (PathParts.folder(of: path), nil)
        } catch {
          guard error.code == .noSuchFile || error.code == .notAFolder, folder != "/", folder != "." else {
            throw error
          }
          (folder, missing) = (PathParts.folder(of: folder), folder)
        }
      }
    }
  }

  private func replace(_ add: (borrowing FileWatch) throws(SystemCallError) -> Void) {
    if let registration { loop.reactor.unregister(registration) }
    registration = nil
    watch = nil
    do throws(SystemCallError) {
      let fresh = try FileWatch()
      try add(fresh)
      registration = try loop.reactor.register(descriptor: fresh.descriptor, for: .readable)
      watch = consume fresh
    } catch {
      log.notice("flickd cannot detect the removal of \(path ?? ""): \(error)")
    }
  }
}
