import Compression
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

  private func file(_ folder: PrivateFolder, _ name: String, within allowance: Int = 100_000) -> WebFile {
    var file = WebFile(at: folder.file(name))
    var allowance = allowance
    file.pack(within: &allowance)
    return file
  }

  @Test func `is sent as gzip only on request`() throws {
    let folder = try PrivateFolder()
    try folder.write("a.js", Self.text)
    let file = file(folder, "a.js")
    let (plain, packed) = (try file.content(packed: false), try file.content(packed: true))
    #expect(plain.bytes == Array(Self.text.utf8) && !plain.isPacked)
    #expect(packed.isPacked && packed.bytes.count < plain.bytes.count && packed.tag == plain.tag)
    #expect(try Gzip.unpack(packed.bytes, limit: 10_000) == plain.bytes)
  }

  @Test func `is read again after a change`() throws {
    let folder = try PrivateFolder()
    try folder.write("a.js", Self.text)
    let file = file(folder, "a.js")
    let before = try file.content(packed: true)
    let other = Self.text.replacing("1", with: "2")
    try folder.write("a.js", other)
    let after = try file.content(packed: true)
    #expect(after.bytes == Array(other.utf8) && !after.isPacked && after.tag != before.tag)
    try folder.write("a.js", Self.text)
    #expect(try file.content(packed: true) == before)
  }

  @Test func `is packed if it becomes smaller and fits the allowance`() throws {
    let folder = try PrivateFolder()
    try folder.write("small.txt", "a")
    try folder.write("text.png", Self.text)
    try folder.write("text.svg", Self.text)
    #expect(try !file(folder, "small.txt").content(packed: true).isPacked)
    #expect(try !file(folder, "text.png").content(packed: true).isPacked)
    #expect(try file(folder, "text.svg").content(packed: true).isPacked)
    #expect(try !file(folder, "text.svg", within: Self.text.utf8.count - 1).content(packed: true).isPacked)
    var allowance = Self.text.utf8.count * 3 / 2
    for (name, isPacked) in [("text.svg", true), ("text.svg", false)] {
      var file = WebFile(at: folder.file(name))
      file.pack(within: &allowance)
      #expect(try file.content(packed: true).isPacked == isPacked)
    }
  }

  @Test(arguments: [
    ("a.html", "text/html; charset=utf-8"), ("a.js", "text/javascript; charset=utf-8"),
    ("a.mjs", "text/javascript; charset=utf-8"), ("a.css", "text/css; charset=utf-8"),
    ("a.d.ts", "text/plain; charset=utf-8"), ("a.json", "application/json"), ("a.svg", "image/svg+xml"),
    ("a.jpeg", "image/jpeg"), ("a.b.png", "image/png"), ("a", "application/octet-stream"),
    ("a.html.exe", "application/octet-stream"), ("html", "application/octet-stream"),
  ]) func `gets its type from its name`(name: String, type: String) {
    #expect(WebFile(at: "/folder.js/\(name)").type == type)
  }
}
