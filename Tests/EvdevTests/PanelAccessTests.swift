import Evdev
import LinuxIO
import Testing

@Suite struct `Access to a touchscreen` {
  private func access(
    to nodes: [String] = ["/dev/input/event5"], _ door: RootCommand.Door = .sudo, hasSetfacl: Bool = true,
    hasApt: Bool = true, user: String = "anna"
  ) -> PanelAccess {
    PanelAccess(
      to: nodes, user: user,
      tools: PanelAccess.Tools(door: door, hasSetfacl: hasSetfacl, hasApt: hasApt))
  }

  @Test func `is one command on every machine`() {
    #expect(access().command == "sudo setfacl -m u:anna:r /dev/input/event5")
    #expect(access(.su).command == "su - -c 'setfacl -m u:anna:r /dev/input/event5'")
    #expect(access(.open).command == "setfacl -m u:anna:r /dev/input/event5")
    let installing = "apt-get update; apt-get install -y acl && setfacl -m u:anna:r /dev/input/event5"
    #expect(access(hasSetfacl: false).command == "sudo sh -c '\(installing)'")
    #expect(access(.su, hasSetfacl: false).command == "su - -c '\(installing)'")
    let elsewhere = access(hasSetfacl: false, hasApt: false)
    #expect(elsewhere.command == "sudo setfacl -m u:anna:r /dev/input/event5")
    #expect(elsewhere.effect.hasSuffix(" (setfacl is part of the package acl)"))
  }

  @Test func `opens several at once, and quotes for the shell`() {
    let two = access(to: ["/dev/input/event5", "/dev/input/event17"])
    #expect(two.command == "sudo setfacl -m u:anna:r /dev/input/event5 /dev/input/event17")
    #expect(two.problem == "/dev/input/event5, /dev/input/event17 may not be read by anna")
    #expect(
      two.effect
        == "lets anna read these touchscreens, and nothing else, until they are unplugged or the machine restarts"
    )
    #expect(access(user: #"KIOSK\anna"#).command == #"sudo setfacl -m 'u:KIOSK\anna:r' /dev/input/event5"#)
  }

  @Test func `is described in one line`() {
    #expect(
      access().description
        == "/dev/input/event5 may not be read by anna: `sudo setfacl -m u:anna:r /dev/input/event5` lets anna "
        + "read this touchscreen, and nothing else, until it is unplugged or the machine restarts; "
        + "flickd's udev rule does this permanently for the service")
  }

  @Test func `is for this process's user unless another is named`() {
    let number = SystemCalls.effectiveUser()
    #expect(PanelAccess(to: ["/dev/a"]).user == SystemCalls.userName(number) ?? "\(number)")
  }
}
