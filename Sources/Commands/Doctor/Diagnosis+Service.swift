internal import FlickProtocol
internal import Installation
internal import LinuxIO

extension Diagnosis {
  /// Adds the units and the socket.
  mutating func addService(_ facts: MachineFacts) {
    let unseen =
      facts.isSystemSocket ? facts.unitFailure : "\(facts.socketPath) is not the socket of the service"
    // The first problem of the units, from which the others follow.
    let unit =
      unseen == nil ? Self.unloaded(facts) ?? Self.failed(facts) ?? Self.off(facts) : nil
    let seen = facts.units.map { "\($0.name) is \($0.active)" }.joined(separator: ", ")
    add(.service, [unit], seen: unseen ?? seen, isChecked: unseen == nil)
    // A unit that does not run explains a socket that does not answer.
    let isExplained =
      unit.map { $0.name != .disabled } ?? false
      || unseen == nil && facts.units.contains { $0.name == "flickd.socket" && $0.active != "active" }
    let socket = [Self.manual(facts), isExplained ? nil : Self.socket(facts)]
    let answer = facts.answer.map { "flickd \($0.version) answers at \(facts.socketPath)" }
    add(
      .socket, socket, seen: answer ?? "flickd does not run", isChecked: facts.answer != nil)
  }

  /// The units, as their commands name them.
  private static let both = "flickd.socket flickd.service"

  /// Returns why systemd cannot start the units.
  private static func unloaded(_ facts: MachineFacts) -> DoctorFinding? {
    func named(_ load: String) -> String? {
      let names = facts.units.filter { $0.load == load }.map(\.name)
      return names.isEmpty ? nil : names.joined(separator: " and ")
    }
    if let missing = named("not-found") {
      guard facts.manualFlickd == nil else { return nil }
      return DoctorFinding(
        .notInstalled, "systemd has no \(missing)",
        "the machine starts no flickd; Debian has no package of it, so "
          + "type the command in a checkout of flickd",
        facts.installing)
    }
    guard let masked = named("masked") else { return nil }
    let runtime =
      facts.units.contains { $0.file == "masked-runtime" } ? "systemctl unmask --runtime \(both); " : ""
    return DoctorFinding(
      .masked, "\(masked): masked by an administrator", "systemd does not start a masked unit",
      facts.root("\(runtime)systemctl unmask \(both) && systemctl enable --now \(both)", isScript: true))
  }

  /// Returns which unit has failed, or fails again and again.
  private static func failed(_ facts: MachineFacts) -> DoctorFinding? {
    if let failed = facts.units.first(where: { $0.active == "failed" }) {
      let isLimit = failed.result.contains("start-limit-hit")
      return DoctorFinding(
        .failed, "\(failed.name) has failed (\(failed.result))",
        isLimit
          ? "systemd starts the unit no more, because it failed too often; `journalctl -u flickd` shows why"
          : "systemd does not start the unit again; `journalctl -u flickd` shows why it failed",
        facts.root("systemctl reset-failed \(both) && systemctl restart \(both)", isScript: true))
    }
    guard facts.units.contains(where: { $0.sub == "auto-restart" }) else { return nil }
    return DoctorFinding(
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
      return DoctorFinding(
        .disabled, "flickd.socket is disabled" + (isStopped ? " and stopped" : ""),
        "the socket does not exist after a restart of the machine, so clients are refused",
        facts.root("systemctl enable --now \(both)"))
    }
    // The cure of a flickd outside the service starts the units too.
    guard isStopped, facts.manualFlickd == nil else { return nil }
    return DoctorFinding(
      .stopped, "flickd.socket is stopped", "clients find no socket to connect to",
      facts.root("systemctl start \(both)"))
  }

  private static func manual(_ facts: MachineFacts) -> DoctorFinding? {
    guard facts.isSystemSocket, facts.hasUnits, let process = facts.manualFlickd else { return nil }
    return DoctorFinding(
      .manualFlickd,
      "a flickd outside the service answers at \(facts.socketPath): process \(process.number) "
        + "of \(process.user)",
      "it ends with its session, and may have other settings and permissions than the service"
        + (facts.isOwnedByUser(process)
          ? ""
          : "; \(facts.leaving(process)), and then `systemctl restart flickd.socket flickd.service` "
            + "starts the service"),
      facts.restarting)
  }

  private static func socket(_ facts: MachineFacts) -> DoctorFinding? {
    let path = facts.socketPath
    func found(_ name: DoctorFinding.Name, _ what: String, _ why: String) -> DoctorFinding {
      DoctorFinding(name, what, why + facts.ownerOfSocket, facts.restarting)
    }
    switch facts.connection {
    case .missing: return missing(facts)
    case .refused: return refused(facts)
    case .notPermitted: return notPermitted(facts)
    case .failed(let error): return found(.noAnswer, "\(path): \(error)", "clients cannot connect")
    case .silent:
      return found(
        .noAnswer, "flickd accepts a connection at \(path) and does not answer within 10 s",
        "clients wait without an end")
    case .other:
      return found(
        .notFlickd, "the program that listens at \(path) is not flickd", "clients receive no swipes")
    case .dismissed(ByeReason.denied.rawValue, let detail): return denied(facts, detail)
    case .dismissed(let reason, let detail):
      return found(
        .noAnswer, "flickd closed the connection (\(reason)): \(detail)",
        "clients of this user are turned away")
    case .answers:
      guard let answer = facts.answer, answer.version != flickdVersion else { return nil }
      return found(
        .otherVersion, "flickd \(answer.version) runs, and flickctl is of version \(flickdVersion)",
        "after an update, the former flickd runs until the service restarts")
    }
  }

  private static func missing(_ facts: MachineFacts) -> DoctorFinding {
    let path = facts.socketPath
    if facts.unitFailure == nil, facts.isSystemSocket {
      return DoctorFinding(
        .socketRemoved,
        "there is no socket at \(path), although flickd.socket is active: a program removed it",
        "clients cannot connect", facts.restarting)
    }
    return DoctorFinding(
      .stopped, "no flickd listens at \(path)", "clients find no socket to connect to", facts.restarting)
  }

  private static func refused(_ facts: MachineFacts) -> DoctorFinding {
    let path = facts.socketPath
    guard facts.socketFile?.isSocket == false else {
      return DoctorFinding(
        .staleSocket, "no program listens at the socket \(path): a program that has ended left it",
        "clients are refused", facts.restarting)
    }
    let why = "clients cannot connect, and flickd does not replace the file"
    guard facts.isSystemSocket else {
      return DoctorFinding(
        .staleSocket, "\(path) is not a socket", why + "; name another path with --socket",
        "ls -l \(RootCommand.quoted(path))")
    }
    let start = facts.hasUnits ? "systemctl restart flickd.socket flickd.service" : "flickd --socket \(path)"
    return DoctorFinding(
      .staleSocket, "\(path) is not a socket", why, facts.root("rm \(path) && \(start)", isScript: true))
  }

  /// flickd knows the groups of the process from the connection, so the process's own groups count.
  private static func denied(_ facts: MachineFacts, _ detail: String) -> DoctorFinding {
    let groups = facts.admittedGroups
    if let group = groups.first(where: \.isOfSession) {
      return DoctorFinding(
        .denied, "flickd does not admit the user \(facts.user), and the files admit its group \(group.name)",
        "flickd runs with former settings or other files" + facts.ownerOfSocket, facts.restarting)
    }
    if let group = groups.first(where: \.isMember) {
      return oldSession(facts, group.name)
    }
    guard let group = groups.first(where: { $0.name == "flick" }) ?? groups.first else {
      return DoctorFinding(
        .wrongSocketOwner, "[socket] names no group that exists, and the socket has none either",
        "systemd creates the socket for the group flick" + facts.ownerOfSocket, facts.restarting)
    }
    return DoctorFinding(
      .denied, "flickd does not admit the user \(facts.user): \(detail)",
      "[socket] admits members of its groups only; the membership takes effect at the next login",
      facts.root("usermod -aG \(RootCommand.quoted(group.name)) \(RootCommand.quoted(facts.user))"))
  }

  private static func oldSession(_ facts: MachineFacts, _ group: String) -> DoctorFinding {
    DoctorFinding(
      .oldSession, "the user \(facts.user) has joined the group \(group) since this session began",
      "programs of this session receive no swipes; log in again, or use the command in this terminal",
      "newgrp \(RootCommand.quoted(group))")
  }

  private static func notPermitted(_ facts: MachineFacts) -> DoctorFinding {
    let path = facts.socketPath
    guard let file = facts.socketFile, let group = file.group, file.mode & 0o020 != 0, !file.isRoots else {
      return DoctorFinding(
        .wrongSocketOwner, "no group may connect to \(path)",
        "systemd creates the socket for the group flick" + facts.ownerOfSocket, facts.restarting)
    }
    if file.isMember { return oldSession(facts, group) }
    return DoctorFinding(
      .notPermitted, "the user \(facts.user) is not in the group \(group), so it may not connect to \(path)",
      "programs of this user receive no swipes; the membership takes effect at the next login",
      facts.root("usermod -aG \(RootCommand.quoted(group)) \(RootCommand.quoted(facts.user))"))
  }
}
