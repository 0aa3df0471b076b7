internal import ConfigurationFiles
internal import Installation
internal import LinuxIO
internal import Terminal

/// The processes of flickd on this machine.
///
/// `systemctl reload flickd` checks the files and sends SIGHUP. The caller makes the same check,
/// and this type sends the signal, because flickctl starts no program.
enum RunningFlickd {
  /// Reloads each flickd that reads a folder of drop-ins, and prints the results.
  static func reload(readersOf folder: String) {
    guard let own = try? SystemCalls.target(of: folder) else { return }
    let readers = Processes.all().filter { process in
      isFlickd(process) && identity(ofDropInsOf: process)?.isSameFile(as: own) == true
    }.map(\.number)
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
  private static func isFlickd(_ process: RunningProcess) -> Bool {
    let lines = Files.text("/proc/\(process.number)/status").split(separator: "\n")
    guard process.name == "flickd", let mask = lines.first(where: { $0.hasPrefix("SigBlk:\t") }) else {
      return false
    }
    // Bit 0 is signal 1, SIGHUP.
    return UInt64(mask.dropFirst("SigBlk:\t".count), radix: 16).map { $0 & 1 == 1 } ?? false
  }

  /// Returns the folder of drop-ins that the process reads.
  ///
  /// A process in a container can read other files at the same path, so the path is resolved as the
  /// process sees it.
  private static func identity(
    ofDropInsOf process: RunningProcess
  ) -> SystemCalls.FileIdentity? {
    let main = Processes.option("--config", of: process) ?? ConfigurationFiles.defaultMain
    let folder = ConfigurationFiles.dropInFolder(of: main)
    let seen = folder.hasPrefix("/") ? "root\(folder)" : "cwd/\(folder)"
    return (try? SystemCalls.target(of: "/proc/\(process.number)/\(seen)")) ?? nil
  }
}
