import GestureCore

@testable import Pipeline

/// Keeps the lines of one view, as a connection without a limit receives them.
struct LineLog: SwipeSink, ~Copyable {
  let setup: PanelSetup
  var encoder: SwipeEncoder
  private var swipes = PublishedSwipes()
  var bytes: [UInt8] = []
  private var sequence: Int64 = 0

  init(_ encoder: SwipeEncoder, of setup: PanelSetup) {
    self.setup = setup
    self.encoder = encoder
  }

  mutating func receive(_ fact: borrowing SwipeFact) {
    if encoder.encode(fact, of: setup, lowerID: swipes.note(fact, of: setup)) { append() }
  }

  mutating func receive(_ fact: borrowing ContactFact) {
    if encoder.encode(fact, of: setup) { append() }
  }

  private mutating func append() {
    sequence = encoder.append(sequence: sequence + 1, to: &bytes)
  }

  var lines: [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
