internal import ArgumentParser
internal import Configuration
internal import FlickProtocol
internal import LinuxIO

/// `flickctl check`: says what is wrong with the configuration, and where.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the configuration.",
    discussion: "Ends with 0 if it is good, with 78 if not.")

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print one JSON object.") var json = false

  func run() throws {
    let reading = try options.read()
    if json { try say(json: Self.report(reading.diagnostics)) }
    guard !reading.isValid else {
      if !json { try say("the configuration is good") }
      return
    }
    if json { throw ArgumentParser.ExitCode(FlickProtocol.ExitCode.badConfiguration.rawValue) }
    throw failure(.badConfiguration, reading.diagnostics.map(\.description).joined(separator: "\nflickctl: "))
  }

  private static func report(_ diagnostics: [Diagnostic]) -> [UInt8] {
    var line = LineWriter()
    line.beginObject()
    line.key("ok")
    line.bool(diagnostics.isEmpty)
    line.key("problems")
    line.beginArray()
    for diagnostic in diagnostics {
      line.beginObject()
      line.key("file")
      line.string(diagnostic.file)
      line.key("line")
      line.integer(Int64(diagnostic.place.line))
      line.key("column")
      line.integer(Int64(diagnostic.place.column))
      line.key("message")
      line.string(diagnostic.message)
      line.endObject()
    }
    line.endArray()
    line.endObject()
    line.endLine()
    return line.bytes
  }
}
