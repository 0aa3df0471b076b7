/// Connections that request a file again and again, and read what they receive.
public final class Askers {
  private let port: UInt16
  private let request: [UInt8]
  private var connections: [WebConnection] = []
  /// The number of responses that ended.
  public private(set) var answers = 0

  /// Connects that many times to a port of this machine, and requests the file at `path`.
  public init(_ count: Int, port: UInt16, path: String, headers: [(String, String)]) throws {
    self.port = port
    let lines = headers.map { "\($0): \($1)\r\n" }.joined()
    request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(lines)\r\n".utf8)
    for _ in 0..<count { connections.append(try ask()) }
  }

  /// Reads what has arrived, and requests the file again on a new connection where it has ended.
  public func proceed() throws {
    for index in connections.indices where !connections[index].discard() {
      answers += 1
      connections[index] = try ask()
    }
  }

  private func ask() throws -> WebConnection {
    let connection = try WebConnection(port: port)
    _ = connection.trickle(request)
    return connection
  }
}
