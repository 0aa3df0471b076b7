import Compression
import Foundation
import LinuxIO
import TestKit
import Testing

@testable import Bridge

@Suite struct `An Accept-Encoding header` {
  private static let cases: [(header: String, gzip: Bool)] = [
    ("", false), ("gzip", true), ("GZip", true), ("x-gzip", true), ("gzip, deflate, br, zstd", true),
    ("deflate, br", false), ("br;q=1.0, gzip;q=0.8, *;q=0.1", true), ("*", true), ("*;q=0", false),
    ("gzip;q=0", false), ("gzip;q=0.0", false), ("gzip;q=0.001", true), ("gzip;q=1.000", true),
    ("*, gzip;q=0", false), ("identity", false), ("identity, gzip", true), ("gzip;q=0.5, identity", false),
    ("gzip;q=0.5, identity;q=0.5", true), ("identity;q=0", false), ("identity;q=0, gzip;q=0.1", true),
    ("gzip ; Q=0.3", true), ("gzip\t;\tq=0", false),
    // Malformed entries are ignored.
    ("gzip;q=2", false), ("gzip;q=1.001", false), ("gzip;q=0.0001", false), ("gzip;q=", false),
    ("gzip;q=-1", false), ("gzip;q=.5", false), ("gzip;q=a", false), ("gzip;x=1", false), ("gzip;", false),
    (",,gzip,,", true), (";q=1", false), ("gzipped", false),
  ]

  @Test(arguments: cases) func `is parsed according to RFC 9110`(header: String, gzip: Bool) {
    #expect(AcceptedEncodings(header.split(separator: ",")).preferGzip == gzip, "\(header)")
  }
}

@Suite struct `An entity tag` {
  @Test func `depends on the bytes`() {
    let tag = EntityTag(of: Array("one".utf8))
    #expect(tag == EntityTag(of: Array("one".utf8)))
    for other in ["", "onf", "eno", "one\n", "One"] { #expect(tag != EntityTag(of: Array(other.utf8))) }
    // The published FNV-1a value of empty input.
    #expect(EntityTag(of: []).text == #"W/"cbf29ce484222325-0""#)
  }

  @Test func `of a digest is strong`() {
    let tag = EntityTag(Digest(of: Array("one".utf8)))
    #expect(tag.text.wholeMatch(of: /"[A-Za-z0-9+\/]{43}="/) != nil)
    #expect(tag.isNamed(in: [tag.text[...]]) && tag.isNamed(in: ["W/\(tag.text)"[...]]))
    #expect(!tag.isNamed(in: [tag.text.dropFirst(2)]))
  }

  @Test func `matches its own text, weak or strong`() {
    let tag = EntityTag(of: Array("one".utf8))
    let strong = tag.text.dropFirst(2)
    for values: [Substring] in [[tag.text[...]], [strong], ["*"], [#""a""#, tag.text[...]]] {
      #expect(tag.isNamed(in: values), "\(values)")
    }
    for values: [Substring] in [
      [], [""], [#""a""#], [strong.dropFirst().dropLast()], [EntityTag(of: []).text[...]],
    ] {
      #expect(!tag.isNamed(in: values), "\(values)")
    }
  }
}

@Suite struct `A served file` {
  private static let text = String(repeating: "export const a = 1\n", count: 50)

  private func content(of name: String, in web: WebFolder, packed: Bool) throws -> WebContent {
    try web.content(of: #require(web.files["/\(name)"]), packed: packed)
  }

  private func bytes(_ content: WebContent) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < content.count { bytes += try content.chunk(at: bytes.count) }
    #expect(try content.chunk(at: content.count).isEmpty)
    return bytes
  }

  @Test func `is sent as gzip only on request`() throws {
    let folder = try PrivateFolder()
    try folder.write("a.js", Self.text)
    let web = try WebFolder(at: folder.path)
    let plain = try content(of: "a.js", in: web, packed: false)
    let packed = try content(of: "a.js", in: web, packed: true)
    #expect(try bytes(plain) == Array(Self.text.utf8) && !plain.isPacked)
    #expect(packed.isPacked && packed.count < plain.count && packed.tag == plain.tag)
    #expect(try Gzip.unpack(bytes(packed), limit: 10_000) == Array(Self.text.utf8))
  }

  @Test func `is read again after a change`() throws {
    let folder = try PrivateFolder()
    try folder.write("a.js", Self.text)
    let web = try WebFolder(at: folder.path)
    let before = try content(of: "a.js", in: web, packed: true)
    let other = Self.text.replacing("1", with: "2")
    try folder.write("a.js", other)
    let after = try content(of: "a.js", in: web, packed: true)
    #expect(try bytes(after) == Array(other.utf8) && !after.isPacked && after.tag != before.tag)
    try folder.write("a.js", Self.text)
    let again = try content(of: "a.js", in: web, packed: true)
    #expect(try bytes(again) == bytes(before) && again.isPacked && again.tag == before.tag)
  }

  /// Two contents of one length, each written within a tick of the file system's clock.
  @Test func `never has the tag of its last content`() throws {
    let folder = try PrivateFolder()
    try folder.write("a.png", "0000")
    let web = try WebFolder(at: folder.path)
    for number in 1..<2000 {
      let text = String(format: "%04d", number)
      try folder.write("a.png", text)
      #expect(try content(of: "a.png", in: web, packed: false).tag == EntityTag(of: Array(text.utf8)))
    }
  }

  @Test func `breaks off if it changes while it is sent`() throws {
    let folder = try PrivateFolder()
    let size = WebContent.chunkBytes * 3 / 2
    let old = [UInt8](repeating: 1, count: size)
    for (name, change) in [
      ("cut", [UInt8](repeating: 1, count: 100)), ("rewritten", [UInt8](repeating: 2, count: size)),
      ("extended", old + old),
    ] {
      try folder.write("a.png", old)
      let web = try WebFolder(at: folder.path)
      let content = try content(of: "a.png", in: web, packed: false)
      #expect(try content.chunk(at: 0).count == WebContent.chunkBytes)
      Thread.sleep(forTimeInterval: 0.02)
      try folder.write("a.png", change)
      #expect(throws: WebContent.Fault.changed, "\(name)") {
        try content.chunk(at: WebContent.chunkBytes)
      }
    }
  }

  @Test func `has at most 16 MiB`() throws {
    let folder = try PrivateFolder()
    let file = try SystemCalls.open(folder.file("a.png"), .creatingNew)
    try SystemCalls.cut(file, to: WebFile.maxBytes + 1)
    let web = try WebFolder(at: folder.path)
    #expect(throws: WebContent.Fault.tooLarge) { try content(of: "a.png", in: web, packed: false) }
    try SystemCalls.cut(file, to: WebFile.maxBytes)
    #expect(try content(of: "a.png", in: web, packed: false).count == WebFile.maxBytes)
  }

  @Test func `is packed if it becomes smaller and fits the budget`() throws {
    let folder = try PrivateFolder()
    try folder.write("small.txt", "a")
    try folder.write("text.png", Self.text)
    try folder.write("text.svg", Self.text)
    let half = String(repeating: "a", count: WebFolder.maxPackedBytes / 2)
    for name in ["x.txt", "y.txt", "z.txt"] { try folder.write(name, half) }
    let web = try WebFolder(at: folder.path)
    for (name, isPacked) in [
      ("small.txt", false), ("text.png", false), ("text.svg", true), ("x.txt", true), ("y.txt", false),
      ("z.txt", false),
    ] {
      #expect((try #require(web.files["/\(name)"]).packed != nil) == isPacked, "\(name)")
    }
  }

  @Test(arguments: [
    ("a.html", "text/html; charset=utf-8"), ("a.js", "text/javascript; charset=utf-8"),
    ("a.mjs", "text/javascript; charset=utf-8"), ("a.css", "text/css; charset=utf-8"),
    ("a.d.ts", "text/plain; charset=utf-8"), ("a.json", "application/json"), ("a.svg", "image/svg+xml"),
    ("a.jpeg", "image/jpeg"), ("a.b.png", "image/png"), ("a", "application/octet-stream"),
    ("a.html.exe", "application/octet-stream"), ("html", "application/octet-stream"),
  ]) func `gets its type from its name`(name: String, type: String) {
    #expect(WebFile(at: "folder.js/\(name)").type == type)
  }
}
