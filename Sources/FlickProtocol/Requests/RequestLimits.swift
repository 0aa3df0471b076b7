extension ProtocolLimits {
  /// The largest number of zones in a subscription.
  public static let zones = 64
  /// The largest number of snap points of a zone.
  public static let snapPoints = 64
  /// The largest number of panels in a subscription.
  public static let panels = 64
  /// The largest length of a zone's name, in bytes of UTF-8.
  public static let nameBytes = 64
}
