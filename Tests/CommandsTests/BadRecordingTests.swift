import Compression
import Foundation
import TestKit
import Testing

private let formats = "evemu, `libinput record`, `getevent -lt`, evtest or a scenario (`.touch`)"

/// A file that is not a complete recording, and its error message.
struct BadRecording: CustomTestStringConvertible, Sendable {
  var kind: String
  var bytes: [UInt8]
  /// The message after the file's name.
  var message: String

  var testDescription: String { kind }

  private init(_ kind: String, _ bytes: [UInt8], _ message: String) {
    (self.kind, self.bytes, self.message) = (kind, bytes, message)
  }

  private static let good = MadeRecording.oneFinger.bytes
  private static let goodLines = String(decoding: good, as: UTF8.self).split(separator: "\n").map(String.init)
  /// "E: 0.000001 0003 0035 5\n" as gzip packs it.
  private static let packed = Array(
    Data(base64Encoded: "H4sIAAAAAAACA3O1UjDQMwABQwUgYQwkjE0VTLkAygNGXhgAAAA=") ?? Data())

  private static func text(_ lines: [String]) -> [UInt8] {
    Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  static let all = [
    BadRecording("empty", [], ": the file is empty"),
    BadRecording("truncated gzip", Array(packed.dropLast(9)), ": the gzip file is truncated"),
    BadRecording(
      "damaged gzip", Array(packed.dropLast(6)) + [1, 2, 3, 4, 5, 6], ": the gzip file is damaged"),
    // 2 MB of blank lines in 2 kB; this used to be read to its end.
    BadRecording(
      "gzip bomb", Gzip.pack(good + [UInt8](repeating: UInt8(ascii: "\n"), count: 2 << 20)) ?? [],
      ": the gzip file expands to more than 100 times its size, more than any recording: check it with "
        + "`zcat FILE | head`, then unpack it with gunzip"),
    BadRecording(
      "truncated evemu line", Array("E: 0.000001 0003 0035 5\nE: 0.008334 00".utf8),
      ":2: a number is missing, malformed or too large"),
    BadRecording(
      "bad number", text(goodLines + ["E: 9.000000 0003 0035 12x"]),
      ":\(goodLines.count + 1): a number is missing, malformed or too large"),
    BadRecording(
      "alien line", text(goodLines + ["hello"]),
      ":\(goodLines.count + 1): this line does not belong to this kind of recording"),
    BadRecording(
      "binary", (0...255).map { UInt8($0) },
      ": this binary file is not a recording: expected \(formats)"),
    BadRecording(
      "foreign text", Array("x,y\n1,2\n".utf8),
      ": this text is not a recording: expected \(formats)"),
    BadRecording(
      "hid-recorder", Array("D: 0\nR: 5 05 0d 09 04 a1\n".utf8),
      ": this is a hid-recorder file: raw HID reports, which only the kernel can turn into touch events"),
    BadRecording(
      "description only", text(goodLines.filter { !$0.hasPrefix("E:") }),
      ": this describes a device, but contains no events"),
    BadRecording(
      "revent",
      [1, 0, 0, 0, 17, 0, 0, 0] + Array("/dev/input/event2".utf8) + [UInt8](repeating: 0, count: 40),
      ": this is a binary revent recording of workload-automation: convert it to evemu text"),
    BadRecording(
      "getevent without times", Array("/dev/input/event2: EV_ABS ABS_MT_POSITION_X 00000040\n".utf8),
      ": this is getevent output without times: record with `getevent -lt`"),
  ]
}

@Suite struct `A bad recording` {
  private func check(_ outcome: Outcome, _ program: Program, code: Int32, says message: String) {
    #expect(outcome.code == code)
    #expect(outcome.output == "")
    // The next step may follow.
    #expect(outcome.errors.hasPrefix("\(program.rawValue): \(message)"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: BadRecording.all)
  func `ends flickctl and flickd with 65 and the reason`(bad: BadRecording) async throws {
    let folder = try PrivateFolder()
    let file = try folder.write("recording", bad.bytes)
    let none = try folder.write("none.toml", "")
    let command = try await Command(.flickctl, "replay", "--config", none, file).run()
    check(command, .flickctl, code: 65, says: file + bad.message)
    let daemon = try await Command(
      .flickd, "--config", none, "--socket", folder.file("s"), "--replay", file
    ).run()
    check(daemon, .flickd, code: 65, says: file + bad.message)
    #expect(folder.names == ["none.toml", "recording"])
  }

  @Test func `prevents the output of the files before it`() async throws {
    let folder = try PrivateFolder()
    let good = try folder.write("good", MadeRecording.oneFinger.bytes)
    let bad = try folder.write("bad", "")
    let outcome = try await Command(.flickctl, "replay", good, bad).run()
    check(outcome, .flickctl, code: 65, says: "\(bad): the file is empty")
  }

  @Test func `ends both with 66 if the file is missing`() async throws {
    let folder = try PrivateFolder()
    let file = folder.file("missing")
    let command = try await Command(.flickctl, "replay", file).run()
    check(command, .flickctl, code: 66, says: "\(file): there is no such file")
    let daemon = try await Command(.flickd, "--socket", folder.file("s"), "--replay", file).run()
    check(daemon, .flickd, code: 66, says: "\(file): there is no such file")
    #expect(folder.names == [])
  }

  @Test func `ends both with 77 if the file is unreadable`() async throws {
    let folder = try PrivateFolder()
    let programs = try PrivateFolder()
    let file = try folder.write("secret", MadeRecording.oneFinger.bytes)
    try folder.setMode(0o000, of: "secret")
    let command = try await Command.asNobody(.flickctl, "replay", file, from: programs).run()
    check(command, .flickctl, code: 77, says: "\(file): this user has no permission to read the file")
    let daemon = try await Command.asNobody(
      .flickd, "--socket", folder.file("s"), "--replay", file, from: programs
    ).run()
    check(daemon, .flickd, code: 77, says: "\(file): this user has no permission to read the file")
    #expect(folder.names == ["secret"])
  }
}
