internal import Evdev
internal import FlickProtocol
internal import LinuxIO
internal import Panels

extension Diagnosis {
  /// Judges the facts, in the order of the way from a panel to a client.
  init(_ facts: MachineFacts) {
    self.init()
    let count = facts.touches.count
    let names = facts.touches.map { Self.name(of: $0.node) + Self.ignoredDistance(of: $0) }
      .joined(separator: ", ")
    add(
      .touchscreen, [Self.touchscreens(facts)], seen: facts.scanFailure ?? names,
      isChecked: facts.scanFailure == nil)
    add(
      .udev, Self.udev(facts),
      seen: count == 0 ? "there is no touchscreen" : "class, seat and properties are valid",
      isChecked: count > 0)
    add(
      .access, [Self.access(facts)],
      seen: Self.panels(facts).isEmpty ? "there is no touchscreen for flickd" : "flickd may read it",
      isChecked: !Self.panels(facts).isEmpty)
    addService(facts)
    addConfiguration(facts)
    addPanels(facts)
  }

  /// The end of a touchscreen's name if flickd ignores its distance; it still works.
  private static func ignoredDistance(of touch: MachineFacts.Touch) -> String {
    guard let range = touch.ignoredDistance else { return "" }
    return " (its distance is \(range.minimum) to \(range.maximum) and never 0, "
      + "so flickd ignores it: a finger that hovers touches)"
  }

  private static func touchscreens(_ facts: MachineFacts) -> DoctorFinding? {
    guard facts.scanFailure == nil else { return nil }
    if let name = facts.nodeless.first {
      return DoctorFinding(
        .noEventNode, "the kernel has the touchscreen `\(name)`, but no node in /dev/input for it",
        "programs read touches through a node, which the kernel's module evdev creates",
        facts.root(
          "modprobe evdev" + (facts.isUdevRunning ? " && udevadm settle" : ""),
          isScript: facts.isUdevRunning))
    }
    guard facts.touches.isEmpty else { return nil }
    return DoctorFinding(
      .noTouchscreen, "the kernel has no touchscreen",
      "the cable is not plugged in, or the kernel has no driver for the panel: "
        + "the kernel's log shows which",
      facts.root("dmesg | grep -iE 'hid|touch|i2c|usb'", isScript: true))
  }

  private static func udev(_ facts: MachineFacts) -> [DoctorFinding] {
    let nodes = facts.touches.map(\.node)
    let found = nodes.flatMap { node in
      [unclassified(node, facts)].compactMap { $0 } + complaints(about: node, facts)
    }
    // A machine of several seats is well as long as one panel belongs to flickd's seat.
    let isOfSeat = facts.touches.contains(where: facts.isOfSeat)
    return found + (isOfSeat ? [] : nodes.compactMap { ofOtherSeat($0, facts) })
  }

  /// What keeps flickd from taking this node of its seat for a touchscreen.
  private static func unclassified(_ node: InputNode, _ facts: MachineFacts) -> DoctorFinding? {
    let name = Self.name(of: node)
    switch node.deviceClass(seat: facts.seat) {
    case .touchscreen, .passedOver(.otherSeat): return nil
    case .touchscreenByCapabilities:
      guard facts.hasSystemd else { return nil }
      let start = facts.isUdevRunning ? "" : "systemctl restart systemd-udevd.service && "
      return DoctorFinding(
        .unknownToUdev,
        "udev has not handled \(name)" + (facts.isUdevRunning ? "" : ", because udev does not run"),
        "udev's rules permit the service to read a touchscreen only after udev has handled the device",
        facts.root(start + "udevadm trigger -s input && udevadm settle", isScript: true))
    case .passedOver(.ignored):
      return DoctorFinding(
        .ignoredDevice, "a udev rule sets LIBINPUT_IGNORE_DEVICE for \(name)",
        "flickd and compositors ignore such a device", facts.clearing("LIBINPUT_IGNORE_DEVICE", of: node))
    case .passedOver(let reason):
      return DoctorFinding(
        .notClassified, "\(name) looks like a touchscreen, and udev classifies it as \(reason)",
        "flickd reads only devices with the udev property ID_INPUT_TOUCHSCREEN", facts.classifying(node))
    }
  }

  private static func ofOtherSeat(_ node: InputNode, _ facts: MachineFacts) -> DoctorFinding? {
    guard case .passedOver(.otherSeat(let seat)) = node.deviceClass(seat: facts.seat) else { return nil }
    return DoctorFinding(
      .otherSeat, "\(name(of: node)) belongs to \(seat), and flickd reads \(facts.seat)",
      "flickd reads the touchscreens of one seat only", facts.clearing("ID_SEAT", of: node))
  }

  private static func complaints(about node: InputNode, _ facts: MachineFacts) -> [DoctorFinding] {
    node.propertyWarnings.map { complaint in
      DoctorFinding(
        .badProperty, "udev property of \(name(of: node)): \(complaint)",
        "flickd uses the next source of the value, which may be wrong for this glass",
        facts.clearing(String(complaint.prefix { $0 != "=" }), of: node))
    }
  }

  private static func name(of node: InputNode) -> String { "\(node.description.name) (\(node.node))" }

  /// The panels whose permissions count.
  ///
  /// A panel that udev has not handled has no permissions yet: one cause, one finding.
  private static func panels(_ facts: MachineFacts) -> [MachineFacts.Touch] {
    facts.touches.filter { touch in
      switch touch.node.deviceClass(seat: facts.seat) {
      case .touchscreen: true
      case .touchscreenByCapabilities: !facts.hasSystemd
      case .passedOver: false
      }
    }
  }

  private static func access(_ facts: MachineFacts) -> DoctorFinding? {
    let panels = panels(facts)
    guard !panels.isEmpty else { return nil }
    guard facts.isServiceInstalled else {
      let closed = panels.compactMap { $0.access?.nodes }.flatMap { $0 }
      guard !closed.isEmpty else { return nil }
      let access = PanelAccess(to: closed, tools: facts.tools)
      return DoctorFinding(
        .notReadable, access.problem, "a flickd that this user starts cannot read the panel", access.command)
    }
    if !facts.hasUser {
      return DoctorFinding(
        .noUser, "the user flickd or the group flick does not exist",
        "the service runs as this user, and members of this group may connect",
        facts.root(
          "systemd-sysusers && systemd-tmpfiles --create; \(MachineFacts.retrigger); "
            + "systemctl reset-failed flickd.socket flickd.service; "
            + "systemctl start flickd.socket flickd.service",
          isScript: true))
    }
    if !facts.hasAccessRule, facts.isUdevRunning {
      return DoctorFinding(
        .noUdevRule, "flickd's udev rule is \(facts.hidingRule.map { "hidden by \($0)" } ?? "not installed")",
        "the rule permits the service, whose user is not in the group input, to read touchscreens",
        facts.installingRule)
    }
    let closed = panels.filter { $0.isReadable == false }.map(\.node.node)
    guard !closed.isEmpty else { return nil }
    let install = facts.tools.hasSetfacl ? "" : "apt-get update; apt-get install -y acl && "
    return DoctorFinding(
      .notReadable, "\(closed.joined(separator: ", ")) may not be read by the user flickd",
      "the service receives no touch from the panel",
      facts.isUdevRunning
        ? facts.root(install + MachineFacts.retrigger, isScript: true)
        : PanelAccess(to: closed, user: "flickd", tools: facts.tools).command)
  }
}

extension MachineFacts {
  /// Whether flickd takes the node for a touchscreen of its seat.
  func isOfSeat(_ touch: Touch) -> Bool { touch.node.deviceClass(seat: seat).isTouchscreen }

  /// Whether systemd knows the service, or its user exists.
  var isServiceInstalled: Bool {
    units.isEmpty ? hasUser : units.contains { $0.load != "not-found" }
  }

  /// The command that adds a udev rule: devices of this vendor and product are touchscreens.
  fileprivate func classifying(_ node: InputNode) -> String {
    let rule =
      "SUBSYSTEM==\"input\", \(Self.ids(of: node)), ENV{ID_INPUT_TOUCHSCREEN}=\"1\", ENV{ID_INPUT_TABLET}=\"\", "
      + "ENV{ID_INPUT_TOUCHPAD}=\"\", ENV{ID_INPUT_MOUSE}=\"\", ENV{ID_INPUT_JOYSTICK}=\"\", "
      + "ENV{ID_INPUT}=\"1\""
    return root(
      "echo \(RootCommand.quoted(rule)) >> /etc/udev/rules.d/72-touchscreen.rules && \(Self.retrigger)",
      isScript: true)
  }

  /// The command that makes flickd's udev rule effective.
  fileprivate var installingRule: String {
    if let hidingRule {
      return root("rm \(RootCommand.quoted(hidingRule)) && \(Self.retrigger)", isScript: true)
    }
    let rule =
      "ACTION!=\"remove\", SUBSYSTEM==\"input\", KERNEL==\"event*\", ENV{ID_INPUT_TOUCHSCREEN}==\"1\", "
      + "ENV{ID_INPUT_KEYBOARD}==\"|0\", RUN+=\"/usr/bin/setfacl -m u:flickd:r $env{DEVNAME}\""
    return root(
      "echo \(RootCommand.quoted(rule)) > /etc/udev/rules.d/74-flickd-access.rules && \(Self.retrigger)",
      isScript: true)
  }
}
