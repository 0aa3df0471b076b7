import Foundation
import Glibc
import LinuxIO
import Testing

@Suite struct `A file call` {
  let scratch = Scratch()

  @Test func `reads a whole file up to its bound and no byte more`() throws {
    let path = scratch.file("f")
    _ = FileManager.default.createFile(atPath: path, contents: Data(repeating: 7, count: 10_000))
    #expect(try SystemCalls.contents(of: path, upTo: 10_000) == [UInt8](repeating: 7, count: 10_000))
    do throws(SystemCallError) {
      _ = try SystemCalls.contents(of: path, upTo: 9_999)
      Issue.record("10000 bytes passed a bound of 9999")
    } catch {
      #expect(error == SystemCallError(call: "read", code: .fileTooLarge, subject: path))
    }
  }

  @Test func `reports its name, its path and the kernel's reason`() {
    do throws(SystemCallError) {
      _ = try SystemCalls.contents(of: scratch.file("none"), upTo: 1)
      Issue.record("read a file that is not there")
    } catch {
      #expect(error.description == "open \(scratch.file("none")): No such file or directory")
    }
  }

  /// Regression: a configuration that was a FIFO counted as empty.
  @Test func `refuses a pipe in place of a settings file`() throws {
    let path = scratch.file("pipe")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    do throws(SystemCallError) {
      _ = try SystemCalls.contentsIfAny(of: path)
      Issue.record("read a pipe")
    } catch {
      #expect(error.explained == "open \(path): this is a pipe: name a file")
    }
  }

  @Test func `creates a file only if the path is free`() throws {
    let path = scratch.file("new")
    _ = try SystemCalls.write(try SystemCalls.open(path, .creatingNew), [UInt8]("abc".utf8).span)
    #expect(try SystemCalls.contents(of: path, upTo: 3) == Array("abc".utf8))
    do throws(SystemCallError) {
      _ = try SystemCalls.open(path, .creatingNew)
      Issue.record("opened what was there")
    } catch {
      #expect(error == SystemCallError(call: "open", code: .fileExists, subject: path))
    }
    #expect(try SystemCalls.contents(of: path, upTo: 3) == Array("abc".utf8))
  }

  /// Regression: flickd looked for its socket in the moment between the kernel's report and the
  /// removal, still found it, and never listened there again.
  @Test func `does not count a name that is being removed`() throws {
    let path = scratch.file("f")
    let file = try SystemCalls.open(path, .creatingNew)
    let named = try #require(try SystemCalls.identity(of: path))
    #expect(named.stillNames(try SystemCalls.identity(of: file)))
    try SystemCalls.unlink(path)
    let removed = try SystemCalls.identity(of: file)
    #expect(removed.names == 0 && removed.isSameFile(as: named) && !removed.stillNames(named))
  }

  @Test func `lists a folder in byte order`() throws {
    for name in ["b", "a", ".c", "B"] {
      _ = FileManager.default.createFile(atPath: scratch.file(name), contents: nil)
    }
    #expect(try SystemCalls.names(in: scratch.path) == [".c", "B", "a", "b"])
  }

  @Test func `closes a descriptor that was not released`() throws {
    let kept = try SystemCalls.open("/dev/null", .reading).take()
    #expect(try SystemCalls.identity(of: "/proc/self/fd/\(kept)") != nil)
    OwnedFD(taking: kept).close()
    #expect(!SystemCalls.isTerminal(descriptor: kept))
  }

  @Test func `finds groups by number`() {
    #expect(SystemCalls.groupName(0) == "root")
    #expect(SystemCalls.groupName(4_000_000_000) == nil)
  }
}
