/// The origin of a page as browsers write it in `Origin`: scheme, host and optional port.
///
/// The port is absent if it is the scheme's default.
public struct Origin: Hashable, Sendable {
  /// The text, in lower case and without a default port.
  public let text: String

  /// Reads an origin such as `http://localhost:8080`.
  ///
  /// nil for a path, a user, `null`, a wildcard, and other text that is not an origin.
  public init?(_ written: String) {
    let text = written.lowercased()
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    let scheme = text[..<colon]
    guard let first = scheme.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
      scheme.utf8.allSatisfy({ $0.isLetterOrDigit || "+-.".utf8.contains($0) })
    else { return nil }
    guard let authority = HostAndPort(String(text[colon...].dropFirst(3))) else { return nil }
    let usual: [Substring: UInt16] = ["http": 80, "https": 443]
    let port = authority.port == usual[scheme] ? nil : authority.port
    self.text = "\(scheme)://\(authority.host)\(port.map { ":\($0)" } ?? "")"
  }
}

/// A host and a port as URLs and `Host` write them: `localhost:7272`, `[::1]`.
public struct HostAndPort: Hashable, Sendable {
  /// A name in lower case, an IPv4 address, or an IPv6 address in brackets.
  public let host: String
  /// The port; nil if there is none.
  public let port: UInt16?

  /// Reads a host and a port; nil for other text.
  public init?(_ written: String) {
    let text = written.lowercased()
    let end: String.Index
    if text.hasPrefix("[") {
      guard let bracket = text.firstIndex(of: "]") else { return nil }
      end = text.index(after: bracket)
      guard text[..<bracket].dropFirst().utf8.allSatisfy({ Self.isOfAddress($0) }), text.count > 3 else {
        return nil
      }
    } else {
      end = text.firstIndex(of: ":") ?? text.endIndex
      guard end > text.startIndex,
        text[..<end].utf8.allSatisfy({ $0.isLetterOrDigit || ".-_".utf8.contains($0) })
      else { return nil }
    }
    host = String(text[..<end])
    guard end < text.endIndex else {
      port = nil
      return
    }
    let digits = text[end...].dropFirst()
    guard text[end] == ":", !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit),
      let port = UInt16(digits)
    else { return nil }
    self.port = port
  }

  /// Whether the host is this machine: `localhost`, 127.0.0.0/8 or ::1.
  public var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func isOfAddress(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || byte.isDigit
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether the byte is an ASCII letter or digit.
  var isLetterOrDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

extension Substring {
  /// The text without leading and trailing spaces and tabs.
  var trimmingSpaces: Substring {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
