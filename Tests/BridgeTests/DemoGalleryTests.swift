import Foundation
import TestKit
import Testing

@Suite struct `flickctl gallery --demo` {
  /// Runs the gallery with its demo; the folder of its temporary files must be empty afterwards.
  private func gallery(
    _ words: [String] = [], _ body: @escaping @Sendable (RunningBridge, PrivateFolder) async throws -> Void
  ) async throws -> Outcome {
    let folder = try PrivateFolder()
    let outcome = try await RunningBridge.run(
      "gallery", ["--demo"] + words, environment: ["TMPDIR": folder.path], socket: nil
    ) { bridge in try await body(bridge, folder) }
    return outcome
  }

  /// The processes that have a folder on their command line.
  private static func processes(of folder: PrivateFolder) -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { process in
      let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
      return String(decoding: line, as: UTF8.self).contains("\0--socket\0\(folder.path)/")
    }
  }

  private static func left(in folder: PrivateFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test func `plays the demo to its page, and ends it`() async throws {
    let folders = Folders()
    let outcome = try await gallery { bridge, folder in
      await folders.keep(folder)
      let (page, _, hello, _) = try await bridge.greetedPage(
        of: "http://127.0.0.1:\(bridge.port)", presenting: bridge.presenting())
      #expect(hello.level == "positions")
      #expect(try await page.next(of: "swipe").panel_id == "demo:synthetic")
      #expect(Self.processes(of: folder).count == 1)
      let mode = try FileManager.default.attributesOfItem(
        atPath: folder.file(try #require(Self.left(in: folder).first)))[.posixPermissions]
      #expect(mode as? Int == 0o700)
    }
    #expect(outcome.code == 0)
    let lines = outcome.errors.split(separator: "\n")
    #expect(
      lines.first == "flickctl: flickd plays its demo; open this address in a browser. Ctrl-C ends both.")
    #expect(lines.dropFirst().allSatisfy { $0.contains("a page of ") }, "\(lines)")
    let folder = try #require(await folders.folder)
    #expect(Self.processes(of: folder) == [])
    #expect(try Self.left(in: folder) == [])
  }

  @Test func `ends the demo if it is killed`() async throws {
    let outcome = try await gallery { bridge, folder in
      #expect(Self.processes(of: folder).count == 1)
      kill(bridge.process, SIGKILL)
      _ = try await waiting("flickd ends") { Self.processes(of: folder).isEmpty ? true : nil }
    }
    #expect(outcome.code == nil)
  }

  @Test func `ends if the demo ends, and removes what it left`() async throws {
    let folders = Folders()
    let outcome = try await gallery { bridge, folder in
      await folders.keep(folder)
      kill(try #require(Self.processes(of: folder).first), SIGKILL)
      _ = try await waiting("the gallery ends") { try Self.left(in: folder).isEmpty ? true : nil }
    }
    #expect(outcome.code == 69)
    #expect(outcome.errors.contains("the demo's flickd has ended"), "\(outcome.errors)")
    let folder = try #require(await folders.folder)
    #expect(try Self.left(in: folder) == [])
  }

  private actor Folders {
    var folder: PrivateFolder?
    func keep(_ folder: PrivateFolder) { self.folder = folder }
  }

  /// Runs a copy of flickctl, which finds no flickd beside it but this script.
  private func alone(with script: String?, mode: Int = 0o755) async throws -> Outcome {
    let folder = try PrivateFolder()
    let words = try Program.flickctl.copy(into: folder)
    if let script {
      try folder.write("flickd", script)
      try folder.setMode(mode, of: "flickd")
    }
    let web = try folder.write("web/index.html", "page\n")
    let temporary = folder.file("tmp")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let environment = ["TMPDIR": temporary, "PATH": "/usr/bin:/bin"]
    let outcome = try await Command(
      words + [
        "gallery", "--demo", "--listen", "127.0.0.1:0", "--web", (web as NSString).deletingLastPathComponent,
      ],
      environment: environment
    ).run()
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [])
    #expect(outcome.output == "")
    return outcome
  }

  @Test func `names what is missing and the next step without a flickd`() async throws {
    let outcome = try await alone(with: nil)
    #expect(outcome.code == 66)
    for word in ["there is no flickd in /", "or in PATH", "make build", "--socket"] {
      #expect(outcome.errors.contains(word), "\(outcome.errors)")
    }
  }

  @Test func `reports the last words of a flickd that does not start`() async throws {
    let ended = try await alone(with: "#!/bin/sh\necho 'flickd: broken' >&2\nexit 3\n")
    #expect(
      ended.code == 69 && ended.errors.contains("the demo's flickd has ended: flickd: broken"), "\(ended)")
    let refused = try await alone(with: "", mode: 0o644)
    #expect(refused.code == 69 && refused.errors.contains("/flickd: Permission denied"), "\(refused)")
    let foreign = try await alone(with: "no program\n")
    #expect(foreign.code == 69 && foreign.errors.contains("/flickd: Exec format error"), "\(foreign)")
  }

  @Test func `excludes --socket`() async throws {
    let outcome = try await Command(.flickctl, "gallery", "--demo", "--socket", "/s").run()
    #expect(outcome.code == 64 && outcome.errors.contains("leave --socket out"))
  }
}
