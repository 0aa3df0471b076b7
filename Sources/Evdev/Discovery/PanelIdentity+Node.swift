public import Panels

extension PanelIdentity {
  /// The identity of a live panel: what udev says of its node and of its glass, and the size of the
  /// one connected display.
  public init(_ node: InputNode, panelID: String) {
    self.init(
      panelID: panelID, path: node.properties["ID_PATH"], serial: node.serial, node: node.node, source: .live,
      udevSize: node.size, udevMatrix: node.calibrationMatrix, displaySize: ConnectedDisplay.find().extent)
  }
}
