import ArgumentParser
import Benchmarks

/// `bench lookahead`: the distance from the predicted position of a finger to the true one.
struct LookaheadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lookahead",
    abstract: "Compare predicted positions of fingers with the actual ones.",
    discussion: """
      Recordings are a folder with evdev/*/ and human/*.csv. \
      Exit codes: 1 a threshold is not met, 64 usage, 65 bad data (file: what), 66 no such folder or file.
      """)

  @Argument(help: "The folder of recordings.") var recordings: String
  @Flag(help: "Print JSON instead of tables.") var json = false
  @OptionGroup var checking: CheckOptions

  func run() throws {
    let report = LookaheadReport(try sets())
    var run = Run()
    run.add("lookahead", report, text: report.text)
    try run.end(asJSON: json, checking)
  }

  private func sets() throws -> [LookaheadSet] {
    do throws(FileError) {
      return try LookaheadFolder.read(recordings)
    } catch {
      throw failure(error)
    }
  }
}
