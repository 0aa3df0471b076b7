internal import FlickProtocol
internal import LinuxIO

extension Diagnosis {
  /// Adds the units and the socket.
  mutating func addService(_ facts: MachineFacts) {
    let unseen =
      facts.isSystemSocket ? facts.unitFailure : "\(facts.socketPath) is not the socket of the service"
    let units = unseen == nil ? Self.units(facts) : []
    let seen = facts.units.map { "\($0.name) is \($0.active)" }.joined(separator: ", ")
    add(.service, units, seen: unseen ?? seen, isChecked: unseen == nil)
    // A unit that does not run explains a socket that does not answer.
    let isExplained =
      units.contains { $0.name != .disabled }
      || unseen == nil && facts.units.contains { $0.name == "flickd.socket" && $0.active != "active" }
    let socket = Self.manual(facts) + (isExplained ? [] : Self.socket(facts))
    let answer = facts.answer.map { "flickd \($0.version) answers at \(facts.socketPath)" }
    add(
      .socket, socket, seen: answer ?? "flickd does not run", isChecked: facts.answer != nil)
  }

  /// The units, as their commands name them.
  private static let both = "flickd.socket flickd.service"

  /// Returns the first problem of the units, from which the others follow.
  private static func units(_ facts: MachineFacts) -> [DoctorFinding] {
    let found = unloaded(facts) ?? failed(facts) ?? off(facts)
    return found.map { [$0] } ?? []
  }

  private static func unit(
    _ name: DoctorFinding.Name, _ what: String, _ why: String, _ cure: String
  ) -> DoctorFinding {
    DoctorFinding(check: .service, name: name, what: what, why: why, cure: cure)
  }

  /// Returns why systemd cannot start the units.
  private static func unloaded(_ facts: MachineFacts) -> DoctorFinding? {
    func named(_ load: String) -> String? {
      let names = facts.units.filter { $0.load == load }.map(\.name)
      return names.isEmpty ? nil : names.joined(separator: " and ")
    }
    if let missing = named("not-found") {
      guard facts.manualFlickd == nil else { return nil }
      return unit(
        .notInstalled, "systemd has no \(missing)",
        "the machine starts no flickd; Debian has no package of it, so "
          + "type the command in a checkout of flickd",
        facts.installing)
    }
    guard let masked = named("masked") else { return nil }
    let runtime =
      facts.units.contains { $0.file == "masked-runtime" } ? "systemctl unmask --runtime \(both); " : ""
    return unit(
      .masked, "\(masked): masked by an administrator", "systemd does not start a masked unit",
      facts.root("\(runtime)systemctl unmask \(both) && systemctl enable --now \(both)", isScript: true))
  }

  /// Returns which unit has failed, or fails again and again.
  private static func failed(_ facts: MachineFacts) -> DoctorFinding? {
    if let failed = facts.units.first(where: { $0.active == "failed" }) {
      let isLimit = failed.result.contains("start-limit-hit")
      return unit(
        .failed, "\(failed.name) has failed (\(failed.result))",
        isLimit
          ? "systemd starts the unit no more, because it failed too often; `journalctl -u flickd` shows why"
          : "systemd does not start the unit again; `journalctl -u flickd` shows why it failed",
        facts.root("systemctl reset-failed \(both) && systemctl restart \(both)", isScript: true))
    }
    guard facts.units.contains(where: { $0.sub == "auto-restart" }) else { return nil }
    return unit(
      .failing, "flickd.service ends again and again, and systemd restarts it each time",
      "clients wait; the last lines of the log contain the reason",
      facts.root("journalctl -u flickd.service -n 20"))
  }

  /// Returns whether the socket is disabled or stopped.
  private static func off(_ facts: MachineFacts) -> DoctorFinding? {
    guard let socket = facts.units.first(where: { $0.name == "flickd.socket" && $0.load == "loaded" })
    else { return nil }
    let isStopped = socket.active != "active"
    if socket.file == "disabled" {
      return unit(
        .disabled, "flickd.socket is disabled" + (isStopped ? " and stopped" : ""),
        "the socket does not exist after a restart of the machine, so clients are refused",
        facts.root("systemctl enable --now \(both)"))
    }
    // The cure of a flickd outside the service starts the units too.
    guard isStopped, facts.manualFlickd == nil else { return nil }
    return unit(
      .stopped, "flickd.socket is stopped", "clients find no socket to connect to",
      facts.root("systemctl start \(both)"))
  }

  private static func manual(_ facts: MachineFacts) -> [DoctorFinding] {
    guard facts.isSystemSocket, facts.hasUnits, let process = facts.manualFlickd else { return [] }
    return [
      DoctorFinding(
        check: .socket, name: .manualFlickd,
        what:
          "a flickd outside the service answers at \(facts.socketPath): process \(process.number) "
          + "of \(process.user)",
        why: "it ends with its session, and may have other settings and permissions than the service"
          + (facts.isOwn(process)
            ? ""
            : "; \(facts.leaving(process)), and then `systemctl restart flickd.socket flickd.service` "
              + "starts the service"),
        cure: facts.restarting)
    ]
  }

  private static func socket(_ facts: MachineFacts) -> [DoctorFinding] {
    let path = facts.socketPath
    let restart = facts.restarting
    func found(_ name: DoctorFinding.Name, _ what: String, _ why: String) -> [DoctorFinding] {
      [socket(name, what, why + facts.ownerOfSocket, restart)]
    }
    switch facts.connection {
    case .missing: return [missing(facts, restart: restart)]
    case .refused: return [refused(facts, restart: restart)]
    case .notPermitted: return notPermitted(facts, restart: restart)
    case .failed(let error): return found(.noAnswer, "\(path): \(error)", "clients cannot connect")
    case .silent:
      return found(
        .noAnswer, "flickd accepts a connection at \(path) and does not answer within 10 s",
        "clients wait without an end")
    case .other:
      return found(
        .notFlickd, "the program that listens at \(path) is not flickd", "clients receive no swipes")
    case .dismissed(ByeReason.denied.rawValue, let detail): return [denied(facts, detail, restart: restart)]
    case .dismissed(let reason, let detail):
      return found(
        .noAnswer, "flickd closed the connection (\(reason)): \(detail)",
        "clients of this user are turned away")
    case .answers:
      guard let answer = facts.answer, answer.version != flickdVersion else { return [] }
      return found(
        .otherVersion, "flickd \(answer.version) runs, and flickctl is of version \(flickdVersion)",
        "after an update, the former flickd runs until the service restarts")
    }
  }

  private static func socket(
    _ name: DoctorFinding.Name, _ what: String, _ why: String, _ cure: String
  ) -> DoctorFinding {
    DoctorFinding(check: .socket, name: name, what: what, why: why, cure: cure)
  }

  private static func missing(_ facts: MachineFacts, restart: String) -> DoctorFinding {
    let path = facts.socketPath
    if facts.unitFailure == nil, facts.isSystemSocket {
      return socket(
        .socketRemoved,
        "there is no socket at \(path), although flickd.socket is active: a program removed it",
        "clients cannot connect", restart)
    }
    return socket(
      .stopped, "no flickd listens at \(path)", "clients find no socket to connect to", restart)
  }

  private static func refused(_ facts: MachineFacts, restart: String) -> DoctorFinding {
    let path = facts.socketPath
    guard facts.socketFile?.isSocket == false else {
      return socket(
        .staleSocket, "no program listens at the socket \(path): a program that has ended left it",
        "clients are refused", restart)
    }
    let why = "clients cannot connect, and flickd does not replace the file"
    guard facts.isSystemSocket else {
      return socket(
        .staleSocket, "\(path) is not a socket", why + "; name another path with --socket",
        "ls -l \(RootCommand.quoted(path))")
    }
    let start = facts.hasUnits ? "systemctl restart flickd.socket flickd.service" : "flickd --socket \(path)"
    return socket(
      .staleSocket, "\(path) is not a socket", why, facts.root("rm \(path) && \(start)", isScript: true))
  }

  /// flickd knows the groups of the process from the connection, so the process's own groups count.
  private static func denied(_ facts: MachineFacts, _ detail: String, restart: String) -> DoctorFinding {
    let groups = facts.admittedGroups
    if let group = groups.first(where: \.isOfSession) {
      return socket(
        .denied, "flickd does not admit the user \(facts.user), and the files admit its group \(group.name)",
        "flickd runs with former settings or other files" + facts.ownerOfSocket, restart)
    }
    if let group = groups.first(where: \.isMember) {
      return oldSession(facts, group.name)
    }
    guard let group = groups.first(where: { $0.name == "flick" }) ?? groups.first else {
      return socket(
        .wrongSocketOwner, "[socket] names no group that exists, and the socket has none either",
        "systemd creates the socket for the group flick" + facts.ownerOfSocket, restart)
    }
    return socket(
      .denied, "flickd does not admit the user \(facts.user): \(detail)",
      "[socket] admits members of its groups only; the membership takes effect at the next login",
      facts.root("usermod -aG \(RootCommand.quoted(group.name)) \(RootCommand.quoted(facts.user))"))
  }

  private static func oldSession(_ facts: MachineFacts, _ group: String) -> DoctorFinding {
    DoctorFinding(
      check: .socket, name: .oldSession,
      what: "the user \(facts.user) has joined the group \(group) since this session began",
      why: "programs of this session receive no swipes; log in again, or use the command in this terminal",
      cure: "newgrp \(RootCommand.quoted(group))")
  }

  private static func notPermitted(_ facts: MachineFacts, restart: String) -> [DoctorFinding] {
    let path = facts.socketPath
    func finding(_ name: DoctorFinding.Name, _ what: String, _ why: String, _ cure: String) -> [DoctorFinding]
    {
      [DoctorFinding(check: .socket, name: name, what: what, why: why, cure: cure)]
    }
    let why = "programs of this user receive no swipes"
    guard let file = facts.socketFile, let group = file.group, file.mode & 0o020 != 0, !file.isRoots else {
      return finding(
        .wrongSocketOwner, "no group may connect to \(path)",
        "systemd creates the socket for the group flick" + facts.ownerOfSocket, restart)
    }
    if file.isMember { return [oldSession(facts, group)] }
    return finding(
      .notPermitted, "the user \(facts.user) is not in the group \(group), so it may not connect to \(path)",
      why + "; the membership takes effect at the next login",
      facts.root("usermod -aG \(RootCommand.quoted(group)) \(RootCommand.quoted(facts.user))"))
  }
}
