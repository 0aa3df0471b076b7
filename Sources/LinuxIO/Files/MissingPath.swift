/// The next step for a person whose path leads to no file.
public enum MissingPath {
  /// Returns the message for a path at which there is nothing, with the next step.
  ///
  /// A file that is read again at each change, such as a configuration, cannot be standard input.
  public static func message(
    _ path: String, isReadAgain: Bool = false, nearest: (String, [String]) -> String?
  ) -> String {
    let advice =
      isReadAgain && path == "-"
      ? "name a file, because it is read again at each change" : advice(path, nearest: nearest)
    return "\(path.isEmpty ? "''" : path): there is no such file: \(advice)"
  }

  /// Returns what is wrong with a path at which there is nothing, and the nearest right one.
  ///
  /// `nearest` returns which of the names is most similar to the first argument. Cost: reads the
  /// names in the folder.
  public static func advice(_ path: String, nearest: (String, [String]) -> String?) -> String {
    if path.isEmpty { return "the name is empty: write the name of a file" }
    if path == "-" { return "write /dev/stdin for standard input" }
    if path.contains(where: { "“”„‘’«»".contains($0) }) {
      return "typographic quotes are part of this name: write ' or \" instead"
    }
    if let first = path.first, "–—−‐‑".contains(first) {
      return "it begins with a typographic dash: write --\(path.drop { "–—−‐‑-".contains($0) })"
    }
    if path.hasPrefix("file://") { return "write \(path.dropFirst("file://".count))" }
    if ["http://", "https://", "ftp://"].contains(where: { path.hasPrefix($0) }) {
      return "download it first, and name the file"
    }
    if path.contains("\u{FFFD}" as Character) { return "the name is not UTF-8: rename the file" }
    if let target = (try? SystemCalls.linkTarget(of: path)) ?? nil {
      return "it is a link to \(target), which is absent"
    }
    if path.hasPrefix("~") { return "the shell replaces ~ only without quotes: write the folder's name" }
    let folder = PathParts.folder(of: path)
    guard let names = try? SystemCalls.names(in: folder) else {
      let isThere = ((try? SystemCalls.target(of: folder)) ?? nil) != nil
      return isThere ? "this user may not list \(folder)" : "the folder \(folder) does not exist either"
    }
    let name = String(path.split(separator: "/").last ?? "")
    let visible = names.filter { !$0.hasPrefix(".") && $0 != name }.sorted()
    guard let near = nearest(name, visible) else { return "`ls \(folder)` shows what is there" }
    return "did you mean `\(path.dropLast(name.count))\(near)`?"
  }
}
