import ArgumentParser
import Benchmarks
import FlickProtocol
import Foundation
import TestKit

/// The result of a run.
struct Report: Encodable {
  /// The seed; nil if nothing was random.
  var seed: UInt64?
  /// Each figure by its name.
  var figures: Figures
  /// The names of figures that a busy machine distorts, and that a quick run only prints.
  var timed: Set<String>

  private enum CodingKeys: String, CodingKey {
    case seed, figures
  }
}

extension Duration {
  /// The duration in µs.
  var microseconds: Double { Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12 }
}

/// The options of every kind of run.
struct RunOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The flickd to measure.", valueName: "program")) var flickd = Program.flickd.path
  @Option(help: "Frames per second.") var rate = 240
  @Option(help: ArgumentHelp("The phases to request, or none to send no request.", valueName: "list"))
  var phases = "begin,update,end,cancel"
  @Option(help: "A planted fault, which must be found: \(Plant.allCases.map(\.rawValue)).") var plant: Plant?
  @Flag(help: "Check only counts, for busy machines; ratios and times are printed.") var quick =
    false
  @Flag(help: "Print JSON.") var json = false
  @Flag(help: "Compare with the thresholds; exit 1 if one is not met.") var check = false
  @Option(help: ArgumentHelp("The thresholds.", valueName: "file")) var thresholds =
    "Tests/Workshop/Bench/load/thresholds.json"

  func validate() throws {
    guard (30...1000).contains(rate) else { throw ValidationError("--rate is 30 to 1000") }
  }

  /// The request for the phases.
  var request: String? {
    guard phases != "none" else { return nil }
    let words = phases.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ",")
    return "{\"id\":1,\"request\":\"subscribe\",\"phases\":[\(words)]}\n"
  }

  /// Prints the result, and ends the program if a bar is not met.
  func end(_ report: Report) throws {
    var results: [Thresholds.BarResult] = []
    if check {
      do {
        let judged = report.figures.filter { !quick || !report.timed.contains($0.key) }
        results = try Thresholds.read(thresholds).results(for: judged).filter { $0.isMet != nil }
      } catch {
        throw failure(.badData, error.description)
      }
    }
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(Printed(report: report, bars: results)), as: UTF8.self))
    } else {
      if let seed = report.seed { print("seed \(seed)") }
      for (name, value) in report.figures.sorted(by: { $0.key < $1.key }) {
        print("\(name): \(words(value))")
      }
      for result in results { print(result.description) }
    }
    guard check else { return }
    if results.isEmpty { throw failure(.badData, "no threshold applies to the measured figures") }
    let unmet = results.filter { $0.isMet == false }
    if !unmet.isEmpty {
      _ = failure(.badData, unmet.map(\.description).joined(separator: "\nload: "))
      throw ArgumentParser.ExitCode(1)
    }
  }

  private struct Printed: Encodable {
    var report: Report
    var bars: [Thresholds.BarResult]

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      var object = encoder.container(keyedBy: Key.self)
      try object.encode(bars, forKey: .bars)
    }

    private enum Key: String, CodingKey { case bars }
  }
}

extension Plant: ExpressibleByArgument {}

/// Ends the program with a message on standard error and one of the product's exit codes.
func failure(_ code: FlickProtocol.ExitCode, _ words: String) -> ArgumentParser.ExitCode {
  FileHandle.standardError.write(Data("load: \(words)\n".utf8))
  return ArgumentParser.ExitCode(code.rawValue)
}

/// A figure with four significant digits.
private func words(_ value: Double) -> String {
  value == value.rounded() ? "\(Int(value))" : String(format: "%.4g", value)
}

extension [Double] {
  /// The median; of an even number of values, the upper one.
  var median: Double { sorted()[count / 2] }
}

extension [Int64] {
  /// The smallest value that a share `part` of all values do not exceed; 0 without values.
  func quantile(_ part: Double) -> Double {
    guard !isEmpty else { return 0 }
    return Double(sorted()[Swift.min(count - 1, Int(part * Double(count)))])
  }
}
