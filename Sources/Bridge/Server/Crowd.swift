internal import NIOCore
internal import Synchronization

/// Who is connected: every TCP connection, and which of them are pages.
final class Crowd: Sendable {
  private struct Guests {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var pages: Set<ObjectIdentifier> = []
  }

  private let guests = Mutex(Guests())
  private let mostPages: Int

  /// Connections that are no pages, or none yet.
  private static let mostOthers = 64

  init(mostPages: Int) {
    self.mostPages = mostPages
  }

  /// Takes a connection in until it is closed; false if there is no room for it.
  func enter(_ channel: any Channel) -> Bool {
    let name = ObjectIdentifier(channel)
    let isIn = guests.withLock { guests in
      guard guests.channels.count < mostPages + Self.mostOthers else { return false }
      guests.channels[name] = channel
      return true
    }
    guard isIn else { return false }
    channel.closeFuture.whenComplete { [self] _ in
      guests.withLock { guests in
        guests.channels[name] = nil
        guests.pages.remove(name)
      }
    }
    return true
  }

  /// Counts a connection as a page from now on; false if there are as many as may be.
  func becomePage(_ channel: any Channel) -> Bool {
    guests.withLock { guests in
      guard guests.pages.count < mostPages, guests.channels[ObjectIdentifier(channel)] != nil else {
        return false
      }
      guests.pages.insert(ObjectIdentifier(channel))
      return true
    }
  }

  /// Whether there are as many pages as may be.
  var isFull: Bool { guests.withLock { $0.pages.count >= mostPages } }

  /// The number of pages.
  var pages: Int { guests.withLock { $0.pages.count } }

  /// Every connection.
  var channels: [any Channel] { guests.withLock { Array($0.channels.values) } }
}
