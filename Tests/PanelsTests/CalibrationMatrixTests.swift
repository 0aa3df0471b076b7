import Panels
import Testing

@Suite struct `A calibration matrix` {
  @Test func `is read from libinput's text`() throws {
    #expect(try CalibrationMatrix(text: "1 0 0 0 1 0") == .identity)
    #expect(try CalibrationMatrix(text: " 0  -1.0 +1\t1 0 0 ").numbers == [0, -1, 1, 1, 0, 0])
    #expect(
      try CalibrationMatrix(text: "1.05 0 -2.5e-2 0 .97 0.015").numbers == [1.05, 0, -0.025, 0, 0.97, 0.015])
  }

  @Test(
    arguments: [
      ("", .count(0)), ("1 0 0 0 1", .count(5)), ("1 0 0 0 1 0 0 0 1", .count(9)),
      ("1 0 0 0 1 x", .notNumber("x")), ("1 0 0 0 nan 0", .notNumber("nan")),
      ("1,0,0,0,1,0", .notNumber("1,0,0,0,1,0")), ("inf 0 0 0 1 0", .notNumber("inf")),
      ("0x1 0 0 0 1 0", .notNumber("0x1")), ("1 0 0 0 1e999 0", .outOfRange), ("1 0 1001 0 1 0", .outOfRange),
      ("1 1 0 1 1 0", .notInvertible), ("0 0 0 0 0 0", .notInvertible), ("1 0 0 0 1e-9 0", .notInvertible),
    ] as [(String, CalibrationMatrix.Problem)])
  func `is refused with its reason`(text: String, problem: CalibrationMatrix.Problem) {
    #expect(throws: problem) { try CalibrationMatrix(text: text) }
    #expect(!problem.description.contains("\n"))
  }

  @Test func `accepts six finite numbers`() {
    #expect(throws: CalibrationMatrix.Problem.outOfRange) { try CalibrationMatrix([1, 0, .nan, 0, 1, 0]) }
    #expect(throws: CalibrationMatrix.Problem.outOfRange) {
      try CalibrationMatrix([.infinity, 0, 0, 0, 1, 0])
    }
    #expect(throws: CalibrationMatrix.Problem.count(0)) { try CalibrationMatrix([]) }
  }

  @Test(
    arguments: [
      ("1 0 0 0 1 0", false), ("0 -1 1 1 0 0", true), ("-1 0 1 0 -1 1", false), ("0 1 0 -1 0 1", true),
      // Slightly skewed, and by 45°.
      ("0.99 -0.1 0 0.1 0.99 0", false), ("0.1 0.99 0 -0.99 0.1 1", true), ("0.7 -0.7 0.5 0.7 0.7 0", false),
      // Far from square, the products still show the orientation.
      ("0.1 2 0 -2 0.1 1", true), ("3 0.5 0 0.5 0.2 0", false),
    ]) func `reports whether it swaps the axes`(text: String, axesAreSwapped: Bool) throws
  {
    #expect(try CalibrationMatrix(text: text).swapsAxes == axesAreSwapped)
  }
}
