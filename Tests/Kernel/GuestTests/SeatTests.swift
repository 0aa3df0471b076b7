import TestKit
import Testing

/// Users log in on virtual terminals, and udev tags touchscreens for the user in front.
///
/// logind grants and revokes that user's access to the node, in the same access list that flickd's
/// rule writes to.
@Suite(.enabled(if: Guest.thoroughStates != nil, Comment(rawValue: Guest.thoroughComment)), .serialized)
struct `flickd on a seat where users log in` {
  /// Alice and Bob have a session each.
  ///
  /// The user in front may use the panel `node`, on which a finger flicks.
  private static let twoUsers = #"""
    cat >/etc/udev/rules.d/71-panels-for-users.rules <<'END'
    SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_TOUCHSCREEN}=="1", TAG+="uaccess"
    END
    udevadm control --reload
    printf 'u %s\n' 'alice 1001' 'bob 1002' | systemd-sysusers - 2>/dev/null

    session() {
      loginctl list-sessions --no-legend | awk -v user="$1" '$3 == user && $4 == "seat0" { print $1 }' | grep .
    }

    # Opens a session on a virtual terminal, as the unit of a kiosk's compositor does.
    log_in() {
      systemd-run -q --unit="on-$2" -p User="$1" -p PAMName=login -p TTYPath="/dev/$2" -p StandardInput=tty \
        -p StandardOutput=journal sleep infinity
      until_true session "$1" >/dev/null
    }

    in_front() { [ "$(loginctl show-seat seat0 -p ActiveSession --value)" = "$(session "$1")" ]; }

    bring_to_front() {
      loginctl activate "$(session "$1")"
      until_true in_front "$1"
    }

    log_in alice tty7
    log_in bob tty8
    bring_to_front alice
    listen
    flick_on
    hears "$flick"
    """#

  @Test func `keeps its access and its panel when another user comes to the front`() async throws {
    let outcome = try await Guest.run(
      from: .seat,
      """
      \(Guest.watching)
      \(Self.twoUsers)
      show() { echo "$1: $(access)"; still_decides; }
      show alice
      bring_to_front bob
      show bob
      bring_to_front alice
      show 'alice again'
      systemctl stop on-tty7
      nobody() { [ "$(access)" = user:flickd:r-- ]; }
      until_true nobody
      show nobody
      opened
      [ "$(opened)" = "$node" ] && echo "same node"
      echo "lost: $(heard '"change":"removed"')"
      # An open node stays readable; only opening it again needs an entry in the list.
      systemctl restart flickd.service
      listen
      still_decides && echo "opened anew"
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.lines.filter { !$0.hasPrefix("/dev/") } == [
        "alice: user:alice:rw- user:flickd:r--",
        "bob: user:bob:rw- user:flickd:r--",
        "alice again: user:alice:rw- user:flickd:r--",
        "nobody: user:flickd:r--",
        "same node", "lost: 0", "opened anew",
      ])
  }

  /// On `change`, the seat's rule flushes the list and writes the user in front; flickd's later
  /// rule then restores its own entry.
  @Test func `keeps both entries when udev reports a change`() async throws {
    let outcome = try await Guest.run(
      from: .seat,
      """
      \(Guest.watching)
      \(Self.twoUsers)
      for change in {1..5}; do
        udevadm trigger --action=change --name-match="$node"
        udevadm settle
        access
      done
      udevadm trigger -s input
      udevadm settle
      access
      still_decides
      [ "$(opened)" = "$node" ] && echo "same node"
      echo "messages about panels: $(heard '"type":"panel"')"
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let access = [String](repeating: "user:alice:rw- user:flickd:r--", count: 6)
    #expect(outcome.lines == access + ["same node", "messages about panels:  1"])
  }

  /// The situation of an image built from files alone, whose users are created at the first boot.
  @Test func `gets access once its user exists`() async throws {
    let outcome = try await Guest.run(
      from: .seat,
      """
      \(Guest.watching)
      systemctl stop flickd.service flickd.socket
      sed -i '/^flickd:/d' /etc/passwd /etc/shadow
      sed -i '/^flick:/d' /etc/group /etc/gshadow
      udevadm control --reload
      flick_on
      udevadm settle
      echo "without: '$(access)'"
      udevadm info -q property -n "$node" | grep ID_INPUT_TOUCHSCREEN
      systemctl is-active systemd-udevd.service
      sleep 5
      echo "started in vain: $(restarts)"
      systemd-sysusers 2>/dev/null
      systemd-tmpfiles --create
      udevadm trigger -s input
      udevadm settle
      echo "with: '$(access)'"
      systemctl reset-failed flickd.socket flickd.service
      systemctl start flickd.socket flickd.service
      listen
      still_decides && echo decides
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.lines == [
        "without: ''", "ID_INPUT_TOUCHSCREEN=1", "active", "started in vain: 0", "with: 'user:flickd:r--'",
        "decides",
      ])
  }
}
