/// The names of the fields of an object that contains only numbers.
protocol NumberFieldName: FieldName {
  /// The numbers that the field allows.
  var range: NumberRange { get }
}

extension NumberFieldName {
  var mayBeNull: Bool { false }
}

/// An object of numbers whose fields are being read.
struct NumbersDraft<Name: NumberFieldName>: FieldsDraft {
  private(set) var values: [Name: Double] = [:]

  mutating func read(
    _ name: Name, _ value: FieldValue, with reader: inout FieldReader, in text: Span<UInt8>
  ) throws(JSONFault) {
    values[name] = try reader.number(value, name.range, in: text)
  }
}

extension FieldReader {
  /// Reads an object of numbers: the valid values, and the names of all fields that are present.
  mutating func numbers<Name: NumberFieldName>(
    _ value: FieldValue, _ allowed: String, in text: Span<UInt8>
  ) throws(JSONFault) -> (values: [Name: Double], seen: [Name])? {
    guard try opens(.beginObject, value, allowed, in: text) else { return nil }
    var draft = NumbersDraft<Name>()
    let seen = try fields(of: &draft, behind: value.path + ".", in: text)
    return (draft.values, seen)
  }

  /// Reads an object of numbers that needs all its fields; nil if one is invalid or missing.
  mutating func allNumbers<Name: NumberFieldName>(
    _ value: FieldValue, of _: Name.Type, in text: Span<UInt8>
  ) throws(JSONFault) -> [Name: Double]? {
    let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
    guard
      let (values, seen): ([Name: Double], [Name]) = try numbers(value, "an object of \(names)", in: text)
    else { return nil }
    for name in Name.allCases where !seen.contains(name) {
      faults.addMissing("\(value.path).\(name.rawValue)", name.range.words)
    }
    return values.count == Name.allCases.count ? values : nil
  }
}

/// The fields of `surface`.
enum SurfaceField: String, NumberFieldName {
  case width, height

  var range: NumberRange { .extent }
}

/// The fields of a zone's `rectangle`.
enum RectangleField: String, NumberFieldName {
  case x, y, width, height

  var range: NumberRange {
    switch self {
    case .x, .y: .place
    case .width, .height: .extent
    }
  }
}

extension Surface {
  init?(_ values: [SurfaceField: Double]) {
    guard let width = values[.width], let height = values[.height] else { return nil }
    self.init(width: width, height: height)
  }
}

extension ZoneRectangle<Double> {
  init?(_ values: [RectangleField: Double]) {
    guard let x = values[.x], let y = values[.y], let width = values[.width], let height = values[.height]
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
