internal import FlickProtocol
internal import LinuxIO
internal import PanelTuning
internal import Pipeline
internal import Recordings

/// The recording of a tuning session, which grows with each try.
///
/// A try is in the file before anybody reads that it counts, so no finished try is lost if the
/// process is killed. The file contains every touch, also those that do not count, because flickd
/// learns the lift delay from all of them. Only counted tries have a label. The file begins with
/// the first counted try: without one, there is no file.
struct SavedTries: ~Copyable {
  let path: String
  /// The counted tries in the file that are not taken back.
  private(set) var count = 0
  private let file: OutputFile
  private let isOfFolder: Bool
  private var output: RecordingOutput?
  private var text: RecordingText
  private var pending: [UInt8]

  /// Prepares to save the tries on a panel in a new file.
  ///
  /// `isOfFolder` is as in ``OutputFile/append(isPrivate:isOfFolder:)``.
  init(to file: OutputFile, of setup: PanelSetup, isOfFolder: Bool = false) {
    (self.file, self.isOfFolder, path) = (file, isOfFolder, file.path)
    text = RecordingText(RecordingText.Format(suffixOf: file.path))
    pending = text.header(setup.description, setup: setup.recorded(), node: setup.message.node ?? "")
  }

  /// Whether a file was written.
  var isBegun: Bool { output != nil }

  /// Writes what has happened since the last call; ends the command if it cannot be kept.
  mutating func append(_ items: [TriedItem]) throws {
    var counted = 0
    for item in items {
      switch item {
      case .touch(let touch):
        if touch.label != nil { counted += 1 }
        pending += text.use(touch.label, of: touch.person)
        for frame in touch.frames { pending += text.lines(of: frame) }
      case .undone(let label):
        counted -= 1
        pending += text.undo(label)
      }
    }
    guard output != nil || counted > 0 else { return }
    if output == nil {
      output = try RecordingOutput(
        creating: file, isOfFolder: isOfFolder,
        loss: "this try cannot be kept, and the file contains the tries before: make room, and add the file "
          + "with --from")
    }
    defer { pending = [] }
    try output?.add(pending)
    try output?.flush()
    count += counted
  }

  /// Writes the file to the disk.
  mutating func synchronize() throws { try output?.synchronize() }
}
