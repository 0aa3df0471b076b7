/// Where the bytes for a path go that a user has named.
///
///     path ─▶ `-`, or a descriptor such as /dev/stdout ──▶ the open descriptor
///          └▶ the end of its links ─▶ a device or a FIFO ──▶ opened, and never replaced
///                                  └▶ a file, or nothing ──▶ replaced as a whole, or created
///
/// A symbolic link remains: the file that it points to is replaced.
public struct OutputTarget: Equatable, Sendable {
  enum Kind: Equatable {
    /// A descriptor that the process was started with.
    case descriptor(Int32)
    /// A device, a FIFO, or an open file of another process.
    case stream
    case file
  }

  /// The path at the end of its links.
  public let path: String
  /// What is there; nil if there is nothing.
  public let identity: SystemCalls.FileIdentity?
  let kind: Kind

  /// The name of standard output on a command line.
  public static let standardOutput = "-"
  /// The kernel follows as many links.
  private static let maxLinks = 40

  /// Finds what `path` refers to; EISDIR for a folder, EBADF for a descriptor that is not open.
  public init(_ path: String) throws(SystemCallError) {
    guard path != Self.standardOutput else {
      self = try Self.descriptor(SystemCalls.StandardStream.output.rawValue, path)
      return
    }
    var path = path
    for _ in 0..<Self.maxLinks {
      let (folder, name) = Self.parts(of: path)
      guard !name.isEmpty else { throw SystemCallError(call: "open", code: .isFolder, subject: path) }
      guard let folder = try SystemCalls.realPath(folder) else {
        self.init(path: path, identity: nil, kind: .file)
        return
      }
      let found = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      if Self.isOfDescriptors(folder), let number = Int32(name) {
        self =
          Self.isOfThisProcess(folder)
          ? try Self.descriptor(number, found) : try Self.end(found, isDescriptor: true)
        return
      }
      guard let next = try SystemCalls.linkTarget(of: found) else {
        self = try Self.end(found)
        return
      }
      path = next.hasPrefix("/") ? next : "\(folder)/\(next)"
    }
    throw SystemCallError(call: "open", code: .tooManyLinks, subject: path)
  }

  private init(path: String, identity: SystemCalls.FileIdentity?, kind: Kind) {
    (self.path, self.identity, self.kind) = (path, identity, kind)
  }

  private static func descriptor(_ number: Int32, _ path: String) throws(SystemCallError) -> OutputTarget {
    try SystemCalls.checkWriting(descriptor: number, named: path)
    return OutputTarget(
      path: path, identity: try SystemCalls.identity(descriptor: number), kind: .descriptor(number))
  }

  private static func end(_ path: String, isDescriptor: Bool = false) throws(SystemCallError) -> OutputTarget
  {
    let identity = try SystemCalls.target(of: path)
    if identity?.kind == .folder { throw SystemCallError(call: "open", code: .isFolder, subject: path) }
    let isFile = identity == nil || identity?.kind == .regular
    return OutputTarget(path: path, identity: identity, kind: isFile && !isDescriptor ? .file : .stream)
  }

  // MARK: Questions

  /// Whether the bytes go into a device, a FIFO or an open descriptor, which is never replaced.
  public var isStream: Bool { kind != .file }

  /// Whether the bytes go to standard output, by whatever name.
  public var isStandardOutput: Bool {
    kind == .descriptor(SystemCalls.StandardStream.output.rawValue)
  }

  /// Whether a file that is read is the one to write: by another spelling, a link or a hard link.
  ///
  /// A terminal can be read and written at the same time; a file and a FIFO cannot.
  public func isSameFile(as input: SystemCalls.FileIdentity) -> Bool {
    guard let identity, identity.kind != .characterDevice, identity.kind != .socket else { return false }
    return identity.isSameFile(as: input)
  }

  /// Throws the reason why this process cannot write here, as far as it is known before.
  public func checkPermission() throws(SystemCallError) {
    switch kind {
    case .descriptor(let number): try SystemCalls.checkWriting(descriptor: number, named: path)
    case .stream: try SystemCalls.checkWriting(path: path)
    case .file: try FileReplacement.checkPermission(in: Self.parts(of: path).folder)
    }
  }

  /// The first bytes of a regular file, at most `count`; empty if there is nothing, or a stream.
  public func beginning(_ count: Int) throws(SystemCallError) -> [UInt8] {
    guard kind == .file, identity != nil else { return [] }
    let file = try SystemCalls.open(path, .reading)
    var block = [UInt8](repeating: 0, count: count)
    var span = block.mutableSpan
    guard case .bytes(let length) = try SystemCalls.read(file, into: &span) else { return [] }
    return Array(block[..<length])
  }

  // MARK: Writing

  /// Writes all bytes: into a stream, or as the whole content of a file.
  ///
  /// Files and folders are created as by ``FileReplacement/replace(_:in:with:)``, and on an error
  /// the former file remains. A stream that no program reads blocks.
  public func write(_ bytes: [UInt8]) throws(SystemCallError) {
    guard isStream else {
      let (folder, name) = Self.parts(of: path)
      return try FileReplacement.replace(name, in: folder, with: bytes)
    }
    let file = try openStream()
    var start = 0
    do throws(SystemCallError) {
      try SystemCalls.writeAll(descriptor: file.number, bytes.span, from: &start)
    } catch {
      throw SystemCallError(call: error.call, code: error.code, subject: path)
    }
  }

  /// The folder of a file; nil if it does not exist.
  public func folderIdentity() throws(SystemCallError) -> SystemCalls.FileIdentity? {
    try SystemCalls.target(of: Self.parts(of: path).folder)
  }

  func openStream() throws(SystemCallError) -> OwnedFD {
    if case .descriptor(let number) = kind { return try SystemCalls.duplicate(descriptor: number) }
    return try SystemCalls.open(path, .appending)
  }

  // MARK: Paths

  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  /// Whether the names in this folder are open descriptors: /proc/PID/fd, /proc/PID/task/TID/fd.
  private static func isOfDescriptors(_ folder: String) -> Bool {
    folder.hasPrefix("/proc/") && folder.hasSuffix("/fd")
  }

  private static func isOfThisProcess(_ folder: String) -> Bool {
    folder.hasPrefix("/proc/\(SystemCalls.processNumber())/")
  }
}
