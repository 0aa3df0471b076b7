internal import FlickProtocol
internal import LinuxIO
internal import Logging
internal import Settings

/// Which users may connect, and the level of each.
///
/// A peer gets the highest level that applies. flickd turns a peer away if no row applies:
///
/// | peer | level |
/// |---|---|
/// | root, and the user that flickd runs as | `positions` |
/// | a member of a group in `[socket] positions`, `motion` or `decisions` | the level of that key |
/// | the socket's owner, and a member of its group, which no list names | `motion` |
///
/// The kernel records the peer's user and groups at connect time. Nothing that the peer sends can
/// change them.
struct Access: Equatable {
  /// The configured groups that the system does not know; no user can be a member of them.
  let unknown: [String]
  private let own: UInt32
  private let owner: UInt32?
  private let group: UInt32?
  private let groups: [UInt32: Level]
  /// The highest level that any client gets.
  private let ceiling: Level

  /// Creates the rules of a configuration for a listening socket.
  ///
  /// `owner` and `group` are those of the socket's file, nil if it has none. The groups are looked
  /// up here only, so a changed group needs a reload.
  init(
    _ settings: SocketSettings, owner: UInt32?, group: UInt32?, own: UInt32 = SystemCalls.effectiveUser(),
    ceiling: Level, number: (String) -> UInt32? = { AccountName($0).group }
  ) {
    var groups: [UInt32: Level] = [:]
    var unknown: [String] = []
    // In ascending order of level, so that a group in two lists gets the higher level.
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

  /// Logs the configured groups that do not exist.
  func logUnknownGroups(to log: Logger) {
    for name in unknown { log.error("configuration: there is no group `\(name)`, so it admits no user") }
  }

  /// The level of a peer; nil if the peer may not connect.
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
