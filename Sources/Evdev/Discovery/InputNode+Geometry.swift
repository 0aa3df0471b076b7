public import GestureCore
public import Panels

extension InputNode {
  /// The size of the glass in mm, from FLICKD_SIZE_MM in the form `510x287`; nil if absent or
  /// invalid.
  public var size: Extent? { properties[Self.sizeName].flatMap { PanelSize.parse($0) } }

  /// LIBINPUT_CALIBRATION_MATRIX; nil if absent or invalid.
  public var calibrationMatrix: CalibrationMatrix? {
    properties[Self.matrixName].flatMap { try? CalibrationMatrix(text: $0) }
  }

  /// The invalid udev properties of the glass, each in a sentence with the reason; empty if all are
  /// valid.
  ///
  /// An invalid property does not prevent reading the panel: it counts as absent.
  public var complaints: [String] {
    var complaints: [String] = []
    if let text = properties[Self.sizeName], size == nil {
      complaints.append(
        "\(Self.sizeName)='\(text)' is ignored: write width and height in mm, for example 510x287")
    }
    if let text = properties[Self.matrixName] {
      do throws(CalibrationMatrix.Problem) {
        _ = try CalibrationMatrix(text: text)
      } catch {
        complaints.append("\(Self.matrixName)='\(text)' is ignored: \(error)")
      }
    }
    return complaints
  }

  private static let sizeName = "FLICKD_SIZE_MM"
  private static let matrixName = "LIBINPUT_CALIBRATION_MATRIX"
}
