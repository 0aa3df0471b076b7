internal import CLinux
internal import Glibc

extension SystemCalls {
  /// Returns the bytes of a file's access list (acl(5)); empty if the file has none or cannot be
  /// read.
  static func accessListBytes(of path: String) -> [UInt8] {
    var room = [UInt8](repeating: 0, count: 4096)
    // The path and the room live for the call, which receives the room's size.
    let count = unsafe clinux_access_list(path, &room, room.count)
    return count > 0 ? Array(room[..<count]) : []
  }

  /// Lets a later read of a blocking socket end with EAGAIN after this time.
  ///
  /// The corresponding socket option is SO_RCVTIMEO.
  static func limitReceiving(_ socket: borrowing OwnedFD, to seconds: Int) throws(SystemCallError) {
    let number = socket.number
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    // The limit lives for the call, and the size is the limit's.
    try check("setsockopt(SO_RCVTIMEO)") {
      unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }
}

/// The permissions of a file: its mode and its access list.
public struct FilePermissions: Equatable, Sendable {
  private static let reading: UInt32 = 4
  private let identity: SystemCalls.FileIdentity
  /// The entries of the list: tag, permission bits, and the number of a user or a group.
  private let entries: [Entry]

  private struct Entry: Equatable {
    var tag: UInt32
    var bits: UInt32
    var number: UInt32
  }

  /// The permissions of the file at `path`, whose links are followed; nil if it does not exist.
  public init?(of path: String) {
    guard let identity = (try? SystemCalls.target(of: path)) ?? nil else { return nil }
    self.init(identity, list: SystemCalls.accessListBytes(of: path))
  }

  /// The permissions with the bytes of an access list in the kernel's form: a version, then 8 bytes
  /// for each entry.
  init(_ identity: SystemCalls.FileIdentity, list: [UInt8]) {
    self.identity = identity
    func number(_ index: Int, _ size: Int) -> UInt32 {
      (0..<size).reduce(0) { $0 | UInt32(list[index + $1]) << UInt32(8 * $1) }
    }
    entries = stride(from: 4, to: max(4, list.count - 7), by: 8).map { index in
      Entry(tag: number(index, 2), bits: number(index + 2, 2), number: number(index + 4, 4))
    }
  }

  /// Returns whether a user who is in these groups may read the file.
  public func mayRead(user: UInt32, groups: [UInt32]) -> Bool {
    func isSet(_ bits: UInt32) -> Bool { bits & Self.reading != 0 }
    if user == 0 { return true }
    if user == identity.owner { return isSet(identity.mode >> 6) }
    // With a list, the group bits of the mode are the list's mask.
    let mask = isSet(identity.mode >> 3)
    if let own = entries.first(where: { $0.tag == 0x02 && $0.number == user }) {
      return isSet(own.bits) && mask
    }
    var shares = entries.filter { $0.tag == 0x08 && groups.contains($0.number) }.map(\.bits)
    if groups.contains(identity.group) {
      let owning = entries.first { $0.tag == 0x04 }
      shares.append(owning.map(\.bits) ?? identity.mode >> 3)
    }
    return shares.isEmpty ? isSet(identity.mode) : mask && shares.contains(where: isSet)
  }
}
