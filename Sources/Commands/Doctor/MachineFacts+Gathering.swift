internal import ConfigurationFiles
internal import Evdev
internal import FlickProtocol
internal import Installation
internal import LinuxIO
internal import PanelLab
internal import Panels
internal import Settings

extension MachineFacts {
  /// Reads the facts of this machine.
  ///
  /// Changes nothing, with one exception: a connection to the socket starts a stopped service.
  static func gather(socket: String?, options: SettingsOptions) -> MachineFacts {
    var facts = MachineFacts()
    facts.tools = .own
    let number = SystemCalls.effectiveUser()
    facts.user = SystemCalls.userName(number) ?? "\(number)"
    facts.socketPath = SocketPath.client(named: socket)
    facts.isSystemSocket = facts.socketPath == SocketPath.system
    // The answer comes first, because the connection starts a service that starts on demand.
    facts.readSocket()
    facts.readUnits()
    facts.readConfiguration(options)
    facts.readDevices()
    facts.readRules()
    facts.readProcesses()
    facts.display = ConnectedDisplay.find().extent
    facts.hasChromiumFolder = SystemCalls.exists("/etc/chromium.d")
    return facts
  }

  // MARK: Service

  private mutating func readUnits() {
    hasSystemd = SystemCalls.exists("/run/systemd/system")
    guard hasSystemd else {
      unitFailure = "systemd does not run"
      return
    }
    guard let states = UnitStates.ask(for: ["flickd.socket", "flickd.service"]) else {
      unitFailure = "systemd cannot be asked: run the command as root, or install D-Bus"
      return
    }
    units = states
  }

  private mutating func readSocket() {
    if let found = (try? SystemCalls.target(of: socketPath)) ?? nil {
      socketFile = SocketFile(
        isSocket: found.kind == .socket, mode: found.mode, group: SystemCalls.groupName(found.group),
        isRoots: found.group == 0, isMember: SystemCalls.isMember(user, of: found.group))
    }
    let conversation = DoctorConversation.hold(at: socketPath)
    connection = conversation.connection
    answer = conversation.answer
    listener = conversation.listener.flatMap(Processes.process) ?? Processes.flickd(at: socketPath)
  }

  // MARK: Configuration

  private mutating func readConfiguration(_ options: SettingsOptions) {
    library = options.library()
    do throws(SystemCallError) {
      files = try options.readFiles()
    } catch {
      filesFailure = error.explained
      return
    }
    if let named = options.config, !files.contains(where: { $0.name == named }) { missingFile = named }
    if let service = AccountName("flickd").user {
      let groups = [AccountName("flick").group].compactMap { $0 }
      unreadableFiles = (files + library).map(\.name).filter { file in
        FilePermissions(of: file)?.mayRead(user: service, groups: groups) == false
      }
    }
    otherFiles = [options.dropInFolder, options.libraryFolder].flatMap { folder in
      let names = (try? SystemCalls.namesIfAny(in: folder)) ?? []
      return names.filter(Self.looksLikeSettings).map { "\(folder)/\($0)" }
    }
    let sockets = settings.socket
    missingUsers = Set([sockets.owner].compactMap { $0 }.filter { AccountName($0).user == nil })
    let groups = [sockets.group].compactMap { $0 } + sockets.positions + sockets.motion + sockets.decisions
    missingGroups = Set(groups.filter { AccountName($0).group == nil })
    let lists = sockets.positions + sockets.motion + sockets.decisions
    readAdmittedGroups(lists + [socketFile?.group].compactMap { $0 })
  }

  private mutating func readAdmittedGroups(_ names: [String]) {
    let own = Processes.ownGroups()
    for name in names {
      guard let number = AccountName(name).group, number != 0 else { continue }
      admittedGroups.append(
        AdmittedGroup(
          name: SystemCalls.groupName(number) ?? name, isMember: SystemCalls.isMember(user, of: number),
          isOfSession: own.contains(number)))
    }
  }

  /// Returns whether a file of the folder was probably meant as a drop-in.
  ///
  /// Backups such as `50-size.toml.off` and `50-size.toml~` were not.
  static func looksLikeSettings(_ name: String) -> Bool {
    guard !name.hasPrefix("."), !name.hasSuffix(".toml") else { return false }
    guard let dot = name.lastIndex(of: ".") else { return false }
    let ending = String(name[name.index(after: dot)...])
    return ["conf", "tml", "tom", "tolm", "tmol"].contains(ending.lowercased())
      || ending.lowercased() == "toml"
  }

  // MARK: Devices

  private mutating func readDevices() {
    let named = manualFlickd.flatMap { Processes.option("--seat", of: $0) } ?? Processes.seatOfService()
    seat = named ?? Seat.first
    let nodes: [InputNode]
    do throws(SystemCallError) {
      nodes = try PanelScan.nodes()
    } catch {
      scanFailure = "\(error)"
      return
    }
    hasUser = AccountName("flickd").user != nil && AccountName("flick").group != nil
    touches = nodes.filter { $0.deviceClass(seat: $0.seat).isTouchscreen || $0.looksLikeTouchscreen }.map {
      node in
      Touch(
        node: node, isReadable: Self.isReadable(node.node), access: Self.access(to: node.node),
        ignoredDistance: Self.ignoredDistance(of: node.node))
    }
    nodeless = Self.nodelessTouchscreens()
    isUdevRunning = SystemCalls.exists("/run/udev/control")
  }

  private static func isReadable(_ node: String) -> Bool? {
    guard let user = AccountName("flickd").user else { return nil }
    return FilePermissions(of: node)?
      .mayRead(user: user, groups: [AccountName("flick").group].compactMap { $0 })
  }

  private static func access(to node: String) -> PanelAccess? {
    do throws(SystemCallError) {
      _ = try SystemCalls.open(node, .reading)
      return nil
    } catch {
      return error.code == .permissionDenied ? PanelAccess(to: [node]) : nil
    }
  }

  private static func ignoredDistance(of node: String) -> AxisRange? {
    guard let description = (try? LivePanel(node: node))?.description, description.isDistanceIgnored
    else { return nil }
    return description.distanceAxis
  }

  /// The names of direct-touch devices in sysfs that have no event node.
  private static func nodelessTouchscreens() -> [String] {
    let folder = "/sys/class/input"
    let devices = ((try? SystemCalls.names(in: folder)) ?? []).filter { $0.hasPrefix("input") }
    return devices.compactMap { device in
      let path = "\(folder)/\(device)"
      let parts = (try? SystemCalls.names(in: path)) ?? []
      guard !parts.contains(where: { $0.hasPrefix("event") }) else { return nil }
      let node = InputNode(node: "", systemPath: path, properties: [:]) { name in
        Files.text("\(path)/\(name)").trimmed
      }
      return node.looksLikeTouchscreen ? node.description.name : nil
    }
  }

  private mutating func readRules() {
    let own = "/etc/udev/rules.d"
    for file in ((try? SystemCalls.namesIfAny(in: own)) ?? []) where file.hasSuffix(".rules") {
      let lines = Files.text("\(own)/\(file)").split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where !line.trimmed.hasPrefix("#") && !line.isEmpty {
        rules.append(Line(file: "\(own)/\(file)", number: index + 1, text: String(line)))
      }
    }
    var seen: Set<String> = []
    hasAccessRule = false
    for folder in [
      own, "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d",
    ] {
      for file in ((try? SystemCalls.namesIfAny(in: folder)) ?? []) where file.hasSuffix(".rules") {
        // A file hides files of the same name in later folders.
        guard seen.insert(file).inserted else { continue }
        let path = "\(folder)/\(file)"
        if Files.text(path).contains("u:flickd:r") {
          hasAccessRule = true
        } else if file == "74-flickd.rules" {
          hidingRule = path
        }
      }
    }
  }

  // MARK: Processes

  private mutating func readProcesses() {
    let all = Processes.all()
    browsers = all.filter(Processes.isKioskBrowser)
    let cards = ((try? SystemCalls.namesIfAny(in: "/dev/dri")) ?? []).filter { $0.hasPrefix("card") }
      .compactMap { (try? SystemCalls.target(of: "/dev/dri/\($0)")) ?? nil }
    let nodes = touches.map { (try? SystemCalls.target(of: $0.node.node)) ?? nil }
    for process in all where !["flickd", "flickctl", "systemd-logind"].contains(process.name) {
      let open = Processes.openFiles(of: process.number)
      guard !open.contains(where: { file in cards.contains { $0.isSameFile(as: file) } }) else { continue }
      for (index, node) in nodes.enumerated() {
        if let node, open.contains(where: { $0.isSameFile(as: node) }) {
          touches[index].readers.append(process)
        }
      }
    }
  }
}

extension StringProtocol {
  /// The text without blanks and newlines at both ends.
  fileprivate var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map(index(after:)) ?? endIndex
    return start < end ? String(self[start..<end]) : ""
  }
}
