internal import NIOCore
internal import Synchronization

/// All TCP connections, and which of them are pages.
final class ConnectionRegistry: Sendable {
  private struct Guests {
    var places: Places<ObjectIdentifier>
    var channels: [ObjectIdentifier: any Channel] = [:]
  }

  private let guests: Mutex<Guests>

  init(mostPages: Int) {
    guests = Mutex(Guests(places: Places(mostPages: mostPages)))
  }

  /// Registers a connection until it closes.
  ///
  /// Returns the connection that it displaces, which the caller must close.
  func enter(_ channel: any Channel) -> (any Channel)? {
    let name = ObjectIdentifier(channel)
    let displaced = guests.withLock { guests in
      let displaced = guests.places.enter(name).flatMap { guests.channels.removeValue(forKey: $0) }
      guests.channels[name] = channel
      return displaced
    }
    channel.closeFuture.whenComplete { [self] _ in
      guests.withLock { guests in
        guests.channels[name] = nil
        guests.places.leave(name)
      }
    }
    return displaced
  }

  /// Records that a connection has sent a request and gets its response.
  func answer(_ channel: any Channel) {
    guests.withLock { $0.places.answer(ObjectIdentifier(channel)) }
  }

  /// Counts a connection as a page from now on; returns false if the limit is reached.
  func becomePage(_ channel: any Channel) -> Bool {
    guests.withLock { $0.places.becomePage(ObjectIdentifier(channel)) }
  }

  /// Whether the limit of pages is reached.
  var isFull: Bool { guests.withLock { $0.places.pages.count >= $0.places.mostPages } }

  /// The number of connected pages.
  var pages: Int { guests.withLock { $0.places.pages.count } }

  /// All connections.
  var channels: [any Channel] { guests.withLock { Array($0.channels.values) } }
}
