internal import Installation
internal import LinuxIO

extension Processes {
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
  static func flickd(at path: String) -> RunningProcess? {
    all().first { process in
      process.name == "flickd" && !process.isService && option("--socket", of: process) == path
    }
  }

  /// The seat that the service of flickd reads; nil if the service does not run or names none.
  static func seatOfService() -> String? {
    all().first { $0.name == "flickd" && $0.isService }.flatMap { option("--seat", of: $0) }
  }

  /// Returns whether the process is the main process of a Chromium that shows a kiosk.
  static func isKioskBrowser(_ process: RunningProcess) -> Bool {
    guard let program = process.arguments.first?.split(separator: "/").last else { return false }
    let isChromium = ["chromium", "chromium-browser", "chrome", "google-chrome", "electron"].contains(program)
    let arguments = process.arguments
    // Its other processes have a type.
    return isChromium && arguments.contains("--kiosk") && !arguments.contains { $0.hasPrefix("--type=") }
  }
}
