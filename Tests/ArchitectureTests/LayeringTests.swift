import Foundation
import Testing

/// The root of the package: two folders above this file.
let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

@Suite struct `The layers` {
  /// The imports that ARCHITECTURE.md allows each target, read from its lines of the form `Target →
  /// A, B`.
  private func allowed() throws -> [String: Set<String>] {
    let text = try String(contentsOf: packageRoot.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    var table: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") {
      let sides = line.components(separatedBy: " → ")
      guard sides.count == 2, let target = sides[0].split(separator: " ").last, line.hasPrefix("    ") else {
        continue
      }
      table[String(target)] = Set(
        sides[1].components(separatedBy: ", ").map { $0.trimmingCharacters(in: .whitespaces) })
    }
    return table
  }

  /// The modules that every target may import: the language's own.
  private let common: Set<String> = ["Swift", "Glibc"]

  private func swiftFiles(in folder: URL) throws -> [URL] {
    let all = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    // The code in a documentation catalog belongs to an app.
    return all.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains(".docc/") }
  }

  private func imports(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index <= 2,
        line.first?.isLetter == true || line.hasPrefix("@")
      else { return nil }
      // An import of one declaration has its kind before its path.
      let path = words[(index + 1)...].first { !["struct", "enum", "protocol"].contains($0) }
      return path?.split(separator: ".").first.map(String.init)
    }
  }

  @Test func `are imported downwards only, as ARCHITECTURE.md draws them`() throws {
    let table = try allowed()
    var checked = 0
    for folder in ["Sources", "Tests/Workshop/Bench"].map({ packageRoot.appending(path: $0) }) {
      for target in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        let path = folder.appending(path: target)
        let files = path.pathExtension.isEmpty ? try swiftFiles(in: path) : []
        guard !files.isEmpty else { continue }
        let allowed = try #require(table[target], "ARCHITECTURE.md does not list what \(target) may import")
        for file in files {
          for module in try imports(of: file) where !common.contains(module) {
            checked += 1
            #expect(allowed.contains(module), "\(target)/\(file.lastPathComponent) imports \(module)")
          }
        }
      }
    }
    #expect(checked > 50, "imports were found")
  }

  @Test(
    arguments: [
      ("FlickInteractions", ["Requests"]), ("Pipeline", ["CToml", "ConfigurationFiles", "Requests"]),
    ] as [(String, Set<String>)])
  func `need nothing through others that is not for them`(target: String, others: Set<String>) throws {
    let table = try allowed()
    var reached: Set<String> = []
    var open = [target]
    while let next = open.popLast() {
      guard reached.insert(next).inserted else { continue }
      open += table[next] ?? []
    }
    #expect(reached.contains("CMath"), "the lines were followed to the end")
    #expect(others.isSubset(of: table.values.joined()), "each is imported by some target")
    #expect(reached.isDisjoint(with: others), "\(reached.intersection(others))")
  }

  @Test func `below the system layer use no operating system`() throws {
    for target in ["GestureCore", "FlickProtocol", "Requests"] {
      for file in try swiftFiles(in: packageRoot.appending(path: "Sources/\(target)")) {
        #expect(try !imports(of: file).contains("Glibc"), "\(file.lastPathComponent)")
      }
    }
  }

  @Test func `use unsafe code only in the C wrappers`() throws {
    let fences = [
      "LinuxIO/", "Evdev/", "Compression/", "ConfigurationFiles/Files/TomlNode.swift",
      "Recordings/RecordingFile.swift",
    ]
    let sources = packageRoot.appending(path: "Sources")
    for file in try swiftFiles(in: sources) {
      let name = String(file.path.dropFirst(sources.path.count + 1))
      let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
      let hasUnsafe = code.contains {
        $0.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains("unsafe")
      }
      if hasUnsafe { #expect(fences.contains { name.hasPrefix($0) }, "\(name)") }
    }
  }

  /// The words of a program without its comments.
  private func words(of file: URL) throws -> Set<Substring> {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
      !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//")
    }
    return Set(lines.flatMap { $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } })
  }

  private func sources(in folder: String) throws -> [URL] {
    let all = FileManager.default.enumerator(
      at: packageRoot.appending(path: folder), includingPropertiesForKeys: nil)
    return try #require(all).compactMap { $0 as? URL }.filter {
      ["swift", "c", "cpp", "h"].contains($0.pathExtension)
    }
  }

  /// The requests that flickd sends a panel, by libevdev and by ioctl: to describe itself and its
  /// state, to use another clock for timestamps, and to mask all events but touches.
  ///
  /// None of these requests takes the device from other programs or changes it for them. Opening
  /// for reading would allow that: for EVIOCGRAB, EVIOCSABS, EVIOCSKEYCODE and EVIOCSFF,
  /// evdev_do_ioctl in the kernel checks no mode.
  @Test func `send a device only requests that change nothing for other programs`() throws {
    let allowed: Set<Substring> = [
      "libevdev_new_from_fd", "libevdev_free", "libevdev_set_log_function",
      "libevdev_set_device_log_function",
      "libevdev_set_clock_id", "libevdev_next_event", "libevdev_disable_event_type",
      "libevdev_disable_event_code",
      "libevdev_has_event_code", "libevdev_has_property", "libevdev_log_priority",
    ]
    var seen: Set<Substring> = []
    for file in try sources(in: "Sources") {
      for word in try words(of: file) where word.hasPrefix("libevdev_") && !word.hasPrefix("libevdev_get_") {
        seen.insert(word)
        #expect(allowed.contains(word), "\(file.lastPathComponent): \(word)")
      }
      for word in try words(of: file) where word.hasPrefix("EVIOC") {
        seen.insert(word)
        #expect(word == "EVIOCSMASK", "\(file.lastPathComponent): \(word)")
      }
    }
    #expect(
      seen.contains("libevdev_next_event") && seen.contains("EVIOCSMASK"), "the test searched for them")
  }

  /// Only `flickctl gallery --demo` starts a program, flickd, and `flickctl doctor`, systemctl.
  @Test func `start no program`() throws {
    let starters: Set<Substring> = [
      "fork", "vfork", "clone3", "posix_spawn", "posix_spawnp", "execv", "execve", "execvp", "execl",
      "execlp",
      "fexecve", "popen", "Process", "Subprocess", "dlopen",
    ]
    // The fence, its owner in Swift, and those that use it.
    let allowed: [String: Set<Substring>] = [
      "Process.c": ["fork", "execve", "clinux_start_program"],
      "CLinuxProcess.h": ["fork", "clinux_start_program"],
      "ChildProcess.swift": ["execve", "clinux_start_program", "ChildProcess"],
      "DemoService.swift": ["ChildProcess"],
      "UnitStates.swift": ["ChildProcess"],
    ]
    let files = try sources(in: "Sources")
    #expect(files.count > 100)
    var seen: Set<Substring> = []
    for file in files {
      let found = try words(of: file).intersection(starters.union(["clinux_start_program", "ChildProcess"]))
      seen.formUnion(found)
      let name = file.lastPathComponent
      #expect(found.subtracting(allowed[name] ?? []).isEmpty, "\(name): \(found)")
    }
    #expect(seen.contains("fork") && seen.contains("ChildProcess"), "the test searched for them")
    for user in ["Bridging/DemoService.swift", "Doctor/UnitStates.swift"] {
      let file = packageRoot.appending(path: "Sources/Commands/\(user)")
      #expect(FileManager.default.fileExists(atPath: file.path), "no target of flickd contains it")
    }
  }

  @Test func `keep large dependencies out of the daemon`() throws {
    for target in [
      "flickd", "FlickDaemon", "Pipeline", "ConfigurationFiles", "Settings", "Recordings", "Panels", "Evdev",
      "LinuxIO", "Installation", "Requests", "FlickProtocol",
    ] {
      for file in try swiftFiles(in: packageRoot.appending(path: "Sources/\(target)")) {
        let heavy = Set(["Foundation", "FoundationEssentials", "ArgumentParser", "NIOCore", "Dispatch"])
        #expect(heavy.isDisjoint(with: try imports(of: file)), "\(target)/\(file.lastPathComponent)")
      }
    }
  }
}
