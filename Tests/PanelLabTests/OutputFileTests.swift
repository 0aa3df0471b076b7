import Foundation
import Glibc
import LinuxIO
import Recordings
import TestKit
import Testing

/// A folder with a recording, and the verbs that write pages and pictures about it.
private struct OutputFolder {
  let folder: PrivateFolder
  let recording = LabelledPeople.recording(of: "anna")

  init() throws {
    folder = try PrivateFolder()
    try folder.write("none.toml", "")
    try folder.write("a.evemu", recording)
  }

  /// Runs a shell script in the folder; `report` and `evaluate` are the verbs with the
  /// configuration.
  func run(_ script: String) async throws -> Outcome {
    let flickctl = RootCommand.quoted(Program.flickctl.path)
    let functions = ["report", "evaluate", "record"].map {
      "\($0)() { \(flickctl) \($0) --config none.toml \"$@\"; }"
    }
    let text = (["cd '\(folder.path)'"] + functions + [script]).joined(separator: "\n")
    return try await Command(["bash", "-c", text]).run()
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(name), withDestinationPath: target)
  }

  func bytes(_ name: String) throws -> [UInt8] { try RecordingFile.bytes(of: folder.file(name)) }

  func kind(_ name: String) throws -> SystemCalls.FileIdentity.Kind? {
    try SystemCalls.identity(of: folder.file(name))?.kind
  }
}

@Suite struct `The output of a verb` {
  /// Regression: `report a.evemu -o a.evemu` replaced the recording by the page.
  @Test(arguments: [
    "a.evemu", "./a.evemu", "sub/../a.evemu", "soft.evemu", "hard.evemu", "soft-of-hard",
  ])
  func `is never one of its inputs`(output: String) async throws {
    let written = try OutputFolder()
    try FileManager.default.createDirectory(
      atPath: written.folder.file("sub"), withIntermediateDirectories: false)
    try written.link("soft.evemu", to: "a.evemu")
    try FileManager.default.linkItem(
      atPath: written.folder.file("a.evemu"), toPath: written.folder.file("hard.evemu"))
    try written.link("soft-of-hard", to: "hard.evemu")
    for words in ["", " --force"] {
      let outcome = try await written.run("report swipes=a.evemu -o \(output)\(words)")
      #expect(outcome.code == 73)
      #expect(
        outcome.errors.hasPrefix("flickctl: \(output) is also an input")
          && outcome.errors.hasSuffix(": choose another file with -o\n"), "\(outcome.errors)")
    }
    // Standard output too.
    let added = try await written.run("report a.evemu -o - >> \(output)")
    #expect(added.code == 73 && added.errors.contains("- is also an input (a.evemu)"), "\(added.errors)")
    #expect(try written.bytes("a.evemu") == written.recording)
    #expect(try written.kind("soft.evemu") == .other)
  }

  @Test func `is never a compressed input, or the description beside an input`() async throws {
    let written = try OutputFolder()
    let packed = try #require(RecordingText.packed(written.recording))
    try written.folder.write("b.evemu.gz", packed)
    try written.folder.write("c.desc", EvemuWriter.write(MadeRecording.description, events: []))
    try written.folder.write("c.events", MadeRecording.oneFinger.bytes)
    let before = try written.bytes("c.desc")
    let gzip = try await written.run("report b.evemu.gz -o b.evemu.gz --force")
    let beside = try await written.run("report c.events -o c.desc --force")
    let settings = try await written.run("report a.evemu -o none.toml --force")
    for outcome in [gzip, beside, settings] {
      #expect(outcome.code == 73 && outcome.errors.contains("is also an input"), "\(outcome.errors)")
    }
    #expect(try written.bytes("b.evemu.gz") == packed && written.bytes("c.desc") == before)
  }

  /// Regression: `report -o *.evemu` overwrote the first recording.
  @Test func `replaces a page, and other content only with --force`() async throws {
    let written = try OutputFolder()
    let others: [(name: String, bytes: [UInt8], words: String)] = [
      ("b.evemu", written.recording, "a recording"),
      ("b.yml", LibinputWriter.write(MadeRecording.description, events: []), "a recording"),
      ("b.gz", try #require(RecordingText.packed(written.recording)), "a compressed file (gzip)"),
      ("b.svg", Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), "a picture (SVG)"),
      ("b.toml", Array("[swipe]\n".utf8), "a text"), ("b.json", Array("{}\n".utf8), "a text"),
      ("b.bin", [0, 1, 2], "binary data"),
    ]
    for (name, bytes, words) in others {
      try written.folder.write(name, bytes)
      let refused = try await written.run("report a.evemu -o \(name)")
      #expect(refused.code == 73)
      #expect(
        refused.errors
          == "flickctl: \(name) is \(words), and this command writes a page (HTML): choose another file with -o, or replace it with --force\n",
        "\(refused.errors)")
      #expect(try written.bytes(name) == bytes, "\(name)")
    }
    try written.folder.write("old.html", "<html><body>old</body></html>")
    try written.folder.write("empty", "")
    for command in ["-o b.evemu --force", "-o old.html", "-o old.html", "-o empty", "-o page"] {
      let outcome = try await written.run("report a.evemu \(command)")
      #expect(outcome.code == 0, "\(outcome.errors)")
      let name = command.split(separator: " ")[1]
      #expect(try written.bytes(String(name)).starts(with: "<!DOCTYPE html>".utf8), "\(command)")
    }
    #expect(try written.bytes("a.evemu") == written.recording)
  }

  /// Regression: as root, `-o /dev/null` and `-o /dev/stdout` became HTML files.
  @Test func `is written into what is not a regular file`() async throws {
    let written = try OutputFolder()
    #expect(try await written.run("report a.evemu -o page.html").code == 0)
    let page = try written.bytes("page.html")
    for path in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
      let outcome = try await written.run("report a.evemu -o \(path)")
      #expect(outcome.code == 0 && Array(outcome.output.utf8) == page, "\(path): \(outcome.errors)")
      #expect(!outcome.errors.contains("wrote"))
      // Behind what a shell has written before.
      let file = try await written.run("{ echo first; report a.evemu -o \(path); echo last; } > all; cat all")
      #expect(Array(file.output.utf8) == Array("first\n".utf8) + page + Array("last\n".utf8), "\(path)")
    }
    let other = try await written.run("report a.evemu -o /dev/fd/7 7> seven; report a.evemu -o /dev/fd/8")
    #expect(other.code == 73 && other.errors.contains("Bad file descriptor"), "\(other.errors)")
    #expect(try written.bytes("seven") == page)
    let fifo = try await written.run("mkfifo fifo; cat fifo & report a.evemu -o fifo; wait")
    #expect(fifo.code == 0 && Array(fifo.output.utf8) == page)
    #expect(try written.kind("fifo") == .pipe)
    let inner = try await written.run("report a.evemu -o >(cat > inner); sleep 0.5; cat inner")
    #expect(Array(inner.output.utf8) == page, "\(inner.errors)")
    for device in ["/dev/null", "/dev/full"] {
      let outcome = try await written.run("report a.evemu -o \(device)")
      #expect(outcome.code == (device == "/dev/null" ? 0 : 73), "\(outcome.errors)")
      #expect(try SystemCalls.identity(of: device)?.kind == .characterDevice)
    }
    #expect(!written.folder.names.contains("-"))
  }

  @Test func `keeps a link, and replaces the file that it points to`() async throws {
    let written = try OutputFolder()
    try written.folder.write("page.html", "<html></html>")
    try written.link("link.html", to: "page.html")
    try written.link("new.html", to: "made.html")
    for name in ["link.html", "new.html"] {
      #expect(try await written.run("report a.evemu -o \(name)").code == 0)
      #expect(try written.kind(name) == .other)
    }
    for name in ["page.html", "made.html"] {
      #expect(try written.kind(name) == .regular)
      #expect(try written.bytes(name).starts(with: "<!DOCTYPE html>".utf8))
    }
  }

  @Test func `is refused before any work if it is a folder, or if its folder is a file`() async throws {
    let written = try OutputFolder()
    for (path, reason) in [(".", "Is a directory"), ("a.evemu/page", "Not a directory")] {
      // The recording does not exist: the output is checked first.
      let outcome = try await written.run("report none.evemu -o \(path)")
      #expect(outcome.code == 73 && outcome.errors.contains(reason), "\(outcome.errors)")
    }
  }

  @Test func `is a folder of pictures that replace pictures only`() async throws {
    let written = try OutputFolder()
    try written.folder.write("taken/plane.svg", written.recording)
    let refused = try await written.run("evaluate a.evemu --svg taken")
    #expect(refused.code == 73)
    #expect(
      refused.errors
        == "flickctl: taken/plane.svg is a recording, and this command writes a picture (SVG): choose another folder with --svg, or replace it with --force\n"
    )
    let input = try await written.run("evaluate taken/plane.svg --svg taken --force")
    #expect(input.code == 73 && input.errors.contains("is also an input"))
    #expect(try written.bytes("taken/plane.svg") == written.recording)
    for words in ["taken --force", "taken", "new", "new"] {
      let outcome = try await written.run("evaluate a.evemu --svg \(words)")
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    #expect(try await written.run("evaluate a.evemu --svg -").code == 64)
  }

  @Test func `is not a name of a person that no reader would return`() async throws {
    for name in [" ", "", "\t", "anna ", "an\nna", "a=b", String(repeating: "n", count: 65)] {
      for verb in [["record", "-o", "/nowhere/r.evemu"], ["tune"]] {
        let outcome = try await Command([Program.flickctl.path] + verb + ["--person", name]).run()
        #expect(outcome.code == 64 && outcome.errors.contains("choose another name"), "\(outcome.errors)")
      }
    }
  }
}
