import Foundation
import Glibc
import Testing

@testable import LinuxIO

@Suite struct `A held folder` {
  private typealias Opening = @Sendable (String, borrowing OwnedFD) throws(SystemCallError) -> OwnedFD

  private let scratch = Scratch()

  /// The way of today's kernels, and of Linux before 5.6.
  private static let openings: [(name: String, open: Opening)] = [
    (
      "openat2",
      { (path, folder) throws(SystemCallError) in try SystemCalls.open(path, beneath: folder) }
    ),
    (
      "openat",
      { (path, folder) throws(SystemCallError) in try SystemCalls.openBySteps(path, beneath: folder) }
    ),
  ]

  private func folder() throws -> OwnedFD {
    let files = FileManager.default
    try files.createDirectory(atPath: scratch.file("root/in"), withIntermediateDirectories: true)
    for (name, text) in [("root/a", "a"), ("root/in/b", "b"), ("out", "secret")] {
      try Data(text.utf8).write(to: URL(filePath: scratch.file(name)))
    }
    for (link, target) in [
      ("root/file-link", "a"), ("root/in/out-link", "../../out"), ("root/folder-link", "in"),
      ("root/absolute-link", scratch.file("out")),
    ] {
      try files.createSymbolicLink(atPath: scratch.file(link), withDestinationPath: target)
    }
    return try SystemCalls.openFolder(scratch.file("root"))
  }

  private func text(_ file: borrowing OwnedFD) throws -> String {
    var block = [UInt8](repeating: 0, count: 16)
    var span = block.mutableSpan
    guard case .bytes(let count) = try SystemCalls.read(file, at: 0, into: &span) else { return "" }
    return String(decoding: block[..<count], as: UTF8.self)
  }

  @Test func `opens the files beneath it`() throws {
    let folder = try folder()
    for (name, open) in Self.openings {
      for (path, content) in [("a", "a"), ("in/b", "b")] {
        #expect(try text(try open(path, folder)) == content, "\(name) \(path)")
      }
    }
  }

  @Test func `opens nothing through a link or outside`() throws {
    let folder = try folder()
    for (name, open) in Self.openings {
      for path in [
        "file-link", "absolute-link", "in/out-link", "folder-link/b", "../out", "in/../../out", "..",
        scratch.file("out"), "in/../..", "none", "a/b", "", String(repeating: "a", count: 300),
      ] {
        #expect(throws: SystemCallError.self, "\(name) \(path)") { _ = try open(path, folder) }
      }
    }
  }

  @Test func `keeps its files after another folder has its name`() throws {
    let folder = try folder()
    try FileManager.default.moveItem(atPath: scratch.file("root"), toPath: scratch.file("old"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file("root"), withDestinationPath: scratch.path)
    for (name, open) in Self.openings {
      #expect(try text(try open("in/b", folder)) == "b", "\(name)")
      #expect(throws: SystemCallError.self, "\(name)") { _ = try open("out", folder) }
    }
  }

  @Test func `does not wait for the writer of a FIFO, which has no version`() throws {
    let folder = try folder()
    // The C string lives for the call.
    try #require(unsafe mkfifo(scratch.file("root/fifo"), 0o600) == 0)
    for (name, open) in Self.openings {
      let version = try SystemCalls.version(of: try open("fifo", folder))
      #expect(version == nil, "\(name)")
    }
  }
}

@Suite struct `A version of a file` {
  private let scratch = Scratch()

  private func version(_ file: borrowing OwnedFD) throws -> FileVersion {
    try #require(try SystemCalls.version(of: file))
  }

  @Test func `changes with the content, and not with the name`() throws {
    let path = scratch.file("f")
    let file = try SystemCalls.open(path, .creatingNew)
    _ = try SystemCalls.write(file, [UInt8]("abc".utf8).span)
    let before = try version(file)
    #expect(before.size == 3)
    Thread.sleep(forTimeInterval: 0.05)
    try SystemCalls.unlink(path)
    let removed = try version(file)
    #expect(removed != before && removed.hasSameContent(as: before))
    _ = try SystemCalls.write(file, [UInt8]("d".utf8).span)
    #expect(try !version(file).hasSameContent(as: before))
    try SystemCalls.cut(file, to: 3)
    #expect(try !version(file).hasSameContent(as: before), "the size alone is not enough")
  }

  @Test func `is settled when the clock of its file system has moved on`() throws {
    let file = try SystemCalls.open(scratch.file("f"), .creatingNew)
    let version = try version(file)
    #expect(!version.isSettled(now: version.changed))
    #expect(!version.isSettled(now: version.changed + 99_000_000))
    #expect(version.isSettled(now: version.changed + 101_000_000))
    #expect(version.isSettled(now: version.changed - 3_600_000_000_000), "the clock was set back")
    let odd = FileVersion(device: 1, inode: 1, size: 1, modified: .min, changed: .min)
    #expect(odd.isSettled(now: .max - 1))
  }
}
