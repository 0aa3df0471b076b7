internal import LinuxIO

/// The folders in which the gallery's page may be: installed, or in the program's sources.
struct GalleryPlaces {
  /// The folders, in the order of the search.
  let folders: [String]

  /// Creates the folders for a program at `path`; nil if its path is not known.
  init(of path: String?) {
    let parts = (path ?? "").split(separator: "/").dropLast()
    var folders: [String] = []
    func add(_ place: ArraySlice<Substring>, _ rest: String) {
      let folder = "/" + place.map { "\($0)/" }.joined() + rest
      if !folders.contains(folder) { folders.append(folder) }
    }
    // PREFIX/bin/flickctl, for any PREFIX.
    if parts.last == "bin" { add(parts.dropLast(), "share/flickd/web") }
    // SOURCES/.build/debug/flickctl.
    if let build = parts.lastIndex(of: ".build") { add(parts[..<build], "Sources/Web") }
    // The folders of the packages and of `make install`, for a program that was copied elsewhere.
    add(["usr"], "share/flickd/web")
    add(["usr", "local"], "share/flickd/web")
    self.folders = folders
  }

  /// The first folder that contains the page.
  var first: String? {
    folders.first { folder in
      (try? SystemCalls.target(of: "\(folder)/gallery/index.html"))?.kind == .regular
    }
  }
}
