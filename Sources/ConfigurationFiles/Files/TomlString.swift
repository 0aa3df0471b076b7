internal import FlickProtocol

extension String {
  /// The text as a basic string of TOML, with its quotes; any character is allowed.
  public var tomlString: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.isUnsafeOnTerminal: quoted += "\\U" + scalar.value.hexadecimal(digits: 8)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
