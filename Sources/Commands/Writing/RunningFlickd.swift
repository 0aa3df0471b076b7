internal import Configuration
internal import LinuxIO

/// The processes of flickd on this machine.
///
/// `systemctl reload flickd` checks the files and sends SIGHUP. The caller makes the same check,
/// and this type sends the signal, because flickctl starts no program.
enum RunningFlickd {
  /// Reloads each flickd that reads a folder of drop-ins, and prints the results.
  static func reload(readersOf folder: String) {
    guard let own = try? SystemCalls.target(of: folder) else { return }
    let processes = ((try? SystemCalls.names(in: "/proc")) ?? []).compactMap { Int32($0) }
    let readers = processes.filter { isFlickd($0) && identity(ofDropInsOf: $0)?.isSameFile(as: own) == true }
    guard !readers.isEmpty else {
      let command = UserConfiguration.line(UserConfiguration.reload(readerOf: folder), in: folder)
      note("found no flickd that reads these files: to reload one that does, run `\(command)`")
      return
    }
    for process in readers {
      do throws(SystemCallError) {
        try Signal.hangup.send(to: process)
        note("reloaded flickd (process \(process))")
      } catch {
        let command = RootCommand("kill -HUP \(process)", isScript: true).line
        note("flickd (process \(process)) is not reloaded: \(error): run `\(command)`")
      }
    }
  }

  /// Whether the process is a flickd that SIGHUP does not end.
  ///
  /// flickd blocks the signal in order to read it, except for a moment at the start and in
  /// `flickd --check`.
  private static func isFlickd(_ process: Int32) -> Bool {
    let lines = text(of: "/proc/\(process)/status").split(separator: "\n")
    guard lines.first == "Name:\tflickd", let mask = lines.first(where: { $0.hasPrefix("SigBlk:\t") }) else {
      return false
    }
    // Bit 0 is signal 1, SIGHUP.
    return UInt64(mask.dropFirst("SigBlk:\t".count), radix: 16).map { $0 & 1 == 1 } ?? false
  }

  /// Returns the folder of drop-ins that the process reads.
  ///
  /// A process in a container can read other files at the same path. So the path is resolved as the
  /// process sees it.
  private static func identity(ofDropInsOf process: Int32) -> SystemCalls.FileIdentity? {
    let folder = ConfigurationFiles.dropInFolder(of: main(of: process))
    let seen = folder.hasPrefix("/") ? "root\(folder)" : "cwd/\(folder)"
    return (try? SystemCalls.target(of: "/proc/\(process)/\(seen)")) ?? nil
  }

  /// Returns the main file on the command line of a flickd.
  private static func main(of process: Int32) -> String {
    let words = text(of: "/proc/\(process)/cmdline").split(separator: "\0").map(String.init)
    var main = ConfigurationFiles.defaultMain
    for (index, word) in words.enumerated() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      // flickd also accepts the beginnings of a flag.
      guard let flag = parts.first, flag.count > 2, "--config".hasPrefix(flag) else { continue }
      if parts.count == 2 {
        main = parts[1]
      } else if words.indices.contains(index + 1) {
        main = words[index + 1]
      }
    }
    return main
  }

  private static func text(of path: String) -> String {
    String(decoding: (try? SystemCalls.contents(of: path, upTo: 1 << 16)) ?? [], as: UTF8.self)
  }
}
