public import Panels

extension PanelIdentity {
  /// Creates the identity of a live panel, from udev's properties and the size of the only display.
  public init(_ node: InputNode, panelID: String) {
    self.init(
      panelID: panelID, path: node.properties["ID_PATH"], serial: node.serial, node: node.node, source: .live,
      udevSize: node.size, udevMatrix: node.calibrationMatrix, displaySize: ConnectedDisplay.find().extent)
  }
}
