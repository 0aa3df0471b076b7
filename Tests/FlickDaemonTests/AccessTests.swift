import FlickProtocol
import Settings
import TestKit
import Testing

@testable import FlickDaemon
@testable import LinuxIO

/// Whether the tests may become other users.
private let isRoot = SystemCalls.effectiveUser() == 0

@Suite struct `Access to the socket` {
  private func access(
    _ change: (inout SocketSettings) -> Void = { _ in }, owner: UInt32? = 0, group: UInt32? = 400,
    ceiling: Level = .positions
  ) -> Access {
    var settings = SocketSettings()
    change(&settings)
    let numbers: [String: UInt32] = ["see": 401, "move": 402, "decide": 403]
    return Access(settings, owner: owner, group: group, own: 77, ceiling: ceiling) {
      UInt32($0) ?? numbers[$0]
    }
  }

  private func peer(_ user: UInt32, _ group: UInt32, _ groups: UInt32...) -> PeerCredentials {
    PeerCredentials(process: 1, user: user, group: group, groups: groups)
  }

  @Test func `is positions for root and the service's own user`() {
    #expect(access().level(of: peer(0, 9)) == .positions)
    #expect(access().level(of: peer(77, 9)) == .positions)
  }

  @Test func `is motion for the socket's group and owner, unless a list sets another level`() {
    #expect(access().level(of: peer(5, 400)) == .motion)
    #expect(access().level(of: peer(5, 9, 8, 400)) == .motion)
    #expect(access(owner: 5).level(of: peer(5, 9)) == .motion)
    #expect(access({ $0.decisions = ["400"] }).level(of: peer(5, 400)) == .decisions)
    #expect(access({ $0.positions = ["400"] }).level(of: peer(5, 9, 400)) == .positions)
  }

  @Test func `is denied to a user outside all listed groups`() {
    #expect(access().level(of: peer(5, 9)) == nil)
    #expect(access().level(of: peer(65534, 65534, 9, 10, 11)) == nil)
    #expect(access(owner: nil, group: nil).level(of: peer(5, 0)) == nil)
  }

  @Test func `is the highest level of a peer's groups`() {
    let access = access {
      ($0.positions, $0.motion, $0.decisions) = (["see"], ["move"], ["decide", "see"])
    }
    #expect(access.level(of: peer(5, 403)) == .decisions)
    #expect(access.level(of: peer(5, 403, 402)) == .motion)
    #expect(access.level(of: peer(5, 402, 403, 401)) == .positions)
    #expect(access.level(of: peer(5, 400)) == .motion)
    #expect(access.unknown.isEmpty)
  }

  @Test func `is not widened by an unknown group`() {
    let access = access { $0.positions = ["nobody-knows", "see"] }
    #expect(access.unknown == ["nobody-knows"])
    #expect(access.level(of: peer(5, 401)) == .positions)
    #expect(access.level(of: peer(5, 9)) == nil)
  }

  @Test func `is decisions for every user while the configuration is bad`() {
    let access = access({ $0.positions = ["see"] }, ceiling: .decisions)
    for peer in [peer(0, 0), peer(77, 9), peer(5, 401), peer(5, 400)] {
      #expect(access.level(of: peer) == .decisions)
    }
    #expect(access.level(of: peer(5, 9)) == nil)
    #expect(access.with(SocketSettings(), ceiling: .positions).level(of: peer(0, 0)) == .positions)
  }

  @Test(
    .enabled(if: isRoot, "needs root to become other users"),
    arguments: [
      (group: 4001, groups: [], level: "positions"), (4009, [4008, 4001], "positions"),
      (4002, [], "motion"), (4003, [4009], "decisions"), (4000, [], "motion"), (4009, [4000], "motion"),
      (4009, [4008], nil),
    ] as [(group: UInt32, groups: [UInt32], level: String?)]
  )
  func `of a process follows its groups in the kernel`(
    group: UInt32, groups: [UInt32], level: String?
  ) async throws {
    let folder = try PrivateFolder()
    let configuration = try folder.write(
      "levels.toml",
      """
      [socket]
      owner = "0"
      group = "4000"
      positions = ["4001"]
      motion = ["4002"]
      decisions = ["4003"]
      """)
    let outcome = try await Daemon.run(["--demo", "--config", configuration], in: folder) { daemon in
      _ = try await daemon.subscribe()
      let found = try #require(try SystemCalls.identity(of: daemon.socket))
      #expect(found.mode == 0o660)
      #expect(found.owner == 0)
      #expect(found.group == 4000)
      // Mode 0660 would refuse most of these accounts before flickd checks their groups.
      try folder.setMode(0o666, of: "s")
      let listening = try await Command.asAccount(
        user: 5000, group: group, groups: groups, .flickctl, "listen", "--json", "--count", "1", "--socket",
        daemon.socket, from: folder
      ).run()
      let first = try JSON(try #require(listening.lines.first))
      if let level {
        #expect(listening.code == 0, "\(listening.errors)")
        #expect(first.type == "hello")
        #expect(first.level.text == level)
      } else {
        #expect(listening.code == 77)
        #expect(first.type == "bye")
        #expect(first.reason == "denied")
        #expect(listening.lines.count == 1)
      }
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("uid=5000") == (level != nil), "\(outcome.errors)")
  }

  @Test(.enabled(if: isRoot, "needs root to become other users"))
  func `is refused to an outsider a thousand times out of a thousand`() async throws {
    let folder = try PrivateFolder()
    let configuration = try folder.write("group.toml", "[socket]\ngroup = \"4000\"\n")
    let knocking = """
      import socket, sys
      refused = 0
      for _ in range(1000):
          try:
              socket.socket(socket.AF_UNIX).connect(sys.argv[1])
          except PermissionError:
              refused += 1
      print(refused)
      """
    let outcome = try await Daemon.run(["--demo", "--config", configuration], in: folder) { daemon in
      _ = try await daemon.subscribe()
      let words = ["python3", "-c", knocking, daemon.socket]
      let outsider = Command.User.account(user: 5000, group: 5000, groups: [4001])
      #expect(try await Command(words, user: outsider).run().output == "1000\n")
      let insider = Command.User.account(user: 5000, group: 5000, groups: [4000])
      #expect(try await Command(words, user: insider).run().output == "0\n")
    }
    #expect(outcome.code == 0)
  }

  @Test func `keeps the service's own group if the configured one is unknown, and logs this`() async throws {
    let folder = try PrivateFolder()
    let configuration = try folder.write(
      "unknown.toml", "[socket]\ngroup = \"no-such-group\"\nmotion = [\"nor-this\"]\n")
    let outcome = try await Daemon.run(["--demo", "--config", configuration], in: folder) { daemon in
      _ = try await daemon.subscribe()
    }
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("there is no group `no-such-group`: the socket keeps flickd's own"))
    #expect(outcome.errors.contains("there is no group `nor-this`, so it admits no user"))
  }
}
