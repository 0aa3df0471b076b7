internal import GestureCore
internal import Panels
public import Recordings

/// A contact as flickd's decoder reports it, in device units and µs of the recording's clock.
public struct DecodedContact: Equatable, Sendable {
  /// The timestamp of the frame in which the contact landed.
  public var first: Int64
  /// The timestamp of the frame in which the contact lifted or was lost; nil if the recording ends
  /// before.
  public var lift: Int64?
  /// The position of the landing.
  public var landing: [Int]
  /// The last position.
  public var end: [Int]

  /// Every contact of a recording, by landing time and position.
  public static func all(in recording: Recording) -> [DecodedContact] {
    var decoder = SlotDecoder(description: recording.description, geometry: .deviceUnits)
    var contacts: [UInt64: DecodedContact] = [:]
    for event in recording.events where decoder.consume(event) {
      let timestamp = decoder.frame.instant.microseconds
      for index in 0..<decoder.frame.count {
        let line = decoder.frame.contact(at: index)
        let position = [Int(line.location.x), Int(line.location.y)]
        switch line.report {
        case .landed:
          precondition(contacts[line.id.number] == nil, "a contact lands once")
          contacts[line.id.number] = DecodedContact(
            first: timestamp, lift: nil, landing: position, end: position)
        case .moved, .still:
          contacts[line.id.number]?.end = position
        case .lifted, .lost:
          contacts[line.id.number]?.end = position
          contacts[line.id.number]?.lift = timestamp
        }
      }
    }
    return contacts.values.sorted {
      ($0.first, $0.landing[0], $0.landing[1]) < ($1.first, $1.landing[0], $1.landing[1])
    }
  }
}
