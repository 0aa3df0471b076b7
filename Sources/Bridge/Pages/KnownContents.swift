internal import LinuxIO
internal import Synchronization

/// The tags and digests of the contents that were read, so that an unchanged file is read only to
/// send it.
///
/// It contains at most one entry for each served file. Cost of both functions: the read of the
/// file, unless this version of it is known.
final class KnownContents: Sendable {
  private struct Entry {
    let version: FileVersion
    var tag: EntityTag?
    var digest: Digest?
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// Returns the weak tag of the file that was opened at `path`.
  func tag(of file: HeldFile, at path: String) throws(WebContent.Fault) -> EntityTag {
    if let tag = entry(of: file, at: path).tag { return tag }
    var parts = EntityTag.Parts()
    try file.forEachChunk { parts.add($0) }
    let tag = EntityTag(of: parts)
    keep(file, at: path) { $0.tag = tag }
    return tag
  }

  /// Returns the digest of the file that was opened at `path`.
  func digest(of file: HeldFile, at path: String) throws(WebContent.Fault) -> Digest {
    if let digest = entry(of: file, at: path).digest { return digest }
    var parts = Digest.Parts()
    try file.forEachChunk { parts.add($0) }
    let digest = Digest(of: parts)
    keep(file, at: path) { $0.digest = digest }
    return digest
  }

  /// Returns what is known of the file's version; an empty entry if nothing is.
  private func entry(of file: HeldFile, at path: String) -> Entry {
    let known = entries.withLock { $0[path] }
    guard let known, known.version == file.version else { return Entry(version: file.version) }
    return known
  }

  private func keep(_ file: HeldFile, at path: String, _ change: (inout Entry) -> Void) {
    // The next change of such a file could go unnoticed.
    guard file.isSettled else { return }
    var entry = entry(of: file, at: path)
    change(&entry)
    entries.withLock { $0[path] = entry }
  }
}
