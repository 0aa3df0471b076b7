package import GestureCore

extension Decision.Recoil {
  /// How far the finger went back: `recoil 2.9 mm`, or `recoil 2.9, 0.6 mm` along x and y.
  package func text(_ unit: String, decimals: Int = 1) -> String {
    let lengths = [x, y].compactMap { $0.map { ShownNumber.fixed($0, decimals: decimals) } }
    return "recoil \(lengths.joined(separator: ", ")) \(unit)"
  }
}
