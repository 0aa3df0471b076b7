internal import LinuxIO

/// The processes of this machine, as /proc shows them to this user.
enum Processes {
  /// Every visible process.
  static func all() -> [MachineFacts.RunningProcess] {
    ((try? SystemCalls.names(in: "/proc")) ?? []).compactMap { Int32($0) }.compactMap(process)
  }

  /// Returns a process; nil if it has ended.
  static func process(_ number: Int32) -> MachineFacts.RunningProcess? {
    let lines = Files.text("/proc/\(number)/status").split(separator: "\n")
    guard let name = lines.first?.split(separator: "\t").last,
      let user = lines.first(where: { $0.hasPrefix("Uid:") })?.split(separator: "\t").dropFirst(2).first
        .flatMap({ UInt32($0) })
    else { return nil }
    let words = Files.text("/proc/\(number)/cmdline").split(separator: "\0").map(String.init)
    return MachineFacts.RunningProcess(
      number: number, name: String(name), user: SystemCalls.userName(user) ?? "\(user)", arguments: words,
      // The unit of a user can have the same name.
      isService: Files.text("/proc/\(number)/cgroup").contains(":/system.slice/flickd.service"))
  }

  /// The groups of this process: its effective one and the supplementary ones.
  static func ownGroups() -> Set<UInt32> {
    let lines = Files.text("/proc/self/status").split(separator: "\n")
    func numbers(_ key: String) -> [UInt32] {
      guard let line = lines.first(where: { $0.hasPrefix(key) }) else { return [] }
      return line.dropFirst(key.count).split { $0.isWhitespace }.compactMap { UInt32($0) }
    }
    return Set(numbers("Groups:") + numbers("Gid:").dropFirst().prefix(1))
  }

  /// Returns the files that a process has open; empty if this user may not see them.
  static func openFiles(of process: Int32) -> [SystemCalls.FileIdentity] {
    let folder = "/proc/\(process)/fd"
    return ((try? SystemCalls.names(in: folder)) ?? []).compactMap { name in
      let file = (try? SystemCalls.target(of: "\(folder)/\(name)")) ?? nil
      return file?.kind == .characterDevice ? file : nil
    }
  }

  /// The flickd that says on its command line to listen at a socket, for a socket that this user
  /// may not open.
  static func flickd(at path: String) -> MachineFacts.RunningProcess? {
    all().first { process in
      process.name == "flickd" && !process.isService && option("--socket", of: process) == path
    }
  }

  /// The seat that the service of flickd reads; nil if the service does not run or names none.
  static func seatOfService() -> String? {
    all().first { $0.name == "flickd" && $0.isService }.flatMap { option("--seat", of: $0) }
  }

  /// Returns the last value of an option on a command line: `--name value` or `--name=value`.
  ///
  /// As flickd does, it also takes the beginning of a name.
  static func option(_ name: String, of process: MachineFacts.RunningProcess) -> String? {
    var value: String?
    for (index, word) in process.arguments.enumerated() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let flag = parts.first, flag.count > 2, name.hasPrefix(flag) else { continue }
      value = parts.count == 2 ? parts[1] : process.arguments.dropFirst(index + 1).first ?? value
    }
    return value
  }

  /// Returns whether the process is the main process of a Chromium that shows a kiosk.
  static func isKioskBrowser(_ process: MachineFacts.RunningProcess) -> Bool {
    guard let program = process.arguments.first?.split(separator: "/").last else { return false }
    let isChromium = ["chromium", "chromium-browser", "chrome", "google-chrome", "electron"].contains(program)
    let words = process.arguments
    // Its other processes have a type.
    return isChromium && words.contains("--kiosk") && !words.contains { $0.hasPrefix("--type=") }
  }
}
