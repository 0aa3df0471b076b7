internal import ArgumentParser
internal import FlickProtocol
internal import VirtualPanels

/// Calls a virtual panel, and ends the command if the call fails.
func asking<Value>(_ body: () throws(VirtualPanelError) -> Value) throws -> Value {
  do throws(VirtualPanelError) {
    return try body()
  } catch {
    let code: FlickProtocol.ExitCode =
      switch error {
      case .notPermitted: .noPermission
      case .descriptorTooLong, .foreignStep: .badData
      case .noDoor, .notBound, .refused: .unavailable
      }
    throw failure(code, error.description)
  }
}
