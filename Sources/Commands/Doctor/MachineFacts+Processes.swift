internal import Installation
internal import LinuxIO

// What a cure may do to a process. Any user can run a process of any name, so a cure ends only a
// process of the user who runs doctor: root's advice would otherwise end what another user wants.
extension MachineFacts {
  /// The flickd that listens, if it is not that of the service.
  var manualFlickd: RunningProcess? {
    listener.flatMap { $0.name == "flickd" && !$0.isService ? $0 : nil }
  }

  /// The program that occupies the socket outside the service; nil if systemd can replace it.
  private var occupant: RunningProcess? {
    manualFlickd ?? (connection == .other && !isOfUnits ? listener : nil)
  }

  /// Whether the socket is that of the units.
  private var isOfUnits: Bool { isSystemSocket && hasUnits }

  /// Whether a program listens at the socket.
  private var isOccupied: Bool {
    switch connection {
    case .answers, .silent, .other, .dismissed: true
    case .missing, .refused, .notPermitted, .failed: false
    }
  }

  /// Whether systemd has the units of flickd.
  var hasUnits: Bool { hasSystemd && isServiceInstalled }

  /// Whether a process belongs to the user who runs doctor.
  func isOwnedByUser(_ process: RunningProcess) -> Bool { process.user == user }

  /// The command that shows a process, and under systemd what has started it.
  func showing(_ process: RunningProcess) -> String {
    hasSystemd ? "systemctl status \(process.number)" : "ps -o pid,user,lstart,args -p \(process.number)"
  }

  /// The command that lets one flickd listen at the socket, after the one that may be running.
  var restarting: String {
    let path = RootCommand.quoted(socketPath)
    // Only root may create the folder of the service's socket, which systemd creates elsewhere.
    let start =
      isOfUnits
      ? "systemctl restart flickd.socket flickd.service"
      : isSystemSocket ? "mkdir -p /run/flickd && flickd --socket \(path)" : "flickd --socket \(path)"
    guard let occupant else {
      // The kernel does not report a program of another container.
      if !isOfUnits, isOccupied { return root("ss -xlp src \(path)") }
      return isSystemSocket ? root(start, isScript: !isOfUnits) : start
    }
    guard isOwnedByUser(occupant) else { return showing(occupant) }
    // A second flickd cannot listen before the first one has left.
    let end =
      "kill \(occupant.number) && " + (isOfUnits ? "" : "tail --pid=\(occupant.number) -f /dev/null && ")
    return isSystemSocket ? root(end + start, isScript: true) : end + start
  }

  /// Why ``restarting`` only shows the program at the socket, as the end of a sentence; empty if it
  /// does more.
  var ownerOfSocket: String {
    guard let occupant, !isOwnedByUser(occupant) else { return "" }
    return "; " + leaving(occupant) + " before another flickd can listen there"
  }

  /// Who should end a process of another user.
  func leaving(_ process: RunningProcess) -> String {
    "process \(process.number) belongs to the user \(process.user), who should end it"
  }

  /// The command that lets the running flickd read its files; nil if this user should not run one.
  var rereading: String? {
    if let manualFlickd { return isOwnedByUser(manualFlickd) ? "kill -HUP \(manualFlickd.number)" : nil }
    return hasUnits ? "systemctl try-reload-or-restart flickd.service" : nil
  }

  /// Returns a command that changes a file, and then lets a running flickd read the files.
  func reloading(_ command: String) -> String {
    root(rereading.map { "\(command) && \($0)" } ?? command, isScript: true)
  }
}
