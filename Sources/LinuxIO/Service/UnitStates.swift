/// The states of units, which systemd reports over D-Bus.
///
/// root asks systemd directly, and other users through the system bus. No program is started.
public struct UnitStates: ~Copyable {
  private static let service = "org.freedesktop.systemd1"
  private static let waitingSeconds = 5
  private let file: OwnedFD
  private var serial: UInt32 = 0

  private init(_ file: consuming OwnedFD) {
    self.file = file
  }

  /// Connects to systemd; nil if systemd does not run or cannot be reached.
  public static func connect() -> UnitStates? {
    if let direct = connection("/run/systemd/private") {
      let states = UnitStates(direct)
      guard states.greet() else { return nil }
      return states
    }
    guard let bus = connection("/run/dbus/system_bus_socket") else { return nil }
    var states = UnitStates(bus)
    // The bus accepts calls only after Hello; systemd's own socket has no such call.
    let name = "org.freedesktop.DBus"
    guard states.greet(), states.call("/org/freedesktop/DBus", name, name, "Hello") != nil else { return nil }
    return states
  }

  private static func connection(_ path: String) -> OwnedFD? {
    guard let file = try? SystemCalls.connect(to: path, blocking: true) else { return nil }
    guard (try? SystemCalls.limitReceiving(file, to: waitingSeconds)) != nil else { return nil }
    return file
  }

  /// Returns a property of a unit whose type is text, for example `ActiveState`.
  ///
  /// `interface` is `Unit`, `Service` or `Socket`. Returns nil if systemd does not report it.
  public mutating func text(_ property: String, of unit: String, _ interface: String = "Unit") -> String? {
    let body = call(
      Self.path(of: unit), Self.service, "org.freedesktop.DBus.Properties", "Get",
      "\(Self.service).\(interface)", property)
    // A variant: the signature `s` with its length and end, then the text at a multiple of 4.
    guard let body, body.count >= 8, body.starts(with: [1, UInt8(ascii: "s"), 0]) else { return nil }
    let size = Int(number(in: body, at: 4))
    guard body.count >= 8 + size else { return nil }
    return String(decoding: body[8..<8 + size], as: UTF8.self)
  }

  /// Returns the object path of a unit.
  ///
  /// Each byte other than a letter or a digit becomes `_` and its hexadecimal number.
  static func path(of unit: String) -> String {
    let name = unit.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      let digits = String(byte, radix: 16)
      return isPlain ? String(character) : "_" + (digits.count == 1 ? "0" : "") + digits
    }
    return "/org/freedesktop/systemd1/unit/" + name.joined()
  }

  // MARK: D-Bus

  /// Authenticates as the user of this process.
  ///
  /// `BEGIN` is in the first write, as in systemd's own client: where `BEGIN` and a call arrive
  /// together, systemd answers the call only after it has received another byte.
  private func greet() -> Bool {
    let user = "\(SystemCalls.effectiveUser())".utf8.map { String($0, radix: 16) }.joined()
    guard send(Array("\0AUTH EXTERNAL \(user)\r\nBEGIN\r\n".utf8)) else { return false }
    var answer: [UInt8] = []
    while answer.last != UInt8(ascii: "\n") {
      guard answer.count < 512, let byte = receive(1) else { return false }
      answer += byte
    }
    return answer.starts(with: "OK ".utf8)
  }

  /// Calls a method with texts, and returns the body of the reply; nil for an error.
  private mutating func call(
    _ path: String, _ destination: String, _ interface: String, _ member: String, _ texts: String...
  ) -> [UInt8]? {
    serial += 1
    let message = Message.call(
      path, destination, interface, member, texts, serial: serial)
    guard send(message) else { return nil }
    while let header = receive(16) {
      let fields = Int(number(in: header, at: 12))
      let size = Int(number(in: header, at: 4))
      guard fields <= 1 << 16, size <= 1 << 20, let rest = receive((fields + 7) / 8 * 8),
        let body = receive(size)
      else { return nil }
      guard Message.serialOfReply(rest, upTo: fields) == serial else { continue }
      // 2 is a reply, 3 an error.
      return header[1] == 2 ? body : nil
    }
    return nil
  }

  private func number(in bytes: [UInt8], at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      guard case .bytes(let count)? = try? SystemCalls.write(file, bytes.span.extracting(start..<bytes.count))
      else { return false }
      start += count
    }
    return true
  }

  private func receive(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var block = [UInt8](repeating: 0, count: count - bytes.count)
      var span = block.mutableSpan
      guard case .bytes(let read)? = try? SystemCalls.read(file, into: &span) else { return nil }
      bytes += block[..<read]
    }
    return bytes
  }
}

/// One message of D-Bus, in little-endian order.
private enum Message {
  /// The bytes of a method call with texts.
  static func call(
    _ path: String, _ destination: String, _ interface: String, _ member: String, _ texts: [String],
    serial: UInt32
  ) -> [UInt8] {
    var body: [UInt8] = []
    for text in texts { append(text, to: &body) }
    var fields: [UInt8] = []
    // The codes of the fields are those of the specification's table of header fields.
    for (code, type, text) in [(1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination)] {
      align(&fields, to: 8)
      fields += [UInt8(code), 1] + type.utf8 + [0]
      append(text, to: &fields)
    }
    if !texts.isEmpty {
      align(&fields, to: 8)
      fields += [8, 1] + "g".utf8 + [0, UInt8(texts.count)] + texts.map { _ in UInt8(ascii: "s") } + [0]
    }
    // Little-endian, a method call, no flags, version 1.
    var message: [UInt8] = [UInt8(ascii: "l"), 1, 0, 1]
    append(UInt32(body.count), to: &message)
    append(serial, to: &message)
    append(UInt32(fields.count), to: &message)
    message += fields
    align(&message, to: 8)
    return message + body
  }

  /// The serial of the call that a message answers, from its header fields; nil for a signal.
  static func serialOfReply(_ fields: [UInt8], upTo end: Int) -> UInt32? {
    var place = 0
    func number(_ at: Int) -> UInt32? {
      guard at + 4 <= fields.count else { return nil }
      return (0..<4).reduce(0) { $0 | UInt32(fields[at + $1]) << UInt32(8 * $1) }
    }
    while place + 4 < end {
      let code = fields[place]
      switch fields[place + 2] {
      case UInt8(ascii: "u"):
        if code == 5 { return number(place + 4) }
        place += 8
      case UInt8(ascii: "g"): place += 6 + Int(fields[place + 4])
      default:
        guard let size = number(place + 4) else { return nil }
        place += 9 + Int(size)
      }
      place = (place + 7) / 8 * 8
    }
    return nil
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    align(&bytes, to: 4)
    append(UInt32(text.utf8.count), to: &bytes)
    bytes += Array(text.utf8) + [0]
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private static func align(_ bytes: inout [UInt8], to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }
}
