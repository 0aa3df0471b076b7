import Foundation
import Testing

/// The root of the package: two folders above this file.
let packageRoot = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

@Suite struct `The layers` {
  /// What ARCHITECTURE.md allows each target to import, read from its lines of the form `Target → A, B`.
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
    return all.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  private func imports(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), place <= 2,
        line.first?.isLetter == true || line.hasPrefix("@"),
        place + 1 < words.count
      else { return nil }
      return String(words[place + 1])
    }
  }

  @Test func `are imported downwards only, as ARCHITECTURE.md draws them`() throws {
    let table = try allowed()
    var checked = 0
    for folder in ["Sources", "Tests/Bench"].map({ packageRoot.appending(path: $0) }) {
      for target in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        let place = folder.appending(path: target)
        let files = place.pathExtension.isEmpty ? try swiftFiles(in: place) : []
        guard !files.isEmpty else { continue }
        let allowed = try #require(table[target], "ARCHITECTURE.md does not say what \(target) may import")
        for file in files {
          for module in try imports(of: file) where !common.contains(module) {
            checked += 1
            #expect(allowed.contains(module), "\(target)/\(file.lastPathComponent) imports \(module)")
          }
        }
      }
    }
    #expect(checked > 50, "imports were found at all")
  }

  @Test func `below the system's edge touch no operating system`() throws {
    for target in ["GestureCore", "FlickProtocol"] {
      for file in try swiftFiles(in: packageRoot.appending(path: "Sources/\(target)")) {
        #expect(try !imports(of: file).contains("Glibc"), "\(file.lastPathComponent)")
      }
    }
  }

  @Test func `mark unsafe code only in the C fences`() throws {
    let fences = ["LinuxIO/", "Evdev/", "Configuration/Files/TomlNode.swift", "Panels/Recordings/"]
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

  @Test func `keep the daemon free of what makes it large`() throws {
    for target in [
      "flickd", "FlickDaemon", "Pipeline", "Configuration", "Panels", "Evdev", "LinuxIO", "FlickProtocol",
    ] {
      for file in try swiftFiles(in: packageRoot.appending(path: "Sources/\(target)")) {
        let heavy = Set(["Foundation", "FoundationEssentials", "ArgumentParser", "NIOCore", "Dispatch"])
        #expect(heavy.isDisjoint(with: try imports(of: file)), "\(target)/\(file.lastPathComponent)")
      }
    }
  }
}
