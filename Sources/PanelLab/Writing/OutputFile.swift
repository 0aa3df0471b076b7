internal import ArgumentParser
internal import FlickProtocol
internal import LinuxIO
internal import Recordings
internal import Terminal

/// The file of an option such as `-o`, in which a verb writes a page, a picture or a recording.
///
/// Every verb writes its files here. A device, a FIFO or a descriptor is written, and never
/// replaced. An output that is also an input is refused; so is a file with other content, unless
/// `isForced`.
struct OutputFile {
  /// The path on the command line.
  let path: String
  /// How a message ends, such as "choose another file with -o".
  let advice: String
  let isForced: Bool
  /// Whether a folder that is missing is created.
  private let makesFolder: Bool
  private let inputs: [Input]

  private struct Input {
    var path: String
    var identity: SystemCalls.FileIdentity
  }

  /// Prepares an output of an option; `inputs` are the paths of the files that the verb reads.
  init(_ path: String, advice: String, inputs: [String], isForced: Bool, makesFolder: Bool = false) {
    (self.path, self.advice, self.isForced, self.makesFolder) = (path, advice, isForced, makesFolder)
    // A recording may be described by a file beside it.
    let read = inputs.flatMap { [$0] + Recording.siblingNames(of: $0) }
    self.inputs = read.compactMap { path in
      // A file that does not exist cannot be lost.
      guard let identity = (try? SystemCalls.target(of: path)) ?? nil else { return nil }
      return Input(path: path, identity: identity)
    }
  }

  /// Ends the command if a file with this content cannot be written here, as far as it is known
  /// before the work.
  func check(for content: FileContent) throws { _ = try target(for: content) }

  /// Writes the whole content; ends the command if it is refused or fails.
  ///
  /// On an error, a former file remains.
  func write(_ bytes: [UInt8], as content: FileContent) throws {
    // The file may have been replaced in the meantime.
    let target = try target(for: content)
    do throws(SystemCallError) {
      try target.write(bytes)
    } catch {
      // As with `writeOutput(_:)`: a reader of standard output may close early.
      guard error.code == .brokenPipe, target.isStandardOutput else { throw refused(error) }
      throw ArgumentParser.ExitCode.success
    }
  }

  /// Opens a file that grows; ends the command if there is content already.
  ///
  /// `--force` removes content that is neither a recording nor an input: nothing recorded is lost.
  /// With `isOfFolder`, a folder that is missing is created, and a file that root creates belongs
  /// to the owner of its folder.
  func append(isPrivate: Bool, isOfFolder: Bool = false) throws -> AppendedFile {
    if isOfFolder, let slash = path.lastIndex(of: "/") {
      try asking { () throws(SystemCallError) in
        try FileReplacement.makePrivateFolder(String(path[..<slash]))
      }
    }
    let (target, hasContent) = try newTarget()
    do throws(SystemCallError) {
      return try AppendedFile(
        target, isPrivate: isPrivate, isOfFolder: isOfFolder, isForced: hasContent)
    } catch {
      guard error.code == .fileExists else { throw refused(error) }
      throw existing
    }
  }

  /// Ends the command if ``append(isPrivate:isOfFolder:)`` would, as far as it is known before the
  /// work.
  func checkAppending() throws { _ = try newTarget() }

  private func newTarget() throws -> (OutputTarget, hasContent: Bool) {
    try asking { () throws(SystemCallError) in
      let target = try OutputTarget(path)
      let folder = try target.folderIdentity()
      guard target.isStream || folder != nil else {
        throw SystemCallError(call: "open", code: .noSuchFile, subject: path)
      }
    }
    let (target, content) = try found()
    // First, because the advice for other files is to remove them.
    try refuseInput(target)
    let isRecorded = content == .recording || content == .packed
    guard content == .empty || isForced && !isRecorded else { throw existing }
    return (target, content != .empty)
  }

  /// Whether the bytes go to standard output.
  var isStandardOutput: Bool { (try? OutputTarget(path))?.isStandardOutput ?? false }

  /// Returns the exit code for an error of the system, after printing it.
  func refused(_ error: SystemCallError) -> ArgumentParser.ExitCode {
    if path.hasSuffix("/") {
      return failure(.cannotCreate, "\(path.terminalText): this names a folder: \(advice)")
    }
    return failure(
      .cannotCreate,
      path.isEmpty ? "the name is empty: \(advice)" : "\(error.description.terminalText): \(advice)")
  }

  private func target(for content: FileContent) throws -> OutputTarget {
    let (target, present) = try found()
    try refuseInput(target)
    try refuseMissingFolder(target)
    guard isForced || present == .empty || present == content else {
      throw failure(
        .cannotCreate,
        "\(path.terminalText) is \(present.name), and this command writes \(content.name): \(advice), "
          + "or replace it with --force")
    }
    return target
  }

  /// What is at the path, if this process may write there.
  private func found() throws -> (OutputTarget, FileContent) {
    try asking { () throws(SystemCallError) in
      let target = try OutputTarget(path)
      try target.checkPermission()
      return (target, FileContent(beginning: try target.beginning(FileContent.enough)))
    }
  }

  private func refuseInput(_ target: OutputTarget) throws {
    guard let input = inputs.first(where: { target.isSameFile(as: $0.identity) }) else { return }
    let name = input.path == path ? "" : " (\(input.path.terminalText))"
    throw failure(.cannotCreate, "\(path.terminalText) is also an input\(name): \(advice)")
  }

  private func refuseMissingFolder(_ target: OutputTarget) throws {
    guard !makesFolder, !target.isStream,
      try asking({ () throws(SystemCallError) in try target.folderIdentity() }) == nil
    else { return }
    let folder = PathParts.folder(of: path).terminalText
    throw failure(
      .cannotCreate, "\(path.terminalText): the folder \(folder) does not exist: create it, or \(advice)")
  }

  private var existing: ArgumentParser.ExitCode {
    failure(.cannotCreate, "\(path.terminalText) exists already: remove it, or \(advice)")
  }

  private func asking<Value>(_ body: () throws(SystemCallError) -> Value) throws -> Value {
    try Result { () throws(SystemCallError) in try body() }.mapError { refused($0) }.get()
  }
}

struct ForceOption: ParsableArguments {
  @Flag(help: "Replace a file with other content, but never an input.")
  var force = false
}
