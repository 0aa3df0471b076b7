internal import ConfigurationFiles
internal import Evdev
internal import FlickProtocol
internal import GestureCore
internal import Installation
internal import LinuxIO
internal import Panels
internal import Settings

/// What `doctor` knows about a machine, without any conclusion.
///
/// ``MachineFacts/gather(socket:options:)`` reads it, and ``Diagnosis/init(_:)`` judges it.
struct MachineFacts {
  /// A file with one of its lines, counted from 1.
  struct Line: Equatable {
    var file: String
    var number: Int
    var text: String
  }

  /// One event node that is, or could be, a touchscreen.
  struct Touch {
    var node: InputNode
    /// Whether flickd's user may read the node; nil if there is no such user.
    var isReadable: Bool?
    /// Why this process may not read the node; nil if it may.
    var access: PanelAccess?
    /// The range of a distance from the glass that flickd ignores, because it cannot be 0.
    var ignoredDistance: AxisRange?
    /// Other programs that have opened the node, without display servers, logind and flickd.
    var readers: [RunningProcess] = []
  }

  /// The states of the two units, as systemd reports them.
  struct Unit: Equatable {
    var name: String
    var load = "loaded"
    var active = "active"
    var sub = "running"
    var file = "enabled"
    var result = "success"
  }

  /// The result of a connection to the socket.
  enum Connection: Equatable {
    case missing
    case refused
    case notPermitted
    case failed(String)
    case answers
    /// Nothing arrived in time.
    case silent
    /// Another program answers.
    case other
    /// flickd ended the connection for this reason.
    case dismissed(reason: String, detail: String)
  }

  struct Answer: Equatable {
    var version = flickdVersion
    var panels: [PanelMessage] = []
    /// The counts of complete frames by panel id; empty below the level `positions`.
    var frames: [String: Int64] = [:]
    var configuration: ConfigurationReport?
  }

  /// The file of the socket.
  struct SocketFile: Equatable {
    var isSocket = true
    var mode: UInt32 = 0o660
    /// The name of the group; nil for a number without a name.
    var group: String? = "flick"
    var isRoots = false
    /// Whether the system's lists have the calling user in the group.
    var isMember = false
  }

  /// A group whose members flickd admits, by the files and the socket.
  struct AdmittedGroup: Equatable {
    var name = "flick"
    /// Whether the system's lists have the calling user in the group.
    var isMember = false
    /// Whether this process has the group.
    var isOfSession = false
  }

  // Devices
  /// The seat whose panels flickd reads.
  var seat = Seat.first
  /// Nodes that udev or the kernel describe as touchscreens.
  var touches: [Touch] = []
  /// Why the nodes could not be listed; nil if they were.
  var scanFailure: String?
  /// The names of touchscreens in sysfs that have no event node.
  var nodeless: [String] = []
  var isUdevRunning = true
  /// Lines of an administrator's udev rules, without comments.
  var rules: [Line] = []

  // Access
  var hasUser = true
  /// Whether a rule adds flickd to the access list of touchscreens.
  var hasAccessRule = true
  /// The file in /etc that hides flickd's rule; nil if there is none.
  var hidingRule: String?

  // Service
  /// Whether systemd runs this machine, with its udev, whose database then has every device.
  var hasSystemd = true
  /// Why the units are not known; nil if they are.
  var unitFailure: String?
  var units: [Unit] = []
  /// Whether the socket is that of the system service.
  var isSystemSocket = true
  var socketPath = SocketPath.system
  var socketFile: SocketFile?
  var connection = Connection.answers
  var answer: Answer?
  /// The process that listens; systemd for a socket of a unit, nil if the kernel does not report
  /// it.
  var listener: RunningProcess?
  var user = "root"

  // Configuration
  var files: [ConfigurationFile] = []
  /// The files of the library.
  var library: [ConfigurationFile] = []
  /// Why the files could not be read; nil if they were.
  var filesFailure: String?
  /// The file of `--config`, if it does not exist.
  var missingFile: String?
  /// Files that flickd's user may not read.
  var unreadableFiles: [String] = []
  /// Paths in the folder of drop-ins whose names do not end in `.toml`.
  var otherFiles: [String] = []
  var missingUsers: Set<String> = []
  var missingGroups: Set<String> = []
  /// The groups that exist, without that of root.
  var admittedGroups: [AdmittedGroup] = []

  // Display and browser
  /// The size of the only connected display.
  var display: Extent?
  var browsers: [RunningProcess] = []
  /// Whether Chromium's start script reads flags in /etc/chromium.d.
  var hasChromiumFolder = false

  // Tools
  var tools = PanelAccess.Tools(door: .open, hasSetfacl: true, hasApt: true)

  /// Returns a command line that needs root.
  func root(_ command: String, isScript: Bool = false) -> String {
    RootCommand(command, isScript: isScript, by: tools.door).line
  }

  /// The commands that build and install the service, in a checkout of flickd.
  ///
  /// The build needs no root.
  var installing: String {
    let build = tools.hasApt ? "make deb" : "make build"
    let install = tools.hasApt ? "apt-get install ./.build/deb/flickd_*.deb" : "make install"
    guard tools.door == .su else { return "\(build) && \(root(install, isScript: true))" }
    // The dash of su changes the folder, and root's shell reads the path.
    return #"\#(build) && su - -c "cd '$PWD' && \#(install)""#
  }

  /// The command that lets udev handle the input devices again.
  static let retrigger = "udevadm control --reload && udevadm trigger -s input && udevadm settle"

  /// Returns the command that takes this property from the devices of one model.
  ///
  /// It adds a rule, and leaves the rule that sets the property: that rule may be about other
  /// devices too.
  func clearing(_ property: String, of node: InputNode) -> String {
    let own = "/etc/udev/rules.d/73-flickd-clear.rules"
    let isSetLater = rules.contains {
      $0.text.contains("ENV{\(property)}=") && !$0.text.contains("ENV{\(property)}==") && $0.file > own
    }
    let rule = "SUBSYSTEM==\"input\", \(Self.ids(of: node)), ENV{\(property)}=\"\""
    let file = isSetLater ? "/etc/udev/rules.d/zz-flickd-clear.rules" : own
    return root("echo \(RootCommand.quoted(rule)) >> \(file) && \(Self.retrigger)", isScript: true)
  }

  /// The keys of a udev rule that match the model of a device.
  static func ids(of node: InputNode) -> String {
    "ATTRS{id/vendor}==\"\(node.description.vendor.hexadecimal(digits: 4))\", "
      + "ATTRS{id/product}==\"\(node.description.product.hexadecimal(digits: 4))\""
  }
}
