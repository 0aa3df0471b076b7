import Foundation
import Installation
import LinuxIO
import TestKit
import Testing

@Suite struct `Advice on an unreachable service` {
  /// The installation that the files of a machine indicate to a user.
  private func installation(
    at path: String = "/run/flickd/flickd.sock", variables: [String: String] = Self.variables,
    _ prepare: (PrivateFolder) throws -> Void
  ) throws -> ConnectionAdvice.Installation {
    let machine = try PrivateFolder()
    try prepare(machine)
    return .found(for: path, below: machine.path) { variables[$0] }
  }

  private static let variables = ["HOME": "/home/anna", "XDG_RUNTIME_DIR": "/run/user/1000"]

  private func make(_ folder: String, in machine: PrivateFolder) throws {
    try FileManager.default.createDirectory(
      atPath: machine.file(folder), withIntermediateDirectories: true)
  }

  @Test(arguments: ["etc/systemd/system", "usr/lib/systemd/system", "lib/systemd/system"])
  func `finds the unit in every folder of systemd`(folder: String) throws {
    let found = try installation { machine in
      try make("run/systemd/system", in: machine)
      try make(folder, in: machine)
      _ = try machine.write("\(folder)/flickd.socket", "[Socket]\n")
    }
    #expect(found == .ready(.system))
  }

  /// Regression: `systemctl --user stop` of one's own unit was answered with "it is not installed".
  @Test(
    arguments: [
      ("home/anna/.local/share/systemd/user", [:]), ("home/anna/.config/systemd/user", [:]),
      ("usr/lib/systemd/user", [:]), ("etc/systemd/user", [:]), ("run/user/1000/systemd/user", [:]),
      ("data/systemd/user", ["XDG_DATA_HOME": "/data"]),
      ("settings/systemd/user", ["XDG_CONFIG_HOME": "/settings"]),
    ] as [(String, [String: String])])
  func `finds the unit in every folder of the user's systemd`(
    folder: String, variables: [String: String]
  ) throws {
    let variables = Self.variables.merging(variables) { _, new in new }
    for path in ["/run/flickd/flickd.sock", "/run/user/1000/flickd/flickd.sock"] {
      let found = try installation(at: path, variables: variables) { machine in
        try make("run/systemd/system", in: machine)
        try make(folder, in: machine)
        _ = try machine.write("\(folder)/flickd.socket", "[Socket]\n")
      }
      #expect(found == .ready(.user))
    }
  }

  @Test func `finds the unit of the system before that of the user, whose socket is another one`() throws {
    func found(at path: String) throws -> ConnectionAdvice.Installation {
      try installation(at: path) { machine in
        try make("run/systemd/system", in: machine)
        for folder in ["usr/lib/systemd/system", "home/anna/.local/share/systemd/user"] {
          try make(folder, in: machine)
          _ = try machine.write("\(folder)/flickd.socket", "[Socket]\n")
        }
      }
    }
    #expect(try found(at: "/run/flickd/flickd.sock") == .ready(.system))
    #expect(try found(at: "/run/user/1000/flickd/flickd.sock") == .ready(.user))
    #expect(try found(at: "/tmp/own.sock") == .none)
  }

  @Test func `finds a unit that its user has masked`() throws {
    let found = try installation { machine in
      for folder in ["run/systemd/system", "home/anna/.config/systemd/user", "usr/lib/systemd/user"] {
        try make(folder, in: machine)
      }
      _ = try machine.write("usr/lib/systemd/user/flickd.socket", "[Socket]\n")
      try FileManager.default.createSymbolicLink(
        atPath: machine.file("home/anna/.config/systemd/user/flickd.socket"),
        withDestinationPath: "/dev/null")
    }
    #expect(found == .masked(.user))
  }

  @Test func `finds nothing without a unit or without systemd`() throws {
    #expect(try installation { try make("run/systemd/system", in: $0) } == .none)
    let container = try installation { machine in
      try make("usr/lib/systemd/system", in: machine)
      _ = try machine.write("usr/lib/systemd/system/flickd.socket", "[Socket]\n")
    }
    #expect(container == .none)
  }

  @Test func `finds a masked unit before the one that it hides`() throws {
    let found = try installation { machine in
      for folder in ["run/systemd/system", "etc/systemd/system", "usr/lib/systemd/system"] {
        try make(folder, in: machine)
      }
      _ = try machine.write("usr/lib/systemd/system/flickd.socket", "[Socket]\n")
      try FileManager.default.createSymbolicLink(
        atPath: machine.file("etc/systemd/system/flickd.socket"), withDestinationPath: "/dev/null")
    }
    #expect(found == .masked(.system))
  }

  private func start(
    _ installation: ConnectionAdvice.Installation, reason: String = "No such file or directory"
  ) -> String {
    ConnectionAdvice.toStart(
      at: "/run/flickd/flickd.sock", reason: reason, installation: installation, by: .sudo)
  }

  @Test func `is a command that fits the machine`() {
    #expect(
      start(.none) == "it is not installed; run `make run` in its sources, install its package")
    #expect(start(.ready(.system)) == "start it with `sudo systemctl start flickd.socket`")
    #expect(
      start(.ready(.system), reason: "Connection refused")
        == "restart it with `sudo systemctl restart flickd.socket`")
    #expect(
      start(.masked(.system)) == "it is masked; unmask it with `sudo sh -c 'systemctl unmask flickd.socket "
        + "flickd.service && systemctl start flickd.socket'`")
  }

  @Test func `needs no root for the unit of the user`() {
    #expect(start(.ready(.user)) == "start it with `systemctl --user start flickd.socket`")
    #expect(
      start(.ready(.user), reason: "Connection refused")
        == "restart it with `systemctl --user restart flickd.socket`")
    #expect(
      start(.masked(.user)) == "it is masked; unmask it with `systemctl --user unmask flickd.socket "
        + "flickd.service && systemctl --user start flickd.socket`")
  }

  @Test func `is a demo at a custom path`() {
    let advice = ConnectionAdvice.toStart(at: "/tmp/a b.sock", reason: "", installation: .none, by: .sudo)
    #expect(advice == "`flickd --demo --socket '/tmp/a b.sock'` starts a demo there")
  }

  @Test(arguments: [
    ("@flickd", "the socket must be a plain path, not an abstract name: write for example /tmp/flickd.sock"),
    (
      "unix:/nowhere/x.sock",
      "the socket must be a plain path, without unix: or a port: write /nowhere/x.sock"
    ),
    (
      "file:///nowhere/x.sock",
      "the socket must be a plain path, without unix: or a port: write /nowhere/x.sock"
    ),
    (
      "kiosk:7272",
      "the socket must be a plain path, without unix: or a port: pages reach flickd by `flickctl bridge`"
    ),
  ])
  func `is a plain path for an address of another form`(address: String, advice: String) {
    #expect(
      ConnectionAdvice.toStart(at: address, reason: "", installation: .ready(.system), by: .sudo) == advice)
  }

  @Test func `is another path where a pipe is`() throws {
    let folder = try PrivateFolder()
    #expect(unsafe mkfifo(folder.file("fifo"), 0o600) == 0)
    let advice = ConnectionAdvice.toStart(
      at: folder.file("fifo"), reason: "", installation: .ready(.system), by: .sudo)
    #expect(advice == "this is another file, not a socket")
  }

  private func socket(mode: UInt32, group: UInt32) throws -> SystemCalls.FileIdentity {
    var socket = try #require(try SystemCalls.identity(of: "/"))
    (socket.mode, socket.group, socket.owner) = (mode, group, 0)
    return socket
  }

  private func letIn(
    mode: UInt32 = 0o660, group: UInt32 = 901, isMember: Bool = false, hasNewgrp: Bool = true
  ) throws -> String {
    ConnectionAdvice.toBeLetIn(
      "anna", by: "flick", of: try socket(mode: mode, group: group), isMember: isMember,
      hasNewgrp: hasNewgrp, door: .sudo)
  }

  @Test func `asks a user to join the socket's group and log in again`() throws {
    let renewal = "log in again, or run `newgrp flick` for one shell"
    #expect(
      try letIn()
        == "user anna may not connect; join group flick with `sudo usermod -aG flick anna`, then \(renewal)")
    #expect(
      try letIn(isMember: true) == "user anna has joined group flick since this session began: \(renewal)")
  }

  @Test(arguments: [(0o600, 901), (0o640, 901), (0o660, 0)] as [(UInt32, UInt32)])
  func `names no group that does not help or grants too much`(mode: UInt32, group: UInt32) throws {
    #expect(
      try letIn(mode: mode, group: group)
        == "user anna may not connect, only root may; set `group` of [socket] in flickd's configuration")
  }

  @Test func `reads group members from the system`() throws {
    let user = SystemCalls.effectiveUser()
    let name = try #require(SystemCalls.userName(user))
    let own = UInt32(getgid())
    #expect(SystemCalls.isMember(name, of: own))
    #expect(!SystemCalls.isMember(name, of: 4_000_000_000))
    #expect(!SystemCalls.isMember("no-such-user", of: own))
  }
}
