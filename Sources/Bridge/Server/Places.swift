/// Which connections there are: pages, and beside them those that have not asked yet or were
/// answered.
///
/// Pages have places of their own, so that no number of other connections keeps a page out. A
/// newcomer is always let in. If there is no place for it, the oldest goes that has not asked, or
/// the oldest that was answered where these are the majority. So 64 newcomers at least come before
/// a connection has to go, and a page asks as soon as it is connected.
struct Places<Name: Hashable> {
  /// How many connections beside pages there may be.
  static var mostOthers: Int { 128 }

  /// The most pages.
  let mostPages: Int
  /// Those that have not asked, the oldest first; at most 128, and so is the cost of each call.
  private var silent: [Name] = []
  /// Those whose answer is under way, the oldest first.
  private var answered: [Name] = []
  private(set) var pages: Set<Name> = []

  /// Creates places of which none is taken.
  init(mostPages: Int) {
    self.mostPages = mostPages
  }

  /// Lets a connection in, and returns the one that has to go for it.
  mutating func enter(_ name: Name) -> Name? {
    defer { silent.append(name) }
    guard silent.count + answered.count >= Self.mostOthers else { return nil }
    return silent.count >= Self.mostOthers / 2 ? silent.removeFirst() : answered.removeFirst()
  }

  /// A connection has asked, and gets its answer.
  mutating func answer(_ name: Name) {
    guard let place = silent.firstIndex(of: name) else { return }
    silent.remove(at: place)
    answered.append(name)
  }

  /// Gives a connection that has not been answered the place of a page; false if there are as many
  /// as may be.
  mutating func becomePage(_ name: Name) -> Bool {
    guard pages.count < mostPages, let place = silent.firstIndex(of: name) else { return false }
    silent.remove(at: place)
    pages.insert(name)
    return true
  }

  /// A connection is gone.
  mutating func leave(_ name: Name) {
    guard pages.remove(name) == nil else { return }
    if let place = silent.firstIndex(of: name) {
      silent.remove(at: place)
    } else if let place = answered.firstIndex(of: name) {
      answered.remove(at: place)
    }
  }
}
