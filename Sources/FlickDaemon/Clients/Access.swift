internal import Configuration
internal import FlickProtocol
internal import LinuxIO
internal import Logging

/// Who may listen, and how much each may know.
///
/// The highest of these holds, and none of them means that the peer is turned away:
///
/// | peer | level |
/// |---|---|
/// | root, and the user that flickd runs as | `positions` |
/// | a member of a group in `[socket] positions`, `motion` or `decisions` | that one |
/// | the socket's owner, and a member of its group, which no list names | `motion` |
///
/// The kernel noted user and groups when the peer connected; nothing that it says itself counts.
struct Access: Equatable {
  /// The names of groups that the system does not know; they let nobody in.
  let unknown: [String]
  private let own: UInt32
  private let owner: UInt32?
  private let group: UInt32?
  private let groups: [UInt32: Level]
  /// The most that anybody may know.
  private let ceiling: Level

  /// Creates the rules of a configuration for a listening socket.
  ///
  /// `owner` and `group` are those of the socket's file, nil where it has none. The groups are
  /// looked up now: who changes one has the service reload.
  init(
    _ settings: SocketSettings, owner: UInt32?, group: UInt32?, own: UInt32 = SystemCalls.effectiveUser(),
    ceiling: Level, number: (String) -> UInt32? = { AccountName($0).group }
  ) {
    var groups: [UInt32: Level] = [:]
    var unknown: [String] = []
    // From the least to the most, so that a group in two lists has the higher level.
    for (names, level) in [
      (settings.decisions, Level.decisions), (settings.motion, .motion), (settings.positions, .positions),
    ] {
      for name in names {
        if let number = number(name) { groups[number] = level } else { unknown.append(name) }
      }
    }
    if let group, groups[group] == nil { groups[group] = .motion }
    self.groups = groups
    self.unknown = unknown
    self.own = own
    self.owner = owner
    self.group = group
    self.ceiling = ceiling
  }

  /// The rules of another configuration for the same socket.
  func with(_ settings: SocketSettings, ceiling: Level) -> Access {
    Access(settings, owner: owner, group: group, own: own, ceiling: ceiling)
  }

  /// Says which groups nobody can be in.
  func complain(to log: Logger) {
    for name in unknown { log.error("configuration: there is no group `\(name)`: it lets nobody in") }
  }

  /// How much a peer may know; nil if it may not listen.
  func level(of peer: PeerCredentials) -> Level? {
    if peer.user == 0 || peer.user == own { return min(ceiling, .positions) }
    var level = groups[peer.group]
    for group in peer.groups {
      guard let other = groups[group] else { continue }
      level = max(level ?? other, other)
    }
    if peer.user == owner { level = max(level ?? .motion, .motion) }
    return level.map { min(ceiling, $0) }
  }
}
