import Foundation
import TestKit
import Testing

@Suite struct `The configuration of flickd` {
  @Test func `passes the check if it is good`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("good.toml", "[swipe]\ndistance = \"31mm\"\n")
    let outcome = try await Command(.flickd, "--check", "--config", file).run()
    #expect(outcome.code == 0)
    #expect(outcome.output == "the configuration is good\n")
    #expect(outcome.errors == "")
  }

  @Test func `fails the check with line and column if it is bad`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("bad.toml", "[swipe]\n  distanse = \"31mm\"\nslop = 3\n")
    let outcome = try await Command(.flickd, "--check", "--config", file).run()
    #expect(outcome.code == 78)
    #expect(outcome.output == "")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("flickd: \(file):2:3: "))
    #expect(lines[0].contains("distanse"))
    #expect(lines[0].contains("distance"))
    #expect(lines[1].hasPrefix("flickd: \(file):3:8: "))
  }

  @Test(arguments: [["--check"], ["--demo"]])
  func `must exist if it is named`(task: [String]) async throws {
    let folder = try PrivateFolder()
    let words = [Program.flickd.path, "--config", folder.file("none.toml"), "--socket", folder.file("s")]
    let outcome = try await Command(words + task).run()
    #expect(outcome.code == 66)
    #expect(outcome.errors.contains(folder.file("none.toml")))
    #expect(folder.names == [])
  }

  @Test func `that is bad at boot leaves flickd running with decisions only`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("bad.toml", "[swipe]\nslop = 3\ndistance = \"10mm\"\n")
    let recordings = [
      try folder.write("a.evemu", MadeRecording.oneFinger.bytes),
      try folder.write("b.evemu", MadeRecording.stillDown.bytes),
    ]
    let manager = try NotifyManager(in: folder)
    let outcome = try await Daemon.run(
      ["--config", config] + recordings.flatMap { ["--replay", $0] }, in: folder,
      environment: ["NOTIFY_SOCKET": manager.path], ending: .byItself
    ) { daemon in
      let ready = try await manager.next()
      #expect(ready.contains("READY=1"))
      #expect(ready.contains { $0.hasPrefix("STATUS=degraded: ") })
      let (subscriber, hello, _) = try await daemon.subscribe()
      #expect(hello.level == "decisions")
      let lines = try await subscriber.rest().map { try JSON($0) }
      let swipes = lines.dropLast()
      #expect(swipes.map(\.phase) == ["end", "end", "end", "cancel"])
      let secret: Set = [
        "start", "location", "translation", "predicted_end_translation", "predicted_end_location", "edge",
      ]
      for swipe in swipes { #expect(swipe.keys.isDisjoint(with: secret)) }
      // The valid part applies: the distance is 10 mm instead of 200 pt, so the short drag of 18 mm
      // commits too.
      #expect(swipes.dropLast().map { $0.decision.commit } == [true, true, true])
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("\(config):2:8: "))
  }

  @Test func `with a bad library entry at boot applies all else, and names file and line`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("flickd.toml", "[swipe]\ndistance = \"50mm\"\n")
    let entry = try folder.write("panels.d/demo.toml", "[[panel]]\nslop = 3\nvelocity = \"200mm/s\"\n")
    let manager = try NotifyManager(in: folder)
    let outcome = try await Daemon.run(
      ["--config", config, "--demo"], in: folder, environment: ["NOTIFY_SOCKET": manager.path]
    ) { daemon in
      let ready = try await manager.next()
      #expect(ready.contains { $0.hasPrefix("STATUS=degraded: 1 error in the configuration; ") })
      let subscriber = try await daemon.subscriber()
      let decision = try await subscriber.next(of: "swipe").decision
      #expect(decision.distance_threshold == 50 && decision.speed_threshold == 200)
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("configuration: \(entry):2:8: "))
  }

  @Test func `that cannot be read leaves flickd running too`() async throws {
    let folder = try PrivateFolder()
    let outcome = try await Daemon.run(["--demo", "--config", folder.path], in: folder) { daemon in
      let (_, hello, _) = try await daemon.subscribe()
      #expect(hello.level == "decisions")
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("configuration: read \(folder.path): Is a directory"))
  }

  @Test(arguments: BadFile.all)
  func `that is bad is refused by both programs with 78, position and reason`(bad: BadFile) async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("bad.toml", bad.bytes)
    for command in [
      Command(.flickd, "--check", "--config", file), Command(.flickctl, "check", "--config", file),
    ] {
      let outcome = try await command.run()
      #expect(outcome.code == 78)
      #expect(outcome.output == "")
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 1)
      #expect(outcome.errors.contains(": \(file):\(bad.line):\(bad.column): "), "\(outcome.errors)")
      for word in bad.expectedWords { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
    }
  }

  @Test func `of several files is refused with the name of the bad file`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("flickd.toml", "[swipe]\nslop = \"2mm\"\n")
    try FileManager.default.createDirectory(atPath: folder.file("conf.d"), withIntermediateDirectories: false)
    try folder.write("conf.d/20-b.toml", "[swipe]\nslop = 3\n")
    try folder.write("conf.d/10-a.toml", "[swipe]\nslpo = \"3mm\"\n")
    for command in [
      Command(.flickd, "--check", "--config", file), Command(.flickctl, "check", "--config", file),
    ] {
      let outcome = try await command.run()
      #expect(outcome.code == 78)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.contains(": \(folder.file("conf.d/10-a.toml")):2:1: ") == true)
      #expect(lines.last?.contains(": \(folder.file("conf.d/20-b.toml")):2:8: ") == true)
    }
  }

  @Test(arguments: ["a folder", "a huge file", "a loop"])
  func `that is not a regular file is refused with 78`(kind: String) async throws {
    let folder = try PrivateFolder()
    let file = folder.file("flickd.toml")
    switch kind {
    case "a folder": try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    case "a huge file": try folder.write("flickd.toml", [UInt8](repeating: 35, count: 1 << 21))
    default: try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "flickd.toml")
    }
    for command in [
      Command(.flickd, "--check", "--config", file), Command(.flickctl, "check", "--config", file),
    ] {
      let outcome = try await command.run()
      #expect(outcome.code == 78)
      #expect(outcome.errors.contains(file))
    }
  }

  @Test(arguments: [Program.flickd, .flickctl])
  func `that may not be read is refused with 77`(program: Program) async throws {
    let folder = try PrivateFolder()
    let programs = try PrivateFolder()
    let file = try folder.write("flickd.toml", "")
    try folder.setMode(0o000, of: "flickd.toml")
    let verb = program == .flickd ? "--check" : "check"
    let outcome = try await Command.asNobody(program, verb, "--config", file, from: programs).run()
    #expect(outcome.code == 77)
    #expect(outcome.errors.contains("open \(file): Permission denied"))
  }
}
