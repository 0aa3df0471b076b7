internal import Compression
internal import Foundation
internal import Panels

/// Reads the tables of people's strokes: one row per sample, from `D` (down) over `M` (move) to `U`
/// (lift).
public enum HumanTables {
  /// The tables, each optionally compressed with gzip.
  private static let names = ["flings.csv", "ipad-strokes.csv", "shapewriting-strokes.csv"]
  private static let references = "fling-reference-velocity.csv"
  /// The largest size of a table of this kind, in bytes.
  private static let maxBytes = 1 << 28

  /// The strokes of one finger in a folder's tables, in their order.
  ///
  /// Rows that a framework resampled between the panel's samples (`resampled` is 1) are skipped; a
  /// resampled lift keeps its time.
  public static func read(_ folder: String) throws(FileError) -> [HumanStroke] {
    var strokes: [HumanStroke] = []
    for name in names {
      let table = try Table(path(of: name, in: folder))
      strokes += try self.strokes(of: table)
    }
    let said = try Self.said(by: try Table(path(of: references, in: folder)))
    for index in strokes.indices { strokes[index].references = said[strokes[index].name] ?? [] }
    return strokes
  }

  private static func path(of name: String, in folder: String) -> String {
    let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    return FileManager.default.fileExists(atPath: path + ".gz") ? path + ".gz" : path
  }

  private static func strokes(of table: Table) throws(FileError) -> [HumanStroke] {
    let columns = try table.columns(["stroke_id", "device", "t_us", "x_px", "y_px", "event", "label"])
    let resampled = table.column("resampled")
    let user = table.column("user")
    var strokes: [HumanStroke] = []
    var open: (name: String, stroke: HumanStroke?)?
    for row in table.rows {
      let name = try row.text(columns[0])
      let sample = Stroke.Sample(
        time: try row.number(columns[2]).rounded(), x: try row.number(columns[3]),
        y: try row.number(columns[4]))
      let isMadeUp = try resampled.map { column throws(FileError) in try row.text(column) == "1" } ?? false
      switch (try row.text(columns[5]), open?.name) {
      case ("D", nil):
        let device = try row.text(columns[1])
        guard let screen = RecordedScreen(device: device) else {
          throw row.error("there is no device \(device)")
        }
        open = (name, nil)
        guard let meaning = HumanStroke.Meaning(label: try row.text(columns[6])) else { continue }
        let person = try user.map { column throws(FileError) in try row.text(column) } ?? ""
        open?.stroke = HumanStroke(
          name: name, person: person, meaning: meaning, stroke: Stroke(samples: [sample]), screen: screen)
      case ("M", name):
        if !isMadeUp { open?.stroke?.stroke.samples.append(sample) }
      case ("U", name):
        open?.stroke?.stroke.lift(sample, isMadeUp: isMadeUp)
        if let stroke = open?.stroke { strokes.append(stroke) }
        open = nil
      default: throw row.error("\(name) is not one run of rows from D to U")
      }
    }
    if let open { throw table.error("\(open.name) never lifts") }
    return strokes
  }

  /// The estimates of other estimators for each stroke.
  private static func said(by table: Table) throws(FileError) -> [String: [PixelVelocity]] {
    let columns = try table.columns(["stroke_id", "axis", "estimator", "velocity_px_per_s"])
    var said: [String: [String: PixelVelocity]] = [:]
    for row in table.rows {
      let (stroke, estimator) = (try row.text(columns[0]), try row.text(columns[2]))
      let value = try row.number(columns[3])
      var velocity = said[stroke]?[estimator] ?? .zero
      switch try row.text(columns[1]) {
      case "x": velocity.x = value
      case "y": velocity.y = value
      case let axis: throw row.error("no axis is \(axis)")
      }
      said[stroke, default: [:]][estimator] = velocity
    }
    return said.mapValues { velocities in velocities.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// A file of comma-separated rows with a header.
  private struct Table {
    let path: String
    let head: [ArraySlice<UInt8>]
    let rows: [Row]

    init(_ path: String) throws(FileError) {
      var bytes = [UInt8](try FileError.bytes(of: path))
      if Gzip.isPacked(bytes) {
        do {
          bytes = try Gzip.unpack(bytes, limit: maxBytes)
        } catch {
          throw FileError(fault: .bad, path: path, what: error.message)
        }
      }
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      head = lines[0].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      rows = lines.enumerated().dropFirst().filter { !$0.element.isEmpty }.map { number, line in
        Row(
          path: path, number: number + 1,
          fields: line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false))
      }
      self.path = path
    }

    func error(_ what: String) -> FileError { FileError(fault: .bad, path: path, what: what) }

    func column(_ name: String) -> Int? { head.firstIndex { $0.elementsEqual(name.utf8) } }

    func columns(_ names: [String]) throws(FileError) -> [Int] {
      var indices: [Int] = []
      for name in names {
        guard let index = column(name) else { throw error("has no column \(name)") }
        indices.append(index)
      }
      return indices
    }
  }

  /// One row, and its line number.
  private struct Row {
    let path: String
    let number: Int
    let fields: [ArraySlice<UInt8>]

    func error(_ what: String) -> FileError {
      FileError(fault: .bad, path: "\(path):\(number)", what: what)
    }

    func text(_ column: Int) throws(FileError) -> String {
      guard column < fields.count else { throw error("has \(fields.count) fields only") }
      return String(decoding: fields[column], as: UTF8.self)
    }

    func number(_ column: Int) throws(FileError) -> Double {
      let text = try text(column)
      guard let value = Double(text), value.isFinite else { throw error("\"\(text)\" is not a number") }
      return value
    }
  }
}

extension Stroke {
  /// Ends the stroke with a row that contains the last position and its time.
  fileprivate mutating func lift(_ last: Sample, isMadeUp: Bool) {
    guard let newest = samples.last else { return }
    let time = max(last.time, newest.time)
    if !isMadeUp, last.x != newest.x || last.y != newest.y {
      samples.append(Sample(time: time, x: last.x, y: last.y))
    }
    release = time
  }
}
