public import GestureCore
internal import LinuxIO
internal import Panels

/// The EDID of the only connected display, whose size a panel may be assumed to have.
public enum ConnectedDisplay: Equatable, Sendable {
  /// The bytes of the only connected display, and its connector, for example `card0-HDMI-A-1`.
  case one(connector: String, edid: [UInt8])
  /// No display is connected, or the connected one provides no EDID.
  case none
  /// Several are connected, and which one lies under the panel is unknown.
  case several(connectors: [String])

  /// Looks at the connectors in sysfs.
  public static func find(in folder: String = "/sys/class/drm") -> ConnectedDisplay {
    // A machine without graphics has no such folder, and connectors come and go: what cannot be
    // read is not connected.
    let connected = ((try? SystemCalls.names(in: folder)) ?? []).filter { name in
      let status = (try? SystemCalls.contents(of: "\(folder)/\(name)/status", upTo: 64)) ?? []
      return status == Array("connected\n".utf8) || status == Array("connected".utf8)
    }
    guard let connector = connected.first else { return .none }
    guard connected.count == 1 else { return .several(connectors: connected) }
    // The format allows at most 256 blocks of 128 bytes.
    let edid = (try? SystemCalls.contents(of: "\(folder)/\(connector)/edid", upTo: 32768)) ?? []
    return edid.isEmpty ? .none : .one(connector: connector, edid: edid)
  }
}

extension ConnectedDisplay {
  /// The size in the EDID of the only display; nil with none or several.
  public var extent: Extent? {
    guard case .one(_, let edid) = self else { return nil }
    return DisplaySize.parse(edid: edid)
  }
}
