package import LinuxIO

/// Advice for a user when the service is absent or refuses the connection.
package enum ConnectionAdvice {
  /// Whose systemd starts flickd.
  package enum Scope: Equatable, Sendable {
    /// That of the machine; root commands it.
    case system
    /// That of one user, who installed flickd without root.
    case user

    /// The folders that systemd searches; the first one with the unit decides.
    fileprivate func folders(of user: UserFolders) -> [String] {
      switch self {
      case .system:
        [
          "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
          "/usr/lib/systemd/system", "/lib/systemd/system",
        ]
      case .user:
        [user.configuration, "/etc", user.runtime, "/run", user.data, "/usr/local/lib", "/usr/lib"]
          .compactMap { $0.map { "\($0)/systemd/user" } }
      }
    }

    /// The line to type for verbs of systemctl.
    fileprivate func command(_ verbs: [String], by door: RootCommand.Door) -> String {
      let option = self == .user ? "--user " : ""
      let script = verbs.map { "systemctl \(option)\($0)" }.joined(separator: " && ")
      return self == .user ? script : RootCommand(script, isScript: verbs.count > 1, by: door).line
    }
  }

  /// How flickd's units are installed on a machine.
  package enum Installation: Equatable, Sendable {
    /// No unit, or no systemd to start it.
    case none
    /// The administrator or the user has masked the unit, so that it cannot start.
    case masked(Scope)
    /// The socket can be started.
    case ready(Scope)

    /// Returns how the units are installed whose socket is at `path`, on this machine or below
    /// another `root` folder.
    ///
    /// A client without a path looks for the socket of the system, and then for that of the user.
    package static func found(
      for path: String, below root: String = "",
      environment: (String) -> String? = SystemCalls.environment
    ) -> Installation {
      guard kind(of: "\(root)/run/systemd/system") == .folder else { return .none }
      let folders = UserFolders(environment: environment)
      let scopes: [Scope] =
        path == SocketPath.system
        ? [.system, .user] : path == SocketPath.user(folders) ? [.user] : []
      for scope in scopes {
        for folder in scope.folders(of: folders) {
          switch kind(of: "\(root)\(folder)/flickd.socket") {
          // `systemctl mask` links the unit to /dev/null.
          case .characterDevice: return .masked(scope)
          case .some: return .ready(scope)
          case nil: continue
          }
        }
      }
      return .none
    }

    fileprivate static func kind(of path: String) -> SystemCalls.FileIdentity.Kind? {
      (try? SystemCalls.target(of: path))??.kind
    }
  }

  /// Returns that no service listens at `path`, and how to start one; the units are those of this
  /// machine, or given.
  package static func unreachable(
    at path: String, reason: String, installation: Installation? = nil, by door: RootCommand.Door = .own
  ) -> String {
    let units = installation ?? Installation.found(for: path)
    return "flickd cannot be reached at \(path.isEmpty ? "''" : path) (\(reason)): "
      + "\(toStart(at: path, reason: reason, installation: units, by: door)), or name its socket"
  }

  /// Returns how to start a service when no service listens at `path`.
  package static func toStart(
    at path: String, reason: String, installation: Installation, by door: RootCommand.Door
  ) -> String {
    if let fault = fault(of: path) { return fault }
    switch installation {
    case .none where path == SocketPath.system:
      return "it is not installed; run `make run` in its sources, install its package"
    case .none: return "`flickd --demo --socket \(RootCommand.quoted(path))` starts a demo there"
    case .masked(let scope):
      let command = scope.command(["unmask flickd.socket flickd.service", "start flickd.socket"], by: door)
      return "it is masked; unmask it with `\(command)`"
    // The unit is active but its socket is dead, so `systemctl start` would change nothing.
    case .ready(let scope) where reason == "\(ErrorNumber.connectionRefused)":
      return "restart it with `\(scope.command(["restart flickd.socket"], by: door))`"
    case .ready(let scope): return "start it with `\(scope.command(["start flickd.socket"], by: door))`"
    }
  }

  /// Why no service can ever listen at a path, and what to do; nil if one can.
  private static func fault(of path: String) -> String? {
    if path.isEmpty { return "the path is empty" }
    if path.utf8.count > UnixAddress.maxPathBytes {
      return "the path has \(path.utf8.count) bytes, and a socket's at most \(UnixAddress.maxPathBytes)"
    }
    switch Installation.kind(of: path) {
    case .folder: return "this is a folder, and the socket may be `\(path)/flickd.sock`"
    case .regular, .characterDevice, .pipe, .other: return "this is another file, not a socket"
    case .socket: return nil
    case nil:
      if let fault = SocketPath.fault(ofAddress: path) { return fault }
      if let file = PathParts.file(above: path) { return "\(file) is a file, not a folder" }
      return ((try? SystemCalls.linkTarget(of: path)) ?? nil).map {
        "this is a link to \($0), which is absent; remove it"
      }
    }
  }

  /// Returns how the user of this process can get permission to connect to the socket at `path`.
  package static func toBeLetIn(at path: String) -> String {
    let number = SystemCalls.effectiveUser()
    let user = SystemCalls.userName(number)
    let socket = (try? SystemCalls.identity(of: path)) ?? nil
    let group = socket.flatMap { SystemCalls.groupName($0.group) }
    let name = user ?? "\(number)"
    guard let socket else { return toEnter(PathParts.folder(of: path), user: name) }
    guard let user, let group else {
      return "user \(name) may not connect; run the program as root, or as a user of a known group"
    }
    return toBeLetIn(
      user, by: group, of: socket, isMember: SystemCalls.isMember(user, of: socket.group),
      hasNewgrp: SystemCalls.hasProgram("newgrp"), door: .own)
  }

  /// Returns how a user can get permission to enter the folder of a socket.
  private static func toEnter(_ folder: String, user: String, door: RootCommand.Door = .own) -> String {
    func root(_ command: String) -> String { RootCommand(command, by: door).line }
    guard let found = (try? SystemCalls.identity(of: folder)) ?? nil else {
      return
        "user \(user) may not enter the folder above \(folder); allow it with `chmod o+x` for each folder"
    }
    // The members of root's group get far more than one folder.
    if found.mode & 0o010 != 0, found.group != 0, let group = SystemCalls.groupName(found.group) {
      let command = "usermod -aG \(RootCommand.quoted(group)) \(RootCommand.quoted(user))"
      return "user \(user) may not enter \(folder); join its group with `\(root(command))`, then log in again"
    }
    return
      "user \(user) may not enter \(folder); open it with `\(root("chmod o+x \(RootCommand.quoted(folder))"))`"
  }

  /// Returns the same advice for a given user and socket.
  package static func toBeLetIn(
    _ user: String, by group: String, of socket: SystemCalls.FileIdentity, isMember: Bool,
    hasNewgrp: Bool, door: RootCommand.Door
  ) -> String {
    // The kernel requires write permission to connect. We never advise joining root's group,
    // because that group grants far more than one socket.
    guard socket.mode & 0o020 != 0, socket.group != 0 else {
      let owner = SystemCalls.userName(socket.owner) ?? "\(socket.owner)"
      return
        "user \(user) may not connect, only \(owner) may; set `group` of [socket] in flickd's configuration"
    }
    // newgrp is in the package `login`, which a minimal Debian 13 does not contain.
    let renewal =
      "log in again" + (hasNewgrp ? ", or run `newgrp \(RootCommand.quoted(group))` for one shell" : "")
    if isMember { return "user \(user) has joined group \(group) since this session began: \(renewal)" }
    let command = "usermod -aG \(RootCommand.quoted(group)) \(RootCommand.quoted(user))"
    return
      "user \(user) may not connect; join group \(group) with `\(RootCommand(command, by: door).line)`, then "
      + renewal
  }
}
