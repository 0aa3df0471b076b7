import Foundation
import LinuxIO
import TestKit
import Testing

@Suite struct `A reload` {
  @Test func `of a good file applies from the next swipe, for connected clients too`() async throws {
    let outcome = try await Reloading.run { service in
      let subscriber = try await service.daemon.subscriber()
      let before = try await subscriber.next()
      #expect(before.decision.distance_threshold == .number(31.166))
      let status = try await service.reload("[swipe]\ndistance = \"50mm\"\n")
      #expect(status == "playing the synthetic demo panel, 1 client")
      try await subscriber.skipActive()
      #expect(try await subscriber.next(of: "swipe").decision.distance_threshold == 50)
      let (_, hello, _) = try await service.daemon.subscribe()
      #expect(hello.type == "hello")
    }
    #expect(outcome.errors.contains("flickd: the configuration was read again\n"))
  }

  @Test func `of a bad file changes nothing, and reports this to the manager and the log`() async throws {
    let outcome = try await Reloading.run(starting: "[swipe]\ndistance = \"50mm\"\n") { service in
      let subscriber = try await service.daemon.subscriber()
      let status = try await service.reload("[swipe]\ndistance = \"20mm\"\nslop = 3\nslpo = 3\n")
      #expect(
        status == "old settings: 2 errors in the configuration; playing the synthetic demo panel, 1 client")
      for _ in 1...2 { #expect(try await subscriber.next(of: "swipe").decision.distance_threshold == 50) }
      let mended = try await service.reload("[swipe]\ndistance = \"20mm\"\n")
      #expect(mended == "playing the synthetic demo panel, 1 client")
      try await subscriber.skipActive()
      #expect(try await subscriber.next(of: "swipe").decision.distance_threshold == 20)
    }
    #expect(outcome.errors.contains("flickd.toml:3:8: `slop = 3`"))
    #expect(outcome.errors.contains("flickd.toml:4:1: `slpo = 3`"))
    #expect(outcome.errors.contains("the configuration is bad: the settings stay the same"))
  }

  @Test func `reads the library again, and a bad entry changes nothing`() async throws {
    let outcome = try await Reloading.run { service in
      let subscriber = try await service.daemon.subscriber()
      let idle = "playing the synthetic demo panel, 1 client"
      func library(_ text: String) async throws -> String {
        try service.daemon.folder.write("panels.d/demo.toml", text)
        return try await service.reload()
      }
      #expect(try await library("[[panel]]\ndistance = \"50mm\"\n") == idle)
      try await subscriber.skipActive()
      #expect(try await subscriber.next(of: "swipe").decision.distance_threshold == 50)
      #expect(
        try await library("[[panel]]\ndistance = \"20mm\"\nslpo = 3\n")
          == "old settings: 1 error in the configuration; \(idle)")
      #expect(try await subscriber.next(of: "swipe").decision.distance_threshold == 50)
      #expect(try await service.reload("[[panel]]\ndistance = \"30mm\"\n").hasPrefix("old settings: "))
      #expect(try await library("") == idle)
      try await subscriber.skipActive()
      #expect(try await subscriber.next(of: "swipe").decision.distance_threshold == 30)
    }
    #expect(outcome.errors.contains("panels.d/demo.toml:3:1: `slpo = 3`"))
  }

  @Test func `ends the degraded mode only when the file is good`() async throws {
    _ = try await Reloading.run(starting: "[swipe]\nslop = 3\nslpo = 3\n") { service in
      let degraded = try await service.reload("[swipe]\nslop = 3\n")
      #expect(
        degraded
          == "degraded: 1 error in the configuration; playing the synthetic demo panel, 0 clients")
      #expect(try await service.reload("") == "playing the synthetic demo panel, 0 clients")
    }
  }

  @Test func `keeps the settings and every swipe with each bad file`() async throws {
    let outcome = try await Reloading.run(starting: "[swipe]\ndistance = \"50mm\"\n") { service in
      let subscriber = try await service.daemon.subscriber()
      for bad in BadFile.all {
        try service.daemon.folder.write("flickd.toml", bad.bytes)
        let status = try await service.reload()
        #expect(
          status == "old settings: 1 error in the configuration; playing the synthetic demo panel, 1 client",
          "\(bad)")
      }
      try await expectEverySwipe(subscriber, atLeast: 3) { swipe in
        #expect(swipe.decision.distance_threshold == 50)
      }
    }
    for bad in BadFile.all {
      let prefix = "flickd.toml:\(bad.line):\(bad.column): "
      let isSaid = outcome.errors.split(separator: "\n").contains { line in
        line.contains(prefix) && bad.expectedWords.allSatisfy { line.contains($0) }
      }
      #expect(isSaid, "\(bad)")
    }
  }

  @Test func `of good and bad files in turn loses no client and no swipe`() async throws {
    let count = 20
    _ = try await Reloading.run { service in
      let subscriber = try await service.daemon.subscriber()
      let others = try await (0..<8).asyncMap { _ in try await service.daemon.subscriber() }
      for number in 1...count {
        let isGood = number % 3 != 0
        let status = try await service.reload(
          isGood
            ? "[swipe]\ndistance = \"\(20 + number % 10)mm\"\n[[panel]]\nrotation = \(number % 4 * 90)\n"
            : "x")
        #expect(status.hasPrefix("old settings: ") == !isGood)
        // Reloads happen during swipes and between them: a stroke and its pause last about 1 s.
        try await Task.sleep(for: .milliseconds(70))
      }
      try await expectEverySwipe(subscriber, atLeast: max(2, count / 20)) { _ in }
      for other in others { try await expectEverySwipe(other, atLeast: max(2, count / 20)) { _ in } }
    }
  }

  /// Regression: a storm caused 407,773 log lines in 4 s, and the loop did nothing else.
  @Test func `in a storm of SIGHUP neither blocks the loop nor floods the log, and the last applies`()
    async throws
  {
    let seconds = 3
    let storm = Self.storm(lasting: seconds)
    let reloads = CountedReloads()
    let outcome = try await Reloading.run { service in
      let subscriber = try await service.daemon.subscriber()
      await reloads.count(service.manager)
      async let sent = Command(storm + ["\(service.daemon.process)"]).run()
      for id in 1...20 {
        try subscriber.send("{\"id\":\(id),\"request\":\"ping\"}\n")
        #expect(try await subscriber.next(of: "reply").id == .number(Double(id)))
      }
      try service.daemon.folder.write("flickd.toml", "[swipe]\ndistance = \"50mm\"\n")
      #expect(try await sent.code == 0)
      while try await subscriber.next(of: "swipe").decision.distance_threshold != 50 {}
    }
    // At most ten reloads a second; on a slow machine the storm may last longer.
    let count = try await reloads.total()
    #expect((2...(seconds * 50)).contains(count))
    let lines = outcome.errors.split(separator: "\n").count {
      $0.contains("the configuration was read again")
    }
    // The first line, five per half minute, and one for the changed file.
    #expect((2...7).contains(lines), "\(outcome.errors)")
  }

  /// A program that sends SIGHUP to a process for this duration, 2000 times a second.
  private static func storm(lasting seconds: Int) -> [String] {
    let program = """
      import os, signal, sys, time
      end = time.monotonic() + \(seconds)
      while time.monotonic() < end:
        os.kill(int(sys.argv[1]), signal.SIGHUP)
        time.sleep(0.0005)
      """
    return ["python3", "-c", program]
  }

  @Test func `of a missing or unreadable file keeps the settings`() async throws {
    let outcome = try await Reloading.run(starting: "[swipe]\ndistance = \"50mm\"\n") { service in
      let old = "old settings: the configuration cannot be read; playing the synthetic demo panel, 0 clients"
      let manager = FileManager.default
      try manager.removeItem(atPath: service.file)
      #expect(try await service.reload() == old)
      try manager.createDirectory(atPath: service.file, withIntermediateDirectories: false)
      #expect(try await service.reload() == old)
      try manager.removeItem(atPath: service.file)
      try service.daemon.folder.write("flickd.toml", [UInt8](repeating: 35, count: 1 << 21))
      #expect(try await service.reload() == old)
      try manager.removeItem(atPath: service.file)
      try manager.createSymbolicLink(atPath: service.file, withDestinationPath: "flickd.toml")
      #expect(try await service.reload() == old)
      try manager.removeItem(atPath: service.file)
      #expect(try await service.reload("") == "playing the synthetic demo panel, 0 clients")
    }
    #expect(outcome.errors.contains("flickd.toml: there is no such file"))
    #expect(outcome.errors.contains("flickd.toml: Is a directory"))
    #expect(outcome.errors.contains("flickd.toml: File too large"))
    #expect(outcome.errors.contains("flickd.toml: Too many levels of symbolic links"))
  }

  @Test func `reads drop-ins in order, and a later one can correct or break the result`() async throws {
    _ = try await Reloading.run { service in
      let folder = service.daemon.folder
      let subscriber = try await service.daemon.subscriber()
      try FileManager.default.createDirectory(
        atPath: folder.file("conf.d"), withIntermediateDirectories: false)
      try folder.write("conf.d/20-b.toml", "[swipe]\ndistance = \"60mm\"\n")
      try folder.write("conf.d/10-a.toml", "[swipe]\ndistance = \"40mm\"\nslop = \"2mm\"\n")
      try await expectStatus(service, old: nil)
      try await subscriber.skipActive()
      #expect(try await subscriber.next(of: "swipe").decision.distance_threshold == 60)
      // The distance of 60 mm exceeds the slop of 10-a.toml, but not the slop of 30-c.toml.
      try folder.write("conf.d/30-c.toml", "[swipe]\nslop = \"61mm\"\n")
      try await expectStatus(service, old: "1 error")
      try folder.write("conf.d/40-d.toml", "[swipe]\nslop = \"3mm\"\n")
      try await expectStatus(service, old: nil)
      try folder.write("conf.d/50-e.toml", "[swipe]\nslop = 3\n")
      try await expectStatus(service, old: "1 error")
      try FileManager.default.removeItem(atPath: folder.file("conf.d"))
      try folder.write("conf.d", "no folder")
      try await expectStatus(service, old: "the configuration cannot be read")
      try FileManager.default.removeItem(atPath: folder.file("conf.d"))
      try await expectStatus(service, old: nil)
    }
  }

  @Test func `rotates, disables and enables the demo panel`() async throws {
    _ = try await Reloading.run { service in
      let subscriber = try await service.daemon.subscriber()
      let first = try await subscriber.next(of: "swipe")
      _ = try await service.reload("[[panel]]\nrotation = 90\n")
      let turned = try await subscriber.next(of: "panel")
      #expect(turned.change == "changed" && turned.rotation == 90)
      _ = try await service.reload("[[panel]]\nenabled = false\n")
      #expect(try await subscriber.next(of: "panel").change == "removed")
      #expect(try await service.reload() == "the demo panel is disabled, 1 client")
      #expect(try await service.reload("") == "playing the synthetic demo panel, 1 client")
      #expect(try await subscriber.next(of: "panel").change == "added")
      let later = try await subscriber.next(of: "swipe")
      let numbers = (try #require(first.swipe_id.value), try #require(later.swipe_id.value))
      #expect(numbers.0 < numbers.1)
    }
  }

  @Test func `does not change a recording that plays, and logs this`() async throws {
    let recordings = try PrivateFolder()
    let file = try recordings.write("slow.evemu", MadeRecording.slowDrag.bytes)
    let outcome = try await Reloading.run(["--replay", file]) { service in
      let _ = try await service.daemon.subscriber()
      _ = try await service.daemon.activeSwipe()
      #expect(try await service.reload("[swipe]\ndistance = \"50mm\"\n").hasPrefix("playing 1 recording, "))
    }
    #expect(outcome.errors.contains("recordings keep the old settings to their end"))
  }

  @Test func `cannot move the socket, and logs this`() async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("flickd.toml", "[socket]\npath = \"\(folder.file("s"))\"\n")
    let manager = try NotifyManager(in: folder)
    let command = Command(
      [Program.flickd.path, "--demo", "--config", file], environment: ["NOTIFY_SOCKET": manager.path])
    let outcome = try await command.run(within: 60) { process in
      #expect(try await manager.next().first == "READY=1")
      let daemon = Daemon(folder: folder, socket: folder.file("s"), process: process)
      try folder.write("flickd.toml", "[socket]\npath = \"\(folder.file("t"))\"\n")
      let status = try await Reloading(daemon: daemon, manager: manager).reload()
      #expect(status == "playing the synthetic demo panel, 0 clients")
      #expect(folder.names.contains("s") && !folder.names.contains("t"))
      daemon.send(.terminate)
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("the path of the socket stays the same until flickd restarts"))
    #expect(!outcome.errors.contains("owner and group"))
  }

  @Test func `logs the rules and zones that match no panel, once for each reading`() async throws {
    let idle = "[[panel]]\nmatch = { vendor = \"dead\" }\nrotation = 90\n"
    let outcome = try await Reloading.run { service in
      _ = try await service.reload(
        idle + "[[zone]]\nname = \"wall\"\npanel = { path = \"x\" }\n[[panel]]\nmirror = true\n")
      // Clients and their requests log nothing more.
      for _ in 1...3 { _ = try await service.daemon.subscribe() }
      _ = try await service.reload("[swipe]\nslop = \"2mm\"\n")
    }
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains("no touchscreen here matches") }
    #expect(
      lines == [
        "flickd: configuration: [[panel]] number 1, match = { vendor = \"dead\" }: no touchscreen here matches",
        "flickd: configuration: [[zone]] `wall`, panel = { path = \"x\" }: no touchscreen here matches",
      ], "\(outcome.errors)")
  }

  @Test func `logs them after a start too, but not while it plays a recording`() async throws {
    let folder = try PrivateFolder()
    let config = try folder.write("flickd.toml", "[[panel]]\nmatch = { vendor = \"dead\" }\nrotation = 90\n")
    let recording = try folder.write("slow.evemu", MadeRecording.slowDrag.bytes)
    for (source, count) in [(["--demo"], 1), (["--replay", recording], 0)] {
      // During a boot, flickd waits 5 s for the panels. A recording begins with the first client.
      let outcome = try await Daemon.run(source + ["--config", config]) { _ in
        try await Task.sleep(for: .seconds(7))
      }
      let lines = outcome.errors.split(separator: "\n").filter { $0.contains("no touchscreen here matches") }
      #expect(lines.count == count, "\(outcome.errors)")
    }
  }

  @Test func `logs an unknown group`() async throws {
    let outcome = try await Reloading.run { service in
      _ = try await service.reload("[socket]\nmotion = [\"no-such-group\"]\n")
    }
    #expect(outcome.errors.contains("there is no group `no-such-group`, so it admits no user"))
  }

  @Test(arguments: ["owner", "group"]) func `cannot change the socket's owner or group, and logs this`(
    key: String
  ) async throws {
    let outcome = try await Reloading.run { service in
      let before = try SystemCalls.identity(of: service.daemon.socket)
      for _ in 1...2 {
        let status = try await service.reload("[socket]\n\(key) = \"12345\"\n")
        #expect(status == "playing the synthetic demo panel, 0 clients")
      }
      #expect(try SystemCalls.identity(of: service.daemon.socket) == before)
      _ = try await service.reload("")
    }
    let words = "the owner and group of the socket stay the same until flickd restarts"
    // One line for each reload that sets another value, and none for the reload that restores the
    // current value.
    #expect(outcome.errors.split(separator: "\n").count { $0.hasSuffix(words) } == 2, "\(outcome.errors)")
    #expect(!outcome.errors.contains("the path of the socket"))
  }
}

/// Counts the reloads that a service manager is notified of, until the service ends.
private actor CountedReloads {
  private var task: Task<Int, any Error>?

  func count(_ manager: NotifyManager) {
    task = Task {
      var count = 0
      while true {
        let message = try await manager.next()
        if message.first == "STOPPING=1" { return count }
        if message.first == "RELOADING=1" { count += 1 }
      }
    }
  }

  /// The number of reloads; waits until the service has ended.
  func total() async throws -> Int { try await task?.value ?? 0 }
}

/// Reloads the files and expects this problem in the status, or no problem if nil.
private func expectStatus(_ service: Reloading, old problem: String?) async throws {
  let status = try await service.reload()
  #expect(status.hasPrefix("old settings: \(problem ?? "")") == (problem != nil), "\(status)")
}

/// Expects that no swipe is missing up to now, and that each has the next `seq`.
///
/// Reads up to the reply to a ping, and at least `count` swipes.
private func expectEverySwipe(
  _ subscriber: Subscriber, atLeast count: Int, _ check: (JSON) throws -> Void
) async throws {
  try subscriber.send("{\"id\":1,\"request\":\"ping\"}\n")
  var hasReply = false
  var (sequence, swipes) = (0.0, [Double]())
  while !hasReply || swipes.count < count {
    let line = try await subscriber.next()
    try #require(line.type != "bye")
    if line.type == "reply" { hasReply = true }
    guard line.type == "swipe" else { continue }
    sequence += 1
    #expect(line.seq == .number(sequence))
    #expect(line.phase == "end")
    swipes.append(try #require(line.swipe_id.value))
    try check(line)
  }
  #expect(zip(swipes, swipes.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(swipes)")
}

extension Sequence {
  /// Maps one element after the other.
  fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}

extension Subscriber {
  /// Skips the swipes that ended before now, and the one that may be active.
  fileprivate func skipActive() async throws {
    try send("{\"id\":1,\"request\":\"ping\"}\n")
    _ = try await next(of: "reply")
    _ = try await next(of: "swipe")
  }
}
