internal import FlickClient
internal import LinuxIO
internal import PanelLab
internal import Terminal

extension Serving {
  /// Prints immediately why flickd cannot be reached, and what to do; pages wait meanwhile.
  static func noteAbsence(at socket: String) {
    do throws(SystemCallError) {
      _ = try UnixConnection(connectingTo: socket)
    } catch {
      note("\(FlickError(error, path: socket).text); pages wait until then")
    }
  }
}
