/// The parts of a path.
public enum PathParts {
  /// Returns the folder part of a path.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the part of a path that is a file where a folder should be; nil if there is none.
  public static func file(above path: String) -> String? {
    var part = folder(of: path)
    while part != "/", part != "." {
      if let found = (try? SystemCalls.target(of: part)) ?? nil { return found.kind == .folder ? nil : part }
      part = folder(of: part)
    }
    return nil
  }
}

extension SystemCalls {
  /// Returns whether a path leads to a file; one that we may not inspect counts as absent.
  public static func exists(_ path: String) -> Bool { ((try? target(of: path)) ?? nil) != nil }
}
