public import LinuxIO

/// The folders in which the data files of a program may be: installed, or in its sources.
public struct ShareFolders {
  /// The folders, in the order of the search.
  public let paths: [String]

  /// Lists the folders for a program at `program`; nil if its path is not known.
  ///
  /// `name` is the folder below `share/flickd`, `source` the folder in the sources.
  public init(_ name: String, source: String, program: String? = SystemCalls.programPath()) {
    let parts = (program ?? "").split(separator: "/").dropLast()
    var folders: [String] = []
    func add(_ parents: ArraySlice<Substring>, _ rest: String) {
      let folder = "/" + parents.map { "\($0)/" }.joined() + rest
      if !folders.contains(folder) { folders.append(folder) }
    }
    // PREFIX/bin/flickd, for any PREFIX.
    if parts.last == "bin" { add(parts.dropLast(), "share/flickd/\(name)") }
    // SOURCES/.build/debug/flickd.
    if let build = parts.lastIndex(of: ".build") { add(parts[..<build], source) }
    // The folders of the packages and of `make install`, for a program that was copied elsewhere.
    add(["usr"], "share/flickd/\(name)")
    add(["usr", "local"], "share/flickd/\(name)")
    paths = folders
  }

  /// The folders of the shipped library entries.
  public static var panelLibrary: [String] { ShareFolders("panels.d", source: "packaging/panels.d").paths }

  /// The folders of the web pages.
  public static var web: [String] { ShareFolders("web", source: "Sources/Web").paths }
}
