internal import ArgumentParser
package import Bridge
internal import FlickProtocol
internal import LinuxIO
internal import Terminal

/// The address to listen at, as a person writes it.
///
/// Examples: `127.0.0.1:7272`, `[::1]:7272`, `localhost:7272`.
package struct ListenAddress: CustomStringConvertible {
  private let host: String
  package let port: UInt16

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads an address; the error names what is wrong.
  package static func read(_ text: String) throws -> ListenAddress {
    if let authority = HostAndPort(text), let port = authority.port {
      return ListenAddress(host: authority.host, port: port)
    }
    if UInt16(text) != nil { throw ValidationError("the host is missing: write localhost:\(text)") }
    if HostAndPort(text) != nil {
      throw ValidationError("the port is missing: write for example \(text):7272")
    }
    let bare = text.split(separator: "/").last.map(String.init) ?? ""
    if text.contains("://"), let authority = HostAndPort(bare) {
      throw ValidationError("write the address without a scheme: \(authority.host):\(authority.port ?? 7272)")
    }
    throw ValidationError("write a host and a port up to 65535, such as localhost:7272 or [::1]:7272")
  }

  /// Whether the address is reachable only from this machine.
  package var isLoopback: Bool { HostAndPort(host)?.isLoopback ?? false }

  /// The IP address without brackets.
  package var address: String {
    if host == "localhost" { return "127.0.0.1" }
    return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
  }

  /// Whether the host is an IP address or localhost, by its form.
  package var isNumeric: Bool {
    isLoopback || address.allSatisfy { "0123456789.".contains($0) } || host.hasPrefix("[")
  }

  package var description: String { "\(host):\(port)" }

  /// Returns the same address with another port.
  func at(port: UInt16) -> ListenAddress { ListenAddress(host: host, port: port) }
}

/// A file with the token that pages must present.
package enum TokenFile {
  /// Returns the token in a file.
  ///
  /// Ends the command if the file has no token, or if all users can read the file.
  package static func token(in file: String) throws -> Token {
    let content: [UInt8]
    let found: SystemCalls.FileIdentity?
    do throws(SystemCallError) {
      content = try SystemCalls.contents(of: file, upTo: 4096)
      found = try SystemCalls.target(of: file)
    } catch {
      throw failure(Serving.code(of: error), "--token-file: \(error.explained)")
    }
    // A pipe or a device is read only once, so its mode does not matter.
    if let found, found.kind == .regular, found.mode & 0o004 != 0 {
      throw failure(
        .noPermission, "\(file): every user can read this token, so it is not secret: run `chmod o= \(file)`")
    }
    guard let token = Token(content) else {
      throw failure(
        .badData,
        "\(file): a token has \(Token.lengths.lowerBound) to \(Token.lengths.upperBound) letters, digits and -._~: "
          + "make one with `head -c 24 /dev/urandom | base64 | tr +/ -_`")
    }
    return token
  }
}
