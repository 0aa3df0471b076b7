import Foundation
import Glibc
import Testing

@testable import LinuxIO

/// Regression: the owner was set by path after the bind.
///
/// A file that another program had put there meanwhile got the owner instead of the socket.
@Suite struct `The ownership of a socket` {
  let scratch = Scratch()
  var path: String { scratch.file("s") }

  /// Binds a socket and leaves its file.
  private func bind(_ name: String) throws {
    let address = try #require(UnixAddress(scratch.file(name)))
    try SystemCalls.bind(try SystemCalls.socket(.stream, blocking: false), to: address)
  }

  private func owned(by user: UInt32) -> UnixListenerError? {
    refusal { () throws(UnixListenerError) in
      var ownership = try SocketOwnership(path)
      try ownership.own(owner: user, group: nil)
    }
  }

  @Test(arguments: [
    "a file", "a folder", "a link to a file", "a link to a socket", "a socket with another name",
  ])
  func `keeps its owner if another program has replaced the socket`(kind: String) throws {
    let files = FileManager.default
    let other = scratch.file("other")
    switch kind {
    case "a file": _ = files.createFile(atPath: path, contents: nil)
    case "a folder": try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "a link to a file":
      _ = files.createFile(atPath: other, contents: nil)
      try files.createSymbolicLink(atPath: path, withDestinationPath: other)
    case "a link to a socket":
      try bind("other")
      try files.createSymbolicLink(atPath: path, withDestinationPath: other)
    default:
      try bind("other")
      try files.linkItem(atPath: other, toPath: path)
    }
    let before = try [path, other].map { try SystemCalls.identity(of: $0)?.owner }
    #expect(owned(by: 12345) == .exchanged(path))
    #expect(try [path, other].map { try SystemCalls.identity(of: $0)?.owner } == before)
  }

  @Test(.enabled(if: geteuid() == 0, "needs root to change the owner of a file"))
  func `changes its owner only if it is the bound socket`() throws {
    try bind("s")
    // The ownership removes its socket at its end.
    #expect(owned(by: 12345) == nil)
    try bind("s")
    try FileManager.default.setAttributes([.ownerAccountID: 54321], ofItemAtPath: path)
    #expect(owned(by: 12345) == .exchanged(path))
    #expect(try SystemCalls.identity(of: path)?.owner == 54321)
  }
}
