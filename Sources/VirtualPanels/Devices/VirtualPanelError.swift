public import LinuxIO

/// Why a panel cannot be created, in words for its user.
public enum VirtualPanelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kernel's node is missing; exit code 69.
  case noDoor(path: String, module: String)
  /// The user of this process may not use the node; exit code 77.
  case notPermitted(path: String)
  /// No driver created a touch device within this number of seconds; exit code 69.
  case notBound(name: String, seconds: Int)
  /// The report descriptor exceeds the kernel's limit of 4096 bytes; exit code 65.
  case descriptorTooLong(name: String)
  /// A step for the other kind of panel; exit code 65.
  ///
  /// These are events for a HID device, or reports for an input device.
  case foreignStep(name: String)
  /// The kernel refused for another reason; exit code 69.
  case refused(SystemCallError)

  init(_ error: SystemCallError, door: Door) {
    switch error.code {
    case .noSuchFile, .noSuchDevice, .noSuchAddress: self = .noDoor(path: door.path, module: door.module)
    case .permissionDenied, .notPermitted: self = .notPermitted(path: door.path)
    default: self = .refused(error)
    }
  }

  /// What happened, and what to do next.
  public var description: String {
    switch self {
    case .noDoor(let path, let module):
      "\(path) does not exist: this kernel has no \(module), or \(module) is not loaded: "
        + "run `\(RootCommand("modprobe \(module)").line)`"
    case .notPermitted(let path): "\(path) cannot be used without root: run the command as root"
    case .notBound(let name, let seconds):
      "no driver made an input device of '\(name)' within \(seconds) s: run `modprobe hid-multitouch`"
    case .descriptorTooLong(let name):
      "'\(name)': its report descriptor is longer than 4096 bytes: the kernel takes no longer one"
    case .foreignStep(let name): "'\(name)' is not the kind of device in the recording: remove --panel"
    case .refused(let error): error.explained
    }
  }
}

/// The character devices through which a program creates input devices.
enum Door {
  case uinput
  case uhid

  var path: String { "/dev/\(module)" }

  var module: String {
    switch self {
    case .uinput: "uinput"
    case .uhid: "uhid"
    }
  }

  func open() throws(VirtualPanelError) -> OwnedFD {
    try Result { () throws(SystemCallError) in try SystemCalls.open(path, .updating) }
      .mapError { VirtualPanelError($0, door: self) }.get()
  }
}
