internal import ArgumentParser
package import Bridge
internal import FlickProtocol
internal import Installation
internal import LinuxIO
package import Terminal

/// Runs a bridge from its start to its end.
package enum Serving {
  /// Listens, prints the address, and serves until `work` returns or throws: by default, until a
  /// signal.
  ///
  /// With an invitation, the printed address ends with its token. `page` is the path of the page.
  package static func run(
    _ settings: BridgeServer.Settings, at address: ListenAddress, scheme: String, page: String = "",
    invitation: Token? = nil, json: Bool,
    work: (inout Turns) throws -> Void = { turns in try Serving.waitForSignal(&turns) }
  ) throws {
    // Block the signals before the server starts a thread, because later threads inherit the mask.
    var turns = try Turns(signals: [.terminate, .interrupt])
    let manager = try available { () throws(SystemCallError) in try ServiceNotification() }
    let server = try listen(settings, at: address)
    defer { server.stop() }
    let url = "\(scheme)://\(address.at(port: server.port))/\(page)"
    // A browser never sends the part after `#` to a server.
    let printed = url + (invitation.map { "#token=\($0.text)" } ?? "")
    if json { try writeOutput(json: object(printed, port: server.port)) } else { try writeOutput(printed) }
    // Ignore a manager that does not read the notification. All users can read the status, so the
    // status contains no token.
    try? manager.send([.ready, .status("serves pages at \(url)")])
    defer { try? manager.send([.stopping]) }
    try work(&turns)
  }

  package static func waitForSignal(_ turns: inout Turns) throws {
    while try !turns.wait().isSignalled {}
  }

  /// Returns the listening server; ends the command if the address cannot be used.
  private static func listen(
    _ settings: BridgeServer.Settings, at address: ListenAddress
  ) throws -> BridgeServer {
    do throws(BridgeServer.Failure) {
      return try BridgeServer(settings)
    } catch {
      let problem = "cannot listen at \(address)"
      switch error {
      case .badAddress:
        throw failure(
          .usage, "\(problem): this is not an IP address: write localhost or a number, such as 127.0.0.1")
      case .refused(.addressInUse):
        throw failure(
          .cannotCreate,
          "\(problem): another program does, and `ss -ltnp` shows which; choose another port with --listen, "
            + "or 0 for any free port")
      case .refused(.addressNotAvailable):
        throw failure(.cannotCreate, "\(problem): this machine does not have this address: see `ip address`")
      case .refused(let code) where code == .permissionDenied || code == .notPermitted:
        throw failure(.noPermission, "\(problem): \(code); ports below 1024 need root: choose a higher one")
      case .refused(let code):
        throw failure(.cannotCreate, "\(problem): \(code): choose another address with --listen")
      case .failed:
        throw failure(
          .cannotCreate, "\(problem): the system gives no reason: choose another address with --listen")
      }
    }
  }

  /// Returns the address as a JSON object, for programs.
  private static func object(_ url: String, port: UInt16) -> [UInt8] {
    LineWriter.line { line in
      line.field("type", "listening")
      line.field("url", url)
      line.field("port", Int64(port))
    }
  }

  /// Returns the files that are in a folder now; `home` is the folder to which `/` leads.
  package static func folder(at path: String, home: String = "gallery") throws -> WebFolder {
    try Result { () throws(SystemCallError) in try WebFolder(at: path, home: home) }
      .mapError { error in
        let isForbidden = error.code == .permissionDenied || error.code == .notPermitted
        let advice = "choose a folder with nothing but the files of your pages"
        return failure(
          code(of: error),
          "cannot serve \(path): \(isForbidden ? "\(error): \(advice)" : error.explained); --web names a folder"
        )
      }.get()
  }

  /// Ends the command if a folder has no page to which the address of the gallery or the studio
  /// leads.
  package static func checkPage(_ name: String, in folder: String) throws {
    let pages = ["index.html", "\(name)/index.html"]
    // A folder that is not there has its own message.
    guard (try? SystemCalls.target(of: folder))??.kind == .folder else { return }
    guard !pages.contains(where: { (try? SystemCalls.target(of: "\(folder)/\($0)"))??.kind == .regular })
    else { return }
    throw failure(
      .noInput,
      "\(folder) has neither \(pages.joined(separator: " nor ")): leave --web out for the installed page, "
        + "or serve your own pages with `flickctl bridge --web`")
  }

  /// Returns the installed web folder that contains this file; nil if there is none.
  package static func installed(_ file: String) -> String? {
    ShareFolders.web.first { (try? SystemCalls.target(of: "\($0)/\(file)"))?.kind == .regular }
  }

  /// Returns the installed web folder that contains a page of flickd; ends the command without it.
  package static func pages(of name: String) throws -> String {
    if let found = installed("\(name)/index.html") { return found }
    throw failure(
      .noInput,
      "there is no \(name) in \(ShareFolders.web.joined(separator: " or ")): `make install` puts it beside "
        + "flickctl; or choose another folder with --web")
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
