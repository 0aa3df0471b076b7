internal import FlickProtocol

/// The next step for a person whose line is not JSON.
enum SyntaxAdvice {
  /// Returns the message for a line whose byte at `offset` is unexpected, or missing.
  static func message(offset: Int, in line: Span<UInt8>) -> String {
    guard offset < line.count else { return "this is not JSON: the text is incomplete" }
    let head = head(of: line)
    if methods.contains(where: { head.hasPrefix($0) }) {
      return "this is not JSON: HTTP is for `flickctl bridge`; here a line is for example \(example("stats"))"
    }
    let fault = "this is not JSON: byte \(offset + 1) is unexpected"
    if isUnquoted(at: offset, in: line) {
      return "\(fault): names and texts have double quotes, as in \(example("stats"))"
    }
    guard let first = head.first, first.isLetter else { return fault }
    let word = String(head.prefix(while: \.isLetter))
    // `update` needs more fields.
    let isRequest = Request.Name.words.contains(word) && word != "update"
    return "\(fault): write for example \(example(isRequest ? word : "stats"))"
  }

  private static let methods = ["GET ", "HEAD ", "POST ", "PUT ", "OPTIONS ", "CONNECT "]

  private static func example(_ word: String) -> String { #"{"id":1,"request":"\#(word)"}"# }

  /// The first characters of a line, without blanks before them.
  private static func head(of line: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    for index in line.indices where bytes.count < 16 {
      if !bytes.isEmpty || !isBlank(line[index]) { bytes.append(line[index]) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the byte begins a name or a text without double quotes.
  private static func isUnquoted(at offset: Int, in line: Span<UInt8>) -> Bool {
    let byte = line[offset]
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    guard isLetter || byte == UInt8(ascii: "'") else { return false }
    var last = offset - 1
    while last >= 0, isBlank(line[last]) { last -= 1 }
    guard last >= 0 else { return byte == UInt8(ascii: "'") }
    return [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: ":")].contains(line[last])
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Returns the message for a request without `request`, whose word has the name of another
  /// protocol; nil if no field has such a name.
  static func otherName(in members: [JSONValue.Member]) -> String? {
    let names = "method type command cmd action op event".split(separator: " ").map(String.init)
    return members.first { names.contains($0.name) }.map { member in
      "there is no field `\(member.name)`: write `request` in its place"
    }
  }
}
