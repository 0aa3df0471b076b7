import Evdev
import Panels
import TestKit
import Testing

@Suite struct `The udev rule` {
  /// The device as the rule must change it.
  private func expected(_ fixture: InputFixture) -> RuledDevice {
    var device = fixture.device
    let node = device.properties["DEVNAME"] ?? ""
    if fixture.isLost { device.programs.append("/usr/bin/setfacl -x u:flickd \(node)") }
    guard fixture.isForTheService else { return device }
    device.programs.append(UdevRules.opening(node, of: device))
    device.properties["FLICKD_READABLE"] = "1"
    device.tags.insert("systemd")
    let wanted = device.properties["SYSTEMD_WANTS"].map { "\($0) " } ?? ""
    device.properties["SYSTEMD_WANTS"] = "\(wanted)flickd.service"
    return device
  }

  @Test(arguments: InputFixture.all)
  func `lets the service read touchscreens, and changes nothing else`(fixture: InputFixture) throws {
    #expect(try UdevRules(UdevRules.installed()).applied(to: fixture.device) == expected(fixture))
  }

  /// The first fixture with a wrong result, or why the rules are invalid; nil if they are right.
  private func fault(of text: String) -> String? {
    do throws(UdevRuleFault) {
      let rules = try UdevRules(text)
      return InputFixture.all.first { rules.applied(to: $0.device) != expected($0) }?.testDescription
    } catch {
      return "\(error)"
    }
  }

  @Test func `differs from every rule with another operator`() throws {
    let text = try UdevRules.installed()
    #expect(fault(of: text) == nil)
    let operators = ["==", "!=", "+=", "-=", ":=", "="]
    var mutants = 0
    var survivors: [String] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      // The operator is the text before a quoted value.
      for match in line.matches(of: /(==|!=|\+=|-=|:=|=)"/) {
        for other in operators where other != match.output.1 {
          let changed = line.replacingCharacters(in: match.output.1, by: other)
          mutants += 1
          if fault(of: text.replacing(line, with: changed, maxReplacements: 1)) == nil {
            survivors.append(changed)
          }
        }
      }
    }
    #expect(mutants >= 100)
    #expect(survivors.isEmpty, "\(survivors.joined(separator: "\n"))")
  }

  @Test func `differs from every rule with a line removed`() throws {
    let text = try UdevRules.installed()
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count >= 8)
    for line in lines {
      #expect(fault(of: text.replacing(line, with: "", maxReplacements: 1)) != nil, "\(line)")
    }
  }

  @Test func `and flickd agree on what is a touchscreen`() throws {
    let rules = try UdevRules(UdevRules.installed())
    let names = [
      "ID_INPUT_TOUCHSCREEN", "ID_INPUT_KEYBOARD", "ID_INPUT_KEY", "ID_INPUT_MOUSE", "ID_INPUT_TOUCHPAD",
      "ID_INPUT_TABLET", "ID_INPUT_JOYSTICK",
    ]
    // Each property is absent, 0 or 1.
    var sayings: [[String: String]] = [["ID_INPUT": "1"]]
    for name in names {
      sayings = sayings.flatMap { saying in
        [nil, "0", "1"].map { value in saying.merging([name: value].compactMapValues { $0 }) { $1 } }
      }
    }
    #expect(sayings.count == 2187)
    for properties in sayings {
      let ruled = rules.applied(to: RuledDevice("event5", properties: properties))
      let node = InputNode(
        node: "/dev/input/event5", systemPath: "/sys/5", properties: properties,
        description: MockDevice.panel(5).description)
      #expect(ruled.programs.isEmpty != node.deviceClass(seat: "seat0").isTouchscreen, "\(properties)")
    }
  }
}

@Suite struct `The reader of udev rules` {
  @Test(arguments: [
    #"NAME="x""#, #"ACTION="add""#, #"ACTION+="add""#, #"ACTION{x}=="add""#, #"SUBSYSTEM:="input""#,
    #"KERNEL-="event*""#, #"ENV=="1""#, #"ENV{A}-="1""#, #"ENV{A}:="1""#, #"TAG:="a""#, #"RUN=="a""#,
    #"RUN-="a""#, #"IMPORT="A""#, #"IMPORT{file}="A""#, #"IMPORT{db}=="A""#, #"IMPORT{db}+="A""#,
    #"IMPORT{db}="A", TAG+="a""#, #"ENV{A}=="1", IMPORT{db}="A""#, #"GOTO=="end""#, #"GOTO="nowhere""#,
    #"LABEL="unused""#, #"LABEL+="a""#,
    #"ACTION=="add" TAG+="a""#, #"ACTION=="add",TAG+="a""#, #"ACTION=="add", "#, #"ACTION==add"#,
    #"ACTION "add""#, "LABEL=\"end\"\nACTION==\"add\", GOTO=\"end\"",
  ])
  func `rejects what udev rejects or warns about`(text: String) {
    #expect(throws: UdevRuleFault.self) { try UdevRules(text) }
  }

  @Test(
    arguments: [
      ("a", ["a"], ["", "b", "aa"]), ("|0", ["", "0"], ["1", "00"]), ("a|b", ["a", "b"], ["", "a|b"]),
      ("event*", ["event", "event12"], ["even", "xevent1"]), ("*b*", ["b", "abc", "ab"], ["", "ac"]),
      ("js?", ["js0"], ["js", "js10"]),
    ] as [(String, [String], [String])])
  func `compares as udev does`(pattern: String, equal: [String], unequal: [String]) throws {
    for (text, isEqual) in equal.map({ ($0, true) }) + unequal.map({ ($0, false) }) {
      let device = RuledDevice("event0", properties: ["A": text])
      for (operation, isTagged) in [("==", isEqual), ("!=", !isEqual)] {
        let rules = try UdevRules("ENV{A}\(operation)\"\(pattern)\", TAG+=\"hit\"")
        #expect(rules.applied(to: device).tags == (isTagged ? ["hit"] : []), "\(text) \(operation)")
      }
    }
  }

  @Test func `checks all conditions of a line before it assigns`() throws {
    let rules = try UdevRules(
      #"ENV{A}="1", ENV{A}=="", TAG+="first""# + "\n" + #"TAG=="first", TAG-="first""#)
    let device = rules.applied(to: RuledDevice("event0", properties: [:], tags: ["other"]))
    #expect(device.properties == ["A": "1"])
    #expect(device.tags == ["other"])
  }

  @Test func `imports a property of an earlier event, if there is one`() throws {
    let rules = try UdevRules("IMPORT{db}=\"A\"\nIMPORT{db}=\"B\"\nENV{A}==\"1\", TAG+=\"hit\"")
    let device = rules.applied(
      to: RuledDevice("event0", properties: ["B": "2"], database: ["A": "1", "C": "3"]))
    #expect(device.properties == ["A": "1", "B": "2"])
    #expect(device.tags == ["hit"])
  }

  @Test func `appends to, sets and removes a property`() throws {
    let rules = try UdevRules("ENV{A}+=\"x\"\nENV{B}=\"$env{A}-y\"\nENV{C}=\"\"\nENV{D}+=\"z\"")
    let device = rules.applied(to: RuledDevice("event0", properties: ["A": "w", "C": "1"]))
    #expect(device.properties == ["A": "w x", "B": "w x-y", "D": "z"])
  }

  @Test func `adds no program after a final assignment`() throws {
    let rules = try UdevRules("RUN=\"a\"\nRUN+=\"b\"\nRUN:=\"c\"\nRUN+=\"d\"")
    let device = rules.applied(to: RuledDevice("event0", properties: [:], programs: ["before"]))
    #expect(device.programs == ["c"])
  }
}

extension Substring {
  /// The same text with `part` replaced.
  fileprivate func replacingCharacters(in part: Substring, by other: String) -> String {
    String(self[..<part.startIndex]) + other + String(self[part.endIndex...])
  }
}
