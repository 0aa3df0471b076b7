internal import Foundation

/// Lines that no correct server sends: the fuzzing corpus of server lines with faults, from a
/// seeded generator.
public struct HostileLines {
  /// Numbers that no field can hold, or at the limit of a field.
  private static let numbers = [
    "1e308", "-1e308", "1e400", "-0", "0.5", "1e15", "9223372036854775807", "-9223372036854775808",
    "18446744073709551616", "999999999999999999999999", "null",
  ]
  /// Texts with terminal commands, in JSON.
  private static let texts = [
    #""\u001b[2J""#, #""\u0000""#, #""\u009b31m""#, "\"\u{9b}31m\"", #""a\nflickctl: b""#, #""\r\t\b\u007f""#,
    "\"\u{202e}gpj\"", #""\u2066\u2028""#, "\"\u{1b}]0;x\u{7}\"", "\"\u{e0041}\"", "\"\"", "[]", "7",
  ]

  private let seeds: [[UInt8]]
  private var random: SplitMix64

  /// Creates the generator; the same seed gives the same lines.
  public init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Workshop/Fuzz/corpus/server")
    seeds = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().flatMap { name in
      try [UInt8](Data(contentsOf: folder.appending(path: name))).split(separator: UInt8(ascii: "\n"))
        .map(Array.init)
    }
  }

  /// The next line that does not end the connection, so not a `bye`.
  public mutating func next() -> [UInt8] { line { !$0.contains("\"bye\"") } }

  /// The next line made from one that contains this text.
  public mutating func next(like text: String) -> [UInt8] { line { $0.contains(text) } }

  private mutating func line(if fits: (String) -> Bool) -> [UInt8] {
    while true {
      guard let seed = seeds.randomElement(using: &random), fits(String(decoding: seed, as: UTF8.self)) else {
        continue
      }
      var line = seed
      for _ in 0...Int.random(in: 0..<4, using: &random) { mutate(&line) }
      let found = line.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
      if !found.isEmpty, !String(decoding: found, as: UTF8.self).contains("\"bye\"") || fits("\"bye\"") {
        return found
      }
    }
  }

  /// Values that stay JSON are replaced more often than bytes, because an unreadable line goes no
  /// further.
  private mutating func mutate(_ line: inout [UInt8]) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<5: replaceValue(of: &line, beginningWith: "-0123456789", by: Self.numbers)
    case 5..<10: replaceValue(of: &line, beginningWith: "\"", by: Self.texts)
    case 10:
      let index = Int.random(in: 0..<max(line.count, 1), using: &random)
      if index < line.count { line[index] = UInt8.random(in: 0...255, using: &random) }
    default:
      let index = Int.random(in: 0...line.count, using: &random)
      line.removeSubrange(index..<min(line.count, index + Int.random(in: 0..<40, using: &random)))
    }
  }

  /// Replaces one value behind a colon, up to the next comma or bracket.
  private mutating func replaceValue(of line: inout [UInt8], beginningWith first: String, by values: [String])
  {
    let starts = line.indices.dropFirst().filter { index in
      line[index - 1] == UInt8(ascii: ":") && first.utf8.contains(line[index])
    }
    guard let start = starts.randomElement(using: &random),
      let value = values.randomElement(using: &random)
    else { return }
    let ends = Array(",]}".utf8)
    let end = line[(start + 1)...].firstIndex { ends.contains($0) } ?? line.endIndex
    line.replaceSubrange(start..<end, with: value.utf8)
  }
}
