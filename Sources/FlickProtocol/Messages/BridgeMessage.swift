/// The bridge's own message to a page: whether flickd is connected.
public enum BridgeMessage {
  /// The connection to flickd is made; flickd's `hello` and `state` follow.
  ///
  /// Swipe ids and `seq` start again. `repeated` reports whether the page's earlier subscription
  /// applies again, `detail` the reason if it does not.
  case connected(repeated: Bool, detail: String?)
  /// The connection to flickd is lost, and the bridge reconnects.
  ///
  /// Messages that flickd sends meanwhile are lost.
  case disconnected(detail: String)

  /// The line without its newline.
  public var line: [UInt8] {
    var line = LineWriter(capacity: 256)
    line.object { line in
      line.field("type", "bridge")
      switch self {
      case .connected(let repeated, let detail):
        line.field("state", "connected")
        line.field("repeated", repeated)
        if let detail { line.field("detail", detail) }
      case .disconnected(let detail):
        line.field("state", "disconnected")
        line.field("detail", detail)
      }
    }
    return line.bytes
  }
}
