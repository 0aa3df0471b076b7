public import LinuxIO

/// Touchscreens that a user may not read, and the one command that opens them to that user.
///
/// The command adds an entry to the access list of each node. The entry lets one user read this
/// device and nothing else, and goes with the node. Membership in the group `input` would open
/// every keyboard, too, and outlast the trial.
public struct PanelAccess: Equatable, Sendable {
  /// What a machine has that the command may use.
  public struct Tools: Equatable, Sendable {
    /// How the user becomes root.
    public var door: RootCommand.Door
    /// Whether `setfacl` is installed; a minimal Debian lacks it.
    public var hasSetfacl: Bool
    /// Whether apt can install `setfacl`.
    public var hasApt: Bool

    /// States what there is.
    public init(door: RootCommand.Door, hasSetfacl: Bool, hasApt: Bool) {
      self.door = door
      self.hasSetfacl = hasSetfacl
      self.hasApt = hasApt
    }

    /// What this machine has.
    public static var own: Tools {
      Tools(
        door: .own, hasSetfacl: SystemCalls.hasProgram("setfacl"), hasApt: SystemCalls.hasProgram("apt-get"))
    }
  }

  /// The nodes of the touchscreens.
  public let nodes: [String]
  /// The user's name, or number where there is no name.
  public let user: String
  /// The command line.
  public let command: String
  private let lacksSetfacl: Bool

  /// Looks up the command that lets a user, or else that of this process, read `nodes`.
  public init(to nodes: [String], user: String? = nil, tools: Tools = .own) {
    let number = SystemCalls.effectiveUser()
    self.nodes = nodes
    self.user = user ?? SystemCalls.userName(number) ?? "\(number)"
    let words = ["setfacl", "-m", "u:\(self.user):r"] + nodes
    let opening = words.map(RootCommand.quoted).joined(separator: " ")
    let mustInstall = !tools.hasSetfacl && tools.hasApt
    lacksSetfacl = !tools.hasSetfacl && !tools.hasApt
    // The machine's lists may be absent; a source that fails must not keep the others from being
    // used.
    command =
      RootCommand(
        mustInstall ? "apt-get update; apt-get install -y acl && \(opening)" : opening,
        isScript: mustInstall, by: tools.door
      ).line
  }

  /// What may not be done: `/dev/input/event5 may not be read by anna`.
  public var problem: String { "\(nodes.joined(separator: ", ")) may not be read by \(user)" }

  /// What the command opens, and for how long.
  public var effect: String {
    let them = nodes.count == 1 ? "this touchscreen" : "these touchscreens"
    let until = nodes.count == 1 ? "it is unplugged" : "they are unplugged"
    return "lets \(user) read \(them), and nothing else, until \(until) or the machine restarts"
      + (lacksSetfacl ? " (setfacl is part of the package acl)" : "")
  }
}

extension PanelAccess: CustomStringConvertible {
  /// All in one line; for a service, the cure that lasts.
  public var description: String {
    "\(problem): `\(command)` \(effect); for the service, flickd's udev rule does so for good"
  }
}
