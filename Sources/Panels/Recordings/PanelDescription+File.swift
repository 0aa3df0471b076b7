extension PanelDescription {
  /// Reads the description of a device from a file: a `.desc` or `.prop` of evemu, or a recording
  /// that has one.
  ///
  /// For evemu text without a description the files beside it are asked, as
  /// ``Recording/siblingNames(of:)`` lists them. Nothing is made up:
  /// ``RecordingError/Kind/withoutDescription`` where nobody states keys or axes.
  public static func read(_ path: String) throws(RecordingError) -> PanelDescription {
    try read(
      bytes: try RecordingFile.bytes(of: path), sibling: { try? RecordingFile.bytes(of: $0) }, fileName: path)
  }

  /// Reads the description of a device from the bytes of a file, gzip or not.
  ///
  /// `sibling` is asked for the bytes of the files beside it, as in
  /// ``Recording/read(bytes:sibling:fileName:)``.
  public static func read(
    bytes: [UInt8], sibling: (String) -> [UInt8]? = { _ in nil }, fileName: String
  ) throws(RecordingError) -> PanelDescription {
    do throws(RecordingFailure) {
      let description = try Recording.parse(bytes, sibling: sibling, fileName: fileName).description
      guard description.isStated else { throw RecordingFailure(kind: .withoutDescription) }
      return description
    } catch {
      // A `libinput record` file without any device is, for the reader of recordings, one without
      // events.
      let kind = error.kind == .withoutEvents ? .withoutDescription : error.kind
      throw RecordingError(file: fileName, line: error.line, kind: kind)
    }
  }

  private var isStated: Bool { !axes.isEmpty || !keys.isEmpty || !relatives.isEmpty }
}
