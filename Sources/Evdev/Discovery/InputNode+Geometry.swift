public import GestureCore
public import Panels

extension InputNode {
  /// The size of the glass in mm, from the form `510x287` of FLICKD_SIZE_MM; nil if absent or not
  /// of that form.
  public var size: Extent? { properties[Self.sizeName].flatMap { PanelSize.parse($0) } }

  /// LIBINPUT_CALIBRATION_MATRIX; nil if absent or no calibration.
  public var calibrationMatrix: CalibrationMatrix? {
    properties[Self.matrixName].flatMap { try? CalibrationMatrix(text: $0) }
  }

  /// What udev states of the glass and cannot be meant, each in a sentence that says why; empty if
  /// all is well.
  ///
  /// None of it keeps a panel from being read: it is as if the property were not there.
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
