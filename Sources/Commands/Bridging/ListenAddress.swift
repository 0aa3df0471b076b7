internal import ArgumentParser
internal import Bridge

/// Where to listen, as a person writes it: `127.0.0.1:7272`, `[::1]:7272`, `localhost:7272`.
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

  /// Whether only this machine can reach it.
  var isLoopback: Bool { HostAndPort(host)?.isLoopback ?? false }

  /// The address without brackets.
  var address: String {
    if host == "localhost" { return "127.0.0.1" }
    return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
  }

  var description: String { "\(host):\(port)" }
  var defaultValueDescription: String { description }

  /// The same at another port.
  func at(port: UInt16) -> ListenAddress { ListenAddress(host: host, port: port) }
}
