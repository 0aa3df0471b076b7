internal import Foundation

/// The bars that a run must meet: ratios, percentages and counts, never times.
public struct Thresholds: Decodable, Sendable {
  /// One figure's bound and its reason.
  public struct Bar: Codable, Equatable, Sendable {
    /// The figure's name.
    public var figure: String
    /// The largest allowed value.
    public var atMost: Double?
    /// The smallest allowed value.
    public var atLeast: Double?
    /// The origin of the bound.
    public var why: String

    private enum CodingKeys: String, CodingKey {
      case figure, why
      case atMost = "at_most"
      case atLeast = "at_least"
    }

    /// Whether a value meets the bar; NaN meets no bar.
    public func isMet(by value: Double) -> Bool {
      value.isFinite && value <= atMost ?? value && value >= atLeast ?? value
    }
  }

  /// The result of a run for one bar.
  public struct BarResult: Encodable, Equatable, Sendable {
    /// The bar.
    public var bar: Bar
    /// The figure; nil if this run did not measure it.
    public var value: Double?

    /// Whether the figure meets the bar; nil if this run did not measure it.
    public var isMet: Bool? { value.map(bar.isMet) }

    /// A human-readable line.
    public var description: String {
      let word = isMet.map { $0 ? "met" : "NOT MET" } ?? "not measured"
      let bound = [bar.atMost.map { "at most \(number($0))" }, bar.atLeast.map { "at least \(number($0))" }]
      let seen = value.map { "\(number($0)), " } ?? ""
      return "\(word): \(bar.figure): \(seen)\(bound.compactMap { $0 }.joined(separator: ", ")) (\(bar.why))"
    }

    /// Writes the bar, its figure and whether it is met.
    public func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: Key.self)
      try object.encode(bar, forKey: .bar)
      // JSON has no notation for NaN or infinity.
      try object.encode(value.flatMap { $0.isFinite ? $0 : nil }, forKey: .value)
      try object.encode(isMet, forKey: .isMet)
    }

    private enum Key: String, CodingKey {
      case bar, value
      case isMet = "is_met"
    }
  }

  /// In the order of the file.
  public var bars: [Bar]

  /// Reads a file; throws `file: what` if the file cannot be read or contains no bound.
  public static func read(_ path: String) throws(FileError) -> Thresholds {
    let bytes = try FileError.bytes(of: path)
    let thresholds: Thresholds
    do {
      thresholds = try JSONDecoder().decode(Thresholds.self, from: bytes)
    } catch {
      throw FileError(fault: .bad, path: path, what: "contains no bars: \(error)")
    }
    if let bar = thresholds.bars.first(where: { $0.atMost == nil && $0.atLeast == nil }) {
      throw FileError(fault: .bad, path: path, what: "\(bar.figure) has neither at_most nor at_least")
    }
    return thresholds
  }

  /// Compares the figures with each bar.
  public func results(for figures: Figures) -> [BarResult] {
    bars.map { BarResult(bar: $0, value: figures[$0.figure]) }
  }
}

/// A human-readable figure: four significant digits, without trailing zeros.
func number(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : String(format: "%.4g", value)
}
