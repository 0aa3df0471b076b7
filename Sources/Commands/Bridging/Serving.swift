internal import ArgumentParser
internal import Bridge
internal import FlickProtocol
internal import LinuxIO

/// Runs a bridge from its start to the signal that ends it.
enum Serving {
  /// Listens, prints the address, and serves until a signal.
  ///
  /// With an invitation, the printed address ends with its token.
  static func run(
    _ settings: BridgeServer.Settings, at address: ListenAddress, scheme: String, invitation: Token? = nil,
    json: Bool
  ) throws {
    // Block the signals before the server starts a thread, because later threads inherit the mask.
    var reactor = try available { () throws(SystemCallError) in
      try Reactor(signals: [.terminate, .interrupt])
    }
    let manager = try available { () throws(SystemCallError) in try ServiceNotification() }
    let server = try listen(settings, at: address)
    let place = "\(scheme)://\(address.at(port: server.port))/"
    // A browser never sends the part after `#` to a server.
    let printed = place + (invitation.map { "#token=\($0.text)" } ?? "")
    if json { try say(json: object(printed, port: server.port)) } else { try say(printed) }
    // Ignore a manager that does not read the notification. All users can read the status, so the
    // status contains no token.
    try? manager.tell([.ready, .status("serves pages at \(place)")])
    try available { () throws(SystemCallError) in
      while try reactor.nextSignal() == nil { _ = try reactor.wait(until: nil) }
    }
    try? manager.tell([.stopping])
    server.stop()
  }

  /// Returns the listening server; ends the command if the address cannot be used.
  private static func listen(
    _ settings: BridgeServer.Settings, at address: ListenAddress
  ) throws -> BridgeServer {
    do throws(BridgeServer.Failure) {
      return try BridgeServer(settings)
    } catch {
      let words = "cannot listen at \(address)"
      switch error {
      case .badAddress: throw failure(.usage, "\(words): this is not an IP address")
      case .refused(.addressInUse):
        throw failure(
          .cannotCreate,
          "\(words): another program does, and `ss -ltnp` shows which; choose another port with --listen, "
            + "or 0 for any free port")
      case .refused(.addressNotAvailable):
        throw failure(.cannotCreate, "\(words): this machine does not have this address: see `ip address`")
      case .refused(let code) where code == .permissionDenied || code == .notPermitted:
        throw failure(.noPermission, "\(words): \(code); ports below 1024 need root: choose a higher one")
      case .refused(let code): throw failure(.cannotCreate, "\(words): \(code)")
      case .failed(let why): throw failure(.cannotCreate, "\(words): \(why)")
      }
    }
  }

  /// Returns the address as a JSON object, for programs.
  private static func object(_ place: String, port: UInt16) -> [UInt8] {
    LineWriter.line { line in
      line.field("type", "listening")
      line.field("url", place)
      line.field("port", Int64(port))
    }
  }

  /// Returns the files that are in a folder now.
  static func folder(at path: String) throws -> WebFolder {
    try Result { () throws(SystemCallError) in try WebFolder(at: path) }
      .mapError { failure(code(of: $0), "\($0)") }.get()
  }

  /// Returns the installed web folder that contains this file; nil if there is none.
  static func installed(_ file: String) -> String? {
    ShareFolders.web.first { (try? SystemCalls.target(of: "\($0)/\(file)"))?.kind == .regular }
  }

  /// Returns the exit code for a file that cannot be read.
  static func code(of error: SystemCallError) -> FlickProtocol.ExitCode {
    switch error.code {
    case .permissionDenied, .notPermitted: .noPermission
    case .noSuchFile, .notAFolder: .noInput
    default: .badData
    }
  }
}
