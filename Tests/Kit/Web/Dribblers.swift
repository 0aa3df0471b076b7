/// Connections to a bridge that begin a request and never end it.
///
/// A connection that the bridge closes is replaced.
public final class Dribblers {
  private let port: UInt16
  private var connections: [WebConnection?]
  /// The number of connections that were made.
  public private(set) var made = 0

  /// Connects that many times to a port of this machine.
  public init(_ count: Int, port: UInt16) throws {
    self.port = port
    connections = Array(repeating: nil, count: count)
    for index in connections.indices { connections[index] = try connect() }
  }

  /// Sends one byte on each connection.
  public func dribble() throws {
    for index in connections.indices where connections[index]?.trickle([UInt8(ascii: "a")]) != true {
      // Before the replacement connects, so that there are never more connections.
      connections[index] = nil
      connections[index] = try connect()
    }
  }

  private func connect() throws -> WebConnection {
    made += 1
    let connection = try WebConnection(port: port)
    _ = connection.trickle(Self.beginning)
    return connection
  }

  /// A page's request without its end.
  private static let beginning = Array(
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nX-Slow: ".utf8)
}
