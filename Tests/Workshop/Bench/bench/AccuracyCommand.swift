import ArgumentParser
import Benchmarks
import FlickProtocol
import Foundation

/// `bench accuracy`: the accuracy of ours and of the references.
struct AccuracyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accuracy",
    abstract: "Compare the velocity estimate and eight reference strategies with known strokes.",
    discussion:
      "Exit codes: 1 a threshold is not met, 64 usage, 65 bad data (file: what), 66 no such folder or file.")

  @Option(help: ArgumentHelp("Vectors: a folder of JSON files.", valueName: "folder")) var vectors: [String] =
    []
  @Option(help: ArgumentHelp("Recordings of panels, judged while a finger moves.", valueName: "folder"))
  var recordings: String?
  @Flag(help: "Synthetic strokes with a known velocity.") var synthetic = false
  @Flag(help: "Where synthetic strokes throw content, and to which of five cards.") var landing = false
  @Flag(help: "Flicks and rests on panels that lift up to 125 ms late.") var lateLift = false
  @Flag(help: "Streams that no healthy panel sends.") var degenerate = false
  @Flag(help: "Content that apps draw, against the finger of the demo when the frame is shown.")
  var display = false
  @Option(help: "Synthetic strokes of each profile at each rate.") var strokes = 500
  @Option(help: "Late-lift strokes of each profile at each rate, of which the fast ones are played.")
  var lateStrokes = 40
  @Option(help: "Degenerate streams.") var streams = 1_000_000
  @Option(help: "The seed of strokes and streams.") var seed: UInt64 = 1
  @Option(help: ArgumentHelp("Write error against rate as an SVG (with --synthetic).", valueName: "file"))
  var plot: String?
  @Flag(help: "Print JSON instead of tables.") var json = false
  @OptionGroup var checking: CheckOptions

  func validate() throws {
    guard !vectors.isEmpty || recordings != nil || synthetic || landing || lateLift || degenerate || display
    else {
      throw ValidationError(
        "nothing to measure: add --vectors, --recordings, --synthetic, --landing, --late-lift, --degenerate "
          + "or --display")
    }
    if plot != nil, !synthetic { throw ValidationError("--plot needs --synthetic: add it") }
    guard strokes > 0, lateStrokes > 0, streams > 0 else {
      throw ValidationError("--strokes, --late-strokes and --streams must be above 0")
    }
  }

  func run() throws {
    var run = Run()
    if !vectors.isEmpty {
      // All files are read before the measurement, so that a malformed file is reported at once.
      let report = VectorReport(try files(), progress: Progress("vectors").show)
      run.add("vectors", report, text: report.text)
    }
    if let recordings {
      let report = MidstrokeReport(try panels(in: recordings))
      run.add("midstroke_panels", report, text: report.text)
    }
    let suite = StrokeSuite(strokesPerCell: strokes, seed: seed)
    if synthetic {
      let report = SyntheticReport(suite, progress: Progress("synthetic").show)
      run.add("synthetic", report, text: report.text)
      if let plot { try draw(RatePlot(report).svg, to: plot) }
    }
    if landing {
      let report = LandingReport(suite, progress: Progress("landing").show)
      run.add("landing", report, text: report.text)
    }
    if lateLift {
      let report = LateLiftReport(
        strokesPerCell: lateStrokes, seed: seed, progress: Progress("late lifts").show)
      run.add("late_lift", report, text: report.text)
    }
    if degenerate {
      let report = DegenerateReport(count: streams, seed: seed, progress: Progress("degenerate").show)
      run.add("degenerate", report, text: report.text)
    }
    if display {
      let report = DisplayReport(seconds: 600)
      run.add("display", report, text: report.text)
    }
    try run.end(asJSON: json, checking)
  }

  private func panels(in folder: String) throws -> [LookaheadSet] {
    do throws(FileError) {
      return try LookaheadFolder.panels(folder)
    } catch {
      throw failure(error)
    }
  }

  private func files() throws -> [VectorFile] {
    do throws(FileError) {
      var files: [VectorFile] = []
      for folder in vectors { files += try VectorFolder.read(folder) }
      return files
    } catch {
      throw failure(error)
    }
  }
}

/// Writes a picture; ends the program if that fails.
func draw(_ svg: String, to path: String) throws {
  do {
    try Data(svg.utf8).write(to: URL(fileURLWithPath: path))
  } catch {
    throw failure(.cannotCreate, "\(path): cannot be written")
  }
}

/// The parts of a run in their order, printed at its end.
struct Run {
  private var parts: [String: AnyEncodable] = [:]
  private var texts: [String] = []
  private var figures: Figures = [:]

  /// Adds a part of the run.
  mutating func add(_ name: String, _ report: some Encodable & Measured, text: String) {
    parts[name] = AnyEncodable(report)
    texts.append(text)
    figures.merge(report.figures) { $1 }
  }

  /// Prints all parts, and checks the bars if requested.
  func end(asJSON: Bool, _ checking: CheckOptions) throws {
    let results = try checking.results(for: figures)
    if asJSON {
      var all = parts
      if let results { all["bars"] = AnyEncodable(results) }
      try sayJSON(all)
    } else {
      writeOutput((texts + (results.map { [CheckOptions.text($0)] } ?? [])).joined(separator: "\n"))
    }
    try CheckOptions.end(with: results)
  }
}
