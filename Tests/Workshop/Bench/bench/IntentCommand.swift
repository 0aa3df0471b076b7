import ArgumentParser
import Benchmarks

/// `bench intent`: how many intended swipes are recognised.
struct IntentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "intent",
    abstract:
      "Show which of people's flings, drags and taps commit, by each criterion and by the rules of others.",
    discussion: """
      The folder holds flings.csv, ipad-strokes.csv, shapewriting-strokes.csv (each may be packed by gzip) and \
      fling-reference-velocity.csv.
      Exit codes: 1 a threshold is not met, 64 usage, 65 bad data (file:line: what), 66 no such file.
      """)

  @Option(help: ArgumentHelp("People's strokes: a folder of tables.", valueName: "folder")) var strokes:
    String
  @Flag(help: "List each stroke with a wrong decision.") var list = false
  @Option(help: ArgumentHelp("Write the results of all rules as an SVG.", valueName: "file"))
  var plot: String?
  @Flag(help: "Print JSON instead of tables.") var json = false
  @OptionGroup var checking: CheckOptions

  func run() throws {
    let report = IntentReport(try people(), progress: Progress("intent").show)
    if let plot { try draw(ScoreboardPlot(report.scoreboard).svg, to: plot) }
    var run = Run()
    run.add("intent", report, text: report.text + (list ? "\n" + report.list : ""))
    try run.end(asJSON: json, checking)
  }

  private func people() throws -> [HumanStroke] {
    do throws(FileError) {
      return try HumanTables.read(strokes)
    } catch {
      throw failure(error)
    }
  }
}
