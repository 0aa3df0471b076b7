public import LinuxIO

/// Touchscreens that a user may not read, and the command that permits it.
///
/// The command adds an entry to the access list of each node. The entry lets one user read this
/// device only, and disappears with the node. Membership in the group `input` would also open every
/// keyboard, and would outlast the trial.
public struct PanelAccess: Equatable, Sendable {
  /// The tools of the machine that the command may use.
  public struct Tools: Equatable, Sendable {
    /// How the user becomes root.
    public var door: RootCommand.Door
    /// Whether `setfacl` is installed; a minimal Debian lacks it.
    public var hasSetfacl: Bool
    /// Whether apt can install `setfacl`.
    public var hasApt: Bool

    /// Creates the tools from known values.
    public init(door: RootCommand.Door, hasSetfacl: Bool, hasApt: Bool) {
      self.door = door
      self.hasSetfacl = hasSetfacl
      self.hasApt = hasApt
    }

    /// The tools of this machine.
    public static var own: Tools {
      Tools(
        door: .own, hasSetfacl: SystemCalls.hasProgram("setfacl"), hasApt: SystemCalls.hasProgram("apt-get"))
    }
  }

  /// The nodes of the touchscreens.
  public let nodes: [String]
  /// The user's name, or the number if there is no name.
  public let user: String
  /// The command line.
  public let command: String
  private let lacksSetfacl: Bool

  /// Finds the command that lets `user` read `nodes`; the default is the user of this process.
  public init(to nodes: [String], user: String? = nil, tools: Tools = .own) {
    let number = SystemCalls.effectiveUser()
    self.nodes = nodes
    self.user = user ?? SystemCalls.userName(number) ?? "\(number)"
    let arguments = ["setfacl", "-m", "u:\(self.user):r"] + nodes
    let opening = arguments.map(RootCommand.quoted).joined(separator: " ")
    let mustInstall = !tools.hasSetfacl && tools.hasApt
    lacksSetfacl = !tools.hasSetfacl && !tools.hasApt
    // The machine's package lists may be absent. A source that fails must not block the others.
    command =
      RootCommand(
        mustInstall ? "apt-get update; apt-get install -y acl && \(opening)" : opening,
        isScript: mustInstall, by: tools.door
      ).line
  }

  /// What is not permitted: `/dev/input/event5 may not be read by anna`.
  public var problem: String { "\(nodes.joined(separator: ", ")) may not be read by \(user)" }

  /// What the command permits, and for how long.
  public var effect: String {
    let them = nodes.count == 1 ? "this touchscreen" : "these touchscreens"
    let until = nodes.count == 1 ? "it is unplugged" : "they are unplugged"
    return "lets \(user) read \(them), and nothing else, until \(until) or the machine restarts"
      + (lacksSetfacl ? " (setfacl is part of the package acl)" : "")
  }
}

extension PanelAccess: CustomStringConvertible {
  /// Problem and command in one line, with the permanent solution for a service.
  public var description: String {
    "\(problem): `\(command)` \(effect); flickd's udev rule does this permanently for the service"
  }
}
