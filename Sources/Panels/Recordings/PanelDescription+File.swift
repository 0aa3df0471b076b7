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
