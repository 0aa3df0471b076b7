import Foundation
import FuzzTargets
import Testing

/// The inputs that fuzzing has kept for each target.
private enum Corpus {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "corpus")

  static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let subfolder = folder.appending(path: target.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: subfolder.path).sorted().map { name in
      ("\(target.rawValue)/\(name)", try [UInt8](Data(contentsOf: subfolder.appending(path: name))))
    }
  }
}

@Suite struct `The fuzzing corpus` {
  @Test(arguments: FuzzTarget.allCases)
  func `breaks no promise`(target: FuzzTarget) throws {
    let inputs = try Corpus.inputs(of: target)
    #expect(!inputs.isEmpty)
    for input in inputs {
      do throws(BrokenPromise) {
        try target.run(input.bytes)
      } catch {
        Issue.record("\(input.name): \(error)")
      }
    }
  }

  @Test func `stays small`() throws {
    let inputs = try FuzzTarget.allCases.flatMap(Corpus.inputs)
    #expect(inputs.count <= 180)
    #expect(inputs.map(\.bytes.count).reduce(0, +) <= 300_000)
  }

  /// Only a request with a key shows that the fuzzer's writer has the key too.
  @Test func `has a request with each key of a zone`() throws {
    let dictionary = try String(
      contentsOf: Corpus.folder.deletingLastPathComponent().appending(path: "dictionaries/request.dict"),
      encoding: .utf8)
    let keys = dictionary.split(separator: "\n").drop { $0 != "# keys" }.dropFirst().prefix { $0 != "# end" }
    #expect(keys.contains(#""\"commit_if\":""#))
    let requests = try Corpus.inputs(of: .request).map { String(decoding: $0.bytes, as: UTF8.self) }
    for key in keys {
      let text = String(key.dropFirst().dropLast()).replacingOccurrences(of: "\\", with: "")
      #expect(requests.contains { $0.contains(text) }, "\(text)")
    }
  }

  @Test func `has a contact that lifts, and exposes a judge that is blind to lifts`() throws {
    let blind = try Corpus.inputs(of: .slots).filter { input in
      (try? FuzzTarget.slots.run(input.bytes, isBlindToLifts: true)) == nil
    }
    #expect(!blind.isEmpty)
  }

  /// The script lists the targets by name, to reject unknown names before it builds.
  @Test func `covers the targets that packaging/fuzz.sh lists`() async throws {
    let package = Corpus.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let script = try String(contentsOf: package.appending(path: "packaging/fuzz.sh"), encoding: .utf8)
    let list = script.split(separator: "\n").first { $0.hasPrefix("known=(") }
    #expect(list.map(String.init) == "known=(\(FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")))")
  }
}
