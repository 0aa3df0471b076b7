internal import CZlib

/// Packs and unpacks gzip (RFC 1952), in memory.
public enum Gzip {
  /// Why bytes cannot be unpacked.
  public enum Fault: Error, Equatable, Sendable {
    /// They stop before their end.
    case truncated
    /// They contradict themselves.
    case damaged
    /// Their content is larger than the limit.
    case tooLarge
    /// Their content is more than ``Gzip/maxExpansion`` times as large as they are, as in a gzip
    /// bomb.
    case tooDense

    /// What is wrong, as human-readable text.
    public var message: String {
      switch self {
      case .truncated: "the gzip file is truncated"
      case .damaged: "the gzip file is damaged"
      case .tooLarge: "the content of the gzip file is too large"
      case .tooDense: "the gzip file expands to more than \(Gzip.maxExpansion) times its size"
      }
    }
  }

  /// How many times as large as the packed bytes their content may be, where it exceeds
  /// ``freeExpansion``.
  ///
  /// Of the 100 packed files that the tests read, the densest expands 28 times; deflate can reach
  /// 1032.
  public static var maxExpansion: Int { 100 }
  /// The content that any file may expand to, in bytes: below this size a bomb does no harm.
  public static var freeExpansion: Int { 1 << 20 }

  /// Whether the bytes begin as a gzip file does (RFC 1952, section 2.3.1).
  public static func isPacked(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b
  }

  /// The bytes as one member, as small as zlib makes it; nil if zlib gets no memory.
  ///
  /// Same bytes, same member: it names no file and no time.
  public static func pack(_ bytes: [UInt8]) -> [UInt8]? {
    guard let stream = ZlibStream(.packing) else { return nil }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    var consumed = 0
    while true {
      let step = stream.step(bytes, from: consumed, into: &chunk)
      consumed += step.consumed
      output.append(contentsOf: chunk[..<step.produced])
      switch step.result {
      case Z_OK: continue
      case Z_STREAM_END: return output
      default: return nil
      }
    }
  }

  /// What was packed, all members one after the other.
  ///
  /// ``Fault/tooLarge`` beyond `limit` bytes, ``Fault/tooDense`` beyond ``maxExpansion``. Cost:
  /// memory for the content up to the smaller of these two bounds, whatever the bytes say.
  public static func unpack(_ bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
    guard let stream = ZlibStream(.unpacking) else { throw .damaged }
    let maxBytes = max(freeExpansion, bytes.count * maxExpansion)
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var consumed = 0
    while true {
      let step = stream.step(bytes, from: consumed, into: &chunk)
      consumed += step.consumed
      guard output.count + step.produced <= limit else { throw .tooLarge }
      guard output.count + step.produced <= maxBytes else { throw .tooDense }
      output.append(contentsOf: chunk[..<step.produced])
      switch step.result {
      case Z_OK: continue
      case Z_STREAM_END:
        // gzip appends by writing another member; anything else that follows is padding.
        guard isPacked(Array(bytes[consumed...].prefix(2))) else { return output }
        stream.reset()
      case Z_BUF_ERROR: throw .truncated
      default: throw .damaged
      }
    }
  }
}
