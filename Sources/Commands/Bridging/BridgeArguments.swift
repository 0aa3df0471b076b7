internal import ArgumentParser
internal import Bridge
internal import FlickProtocol
internal import LinuxIO

/// An origin whose pages are admitted, as a person writes it.
///
/// Examples: `http://localhost:8080`, `http://localhost:8080=motion`.
struct AdmittedOrigin: ExpressibleByArgument {
  let origin: Origin
  /// The level of the origin's pages; nil for the command's default level.
  let level: Level?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let origin = Origin(String(parts[0])) else { return nil }
    self.origin = origin
    guard parts.count == 2 else {
      level = nil
      return
    }
    guard let level = Level(rawValue: String(parts[1])) else { return nil }
    self.level = level
  }

  /// Returns the level that a word names.
  static func level(_ word: String) throws -> Level {
    guard let level = Level(rawValue: word) else {
      throw ValidationError(
        "'\(word)' is not a level: use \(Level.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return level
  }
}

/// The address to listen at, as a person writes it.
///
/// Examples: `127.0.0.1:7272`, `[::1]:7272`, `localhost:7272`.
struct ListenAddress: ExpressibleByArgument, CustomStringConvertible {
  private let host: String
  let port: UInt16

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  init?(argument: String) {
    guard let place = HostAndPort(argument), let port = place.port else { return nil }
    self.init(host: place.host, port: port)
  }

  /// Whether the address is reachable only from this machine.
  var isLoopback: Bool { HostAndPort(host)?.isLoopback ?? false }

  /// The IP address without brackets.
  var address: String {
    if host == "localhost" { return "127.0.0.1" }
    return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
  }

  var description: String { "\(host):\(port)" }
  var defaultValueDescription: String { description }

  /// Returns the same address with another port.
  func at(port: UInt16) -> ListenAddress { ListenAddress(host: host, port: port) }
}

/// A file with the token that pages must present.
enum TokenFile {
  /// Returns the token in a file.
  ///
  /// Ends the command if the file has no token, or if all users can read the file.
  static func token(in file: String) throws -> Token {
    let content: [UInt8]
    let found: SystemCalls.FileIdentity?
    do throws(SystemCallError) {
      content = try SystemCalls.contents(of: file, upTo: 4096)
      found = try SystemCalls.target(of: file)
    } catch {
      throw failure(Serving.code(of: error), "\(error)")
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
