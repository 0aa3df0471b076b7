import Installation
import LinuxIO
import Testing

@Suite struct `The share folders of a program` {
  private static let installed = ["/usr/share/flickd/web", "/usr/local/share/flickd/web"]

  static let programs: [(program: String?, first: [String])] = [
    ("/usr/bin/flickctl", []), ("/opt/a b/bin/flickctl", ["/opt/a b/share/flickd/web"]),
    ("/src/.build/debug/flickctl", ["/src/Sources/Web"]),
    (
      "/src/.build/bin/flickctl",
      [
        "/src/.build/share/flickd/web", "/src/Sources/Web",
      ]
    ), ("/bin/flickctl", ["/share/flickd/web"]), ("/tmp/flickctl", []), (nil, []),
    // The kernel appends this to the path of a program that an upgrade has replaced.
    ("/opt/bin/flickctl (deleted)", ["/opt/share/flickd/web"]),
  ]

  @Test(arguments: programs)
  func `are those of its prefix, its sources, and the packages`(program: String?, first: [String]) {
    let folders = ShareFolders("web", source: "Sources/Web", program: program)
    #expect(folders.paths == first + Self.installed)
  }

  @Test func `of a build contain the library`() throws {
    let folder = try #require(ShareFolders.panelLibrary.first)
    #expect(try SystemCalls.names(in: folder).contains("05bd-rafi.toml"))
  }
}
