import ConfigurationFiles
import Evdev
import FlickProtocol
import Foundation
import GestureCore
import Installation
import LinuxIO
import Panels
import Settings
import TestKit
import Testing

@testable import Commands

@Suite struct `A diagnosis` {
  private typealias Change = @Sendable (inout MachineFacts) -> Void

  private static func touch(_ properties: [String: String] = MockMachine.touchscreen) -> MachineFacts.Touch {
    var description = PanelDescription()
    description.name = "Glass"
    description.vendor = 0x1234
    description.product = 0x5678
    description.properties = 2
    for code in [EventCode.mtPositionX, EventCode.mtPositionY] {
      description.axes[code] = AxisRange(minimum: 0, maximum: 0)
    }
    return MachineFacts.Touch(
      node: InputNode(
        node: "/dev/input/event5", systemPath: "/sys/devices/event5", properties: properties,
        description: description),
      isReadable: true)
  }

  private static func panel(scale: String = "kernel") -> PanelMessage {
    PanelMessage(
      panelID: "glass", name: "Glass", vendor: 0x1234, product: 0x5678, serial: nil,
      node: "/dev/input/event5",
      source: .live, width: 500, height: 300, scale: scale, rotation: 0, maxContacts: 10,
      liftDelayMicroseconds: 0)
  }

  /// A machine on which everything works.
  private static var healthy: MachineFacts {
    var facts = MachineFacts()
    facts.touches = [touch()]
    facts.units = [MachineFacts.Unit(name: "flickd.socket"), MachineFacts.Unit(name: "flickd.service")]
    facts.socketFile = MachineFacts.SocketFile()
    facts.admittedGroups = [MachineFacts.AdmittedGroup()]
    facts.answer = MachineFacts.Answer(panels: [panel()], frames: ["glass": 3])
    return facts
  }

  private static func noted(_ text: String) -> Change {
    { $0.files = [ConfigurationFile(name: "/etc/flickd/conf.d/5.toml", bytes: Array(text.utf8))] }
  }

  private static func connected(_ connection: MachineFacts.Connection) -> Change {
    {
      $0.connection = connection
      $0.answer = nil
    }
  }

  private static func denied(
    _ change: @escaping @Sendable (inout MachineFacts.AdmittedGroup) -> Void
  ) -> Change {
    {
      connected(.dismissed(reason: "denied", detail: "no group"))(&$0)
      change(&$0.admittedGroups[0])
    }
  }

  private static func process(
    _ name: String, _ arguments: String..., user: String = "root"
  ) -> RunningProcess {
    RunningProcess(number: 812, name: name, user: user, arguments: arguments)
  }

  /// A change of the healthy machine, the finding, and a part of its cure.
  private static let cases: [(name: DoctorFinding.Name, cure: String, change: Change)] = [
    (.noTouchscreen, "dmesg", { $0.touches = [] }),
    (
      .noEventNode, "modprobe evdev",
      {
        $0.touches = []
        $0.nodeless = ["Glass"]
      }
    ),
    (
      .notClassified, "ATTRS{id/vendor}==\"1234\"",
      { $0.touches = [touch(["ID_INPUT": "1", "ID_INPUT_TABLET": "1"])] }
    ),
    (.unknownToUdev, "udevadm trigger -s input", { $0.touches = [touch([:])] }),
    (
      .ignoredDevice,
      "ATTRS{id/vendor}==\"1234\", ATTRS{id/product}==\"5678\", ENV{LIBINPUT_IGNORE_DEVICE}=\"\"' >> "
        + "/etc/udev/rules.d/zz-flickd-clear.rules",
      {
        $0.touches = [touch(MockMachine.touchscreen.merging(["LIBINPUT_IGNORE_DEVICE": "1"]) { $1 })]
        $0.rules = [
          MachineFacts.Line(
            file: "/etc/udev/rules.d/9.rules", number: 7, text: "ENV{LIBINPUT_IGNORE_DEVICE}=\"1\"")
        ]
      }
    ),
    (
      .badProperty, "ENV{FLICKD_SIZE_MM}=\"\"",
      { $0.touches = [touch(MockMachine.touchscreen.merging(["FLICKD_SIZE_MM": "big"]) { $1 })] }
    ),
    (
      .otherSeat, "ENV{ID_SEAT}=\"\"",
      { $0.touches = [touch(MockMachine.touchscreen.merging(["ID_SEAT": "seat1"]) { $1 })] }
    ),
    (.noUser, "systemd-sysusers", { $0.hasUser = false }),
    (.noUdevRule, "74-flickd-access.rules", { $0.hasAccessRule = false }),
    (.notReadable, "udevadm trigger -s input", { $0.touches[0].isReadable = false }),
    (.notInstalled, "make deb && apt-get install", { $0.units[1].load = "not-found" }),
    (
      .notInstalled, "make build && make install",
      {
        $0.units[1].load = "not-found"
        $0.tools.hasApt = false
      }
    ),
    (.masked, "systemctl unmask flickd.socket flickd.service", { $0.units[1].load = "masked" }),
    (
      .failed, "systemctl reset-failed",
      {
        $0.units[1].active = "failed"
        $0.units[1].result = "start-limit-hit"
      }
    ),
    (.failing, "journalctl -u flickd.service", { $0.units[1].sub = "auto-restart" }),
    (.disabled, "systemctl enable --now", { $0.units[0].file = "disabled" }),
    (.stopped, "systemctl start", { $0.units[0].active = "inactive" }),
    (
      .stopped, "mkdir -p /run/flickd && flickd --socket /run/flickd/flickd.sock",
      {
        connected(.missing)(&$0)
        ($0.hasSystemd, $0.unitFailure, $0.units, $0.hasUser) = (false, "systemd does not run", [], false)
      }
    ),
    (.socketRemoved, "systemctl restart flickd.socket", connected(.missing)),
    (.staleSocket, "systemctl restart flickd.socket", connected(.refused)),
    (
      .notPermitted, "usermod -aG flick anna",
      {
        connected(.notPermitted)(&$0)
        $0.user = "anna"
      }
    ),
    (
      .oldSession, "newgrp flick",
      {
        connected(.notPermitted)(&$0)
        $0.socketFile?.isMember = true
      }
    ),
    (
      .wrongSocketOwner, "systemctl restart flickd.socket",
      {
        connected(.notPermitted)(&$0)
        $0.socketFile?.isRoots = true
      }
    ),
    (.denied, "usermod -aG flick root", connected(.dismissed(reason: "denied", detail: "no group"))),
    (.oldSession, "newgrp flick", denied { $0.isMember = true }),
    (
      .denied, "systemctl restart flickd.socket flickd.service",
      denied {
        $0.isMember = true
        $0.isOfSession = true
      }
    ),
    (.denied, "usermod -aG wall root", denied { $0.name = "wall" }),
    (
      .wrongSocketOwner, "systemctl restart",
      {
        connected(.dismissed(reason: "denied", detail: "no group"))(&$0)
        $0.admittedGroups = []
      }
    ),
    (.noAnswer, "systemctl restart", connected(.silent)),
    (.notFlickd, "systemctl restart", connected(.other)),
    (.manualFlickd, "kill 812 && systemctl restart", { $0.listener = process("flickd") }),
    (.manualFlickd, "systemctl status 812", { $0.listener = process("flickd", user: "nobody") }),
    (
      .manualFlickd, "kill 812 && systemctl restart",
      {
        $0.listener = process("flickd")
        $0.units[0].active = "inactive"
      }
    ),
    (.otherVersion, "systemctl restart", { $0.answer?.version = "0.0.1" }),
    (.badConfiguration, "sed -i '2s/^/# /'", noted("[swipe]\nslop = 3\n")),
    (.badConfiguration, "mv /etc/flickd/conf.d/5.toml", noted("[swipe]\nx = [1,\n\n")),
    (.missingFile, "ls /etc", { $0.missingFile = "/etc/nope.toml" }),
    (.unreadableFile, "chmod a+r /etc/x", { $0.unreadableFiles = ["/etc/x"] }),
    (.ignoredFile, "mv -n /etc/5.tml /etc/5.toml", { $0.otherFiles = ["/etc/5.tml"] }),
    (
      .notReloaded, "systemctl try-reload-or-restart",
      { $0.answer?.configuration = ConfigurationReport(.outdated) }
    ),
    (
      .unmatched, "sed -i '3,5s/^/# /'",
      noted("[[zone]]\nname = \"a\"\n[[zone]]\nname = \"b\"\npanel = { name = \"nowhere\" }\n\n[swipe]\n")
    ),
    (.unmatched, "sed -i '1,3s/^/# /'", noted("[[panel]]\nmatch = { vendor = \"dead\" }\nrotation = 90\n")),
    (
      .unknownAccount, "groupadd --system wall",
      {
        noted("[socket]\npositions = [\"wall\"]\n")(&$0)
        $0.missingGroups = ["wall"]
      }
    ),
    (.notRead, "systemctl restart flickd.socket flickd.service", { $0.answer?.panels = [] }),
    (.assumedSize, "size = \"500mm x 300mm\"", { $0.answer?.panels = [panel(scale: "assumed")] }),
    (.otherSize, "size = \"300mm x 200mm\"", { $0.display = Extent(width: 300, height: 200) }),
    (
      .otherRotation, "rotation = 90", { $0.display = Extent(width: 300, height: 500) }
    ),
    (
      .silentPanel, "kill 812",
      {
        $0.answer?.frames = ["glass": 0]
        $0.touches[0].readers = [process("evtest")]
      }
    ),
    (
      .silentPanel, "systemctl status 812",
      {
        $0.answer?.frames = ["glass": 0]
        $0.touches[0].readers = [process("evtest", user: "anna")]
      }
    ),
    (
      .browserTakesSwipes, "systemctl status 812",
      { $0.browsers = [process("chromium", "chromium", "--kiosk", user: "anna")] }
    ),
    (
      .browserTakesSwipes, "> /etc/chromium.d/flickd",
      {
        $0.browsers = [process("chromium", "chromium", "--kiosk", user: "anna")]
        $0.hasChromiumFolder = true
      }
    ),
    (
      .browserTakesSwipes, "chromium --kiosk --disable-pinch '--overscroll-history-navigation=0'",
      { $0.browsers = [process("chromium", "chromium", "--kiosk", "--disable-pinch")] }
    ),
  ]

  @Test func `finds nothing on a healthy machine`() {
    let diagnosis = Diagnosis(Self.healthy)
    #expect(diagnosis.findings.isEmpty, "\(diagnosis.text)")
    #expect(diagnosis.results.map(\.check) == DoctorCheck.allCases)
    #expect(diagnosis.text.hasSuffix("All is well."))
  }

  @Test func `names each fault alone, and the command that mends it`() {
    for (name, cure, change) in Self.cases {
      var facts = Self.healthy
      change(&facts)
      let found = Diagnosis(facts).findings
      #expect(found.map(\.name) == [name], "\(found)")
      #expect(found.first?.cure.contains(cure) == true, "\(found)")
      // Programs and people read the same command.
      for finding in found { #expect(Diagnosis(facts).text.contains("\n     \(finding.cure)")) }
    }
    #expect(Set(Self.cases.map(\.name)) == Set(DoctorFinding.Name.allCases))
  }

  @Test func `says that a distance that is never 0 is ignored`() {
    var facts = Self.healthy
    facts.touches[0].ignoredDistance = AxisRange(minimum: 1, maximum: 63)
    let result = Diagnosis(facts).results.first { $0.check == .touchscreen }
    #expect(result?.state == .good)
    #expect(result?.why.contains("its distance is 1 to 63 and never 0") == true)
  }

  @Test func `accepts a panel across the display if a rule sets its rotation`() {
    var facts = Self.healthy
    facts.display = Extent(width: 300, height: 500)
    Self.noted("[[panel]]\nrotation = 0\n")(&facts)
    #expect(Diagnosis(facts).findings.isEmpty, "\(Diagnosis(facts).text)")
  }

  @Test func `explains a missing socket by a disabled unit, and numbers each check's problems`() {
    var facts = Self.healthy
    (facts.units[0].active, facts.units[0].file) = ("inactive", "disabled")
    facts.unreadableFiles = ["/etc/x", "/etc/y"]
    Self.connected(.missing)(&facts)
    let diagnosis = Diagnosis(facts)
    #expect(diagnosis.findings.map(\.name) == [.disabled, .unreadableFile, .unreadableFile])
    #expect(diagnosis.text.contains("PROBLEM  configuration  see problems 2, 3\n"), "\(diagnosis.text)")
  }

  /// Any user can run a process of any name, and root copies what doctor prints.
  @Test(arguments: [true, false])
  func `ends no process of another user`(hasSystemd: Bool) {
    var facts = Self.healthy
    facts.hasSystemd = hasSystemd
    facts.hasChromiumFolder = !hasSystemd
    facts.answer?.frames = ["glass": 0]
    facts.answer?.version = "0.0.1"
    facts.listener = Self.process("flickd", user: "nobody")
    facts.touches[0].readers = [Self.process("evtest", user: "anna")]
    facts.browsers = [Self.process("chromium\u{1B}[2J", "chromium", "--kiosk", "$(reboot)", user: "anna")]
    for connection in [
      MachineFacts.Connection.answers, .silent, .other, .dismissed(reason: "x", detail: "y"),
    ] {
      facts.connection = connection
      let diagnosis = Diagnosis(facts)
      #expect(diagnosis.findings.count >= 3, "\(diagnosis.text)")
      for finding in diagnosis.findings {
        #expect(!finding.cure.contains("kill") && !finding.cure.contains("flickd --socket"), "\(finding)")
        #expect(finding.why.contains("should end it"), "\(finding)")
      }
      #expect(!diagnosis.text.contains("\u{1B}"))
    }
  }

  @Test func `starts no second flickd beside one that runs`() {
    var facts = Self.healthy
    (facts.hasSystemd, facts.unitFailure, facts.units) = (false, "systemd does not run", [])
    (facts.isSystemSocket, facts.socketPath) = (false, "/tmp/s")
    facts.answer?.version = "0.0.1"
    facts.listener = Self.process("flickd")
    let start = "flickd --socket /tmp/s"
    #expect(
      Diagnosis(facts).findings.map(\.cure) == ["kill 812 && tail --pid=812 -f /dev/null && \(start)"])
    facts.listener = Self.process("flickd", user: "nobody")
    #expect(Diagnosis(facts).findings.map(\.cure) == ["ps -o pid,user,lstart,args -p 812"])
    Self.connected(.missing)(&facts)
    facts.listener = nil
    #expect(Diagnosis(facts).findings.map(\.cure) == [start])
  }

  @Test func `names systemctl and udevadm only where they work`() {
    for (name, _, change) in Self.cases {
      var facts = Self.healthy
      change(&facts)
      (facts.hasSystemd, facts.unitFailure, facts.units) = (false, "systemd does not run", [])
      facts.isUdevRunning = [.ignoredDevice, .badProperty, .otherSeat, .notClassified].contains(name)
      for finding in Diagnosis(facts).findings {
        #expect(!finding.cure.contains("systemctl") && !finding.cure.contains("journalctl"), "\(finding)")
        #expect(facts.isUdevRunning || !finding.cure.contains("udevadm"), "\(finding)")
      }
    }
  }

  @Test func `prefixes the command for a user that is not root`() {
    var facts = Self.healthy
    facts.tools.door = .sudo
    facts.units[0].active = "inactive"
    #expect(Diagnosis(facts).findings.first?.cure == "sudo systemctl start flickd.socket flickd.service")
  }

  @Test func `compares no rules without a touchscreen`() {
    var facts = Self.healthy
    facts.touches = []
    #expect(Diagnosis(facts).results.first { $0.check == .rules }?.state == .notChecked)
  }

  @Test func `prints the example of the documents`() throws {
    var facts = Self.healthy
    facts.units[0].active = "inactive"
    Self.connected(.missing)(&facts)
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/service.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("```text\n\(Diagnosis(facts).text)\n```"), "\(Diagnosis(facts).text)")
  }

  @Test func `writes what the schema describes`() throws {
    let schema = try DocumentSchema.read("doctor.schema.json")
    for (_, _, change) in Self.cases {
      var facts = Self.healthy
      change(&facts)
      let text = String(decoding: Diagnosis(facts).object, as: UTF8.self)
      #expect(try schema.faults(of: OrderedJSON(text)).map(\.description) == [])
    }
  }

  @Test func `ignores backups in the folder of drop-ins`() {
    for (name, isMeant) in [
      ("5.tml", true), ("5.TOML", true), ("5.conf", true), ("5.toml.off", false), ("5.toml~", false),
    ] {
      #expect(MachineFacts.looksLikeSettings(name) == isMeant, "\(name)")
    }
  }
}
