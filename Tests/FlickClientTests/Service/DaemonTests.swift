import FlickClient
import Foundation
import LinuxIO
import TestKit
import Testing

@Suite struct `A client of flickd` {
  private func waiting(_ daemon: Daemon) async throws {
    _ = try await TestKit.waiting("the socket") { daemon.folder.names.contains("s") ? true : nil }
  }

  @Test func `receives each swipe from begin to end`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let client = SwipeClient(socket: daemon.socket)
      var open: Set<Int64> = []
      var updates = 0
      var ends = 0
      for try await swipe in client.swipes(SwipeSubscription(lookahead: .milliseconds(20))) {
        let start = try #require(swipe.startLocation)
        #expect(swipe.location == start + swipe.translation)
        switch swipe.phase {
        case .begin:
          #expect(open.insert(swipe.id).inserted)
          #expect(abs(try #require(swipe.slop) - 10) < 1e-9)
        case .update:
          #expect(open.contains(swipe.id))
          #expect(swipe.progress != nil)
          let ahead = try #require(swipe.lookaheadTranslation)
          #expect(abs(ahead.x - swipe.translation.x - 0.02 * swipe.velocity.x) < 0.002)
          updates += 1
        case .end:
          #expect(open.remove(swipe.id) != nil)
          let decision = try #require(swipe.decision)
          #expect(decision.distanceThreshold > 199.9 && decision.distanceThreshold < 200.1, "in points")
          #expect(swipe.projection == .standard)
          let estimate = try #require(swipe.estimate)
          #expect(estimate.samples > 1 && estimate.window > .zero && estimate.confidence > 0)
          if ends > 0 { #expect(try #require(swipe.idle) > .zero) }
          let landing = Projection.standard.end(translation: swipe.translation, velocity: swipe.velocity)
          #expect(abs(landing.x - swipe.predictedEndTranslation.x) < 0.01)
          ends += 1
        case .cancel, .press, .release: Issue.record("nothing cancels or presses the demo's swipes")
        }
        if ends == 3 { break }
      }
      #expect(updates > 20)
    }
    #expect(outcome.code == 0)
  }

  @Test func `receives the target snap point and the flight to it`() async throws {
    let folder = try PrivateFolder()
    let words = try Load.replaying(people: 1, seconds: 3, in: folder)
    let outcome = try await Daemon.run(words, in: folder, ending: .byItself) { daemon in
      try await waiting(daemon)
      let cards = SwipeZone(
        "cards", axis: .horizontal, snapPoints: [0, -296, -592],
        spring: Spring(duration: .milliseconds(400), bounce: 0.2))
      let points = SnapPoints(cards.snapPoints)
      var offset = 0.0
      var index = 0
      var seen: Set<Int> = []
      for try await swipe in SwipeClient(socket: daemon.socket).swipes(in: cards) {
        let snap = try #require(swipe.snap)
        #expect(swipe.zone == "cards")
        #expect(snap.from == index)
        let meant = points.target(
          landing: offset + swipe.decisiveEndTranslation.x, velocity: swipe.decisiveVelocity.x, from: index)
        #expect(snap.index == meant, "flickd and FlickClient mean the same")
        guard swipe.phase == .end else {
          #expect(swipe.flight(from: 0) == nil)
          continue
        }
        let flight = try #require(swipe.flight(from: offset + swipe.translation.x))
        #expect(abs(flight.spring.bounce - 0.2) < 1e-3)
        #expect(abs(flight.velocity(after: .zero) - swipe.decisiveVelocity.x) < 1e-9)
        index = snap.index
        offset = snap.offset
        #expect(offset == points.offset(of: index))
        seen.insert(index)
      }
      #expect(seen.count >= 2, "cards were turned")
    }
    #expect(outcome.code == 0)
  }

  @Test func `sets the offset at which the next swipe begins`() async throws {
    let folder = try PrivateFolder()
    let words = try Load.replaying(people: 1, seconds: 3, in: folder)
    let outcome = try await Daemon.run(words, in: folder, ending: .byItself) { daemon in
      try await waiting(daemon)
      let swipes = SwipeClient(socket: daemon.socket).swipes(
        in: SwipeZone("cards", axis: .horizontal, snapPoints: [0, -10_000, -20_000]))
      var begins: [Int] = []
      for try await swipe in swipes {
        if swipe.phase == .begin {
          begins.append(try #require(swipe.snap?.from))
          if begins.count == 2 { try await swipes.update("cards", offset: -20_000) }
        }
      }
      #expect(begins.first == 0)
      // No flick of the load reaches another snap point, so the content stays at this one.
      #expect(begins.last == 2)
      #expect(begins.count > 5)
    }
    #expect(outcome.code == 0)
  }

  @Test func `is refused an invalid value by name`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let zone = SwipeZone("cards", snapPoints: [0, -296], maxSteps: 0)
      let refused = await #expect(throws: FlickError.self) {
        for try await _ in SwipeClient(socket: daemon.socket).swipes(in: zone) { break }
      }
      guard case .refused("bad-value", let message) = refused else {
        Issue.record("\(refused as Any)")
        return
      }
      #expect(message.contains("zones[0].max_steps"))
    }
    #expect(outcome.code == 0)
  }

  @Test func `receives what its level allows and is refused the rest`() async throws {
    let folder = try PrivateFolder()
    // With a bad configuration, flickd limits every client to decisions.
    let file = try folder.write("bad.toml", "[swipe]\ndistanse = \"200pt\"\n")
    let outcome = try await Daemon.run(["--demo", "--config", file], in: folder) { daemon in
      try await waiting(daemon)
      let client = SwipeClient(socket: daemon.socket)
      let refused = await #expect(throws: FlickError.self) {
        for try await _ in client.swipes() { break }
      }
      guard case .refused("forbidden", _) = refused else {
        Issue.record("\(refused as Any)")
        return
      }
      for try await event in client.events(SwipeSubscription(phases: [.end, .cancel])) {
        if case .connected(let service) = event { #expect(service.level == .decisions) }
        guard case .swipe(let swipe) = event else { continue }
        #expect(swipe.phase == .end)
        #expect(swipe.decision?.kind != nil)
        #expect(swipe.startLocation == nil)
        #expect(swipe.translation == .zero)
        #expect(swipe.predictedEndTranslation == .zero)
        break
      }
    }
    #expect(outcome.code == 0)
  }

  @Test func `receives the panels, and that one is touched`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let client = SwipeClient(socket: daemon.socket)
      let panels = try await client.panels()
      #expect(panels.map(\.source.text) == ["demo"])
      let panel = try #require(panels.first)
      #expect(panel.maxContacts > 0 && panel.width > 0)
      let picture = SwipeSubscription(
        unit: .pixels(width: 1920, height: 1080), panels: [panel.id], reportsActivity: true)
      var isTouched = false
      for try await event in client.events(picture) {
        if event == .activity(panelID: panel.id) { isTouched = true }
        if case .swipe(let swipe) = event, swipe.phase == .end {
          #expect(isTouched)
          break
        }
      }
    }
    #expect(outcome.code == 0)
  }

  @Test func `waits for a service that is not running yet`() async throws {
    let folder = try PrivateFolder()
    let heard = Heard(SwipeClient(socket: folder.file("s")).events())
    guard case .disconnected(.unreachable(let why)) = try await heard.next() else {
      Issue.record("the missing service was not reported first")
      return
    }
    #expect(why.contains("`flickd --demo --socket \(folder.file("s"))` starts a demo there"))
    let outcome = try await Daemon.run(["--demo"], in: folder) { _ in
      let service = try await heard.connected()
      #expect(service.panels.map(\.source.text) == ["demo"])
      let swipe = try await heard.swipe()
      #expect(swipe.phase == .begin)
    }
    #expect(outcome.code == 0)
    // flickd cancels active swipes and sends bye; then the client waits for it again.
    #expect(try await heard.disconnected() == .dismissed(reason: "shutdown", detail: "the service stops"))
    heard.cancel()
    #expect(try await heard.end() == nil)
  }

  @Test func `can fail at once if no service is running`() async throws {
    let folder = try PrivateFolder()
    let client = SwipeClient(socket: folder.file("s"), waitsForService: false)
    let error = await #expect(throws: FlickError.self) {
      for try await _ in client.swipes() { break }
    }
    #expect(error == .unreachable(path: folder.file("s"), reason: "No such file or directory"))
  }

  @Test func `reports that it may not connect`() {
    let error = FlickError(SystemCallError(call: "connect", code: .permissionDenied), path: "/s")
    #expect(error == .notPermitted(path: "/s"))
    #expect("\(error)".hasPrefix("/s: user "))
  }
}

@Suite struct `A slow consumer` {
  @Test func `receives fewer updates but every begin and end`() async throws {
    let folder = try PrivateFolder()
    // A begin, an update and an end of each swipe fit into the queue, so no pause of a busy machine
    // is too long.
    let swipes: Int64 = 15
    // Nearly always, the silence lasts until the subscription is in force.
    let words = try Load.replaying(seconds: 1, after: 3000, in: folder)
    let started = SystemCalls.monotonicMicroseconds()
    let outcome = try await Daemon.run(words, in: folder, ending: .byItself) { daemon in
      _ = try await waiting("the socket") { folder.names.contains("s") ? true : nil }
      let events = SwipeClient(socket: daemon.socket).events(
        SwipeSubscription(zones: [SwipeZone("some", axis: .horizontal, snapPoints: [0, -296])]))
      var merged = 0
      var (begins, ends): ([Int64], [Int64]) = ([], [])
      var isInTime = false
      for try await event in events {
        switch event {
        case .connected: isInTime = SystemCalls.monotonicMicroseconds() - started < 3_000_000
        case .swipe(let swipe):
          merged += swipe.merged
          if swipe.phase == .begin { begins.append(swipe.id) }
          if swipe.phase == .end { ends.append(swipe.id) }
          // This consumer processes fewer than 400 updates a second.
          try await Task.sleep(for: .milliseconds(5))
        // A socket that is bound and not listened at yet is for another test.
        case .panel, .activity, .disconnected(.unreachable): break
        case .disconnected(let why): Issue.record("\(why)")
        }
      }
      if isInTime { #expect(begins.first == 1 && merged > 50, "\(begins), \(merged)") }
      // On a machine that was busy for seconds, the subscription came after the first swipes.
      let first = try #require(begins.first)
      #expect(begins == Array(first...swipes) && ends == begins, "\(begins), \(ends)")
    }
    #expect(outcome.code == 0)
  }

  @Test func `is disconnected if it stops, is notified, and reconnects`() async throws {
    let folder = try PrivateFolder()
    let words = try Load.replaying(seconds: 20, in: folder)
    let outcome = try await Daemon.run(words, in: folder) { daemon in
      _ = try await waiting("the socket") { folder.names.contains("s") ? true : nil }
      var losses: [Disconnection] = []
      var runs: [Bool] = []
      var open: Set<Int64> = []
      var ends = 0
      for try await event in SwipeClient(socket: daemon.socket).events() {
        switch event {
        case .connected(let service):
          runs.append(service.isRestarted)
          // 180 begins and ends of nearly 1 kB each exceed the queue.
          if runs.count == 1 { try await Task.sleep(for: .seconds(6)) }
        // A socket that is bound and not listened at yet is for another test.
        case .disconnected(.unreachable), .panel, .activity: break
        case .disconnected(let why): losses.append(why)
        case .swipe(let swipe):
          switch swipe.phase {
          case .begin: #expect(open.insert(swipe.id).inserted)
          case .update: #expect(open.contains(swipe.id))
          case .end, .cancel: #expect(open.remove(swipe.id) != nil)
          case .press, .release: break
          }
          if runs.count > 1 { ends += 1 }
        }
        if ends > 50 { break }
      }
      #expect(runs.allSatisfy { !$0 }, "it is the same service")
      // On a busy machine, flickd may disconnect the client again.
      #expect((1...3).contains(losses.count) && losses.count == runs.count - 1)
      for loss in losses {
        guard case .dismissed("slow-consumer", _) = loss else {
          Issue.record("\(loss)")
          return
        }
      }
    }
    #expect(outcome.code == 0)
  }
}

@Suite struct `A cancelled task` {
  /// The number of this process's connections to a socket; other tests have other sockets.
  private func connections(to socket: String) throws -> Int {
    let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return numbers.compactMap(Int32.init).count { peer(of: $0) == socket }
  }

  /// The path of the socket that a descriptor is connected to, nil if there is none.
  private func peer(of descriptor: Int32) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getpeername(descriptor, $0, &length)
      }
    }
    guard result == 0, Int32(address.sun_family) == AF_UNIX else { return nil }
    let path = unsafe withUnsafeBytes(of: address.sun_path) { unsafe Array($0.prefix { $0 != 0 }) }
    return String(decoding: path, as: UTF8.self)
  }

  @Test func `ends its sequence at once and leaves no descriptor`() async throws {
    let folder = try PrivateFolder()
    let silence = MadeRecording(
      [MadeRecording.Finger(at: 0, from: (50, 50), by: (0, 1), lasting: 100)], period: 60_000_000)
    let file = try folder.write("silence.evemu", silence.bytes)
    let outcome = try await Daemon.run(["--replay", file], in: folder) { daemon in
      let subscriber = try await daemon.subscriber()
      #expect(try connections(to: daemon.socket) == 1)
      for _ in 0..<50 {
        let heard = Heard(SwipeClient(socket: daemon.socket).events())
        _ = try await heard.connected()
        heard.cancel()
        #expect(try await heard.end() == nil)
      }
      #expect(try connections(to: daemon.socket) == 1)
      // flickd also has only this connection left.
      _ = try await waiting("flickd to forget them") {
        try subscriber.send("{\"id\":1,\"request\":\"stats\"}\n")
        return true
      }
      while true {
        if try await subscriber.next(of: "reply").clients == 1 { break }
        try await Task.sleep(for: .milliseconds(20))
        try subscriber.send("{\"id\":1,\"request\":\"stats\"}\n")
      }
    }
    #expect(outcome.code == 0)
  }

  @Test func `ends its sequence while it waits for a service`() async throws {
    let folder = try PrivateFolder()
    let heard = Heard(SwipeClient(socket: folder.file("s")).events())
    _ = try await heard.disconnected()
    heard.cancel()
    #expect(try await heard.end() == nil)
  }

  @Test func `is not needed to leave an iteration`() async throws {
    let outcome = try await Daemon.run(["--demo"]) { daemon in
      let subscriber = try await daemon.subscriber()
      let swipes = SwipeClient(socket: daemon.socket).swipes()
      for try await _ in swipes { break }
      while true {
        try subscriber.send("{\"id\":1,\"request\":\"stats\"}\n")
        if try await subscriber.next(of: "reply").clients == 1 { break }
        try await Task.sleep(for: .milliseconds(20))
      }
      // The sequence can be iterated again.
      for try await swipe in swipes {
        #expect(swipe.phase == .begin)
        break
      }
    }
    #expect(outcome.code == 0)
  }
}
