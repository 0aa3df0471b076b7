internal import Glibc
public import Panels

/// Reads whole files with `read(2)`; only this type in the target accesses the file system.
public enum RecordingFile {
  /// The maximum size of a file, in bytes.
  public static var maximumSize: Int { 256 << 20 }
  /// The maximum size of the content of a gzip file, in bytes.
  ///
  /// It is smaller, because a small file must not use much memory unexpectedly.
  public static var maximumUnpackedSize: Int { 64 << 20 }

  /// Returns the bytes of a file; ``RecordingError/Kind/unreadable(_:)`` contains errno.
  public static func bytes(of path: String) throws(RecordingError) -> [UInt8] {
    do throws(RecordingError.Kind) {
      let file = try OpenFile(path)
      let isPipe = try file.begin()
      let bytes = try file.readToEnd(limit: maximumSize)
      guard !isPipe || !bytes.isEmpty else { throw .idlePipe }
      return bytes
    } catch {
      throw RecordingError(file: path, kind: error)
    }
  }

  /// Reads the recording in a file, with the description file beside it if there is one.
  ///
  /// `ranges` are those of the axes if the file has none.
  public static func read(_ path: String, ranges: PositionRanges? = nil) throws(RecordingError) -> Recording {
    try Recording.read(
      bytes: try bytes(of: path), sibling: { try? bytes(of: $0) }, fileName: path, ranges: ranges)
  }
}

extension RecordingFile {
  /// Reads what a replay plays from a file: a recording, or each time that the panel of a scenario
  /// is plugged in.
  public static func played(
    _ path: String, ranges: PositionRanges? = nil
  ) throws(RecordingError) -> [Recording] {
    let bytes = try bytes(of: path)
    guard let scenario = try Scenario.found(in: bytes, fileName: path) else {
      return [
        try Recording.read(
          bytes: bytes, sibling: { try? Self.bytes(of: $0) }, fileName: path, ranges: ranges)
      ]
    }
    guard ranges == nil else { throw RecordingError(file: path, kind: .hasRanges) }
    do throws(ScenarioError) {
      var recordings = try ScenarioPlayer.recordings(of: scenario)
      for index in recordings.indices { recordings[index].name = Recording.baseName(path) }
      guard recordings.contains(where: { !$0.events.isEmpty }) else {
        throw ScenarioError(file: path, message: "the scenario has no steps with fingers")
      }
      return recordings
    } catch {
      throw RecordingError(file: path, line: error.line, kind: .badScenario(error.message))
    }
  }
}

/// A file descriptor that is closed at the end of its lifetime.
private struct OpenFile: ~Copyable {
  private let descriptor: Int32

  init(_ path: String) throws(RecordingError.Kind) {
    // `withCString` keeps the C string valid during the call. Without O_NONBLOCK, opening a named
    // pipe waits for a program that writes.
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let opened = unsafe path.withCString { unsafe open($0, flags) }
    guard opened >= 0 else { throw .unreadable(errno) }
    descriptor = opened
  }

  /// Refuses an input device, whose events never end; returns whether the file is a pipe.
  ///
  /// Reads wait from now on, as long as a program may write into the pipe: `<(…)`, `/dev/stdin`.
  func begin() throws(RecordingError.Kind) -> Bool {
    var status = stat()
    // The structure lives for the call.
    guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(errno) }
    let kind = status.st_mode & S_IFMT
    // The major number of the kernel's input devices.
    if kind == S_IFCHR, (status.st_rdev >> 8) & 0xfff == 13 { throw .inputDevice }
    guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw .unreadable(errno) }
    return kind == S_IFIFO
  }

  deinit {
    _ = close(descriptor)
  }

  func readToEnd(limit: Int) throws(RecordingError.Kind) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      // The kernel writes at most the passed count.
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw .unreadable(errno)
      }
      guard bytes.count + count <= limit else { throw .tooLarge }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}

extension PanelDescription {
  /// Reads the description of a device from a file: evemu's `.desc` or `.prop`, or a recording with
  /// a description.
  ///
  /// For evemu text without a description, this function also reads the files in
  /// ``Recording/siblingNames(of:)``. It invents nothing: throws
  /// ``RecordingError/Kind/withoutDescription`` if no file has keys or axes.
  public static func read(_ path: String) throws(RecordingError) -> PanelDescription {
    try read(
      bytes: try RecordingFile.bytes(of: path), sibling: { try? RecordingFile.bytes(of: $0) }, fileName: path)
  }

  /// Reads the description of a device from the bytes of a file, gzip or not.
  ///
  /// `sibling` returns the bytes of the files beside it, as in
  /// ``Recording/read(bytes:sibling:fileName:)``.
  public static func read(
    bytes: [UInt8], sibling: (String) -> [UInt8]? = { _ in nil }, fileName: String
  ) throws(RecordingError) -> PanelDescription {
    do throws(RecordingFailure) {
      let description = try Recording.parse(bytes, sibling: sibling, fileName: fileName).description
      guard description.isStated else { throw RecordingFailure(kind: .withoutDescription) }
      return description
    } catch {
      // A `libinput record` file without any device fails as one without events; here, the
      // description is missing.
      let kind = error.kind == .withoutEvents ? .withoutDescription : error.kind
      throw RecordingError(file: fileName, line: error.line, kind: kind)
    }
  }

  private var isStated: Bool { !axes.isEmpty || !keys.isEmpty || !relatives.isEmpty }
}
