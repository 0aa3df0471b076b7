extension ProtocolLimits {
  /// The number of zones that a subscription may bring along.
  public static let zones = 64
  /// The number of snap points of a zone.
  public static let snapPoints = 64
  /// The number of panels that a subscription may name.
  public static let panels = 64
  /// The length of a zone's name in UTF-8.
  public static let nameBytes = 64
}
