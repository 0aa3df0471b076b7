internal import NIOCore
internal import Synchronization

/// Who is connected: every TCP connection, and which of them are pages.
final class ConnectionRegistry: Sendable {
  private struct Guests {
    var places: Places<ObjectIdentifier>
    var channels: [ObjectIdentifier: any Channel] = [:]
  }

  private let guests: Mutex<Guests>

  init(mostPages: Int) {
    guests = Mutex(Guests(places: Places(mostPages: mostPages)))
  }

  /// Takes a connection in until it is closed; the one that it displaces is the caller's to close.
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

  /// A connection has asked for something, and gets its answer.
  func answer(_ channel: any Channel) {
    guests.withLock { $0.places.answer(ObjectIdentifier(channel)) }
  }

  /// Counts a connection as a page from now on; false if there are as many as may be.
  func becomePage(_ channel: any Channel) -> Bool {
    guests.withLock { $0.places.becomePage(ObjectIdentifier(channel)) }
  }

  /// Whether there are as many pages as may be.
  var isFull: Bool { guests.withLock { $0.places.pages.count >= $0.places.mostPages } }

  /// The number of pages.
  var pages: Int { guests.withLock { $0.places.pages.count } }

  /// Every connection.
  var channels: [any Channel] { guests.withLock { Array($0.channels.values) } }
}
