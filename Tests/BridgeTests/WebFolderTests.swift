import Foundation
import Glibc
import LinuxIO
import TestKit
import Testing

@testable import Bridge

@Suite struct `A served folder` {
  /// The path and the type of the file that is found.
  private func found(_ target: String, in web: WebFolder) -> [String] {
    guard case .file(let file) = web.find(target) else { return [] }
    return [file.path, file.type]
  }

  private func folder() throws -> PrivateFolder {
    let folder = try PrivateFolder()
    for name in ["gallery", "gallery/art", "private"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.write("flick.js", "export const a = 1\n")
    try folder.write("gallery/index.html", "<!doctype html>\n")
    try folder.write("gallery/art/card.svg", "<svg/>\n")
    try folder.write(".secret", "no\n")
    try folder.write("a file", "no\n")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("passwd.txt"), withDestinationPath: "/etc/passwd")
    return folder
  }

  @Test func `finds its files with their types`() throws {
    let folder = try folder()
    let web = try WebFolder(at: folder.path)
    #expect(
      found("/flick.js?v=1", in: web) == ["flick.js", "text/javascript; charset=utf-8"])
    #expect(
      found("/gallery/", in: web) == ["gallery/index.html", "text/html; charset=utf-8"])
    #expect(
      found("/gallery/art/card.svg", in: web) == ["gallery/art/card.svg", "image/svg+xml"])
    #expect(web.find("/gallery") == .moved("/gallery/"))
    #expect(web.find("/") == .moved("/gallery/"))
  }

  @Test(arguments: [
    "", "flick.js", "/../flick.js", "/gallery/../flick.js", "/%66lick.js", "/%2e%2e/etc/passwd", "//flick.js",
    "/./flick.js", "/.secret", "/passwd.txt", "/a%20file", "/a file", "/gallery/art/", "/private",
    "/etc/passwd", "/gallery\\index.html", "/flick.js/", "/flick.js\u{0}", "http://127.0.0.1/flick.js",
  ]) func `finds nothing else`(target: String) throws {
    let folder = try folder()
    #expect(try WebFolder(at: folder.path).find(target) == nil)
  }

  /// The files of a folder that changes after the start.
  @Test func `follows no link that was made after the start`() throws {
    let folder = try folder()
    let outside = try PrivateFolder()
    try outside.write("art/card.svg", "secret\n")
    let files = FileManager.default
    let web = try WebFolder(at: folder.path)
    let script = try #require(web.files["/flick.js"])
    let card = try #require(web.files["/gallery/art/card.svg"])
    #expect(throws: Never.self) { try web.content(of: card, packed: false) }
    for target in ["/etc/passwd", folder.file("gallery/index.html"), "gallery/index.html"] {
      try files.removeItem(atPath: folder.file("flick.js"))
      try files.createSymbolicLink(atPath: folder.file("flick.js"), withDestinationPath: target)
      #expect(throws: WebContent.Fault.self, "\(target)") { try web.content(of: script, packed: false) }
    }
    for (name, target) in [("gallery/art", outside.file("art")), ("gallery", outside.path)] {
      try files.removeItem(atPath: folder.file(name))
      try files.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
      #expect(throws: WebContent.Fault.self, "\(name)") { try web.content(of: card, packed: false) }
    }
  }

  @Test func `sends only regular files`() throws {
    let folder = try folder()
    let web = try WebFolder(at: folder.path)
    let script = try #require(web.files["/flick.js"])
    try SystemCalls.unlink(folder.file("flick.js"))
    // The C string lives for the call.
    try #require(unsafe mkfifo(folder.file("flick.js"), 0o600) == 0)
    #expect(throws: WebContent.Fault.self) { try web.content(of: script, packed: false) }
    try SystemCalls.unlink(folder.file("flick.js"))
    try FileManager.default.createDirectory(
      atPath: folder.file("flick.js"), withIntermediateDirectories: false)
    #expect(throws: WebContent.Fault.self) { try web.content(of: script, packed: false) }
  }

  @Test func `must exist`() throws {
    let folder = try PrivateFolder()
    #expect(throws: (any Error).self) { try WebFolder(at: folder.file("none")) }
  }
}
