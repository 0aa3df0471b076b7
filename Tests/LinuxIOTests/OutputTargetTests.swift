import Foundation
import Glibc
import LinuxIO
import Testing

@Suite struct `An output that a user names` {
  let scratch = Scratch()

  private func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: scratch.file(name)))
    return scratch.file(name)
  }

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func link(_ name: String, to target: String) throws -> String {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file(name), withDestinationPath: target)
    return scratch.file(name)
  }

  private func refusal(_ path: String) -> ErrorNumber? {
    do throws(SystemCallError) {
      _ = try OutputTarget(path)
      return nil
    } catch { return error.code }
  }

  @Test func `is standard output by each of its names`() throws {
    for path in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1"] {
      let target = try OutputTarget(path)
      #expect(target.isStandardOutput && target.isStream, "\(path)")
    }
    #expect(try OutputTarget(try link("out", to: "/dev/stdout")).isStandardOutput)
    #expect(try OutputTarget("/dev/stderr").isStream && !OutputTarget("/dev/stderr").isStandardOutput)
  }

  @Test func `is no descriptor that the process itself has opened, or that is not open`() throws {
    let file = try SystemCalls.open(try write("f", "recorded"), .updating)
    #expect(refusal("/dev/fd/\(file.number)")?.rawValue == EBADF)
    #expect(refusal("/proc/self/fd/999")?.rawValue == EBADF)
    #expect(try text(scratch.file("f")) == "recorded")
  }

  @Test func `is the file at the end of its links, and the links remain`() throws {
    _ = try write("page", "old")
    let first = try link("first", to: "page")
    let second = try link("second", to: first)
    let folder = try link("folder", to: scratch.path)
    for (number, path) in [first, second, "\(folder)/second", "\(folder)/./first"].enumerated() {
      try OutputTarget(path).write(Array("\(number)".utf8))
      #expect(try text(path) == "\(number)" && text(scratch.file("page")) == "\(number)", "\(path)")
    }
    #expect(try SystemCalls.identity(of: first)?.kind == .other)
    // A link to nothing creates what it points to.
    try OutputTarget(try link("dangling", to: "new")).write([65])
    #expect(try text(scratch.file("new")) == "A")
    #expect(try SystemCalls.identity(of: scratch.file("new"))?.kind == .regular)
    #expect(!scratch.names.contains { $0.hasPrefix(".") }, "\(scratch.names)")
  }

  @Test func `that is a device or a FIFO is written and never replaced`() throws {
    let fifo = scratch.file("fifo")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    // Held open for both, so that neither side waits.
    let reader = try SystemCalls.open(fifo, .updating)
    for path in [fifo, try link("fifo-link", to: "fifo")] {
      let target = try OutputTarget(path)
      try target.checkPermission()
      try target.write(Array("page".utf8))
      var block = [UInt8](repeating: 0, count: 64)
      var span = block.mutableSpan
      #expect(try SystemCalls.read(reader, into: &span) == .bytes(4))
    }
    #expect(try SystemCalls.identity(of: fifo)?.kind == .pipe)
    let target = try OutputTarget("/dev/null")
    #expect(target.isStream)
    try target.write([1, 2, 3])
    #expect(try SystemCalls.identity(of: "/dev/null")?.kind == .characterDevice)
    do throws(SystemCallError) {
      try OutputTarget("/dev/full").write([1])
      Issue.record("wrote to a full device")
    } catch { #expect(error.code.rawValue == ENOSPC) }
  }

  @Test func `is refused if it is a folder or a loop of links`() throws {
    #expect(refusal(scratch.path) == .isFolder)
    #expect(refusal("\(scratch.path)/") == .isFolder)
    #expect(refusal("/") == .isFolder)
    #expect(refusal(try link("loop", to: "loop")) == .tooManyLinks)
    let file = try write("file", "")
    #expect(throws: SystemCallError.self) { try OutputTarget("\(file)/page").checkPermission() }
    try OutputTarget(scratch.file("new/folder/page")).checkPermission()
  }

  @Test func `is an input by another spelling, a link and a hard link`() throws {
    let path = try write("recording", "recorded")
    let input = try #require(try SystemCalls.target(of: path))
    let hard = scratch.file("hard")
    try FileManager.default.linkItem(atPath: path, toPath: hard)
    for path in [path, hard, try link("soft", to: "recording"), "\(scratch.path)/./recording"] {
      #expect(try OutputTarget(path).isSameFile(as: input), "\(path)")
    }
    #expect(try !OutputTarget(try write("other", "recorded")).isSameFile(as: input))
    // A terminal can be input and output.
    let null = try #require(try SystemCalls.target(of: "/dev/null"))
    #expect(try !OutputTarget("/dev/null").isSameFile(as: null))
  }

  @Test func `that grows keeps what has content, and removes only what it has created`() throws {
    let full = try write("full", "recorded")
    #expect(throws: SystemCallError(call: "open", code: .fileExists, subject: full)) {
      _ = try AppendedFile(try OutputTarget(full), isPrivate: true)
    }
    #expect(try text(full) == "recorded")
    let empty = try write("empty", "")
    let file = try AppendedFile(try OutputTarget(empty), isPrivate: true)
    try file.append(Array("a".utf8))
    try file.append(Array("b".utf8))
    #expect(try text(empty) == "ab" && SystemCalls.identity(of: empty)?.mode == 0o600)
    try file.remove()
    let new = try AppendedFile(try OutputTarget(scratch.file("new")), isPrivate: true)
    try new.remove()
    #expect(scratch.names == ["empty", "full"])
  }
}

@Suite struct `A replaced state file` {
  /// Regression: the draft was opened again by its name before it got its owner.
  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func `belongs to the owner of its folder`() throws {
    let scratch = Scratch()
    #expect(unsafe chown(scratch.path, 12_345, 12_346) == 0)
    try FileReplacement.replacePrivate("panels", in: scratch.path, with: [1])
    let found = try #require(try SystemCalls.identity(of: scratch.file("panels")))
    #expect(found.owner == 12_345 && found.group == 12_346 && found.mode == 0o600)
    #expect(scratch.names == ["panels"])
  }
}
