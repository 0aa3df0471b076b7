import TestKit
import Testing

/// What the service keeps of a panel with late lifts, whose lift delay it does not know at first.
@Suite(.enabled(if: Guest.states != nil, Comment(rawValue: Guest.comment)), .serialized)
struct `The memory of flickd under systemd` {
  private static let functions = #"""
    # A virtual panel has another id in each play; this rule, on the disk, sets the id.
    echo 'ENV{ID_INPUT_TOUCHSCREEN}=="1", ENV{ID_PATH}="platform-glass"' >/etc/udev/rules.d/70-glass.rules
    udevadm control --reload
    owned="mode=0700,uid=$(id -u flickd),gid=$(id -g flickd)"
    printf '%s\n' 'down 1 20% 50%' 'to 1 50% 50% in 100ms' 110ms 'up 1' >/run/late.touch

    # swipe COUNT: plays flicks whose lifts are late, and prints what flickd sent.
    swipe() {
      local client
      rm -f /run/heard
      socat -u "UNIX-CONNECT:$socket" - </dev/null >/run/heard 2>/run/heard.errors &
      client=$!
      hears '"type":"state"'
      flickctl play /run/late.touch --wait 3s --repeat "$1" >/run/played
      hears '"phase":"end"' "$1"
      kill "$client"
      grep -o '"kind":"[a-z]*"' /run/heard | cut -d '"' -f 4 | uniq -c | xargs
    }
    """#

  @Test func `costs a late panel its first five flicks once, and not again after a reboot`() async throws {
    let outcome = try await Guest.run(boots: 2, "\(Self.functions)\nswipe 8")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines == ["5 drag 3 flick", "8 flick"], "\(outcome.output)")
  }

  @Test(arguments: [
    ("removed", "rm -r /var/lib/flickd"),
    ("read-only", "mount -t tmpfs -o ro,$owned none /var/lib/flickd"),
    ("read-only, and another user's", "mount -t tmpfs -o ro,mode=0700 none /var/lib/flickd"),
    (
      "missing, and cannot be created",
      "rm -r /var/lib/flickd; mount --bind /var/lib /var/lib; mount -o remount,ro,bind /var/lib"
    ),
    ("full", "mount -t tmpfs -o size=4k none /var/lib/flickd; head -c 4k /dev/zero >/var/lib/flickd/filler"),
  ])
  func `logs one line if its folder cannot be used, and decides as without it`(
    name: String, breaking: String
  ) async throws {
    let outcome = try await Guest.run(
      """
      \(Self.functions)
      # The start creates a missing folder where it can.
      \(name == "removed" ? "" : "systemctl stop flickd.service 2>/dev/null")
      \(breaking)
      systemctl start flickd.service
      swipe 7
      swipe 1
      systemctl stop flickd.service 2>/dev/null
      systemctl show -p Result --value flickd.service
      journalctl -q --no-pager -o cat -u flickd | grep -c 'what is learned of panels is lost when flickd stops'
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines == ["5 drag 2 flick", "1 drag", "success", "1"], "\(outcome.output)")
  }
}
