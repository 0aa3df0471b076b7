internal import LinuxIO

/// A process of this machine.
package struct RunningProcess: Equatable {
  package var number: Int32
  package var name: String
  package var user: String
  package var arguments: [String]
  /// Whether the process belongs to `flickd.service`.
  package var isService: Bool

  package init(number: Int32, name: String, user: String, arguments: [String] = [], isService: Bool = false) {
    (self.number, self.name, self.user) = (number, name, user)
    (self.arguments, self.isService) = (arguments, isService)
  }
}

/// The processes of this machine, as /proc shows them to this user.
package enum Processes {
  /// Every visible process.
  package static func all() -> [RunningProcess] {
    ((try? SystemCalls.names(in: "/proc")) ?? []).compactMap { Int32($0) }.compactMap(process)
  }

  /// Returns a process; nil if it has ended.
  package static func process(_ number: Int32) -> RunningProcess? {
    let lines = Files.text("/proc/\(number)/status").split(separator: "\n" as Character)
    guard let name = lines.first?.split(separator: "\t" as Character).last,
      let ids = lines.first(where: { $0.hasPrefix("Uid:") })?.split(separator: "\t" as Character),
      let user = ids.dropFirst(2).first.flatMap({ UInt32($0) })
    else { return nil }
    let arguments = Files.text("/proc/\(number)/cmdline").split(separator: "\0" as Character).map(String.init)
    return RunningProcess(
      number: number, name: String(name), user: SystemCalls.userName(user) ?? "\(user)", arguments: arguments,
      isService: isService(cgroup: Files.text("/proc/\(number)/cgroup")))
  }

  /// Whether a process in these control groups belongs to the system's unit.
  ///
  /// The unit of a user can have the same name.
  private static func isService(cgroup: String) -> Bool {
    cgroup.split(separator: "\n" as Character).contains { $0.hasSuffix(":/system.slice/flickd.service") }
  }

  /// Returns the last value of an option on a command line: `--name value` or `--name=value`.
  ///
  /// As flickd does, it also takes the beginning of a name.
  package static func option(_ name: String, of process: RunningProcess) -> String? {
    var value: String?
    for (index, word) in process.arguments.enumerated() {
      let parts = word.split(separator: "=" as Character, maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard let flag = parts.first, flag.count > 2, name.hasPrefix(flag) else { continue }
      value = parts.count == 2 ? parts[1] : process.arguments.dropFirst(index + 1).first ?? value
    }
    return value
  }
}
