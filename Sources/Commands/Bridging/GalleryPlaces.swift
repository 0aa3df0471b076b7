internal import LinuxIO

/// Where the page of the gallery may lie: where the program was installed, or in the sources that
/// it was built from.
struct GalleryPlaces {
  /// The folders, in the order in which they are looked at.
  let folders: [String]

  /// The places of a program at `path`, nil where that is not known.
  init(of path: String?) {
    let parts = (path ?? "").split(separator: "/").dropLast()
    var folders: [String] = []
    func add(_ place: ArraySlice<Substring>, _ rest: String) {
      let folder = "/" + place.map { "\($0)/" }.joined() + rest
      if !folders.contains(folder) { folders.append(folder) }
    }
    // PREFIX/bin/flickctl, whatever PREFIX is.
    if parts.last == "bin" { add(parts.dropLast(), "share/flickd/web") }
    // SOURCES/.build/debug/flickctl.
    if let build = parts.lastIndex(of: ".build") { add(parts[..<build], "Sources/Web") }
    // Those of the packages and of `make install`, for a program that was copied elsewhere.
    add(["usr"], "share/flickd/web")
    add(["usr", "local"], "share/flickd/web")
    self.folders = folders
  }

  /// The first in which the page is.
  var first: String? {
    folders.first { folder in
      (try? SystemCalls.target(of: "\(folder)/gallery/index.html"))?.kind == .regular
    }
  }
}
