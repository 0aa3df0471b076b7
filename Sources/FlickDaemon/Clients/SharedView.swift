internal import Pipeline

/// One view, and the connections that share it.
final class SharedView {
  var encoder: SwipeEncoder
  private(set) var clients: [Client] = []

  init(_ encoder: consuming SwipeEncoder) {
    self.encoder = encoder
  }

  var isUnused: Bool { clients.isEmpty }

  func add(_ client: Client) {
    clients.append(client)
  }

  func remove(_ client: Client) {
    clients.removeAll { $0 === client }
  }
}
