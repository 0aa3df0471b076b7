/// Admits connections: pages, and others that have sent no request yet or were answered.
///
/// Pages have their own slots, so other connections can never block a page. A new connection is
/// always accepted. If its slots are full, the oldest connection without a request is displaced, or
/// the oldest answered one if those are the majority. Therefore at least 64 new connections must
/// arrive before one is displaced, and a page sends its request immediately.
struct Places<Name: Hashable> {
  /// The maximum number of connections that are not pages.
  static var mostOthers: Int { 128 }

  /// The maximum number of pages.
  let mostPages: Int
  /// The connections without a request, oldest first; at most 128, which bounds the cost of each
  /// call.
  private var silent: [Name] = []
  /// The connections whose response is being sent, oldest first.
  private var answered: [Name] = []
  private(set) var pages: Set<Name> = []

  /// Creates free slots.
  init(mostPages: Int) {
    self.mostPages = mostPages
  }

  /// Registers a connection, and returns the connection that it displaces.
  mutating func enter(_ name: Name) -> Name? {
    defer { silent.append(name) }
    guard silent.count + answered.count >= Self.mostOthers else { return nil }
    return silent.count >= Self.mostOthers / 2 ? silent.removeFirst() : answered.removeFirst()
  }

  /// Records that a connection has sent a request and gets its response.
  mutating func answer(_ name: Name) {
    guard let place = silent.firstIndex(of: name) else { return }
    silent.remove(at: place)
    answered.append(name)
  }

  /// Moves a connection that was not answered yet to the slot of a page.
  ///
  /// Returns false if the limit of pages is reached.
  mutating func becomePage(_ name: Name) -> Bool {
    guard pages.count < mostPages, let place = silent.firstIndex(of: name) else { return false }
    silent.remove(at: place)
    pages.insert(name)
    return true
  }

  /// Removes a closed connection.
  mutating func leave(_ name: Name) {
    guard pages.remove(name) == nil else { return }
    if let place = silent.firstIndex(of: name) {
      silent.remove(at: place)
    } else if let place = answered.firstIndex(of: name) {
      answered.remove(at: place)
    }
  }
}
