/// A format of compressed files, known by the first bytes.
public enum PackedFormat: CaseIterable, CustomStringConvertible, Equatable, Sendable {
  /// Of `gzip`; recordings are read without unpacking.
  case gzip
  /// Of `xz`.
  case xz
  /// Of `zstd`.
  case zstd
  /// Of `bzip2`.
  case bzip2
  /// Of `lz4`.
  case lz4
  /// Of `zip`, which may contain several files.
  case zip

  /// The format of a file with these first bytes; nil for any other file.
  public init?(beginning bytes: [UInt8]) {
    guard let found = Self.allCases.first(where: { bytes.starts(with: $0.mark) }) else { return nil }
    self = found
  }

  /// The format with its article.
  public var description: String {
    switch self {
    case .gzip: "a gzip file"
    case .xz: "an xz file"
    case .zstd: "a zstd file"
    case .bzip2: "a bzip2 file"
    case .lz4: "an lz4 file"
    case .zip: "a zip file"
    }
  }

  /// The command that unpacks a file.
  public var command: String {
    switch self {
    case .gzip: "gzip -d"
    case .xz: "xz -d"
    case .zstd: "zstd -d"
    case .bzip2: "bzip2 -d"
    case .lz4: "lz4 -d"
    case .zip: "unzip"
    }
  }

  private var mark: [UInt8] {
    switch self {
    case .gzip: [0x1f, 0x8b]
    case .xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]
    case .zstd: [0x28, 0xb5, 0x2f, 0xfd]
    case .bzip2: [0x42, 0x5a, 0x68]
    case .lz4: [0x04, 0x22, 0x4d, 0x18]
    case .zip: [0x50, 0x4b, 0x03, 0x04]
    }
  }
}
