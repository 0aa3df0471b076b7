import GestureCore
import Panels
import Recordings
import TestKit
import Testing

/// What a process with flickd's permissions can do.
///
/// `ExecStartPost=` runs the process beside flickd, with the user, the sandbox, the device policy
/// and the system call filter of the installed unit.
@Suite(.enabled(if: Guest.states != nil, Comment(rawValue: Guest.comment)), .serialized)
struct `The sandbox of flickd` {
  /// Sockets of the system that exist in the guest, and that the unit hides.
  private static let hiddenSockets = ["/run/avahi-daemon/socket", "/run/systemd/journal/socket"]

  /// Devices of every kind beside the panel `node`, and a probe.
  ///
  /// `probe LINE...` prints what the probe finds in a unit with the lines added.
  private static let devicesAndProbe: String = {
    let others: [MockDevice] = [
      .keyboard(0), .mouse(0), .touchpad, .tablet, .joystick, .powerButton,
    ]
    let nothing = InputEvent(instant: Instant(microseconds: 0), type: 0, code: EventCode.synReport, value: 0)
    return others.map { device in
      let text = String(
        decoding: EvemuWriter.write(device.description, events: [nothing]), as: UTF8.self)
      let file = "/run/\(device.description.name)"
      return
        "cat >'\(file)' <<'END'\n\(text)END\nflickctl play '\(file)' --keep 3600s >'\(file).log' 2>&1 &\n"
    }.joined() + #"""
      flick_on
      listen
      hears "$flick"
      until_true grep -q . '/run/Sample power button.log'
      udevadm settle

      mkdir -p /opt/probe /etc/systemd/system/flickd.service.d
      cat >/opt/probe/probe <<'END'
      #!/bin/bash
      # Nothing here forks, because the unit may forbid it.
      shopt -s nullglob
      for node in /dev/input/* /dev/{uinput,uhid,mem,kmsg,rtc0} /dev/hidraw* /dev/pmem* /dev/vd* /dev/tty[0-9]*; do
        if ! [ -c "$node" ] && ! [ -b "$node" ]; then continue; fi
        if { : <"$node"; } 2>/dev/null; then echo "probe: reads $node"; fi
        if { : >>"$node"; } 2>/dev/null; then echo "probe: writes $node"; fi
        if { : <>"$node"; } 2>/dev/null; then echo "probe: reads and writes $node"; fi
        echo "probe: tried $node"
      done
      for socket in \#(hiddenSockets.joined(separator: " ")); do
        if [ -S "$socket" ]; then echo "probe: finds $socket"; fi
      done
      while IFS= read -r line; do
        case $line in Uid:* | Cap* | NoNewPrivs:* | Seccomp:*) echo "probe: $line" ;; esac
      done </proc/self/status
      echo "probe: done"
      END

      probe() {
        local cursor
        printf '%s\n' '[Service]' 'ExecStartPost=/bin/bash /opt/probe/probe' "$@" \
          >/etc/systemd/system/flickd.service.d/probe.conf
        systemctl daemon-reload
        cursor=$(journalctl -n 0 --show-cursor -q | sed -n 's/^-- cursor: //p')
        systemctl restart flickd.service
        probed() { journalctl -q --no-pager -o cat --after-cursor "$cursor" -u flickd | grep "probe: $1"; }
        until_true probed done >/dev/null
        probed ''
      }

      for each in /dev/input/event*; do
        echo "kind $each: $(udevadm info -q property -n "$each" | grep -o '^ID_INPUT_[A-Z]*=1' | xargs)"
      done
      echo "panel $node"
      # The guest is so small that only the journal has such memory.
      mkdir -p /run/avahi-daemon
      socat UNIX-LISTEN:/run/avahi-daemon/socket,mode=666 OPEN:/dev/null >/dev/null 2>&1 &
      until_true test -S /run/avahi-daemon/socket
      for socket in \#(hiddenSockets.joined(separator: " ")); do
        if [ -S "$socket" ]; then echo "outside $socket"; fi
      done
      """#
  }()

  /// What the probe found, by the probe's words.
  private struct Findings {
    var kinds: [String: Set<String>] = [:]
    var panel = ""
    var tried: [String] = []
    var readable: [String] = []
    var writable: [String] = []
    var sockets: [String] = []
    var socketsOutside: [String] = []
    var status: [String: String] = [:]

    init(_ lines: some Sequence<String>) {
      for line in lines {
        let words = line.split(whereSeparator: { " \t".contains($0) }).map(String.init)
        switch (words.first, words.dropFirst().first, words.last) {
        case ("kind", let node?, _): kinds[String(node.dropLast())] = Set(words.dropFirst(2))
        case ("panel", let node?, _): panel = node
        case ("outside", let socket?, _): socketsOutside.append(socket)
        case ("probe:", "finds", let socket?): sockets.append(socket)
        case ("probe:", "tried", let node?): tried.append(node)
        case ("probe:", "reads", let node?) where words.count == 3: readable.append(node)
        case ("probe:", "reads", let node?), ("probe:", "writes", let node?): writable.append(node)
        case ("probe:", let field?, let value?) where field.hasSuffix(":"):
          status[String(field.dropLast())] = value
        default: break
        }
      }
    }
  }

  @Test func `lets it read its touchscreen, and nothing else`() async throws {
    let outcome = try await Guest.run("\(Guest.watching)\n\(Self.devicesAndProbe)\nprobe; id -u flickd")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let found = Findings(outcome.lines)
    let kinds = Set(found.kinds.values.flatMap { $0 })
    #expect(
      kinds.isSuperset(
        of: ["KEYBOARD", "MOUSE", "TOUCHPAD", "TABLET", "JOYSTICK", "TOUCHSCREEN"].map { "ID_INPUT_\($0)=1" })
    )
    // The power button is the only device with keys alone.
    #expect(found.kinds.values.contains(["ID_INPUT_KEY=1"]))
    #expect(Set(found.tried).isSuperset(of: found.kinds.keys))
    #expect(Set(found.tried).isSuperset(of: ["/dev/uinput", "/dev/uhid", "/dev/pmem0"]))
    #expect(found.readable == [found.panel])
    #expect(found.writable.isEmpty)
    #expect(found.socketsOutside == Self.hiddenSockets)
    #expect(found.sockets.isEmpty)

    let status = found.status
    #expect(status["Uid"] == outcome.lines.last && status["Uid"] != "0")
    for set in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
      #expect(status[set] == "0000000000000000", "\(set)")
    }
    #expect(status["NoNewPrivs"] == "1")
    #expect(status["Seccomp"] == "2")
    print(
      "sandbox: of \(found.kinds.count - 1) input nodes of other kinds \(found.readable.count - 1) can be opened;",
      "of \(found.tried.count) devices \(found.writable.count) can be written to")
  }

  /// Each barrier works alone: without the one that keeps keyboards out, the other still prevents
  /// writing.
  @Test func `differs from one with holes`() async throws {
    let outcome = try await Guest.run(
      """
      \(Guest.watching)
      \(Self.devicesAndProbe)
      probe 'SupplementaryGroups=input' 'InaccessiblePaths='
      echo next
      probe 'SupplementaryGroups=input' 'DeviceAllow=char-input rw'
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let parts = outcome.lines.split(separator: "next")
    try #require(parts.count == 2)
    let inGroup = Findings(parts[0])
    // The panel's access list names the user, and that entry counts before the entries of the
    // user's groups.
    let others = Set(inGroup.kinds.keys).subtracting([inGroup.panel])
    #expect(others.count >= 6)
    #expect(Set(inGroup.readable).isSuperset(of: others))
    #expect(inGroup.writable.isEmpty)
    #expect(inGroup.sockets == Self.hiddenSockets)
    #expect(Set(Findings(parts[1]).writable).isSuperset(of: others))
  }

  /// The kernel itself counts what it refuses flickd, from the start of the process to its end.
  ///
  /// The count covers the system call filter and every other rule of the sandbox except those that
  /// hide files.
  @Test func `refuses no system call that flickd needs`() async throws {
    let minutes = Guest.thoroughStates == nil ? 1 : 10
    let outcome = try await Guest.run(
      within: 300 + 120 * minutes,
      """
      \(Guest.watching)
      exits=/sys/kernel/tracing/events/raw_syscalls/sys_exit
      if ! [ -d "$exits" ]; then mount -t tracefs trace /sys/kernel/tracing; fi
      # EPERM, EACCES, ENOSYS, EAFNOSUPPORT; except setsockopt, 54, which only libudev calls here: the unit's filter
      # permits each, the kernel refuses one at the start for lack of a capability, and libudev continues.
      # Nor 435, clone3: if a unit restricts namespaces, systemd makes it fail with ENOSYS, and the C library uses clone.
      echo 'comm == "flickd" && id != 54 && (id != 435 || ret != -38) && (ret == -1 || ret == -13 || ret == -38 || ret == -97)' >"$exits/filter"
      echo 'hist:keys=common_pid if comm == "flickd"' >"$exits/trigger"
      echo 1 >"$exits/enable"
      refused() { grep 'sys_exit: NR' /sys/kernel/tracing/trace || true; }

      systemctl restart flickd.service
      first=$(main_process)
      listen
      flick_on
      end=$(($(now) + 6000 * \(minutes)))
      cycles=0
      while [ "$(now)" -lt "$end" ]; do
        play drag-right-long-slow
        flickctl play /opt/scenarios/tap-says-nothing.touch --protocol hid --wait 3s >/run/played.hid
        systemctl reload flickd.service
        as_member flickctl stats >/dev/null
        as_member flickctl listen --count 1 --phases begin,update,end >/dev/null
        echo nonsense | socat -t 1 - "UNIX-CONNECT:$socket" >/dev/null 2>&1 || true
        still_decides
        cycles=$((cycles + 1))
      done
      [ "$(main_process)" = "$first" ] && echo "same process"
      systemctl stop flickd.service 2>/dev/null
      refused
      echo "cycles: $cycles"
      awk '/Hits:/ { print "calls: " $2 }' "$exits/hist"
      # Proves that the kernel reports a refused call, by a program of this name.
      mkdir -p /opt/probe /etc/systemd/system/flickd.service.d
      ln -s /usr/bin/nice /opt/probe/flickd
      printf '%s\\n' '[Service]' 'ExecStartPost=-/opt/probe/flickd -n 5 /bin/true' \\
        >/etc/systemd/system/flickd.service.d/probe.conf
      systemctl daemon-reload
      systemctl start flickd.service
      echo "of a program that asks for what is refused: $(refused | wc -l)"
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let lines = outcome.lines
    try #require(lines.count == 4, "\(outcome.output)")
    #expect(lines[0] == "same process")
    let counts = lines.dropFirst().map { $0.split(separator: " ").last.flatMap { Int($0) } ?? 0 }
    #expect(counts[0] >= minutes)
    #expect(counts[1] > 1000)
    #expect(counts[2] == 1)
    print(
      "sandbox: 0 of \(counts[1]) system calls refused in \(minutes) min, \(counts[0]) times all there is to do"
    )
  }
}

extension MockDevice {
  /// A joystick: two axes, and a joystick's trigger and buttons.
  fileprivate static var joystick: MockDevice {
    var device = MockDevice.keyboard(0)
    device.description.name = "Sample joystick"
    device.description.keys = [0x120, 0x121, 0x122, 0x123]
    device.description.axes = [
      EventCode.x: AxisRange(minimum: -127, maximum: 127),
      EventCode.y: AxisRange(minimum: -127, maximum: 127),
    ]
    return device
  }

  /// A power button: KEY_POWER and no other key.
  fileprivate static var powerButton: MockDevice {
    var device = MockDevice.keyboard(0)
    device.description.name = "Sample power button"
    device.description.keys = [116]
    return device
  }
}
