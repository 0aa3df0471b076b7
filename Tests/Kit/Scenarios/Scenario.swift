internal import Foundation
public import GestureCore

/// A story of fingers on a panel as a text file: what they do, a blank line, and what flickd is to say.
///
///     # a comment
///     down 1 80% 50%            finger 1 lands; places in percent of the panel or in mm
///     to 1 60% 50% in 80ms      it goes there, straight and steadily, a frame every 8 ms
///     200ms                     nothing happens for so long
///     up 1                      it lifts
///     drop                      the kernel loses events
///
///     end flick left commit by velocity
public struct Scenario: Sendable {
  /// What is wrong with a file.
  public struct Malformed: Error, CustomStringConvertible {
    /// `file:line: what`.
    public var description: String
  }

  /// One thing that happens.
  enum Step: Equatable, Sendable {
    case down(finger: Int, PanelPoint)
    case to(finger: Int, PanelPoint, Interval)
    case up(finger: Int)
    case wait(Interval)
    case drop
  }

  /// The file's name without its ending.
  public let name: String
  /// What flickd is to say, a line each.
  public let expected: [String]
  let steps: [Step]

  /// The glass that percentages are of.
  public static let extent = Extent(width: 217, height: 136)

  /// Reads a scenario.
  public init(name: String, text: String) throws {
    self.name = name
    let halves = text.components(separatedBy: "\n\n")
    guard halves.count == 2 else {
      throw Malformed(description: "\(name): a scenario is what happens, a blank line, and what is expected")
    }
    expected = halves[1].split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    steps = try halves[0].split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      number, line in
      let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
      if words.isEmpty { return nil }
      guard let step = Step(words) else {
        throw Malformed(description: "\(name):\(number + 1): '\(line)' is no step")
      }
      return step
    }
  }

  /// Every scenario in a folder, in the order of their names.
  public static func all(in folder: String) throws -> [Scenario] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".touch") }.sorted().map
    {
      let text = try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
      return try Scenario(name: String($0.dropLast(".touch".count)), text: text)
    }
  }

  /// How many fingers it takes.
  public var fingers: Int {
    let numbers = steps.map { step in
      if case .down(let finger, _) = step { finger } else { 0 }
    }
    return numbers.max() ?? 0
  }
}

extension Scenario.Step {
  fileprivate init?(_ words: [String]) {
    switch (words.first, words.count) {
    case ("down", 4):
      guard let finger = Int(words[1]), let place = Self.place(words[2], words[3]) else { return nil }
      self = .down(finger: finger, place)
    case ("to", 6):
      guard let finger = Int(words[1]), let place = Self.place(words[2], words[3]), words[4] == "in",
        let time = Self.time(words[5])
      else { return nil }
      self = .to(finger: finger, place, time)
    case ("up", 2):
      guard let finger = Int(words[1]) else { return nil }
      self = .up(finger: finger)
    case ("drop", 1):
      self = .drop
    case (let word?, 1):
      guard let time = Self.time(word) else { return nil }
      self = .wait(time)
    default:
      return nil
    }
  }

  private static func place(_ x: String, _ y: String) -> PanelPoint? {
    guard let x = length(x, of: Scenario.extent.width), let y = length(y, of: Scenario.extent.height) else {
      return nil
    }
    return PanelPoint(x: x, y: y)
  }

  private static func length(_ word: String, of extent: Double) -> Double? {
    if word.hasSuffix("%") { return Double(word.dropLast()).map { $0 / 100 * extent } }
    return word.hasSuffix("mm") ? Double(word.dropLast(2)) : nil
  }

  private static func time(_ word: String) -> Interval? {
    guard word.hasSuffix("ms"), let count = Int64(word.dropLast(2)) else { return nil }
    return .milliseconds(count)
  }
}
