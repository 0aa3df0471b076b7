import Foundation
import Glibc
import LinuxIO
import Testing

@Suite struct `A service notification` {
  @Test(arguments: [true, false])
  func `is one datagram of assignments`(isAbstract: Bool) throws {
    let scratch = Scratch()
    let address = isAbstract ? "@flickd-\(UUID().uuidString)" : scratch.file("n")
    let manager = try Manager(address)
    let notification = try ServiceNotification(address: address)
    let wanted = notification.isWanted
    #expect(wanted)
    try notification.send([.ready, .status("one\ntwo")])
    try notification.send([.reloading(since: 42)])
    try notification.send([.stopping, .watchdog])
    #expect(manager.receive() == "READY=1\nSTATUS=one two")
    #expect(manager.receive() == "RELOADING=1\nMONOTONIC_USEC=42")
    #expect(manager.receive() == "STOPPING=1\nWATCHDOG=1")
  }

  @Test(arguments: [nil, ""])
  func `does nothing without a manager`(address: String?) throws {
    let notification = try ServiceNotification(address: address)
    let wanted = notification.isWanted
    #expect(!wanted)
    try notification.send([.ready])
  }

  @Test func `fails without a listener`() {
    do throws(SystemCallError) {
      _ = try ServiceNotification(address: "/nowhere/notify")
      Issue.record("connected without a listener")
    } catch {
      #expect(error.code == .noSuchFile)
    }
  }
}

/// The receiving end, as in systemd.
private struct Manager: ~Copyable {
  private let file: OwnedFD

  init(_ text: String) throws {
    file = OwnedFD(taking: socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (index, byte) in text.utf8.enumerated() {
        unsafe room[index] = byte == UInt8(ascii: "@") ? 0 : byte
      }
    }
    let number = file.number
    let length = socklen_t(2 + text.utf8.count + (text.hasPrefix("@") ? 0 : 1))
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(number, $0, length) }
    }
    try #require(result == 0)
  }

  func receive() -> String? {
    var bytes = [UInt8](repeating: 0, count: 512)
    var span = bytes.mutableSpan
    guard case .bytes(let count) = try? SystemCalls.read(file, into: &span) else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
