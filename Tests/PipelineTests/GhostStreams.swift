import Foundation
import GestureCore
import TestKit

/// The reports of idle panels.
enum Ghosts: CaseIterable, Sendable {
  /// Contacts of 1–5 frames at random positions: a bad charger.
  case scattered
  /// One contact that lands and lifts at its position, with a new id each time: a drop of water.
  case flapping
  /// Contacts that jump across the panel.
  case teleporting
  /// Contacts of 1–5 frames on the column of a pressing finger: EMI in the electrodes that it
  /// touches.
  case striped
  /// Scattered contacts, in bursts of 1–2 s with pauses between.
  case bursting
  /// Two contacts that exchange their positions all the time.
  case swapping

  /// 4 s of ghosts, with 30–100 short contacts a second, on a panel of 60–250 frames a second.
  func stream(_ random: inout SplitMix64) -> TouchStream {
    var stream = TouchStream(period: Int64([4000, 8000, 12_000, 16_667][random.whole(0...3)]))
    let end = stream.frames(in: 4)
    switch self {
    case .scattered:
      stream.scatter(0..<end, &random) { random in Self.anywhere(&random) }
    case .flapping:
      let position = Self.anywhere(&random)
      var frame = 0
      while frame < end {
        stream.touch(frame, random.whole(1...5), &random) { random in
          PanelPoint(x: position.x + 0.3 * random.bell(), y: position.y + 0.3 * random.bell())
        }
        frame += (stream.touches.last?.positions.count ?? 0) + random.whole(1...3)
      }
    case .teleporting:
      stream.scatter(0..<end, length: 3...20, &random) { random in Self.anywhere(&random) }
      for index in stream.touches.indices {
        var position = stream.touches[index].positions[0]
        for frame in stream.touches[index].positions.indices {
          if random.part() < 0.5 { position = Self.anywhere(&random, apartFrom: position) }
          stream.touches[index].positions[frame] = position
        }
      }
    case .striped:
      let finger = Self.anywhere(&random)
      stream.touch(0, end, &random) { _ in finger }
      stream.scatter(0..<end, &random) { random in
        PanelPoint(x: finger.x, y: TouchStream.height * random.part())
      }
    case .bursting:
      var begin = 0
      while begin < end {
        let length = stream.frames(in: 1 + random.part())
        stream.scatter(begin..<(begin + length), &random) { random in Self.anywhere(&random) }
        begin += length + stream.frames(in: 0.2 + 2 * random.part())
      }
    case .swapping:
      let position = Self.anywhere(&random)
      let positions = [position, Self.anywhere(&random, apartFrom: position)]
      for hand in 0...1 {
        stream.touches.append(
          TouchStream.Touch(first: 0, positions: (0..<end).map { positions[($0 / 2 + hand) % 2] }))
      }
    }
    return stream
  }

  /// Further than a finger moves in a frame.
  private static func anywhere(_ random: inout SplitMix64, apartFrom position: PanelPoint) -> PanelPoint {
    while true {
      let other = anywhere(&random)
      if (other - position).length > 100 { return other }
    }
  }

  private static func anywhere(_ random: inout SplitMix64) -> PanelPoint {
    PanelPoint(x: TouchStream.width * random.part(), y: TouchStream.height * random.part())
  }
}

/// The movements of hands that are most similar to ghosts.
enum Hands: CaseIterable, Sendable {
  /// Ten fingers that drum, each up to seven times a second.
  case drumming
  /// Two hands that slap: five fingers at once, shorter than a tap.
  case slapping
  /// Three people who tap and flick on one big screen all the time.
  case crowd

  /// 4 s of these movements.
  func stream(_ random: inout SplitMix64) -> TouchStream {
    var stream = TouchStream(period: Int64([4000, 8000, 12_000, 16_667][random.whole(0...3)]))
    let end = stream.frames(in: 4)
    switch self {
    case .drumming:
      for finger in 0..<10 {
        let position = PanelPoint(x: 40 + Double(finger % 5) * 22 + Double(finger / 5) * 150, y: 90)
        var frame = random.whole(0...stream.frames(in: 0.15))
        while frame < end {
          // Half of people's taps last 80 ms, 5 % less than 40.
          let length = max(0.02, 0.08 + 0.024 * random.bell())
          stream.touch(frame, max(1, stream.frames(in: length)), &random) { random in
            PanelPoint(x: position.x + 0.1 * random.bell(), y: position.y + 0.1 * random.bell())
          }
          frame += stream.frames(in: max(0.14, length + 0.05 + 0.05 * random.part()))
        }
      }
    case .slapping:
      var frame = 0
      while frame < end {
        let x = 40 + 170 * random.part()
        for finger in 0..<5 {
          let position = PanelPoint(x: x + 20 * Double(finger), y: 90 + 5 * random.bell())
          let length = max(0.018, 0.05 + 0.012 * random.bell())
          stream.touch(frame + random.whole(0...1), max(2, stream.frames(in: length)), &random) { _ in
            position
          }
        }
        frame += stream.frames(in: 0.3 + 0.3 * random.part())
      }
    case .crowd:
      for person in 0..<3 {
        var frame = random.whole(0...stream.frames(in: 0.3))
        while frame < end {
          let begin = PanelPoint(
            x: 40 + 110 * Double(person) + 30 * random.part(), y: 60 + 70 * random.part())
          let end = PanelPoint(x: TouchStream.width * random.part(), y: TouchStream.height * random.part())
          let displacement = random.part() < 0.5 ? .zero : end - begin
          // At up to 4 m/s, and for at least 50 ms.
          let count = max(4, stream.frames(in: max(0.05, displacement.length / 4000) + 0.1 * random.part()))
          stream.touches.append(
            TouchStream.Touch(
              first: frame,
              positions: (0..<count).map { index in
                let part = Double(index) / Double(count - 1)
                return PanelPoint(x: begin.x + part * displacement.x, y: begin.y + part * displacement.y)
              }))
          frame += count + stream.frames(in: 0.08 + 0.2 * random.part())
        }
      }
    }
    return stream
  }
}

extension TouchStream {
  /// Adds 30–100 contacts a second within these frames.
  fileprivate mutating func scatter(
    _ range: Range<Int>, length: ClosedRange<Int> = 1...5, _ random: inout SplitMix64,
    position: (inout SplitMix64) -> PanelPoint
  ) {
    let rate = 30 + 70 * random.part()
    for frame in range where random.part() < rate * Double(period) * 1e-6 {
      let home = position(&random)
      touch(frame, random.whole(length), &random) { random in
        PanelPoint(x: home.x + 0.3 * random.bell(), y: home.y + 0.3 * random.bell())
      }
    }
  }

  /// Adds one contact with its own position in each frame.
  fileprivate mutating func touch(
    _ first: Int, _ count: Int, _ random: inout SplitMix64, position: (inout SplitMix64) -> PanelPoint
  ) {
    var positions: [PanelPoint] = []
    for _ in 0..<count { positions.append(position(&random)) }
    touches.append(Touch(first: first, positions: positions))
  }
}
