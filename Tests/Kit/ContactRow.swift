/// One row of `contacts.csv`: a contact by an independent parser, in device units and µs of the
/// file's clock.
public struct ContactRow: Equatable, Sendable {
  /// The recording, relative to the folder of recordings.
  public var file: String
  /// The number of the contact in its file, counted from 0.
  public var number: Int
  /// The timestamp of the frame in which the contact landed.
  public var first: Int64
  /// The timestamp of the frame in which the contact lifted; `nil` if the recording ends before.
  public var lift: Int64?
  /// The position of the landing.
  public var landing: [Int]
  /// The last position.
  public var end: [Int]

  /// Every row of the table.
  public static func all() throws -> [ContactRow] {
    try Material.rows("recordings/contacts.csv").compactMap { row in
      func number(_ column: String) -> Int? { row[column].flatMap { Int($0) } }
      guard let file = row["file"], let contact = number("contact"), let first = number("t_first_us"),
        let firstX = number("x_first"), let firstY = number("y_first"), let lastX = number("x_last"),
        let lastY = number("y_last")
      else { return nil }
      return ContactRow(
        file: file, number: contact, first: Int64(first), lift: number("t_lift_us").map(Int64.init),
        landing: [firstX, firstY], end: [lastX, lastY])
    }
  }
}
