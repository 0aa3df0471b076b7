import FlickProtocol
import TestKit
import Testing

@Suite struct `Text for a terminal` {
  @Test func `escapes what a terminal would obey`() {
    #expect("eGalax Touch ü 漢".terminalText == "eGalax Touch ü 漢")
    #expect("a\nb\r\tc".terminalText == #"a\nb\r\tc"#)
    #expect("\u{1b}[2J\u{0}\u{7f}\u{9b}m".terminalText == #"\u{1b}[2J\u{0}\u{7f}\u{9b}m"#)
    #expect("\u{202e}gpj.exe\u{2028}\u{2066}".terminalText == #"\u{202e}gpj.exe\u{2028}\u{2066}"#)
    #expect("\r\n".terminalText == #"\r\n"#)
  }

  @Test func `contains no control character`() {
    for value in (0...0x2fff).compactMap({ Unicode.Scalar($0) }) {
      let shown = String(value).terminalText
      #expect(shown.unicodeScalars.allSatisfy { !isObeyed($0) }, "U+\(String(value.value, radix: 16))")
    }
  }

  @Test func `keeps the value of a line of JSON`() throws {
    let line = "\t{\"a\\\\\":\t\"\\\"\u{9b}\u{202e}\u{e0041}\t\",\"ü\":\"\u{7f}\"}\n"
    let shown = TerminalJSON.escaped(Array(line.utf8))
    let text = String(decoding: shown, as: UTF8.self)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !isObeyed($0) }, "\(text)")
    // A raw tab in a JSON string is invalid; the escape makes the line valid.
    let read = try JSON(text)
    #expect(read["a\\"].text == "\"\u{9b}\u{202e}\u{e0041}\t")
    #expect(read["ü"].text == "\u{7f}")
    let plain = Array("{\"type\":\"swipe\"}\n{}\n".utf8)
    #expect(TerminalJSON.escaped(plain) == plain)
  }

  /// Whether a terminal obeys this character: controls, and changes of the text direction.
  ///
  /// The ranges are independent of the code under test.
  private func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200b...0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff,
      0xe0000...0xe007f:
      true
    default: false
    }
  }
}
