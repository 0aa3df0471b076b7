internal import Bridge
internal import FlickProtocol
internal import LinuxIO

/// A file with the token that pages must present.
enum TokenFile {
  /// Returns the token in a file.
  ///
  /// Ends the command if the file has no token, or if all users can read the file.
  static func token(in file: String) throws -> Token {
    let content: [UInt8]
    let found: SystemCalls.FileIdentity?
    do throws(SystemCallError) {
      content = try SystemCalls.contents(of: file, upTo: 4096)
      found = try SystemCalls.target(of: file)
    } catch {
      throw failure(Serving.code(of: error), "\(error)")
    }
    // A pipe or a device is read only once, so its mode does not matter.
    if let found, found.kind == .regular, found.mode & 0o004 != 0 {
      throw failure(
        .noPermission, "\(file): every user can read this token, so it is not secret: run `chmod o= \(file)`")
    }
    guard let token = Token(content) else {
      throw failure(
        .badData,
        "\(file): a token has \(Token.lengths.lowerBound) to \(Token.lengths.upperBound) letters, digits and -._~: "
          + "make one with `head -c 24 /dev/urandom | base64 | tr +/ -_`")
    }
    return token
  }
}
