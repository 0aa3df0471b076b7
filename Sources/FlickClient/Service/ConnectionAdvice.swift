internal import LinuxIO

/// Advice for a user when the service is absent or refuses the connection.
enum ConnectionAdvice {
  /// How flickd's units are installed on a machine.
  enum Installation: Equatable, Sendable {
    /// No unit, or no systemd to start it.
    case none
    /// An administrator has masked the unit, so that it cannot start.
    case masked
    /// The socket can be started.
    case ready

    /// The folders that systemd searches; the first one with the unit decides.
    private static let folders = [
      "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
      "/usr/lib/systemd/system", "/lib/systemd/system",
    ]

    /// Returns how the units are installed on this machine, or below another `root` folder.
    static func found(below root: String = "") -> Installation {
      guard kind(of: "\(root)/run/systemd/system") == .folder else { return .none }
      for folder in folders {
        switch kind(of: "\(root)\(folder)/flickd.socket") {
        // `systemctl mask` links the unit to /dev/null.
        case .characterDevice: return .masked
        case .some: return .ready
        case nil: continue
        }
      }
      return .none
    }

    fileprivate static func kind(of path: String) -> SystemCalls.FileIdentity.Kind? {
      (try? SystemCalls.target(of: path))??.kind
    }
  }

  /// Returns how to start a service when no service listens at `path`.
  static func toStart(
    at path: String, reason: String, installation: Installation = .found(), by door: RootCommand.Door = .own
  ) -> String {
    if let fault = fault(of: path) { return fault }
    guard path == SocketPath.system else {
      return "`flickd --demo --socket \(RootCommand.quoted(path))` starts a demo there"
    }
    func root(_ command: String, isScript: Bool = false) -> String {
      RootCommand(command, isScript: isScript, by: door).line
    }
    switch installation {
    case .none: return "it is not installed; run `make run` in its sources, install its package"
    case .masked:
      let command = "systemctl unmask flickd.socket flickd.service && systemctl start flickd.socket"
      return "it is masked; unmask it with `\(root(command, isScript: true))`"
    // The unit is active but its socket is dead, so `systemctl start` would change nothing.
    case .ready where reason == "\(ErrorNumber.connectionRefused)":
      return "restart it with `\(root("systemctl restart flickd.socket"))`"
    case .ready: return "start it with `\(root("systemctl start flickd.socket"))`"
    }
  }

  /// Why no service can ever listen at a path, and what to do; nil if one can.
  private static func fault(of path: String) -> String? {
    if path.isEmpty { return "the path is empty" }
    if path.utf8.count > UnixAddress.longestPath {
      return "the path has \(path.utf8.count) bytes, and a socket's at most \(UnixAddress.longestPath)"
    }
    switch Installation.kind(of: path) {
    case .folder: return "this is a folder, and the socket may be `\(path)/flickd.sock`"
    case .regular, .characterDevice, .pipe, .other: return "this is another file, not a socket"
    case .socket: return nil
    case nil: return SocketPath.fault(ofAddress: path)
    }
  }

  /// Returns how the user of this process can get permission to connect to the socket at `path`.
  static func toBeLetIn(at path: String) -> String {
    let number = SystemCalls.effectiveUser()
    let user = SystemCalls.userName(number)
    let socket = (try? SystemCalls.identity(of: path)) ?? nil
    let group = socket.flatMap { SystemCalls.groupName($0.group) }
    let name = user ?? "\(number)"
    guard let socket else { return toEnter(SocketPath.folder(of: path), user: name) }
    guard let user, let group else {
      return "user \(name) may not connect; run the program as root, or as a user of a known group"
    }
    return toBeLetIn(
      user, by: group, of: socket, isMember: SystemCalls.isMember(user, of: socket.group),
      hasNewgrp: SystemCalls.hasProgram("newgrp"), door: .own)
  }

  /// Returns how a user can get permission to enter the folder of a socket.
  private static func toEnter(_ folder: String, user: String, door: RootCommand.Door = .own) -> String {
    func root(_ words: String) -> String { RootCommand(words, by: door).line }
    guard let found = (try? SystemCalls.identity(of: folder)) ?? nil else {
      return
        "user \(user) may not enter the folder above \(folder); allow it with `chmod o+x` for each folder"
    }
    // The members of root's group get far more than one folder.
    if found.mode & 0o010 != 0, found.group != 0, let group = SystemCalls.groupName(found.group) {
      let words = "usermod -aG \(RootCommand.quoted(group)) \(RootCommand.quoted(user))"
      return "user \(user) may not enter \(folder); join its group with `\(root(words))`, then log in again"
    }
    return
      "user \(user) may not enter \(folder); open it with `\(root("chmod o+x \(RootCommand.quoted(folder))"))`"
  }

  /// Returns the same advice for a given user and socket.
  static func toBeLetIn(
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
    let words = "usermod -aG \(RootCommand.quoted(group)) \(RootCommand.quoted(user))"
    return
      "user \(user) may not connect; join group \(group) with `\(RootCommand(words, by: door).line)`, then "
      + renewal
  }
}
