import TestKit
import Testing

@testable import Benchmarks

@Suite struct `A folder of vectors` {
  /// A vector with these words instead of its usual ones.
  private func vector(
    samples: String = "[[0, 1, 2], [8000, 5, 2]]", release: String = "8000",
    expected: String = #"{"lsq2": {"vx": 500, "vy": 0}}"#, more: String = ""
  ) -> String {
    """
    {"name": "a", "source": "s", "unit": "px", "kind": "recorded", "note": "", "samples": \(samples),
     "release_us": \(release), "expected": \(expected), "tolerance": {"rel": 0.2, "abs": 0.5}\(more)}
    """
  }

  private func read(_ text: String) throws -> [VelocityVector] {
    let folder = try PrivateFolder()
    try folder.write("one.json", text)
    return try VectorFolder.read(folder.path).flatMap(\.vectors)
  }

  @Test func `is read with every field of the format`() throws {
    let text = vector(
      samples: "[[0, 1, 2, 0.5], [8000.4, 5, 2, null], [8000, 6.5, 2], [-20, 1e9, 2]]", release: "null",
      expected: #"{"lsq2": {"vx": 500, "vy": null}, "something_new": {"vy": -3}, "finite": {}}"#,
      more: #", "differential": true, "cancelled": true, "max_velocity": 300, "t0_us": 5, "later": [1]"#)
    let read = try #require(try read("[\(text)]").first)
    #expect(read.stroke.samples.map(\.time) == [0, 8000.4, 8000, -20])
    #expect(read.stroke.samples.map(\.x) == [1, 5, 6.5, 1e9])
    #expect(read.stroke.release == nil)
    #expect(read.stroke.isDifferential && read.isCancelled)
    #expect(read.maxVelocity == 300)
    #expect(read.expected["lsq2"] == VelocityVector.Expectation(x: .speed(500), y: .nothing))
    #expect(read.expected["something_new"] == VelocityVector.Expectation(x: nil, y: .speed(-3)))
    #expect(read.tolerance == VelocityVector.Tolerance(relative: 0.2, absolute: 0.5))
  }

  @Test(arguments: ["[]", "[[5, 1, 1]]", "[[5, 1, 1], [5, 9, 9]]", "[[9, 1, 1], [2, 3, 3], [9, 1, 1]]"])
  func `may hold strokes without any velocity`(samples: String) throws {
    let report = VectorReport([VectorFile(name: "x", vectors: try read("[\(vector(samples: samples))]"))])
    #expect(report.total.scores.allSatisfy { $0.nonFinite == 0 })
    #expect(report.total.scores.first?.rows.map(\.against) == ["lsq2"])
  }

  @Test(arguments: [
    ("[\n{,", "is not JSON: Invalid value around character 3"),
    ("{}", "the file is not a list"),
    ("[3]", "[0] is not an object"),
    (#"[{"kind": "recorded"}]"#, #"[0] has no "name""#),
    (#"[{"name": "a", "kind": "x", "expected": {}, "samples": 3}]"#, "[0].samples is not a list"),
    (#"[{"name": "a", "kind": "x", "expected": {}, "samples": [[0, 1]]}]"#, "[0].samples[0]"),
    (
      #"[{"name": "a", "kind": "x", "expected": {}, "samples": [[0, 1, "2"]]}]"#,
      "[0].samples[0][2] is not a number"
    ),
    (
      #"[{"name": "a", "kind": "x", "expected": {}, "samples": [[1e40, 1, 2]]}]"#,
      "[0].samples[0][0]: is not a time in µs"
    ),
    (
      #"[{"name": "a", "kind": "x", "samples": [], "expected": {"lsq2": {"vx": "fast"}}}]"#,
      "[0].expected.lsq2.vx is not a number"
    ),
    (
      #"[{"name": "a", "kind": "x", "samples": [], "expected": {}, "max_velocity": -1}]"#,
      "[0].max_velocity: is negative"
    ),
  ]) func `reports where and what is wrong`(text: String, words: String) throws {
    let folder = try PrivateFolder()
    try folder.write("good.json", "[]")
    let file = try folder.write("wrong.json", text)
    let error = try #require(throws: FileError.self) { try VectorFolder.read(folder.path) }
    #expect(error.fault == .bad)
    #expect(error.description.hasPrefix("\(file): \(words)"), "\(error)")
  }

  @Test func `must be a folder with vectors in it`() throws {
    let folder = try PrivateFolder()
    #expect(try #require(throws: FileError.self) { try VectorFolder.read(folder.path) }.fault == .missing)
    let absent = folder.file("absent")
    #expect(try #require(throws: FileError.self) { try VectorFolder.read(absent) }.fault == .missing)
    let file = try folder.write("readme.txt", "")
    #expect(try #require(throws: FileError.self) { try VectorFolder.read(file) }.fault == .bad)
  }

  @Test func `clamps or suppresses the answers if a vector requires it`() throws {
    let capped = try #require(try read("[\(vector(more: #", "max_velocity": 300"#))]").first)
    #expect(capped.answer(of: .lsq2) == PixelVelocity(x: 300, y: 0))
    let cancelled = try #require(try read("[\(vector(more: #", "cancelled": true"#))]").first)
    #expect(cancelled.answer(of: .lsq2) == .zero)
  }
}
