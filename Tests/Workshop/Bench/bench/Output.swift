import ArgumentParser
import Benchmarks
import FlickProtocol
import Foundation

/// Ends the program with a message on standard error and one of the product's exit codes.
func failure(_ code: FlickProtocol.ExitCode, _ words: String) -> ArgumentParser.ExitCode {
  FileHandle.standardError.write(Data("bench: \(words)\n".utf8))
  return ArgumentParser.ExitCode(code.rawValue)
}

/// Ends the program with the error of a folder or a file.
func failure(_ error: FileError) -> ArgumentParser.ExitCode {
  let code: FlickProtocol.ExitCode =
    switch error.fault {
    case .missing: .noInput
    case .unreadable: .noPermission
    case .bad: .badData
    }
  return failure(code, error.description)
}

/// Writes text to standard output unchanged.
func writeOutput(_ text: String) {
  FileHandle.standardOutput.write(Data(text.utf8))
}

/// Writes an object of parts as JSON, keys sorted.
func sayJSON(_ parts: [String: AnyEncodable]) throws {
  let encoder = JSONEncoder()
  // The error of an absurd answer may be infinite, which JSON cannot represent.
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  FileHandle.standardOutput.write(try encoder.encode(parts) + Data("\n".utf8))
}

/// A part of the output, whatever its type.
struct AnyEncodable: Encodable {
  private let part: any Encodable

  init(_ part: some Encodable) {
    self.part = part
  }

  func encode(to encoder: any Encoder) throws {
    try part.encode(to: encoder)
  }
}

/// Shows the progress of a long part on a terminal; writes nothing to a file or a pipe.
struct Progress {
  private let name: String
  private let isShown = isatty(2) == 1

  init(_ name: String) {
    self.name = name
  }

  /// Rewrites the line, and clears it when the part is complete.
  func show(_ part: Double) {
    guard isShown else { return }
    let line = part < 1 ? "\r\(name): \(Int(part * 100)) %" : "\r\u{1b}[K"
    FileHandle.standardError.write(Data(line.utf8))
  }
}

/// The bars of a run, for both commands.
struct CheckOptions: ParsableArguments {
  @Flag(help: "Compare with the thresholds; exit 1 if one is not met.") var check = false
  @Option(help: ArgumentHelp("The thresholds.", valueName: "file")) var thresholds =
    "Tests/Workshop/Bench/thresholds.json"

  /// Checks the bars of a run; nil if no check was requested.
  func results(for figures: Figures) throws -> [Thresholds.BarResult]? {
    guard check else { return nil }
    do {
      return try Thresholds.read(thresholds).results(for: figures)
    } catch {
      throw failure(error)
    }
  }

  /// Prints each bar that is not met; ends the program if there is one, or if none was measured.
  static func end(with results: [Thresholds.BarResult]?) throws {
    guard let results else { return }
    let measured = results.filter { $0.isMet != nil }
    let unmet = measured.filter { $0.isMet == false }
    for result in unmet { FileHandle.standardError.write(Data("bench: \(result.description)\n".utf8)) }
    if measured.isEmpty { throw failure(.badData, "no threshold applies to the measured figures") }
    if !unmet.isEmpty { throw ArgumentParser.ExitCode(1) }
  }

  /// The human-readable results: the measured bars, and the number of bars that this run did not
  /// measure.
  static func text(_ results: [Thresholds.BarResult]) -> String {
    let measured = results.filter { $0.isMet != nil }
    let others = results.count - measured.count
    return "Bars\n" + measured.map { "\($0.description)\n" }.joined()
      + (others > 0 ? "not measured in this run: \(others) others\n" : "")
  }
}
