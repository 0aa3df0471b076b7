internal import Panels

extension ValueDecoder {
  /// A calibration matrix: six numbers in an array, or libinput's text with spaces between them.
  func matrix() throws(ValueError) -> CalibrationMatrix {
    switch node.content {
    case .string(let text):
      return try calibration { () throws(CalibrationMatrix.Problem) in try CalibrationMatrix(text: text) }
    case .array(let items):
      let numbers = try items.map { item throws(ValueError) in try of(item).element() }
      return try calibration { () throws(CalibrationMatrix.Problem) in try CalibrationMatrix(numbers) }
    case .integer, .float, .boolean, .table, .moment: throw matrixError(.count(1))
    }
  }

  /// One number of a matrix.
  private func element() throws(ValueError) -> Double {
    let number: Double
    switch node.content {
    case .integer(let whole): number = Double(whole)
    case .float(let fraction): number = fraction
    case .string, .boolean, .array, .table, .moment: throw matrixError(.notNumber(node.seen))
    }
    guard number.magnitude <= CalibrationMatrix.largestNumber else { throw matrixError(.outOfRange) }
    return number
  }

  private func calibration(
    _ body: () throws(CalibrationMatrix.Problem) -> CalibrationMatrix
  ) throws(ValueError) -> CalibrationMatrix {
    try Result { () throws(CalibrationMatrix.Problem) in try body() }
      .mapError { matrixError($0) }.get()
  }

  private func matrixError(_ problem: CalibrationMatrix.Problem) -> ValueError {
    error("\(problem); write for example [0, -1, 1, 1, 0, 0] or \"0 -1 1 1 0 0\"")
  }
}
