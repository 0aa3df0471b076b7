internal import ArgumentParser
internal import Bridge

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
