import TestKit
import Testing

/// Maintenance of a machine while the service runs: managers restart, clocks are set, disks fill.
@Suite(.enabled(if: Guest.thoroughStates != nil, Comment(rawValue: Guest.thoroughComment)), .serialized)
struct `flickd on a maintained machine` {
  /// Runs a script while a finger flicks on a panel.
  ///
  /// Expects that flickd does not restart and keeps the panel.
  private func heard(
    from state: Guest.State = .seat, flicking rounds: Int? = nil, _ script: String
  ) async throws -> (lines: [String], swipes: [JSON]) {
    let outcome = try await Guest.run(
      from: state,
      """
      \(Guest.watching)
      listen
      first=$(main_process)
      flick_on \(rounds.map(String.init) ?? "")
      hears "$flick"
      \(script)
      [ "$(main_process)" = "$first" ] && echo "same process"
      echo "started again: $(restarts)"
      echo "lost: $(heard '"change":"removed"') $(heard '"type":"bye"')"
      cat /run/heard
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let lines = outcome.lines.filter { !$0.hasPrefix("{") }
    #expect(lines.suffix(3) == ["same process", "started again: 0", "lost: 0 0"])
    return (lines.dropLast(3), try outcome.heard().filter { $0.type == "swipe" })
  }

  @Test func `loses nothing when systemd reloads its units or re-executes itself`() async throws {
    let rounds = 12
    let (lines, swipes) = try await heard(
      flicking: rounds,
      """
      inode=$(stat -c %i "$socket")
      for time in 1 2; do
        systemctl daemon-reload
        sleep 1
        systemctl daemon-reexec
        sleep 1
      done
      hears "$flick" \(rounds)
      # Longer than the timeout of the watchdog: both must still receive each other's messages.
      sleep 40
      [ "$(stat -c %i "$socket")" = "$inode" ] && echo "same socket"
      as_member flickctl status >/dev/null && echo "lets in"
      """)
    #expect(lines == ["same socket", "lets in"])
    #expect(swipes.map(\.word) == [String](repeating: "flick left commit by velocity", count: rounds))
    #expect(swipes.map(\.seq) == (1...rounds).map { .number(Double($0)) })
  }

  @Test func `survives a restart of udev, and opens the next panel`() async throws {
    let (lines, swipes) = try await heard(
      """
      systemctl restart systemd-udevd.service
      still_decides
      # Plugged in while udev is stopped: the kernel's message waits in the socket that systemd keeps open.
      systemctl stop systemd-udevd.service 2>/dev/null
      flickctl play /opt/scenarios/drag-right-long-slow.touch --wait 3s --keep 3600s >/run/second 2>&1 &
      sleep 1
      systemctl start systemd-udevd.service
      hears '"change":"added"' 2
      hears '"kind":"drag"'
      opened | wc -l
      """)
    #expect(lines == ["2"])
    #expect(Set(swipes.map(\.word)) == ["flick left commit by velocity", "drag right commit by distance"])
  }

  @Test func `makes the same decisions when the clock is set forward or back`() async throws {
    let (lines, swipes) = try await heard(
      """
      date -s '+1 hour' +%s >/run/later
      still_decides
      date -s '-2 hours' +%s >/run/earlier
      still_decides
      echo "set back by $((($(cat /run/later) - $(cat /run/earlier) + 50) / 100 * 100)) s"
      # Longer than the timeout of the watchdog.
      sleep 20
      still_decides
      """)
    #expect(lines == ["set back by 7200 s"])
    #expect(Set(swipes.map(\.word)) == ["flick left commit by velocity"])
    // The hour does not appear in timestamps or intervals: there is one flick a second.
    let times = swipes.compactMap { $0.t_us.double }
    #expect(times.count >= 20 && times == times.sorted())
    #expect((times.last ?? 0) - (times.first ?? 0) < 90e6)
    #expect(swipes.dropFirst().allSatisfy { ($0.idle_us.double ?? .infinity) < 10e6 })
  }

  /// The kernel's own rehearsal stops the last processor and every clock, and wakes up after five
  /// seconds.
  ///
  /// An emulated machine has nothing that could wake it from a full suspend.
  @Test func `cancels a swipe that a suspend interrupts, and accepts the next`() async throws {
    let outcome = try await Guest.run(
      """
      \(Guest.watching)
      flickctl listen --json --phases begin,end,cancel >/run/heard 2>/run/heard.errors &
      hears '"type":"state"'
      before=$(main_process)
      printf '%s\\n' 'down 1 70% 50%' 'to 1 40% 50% in 300ms' 4000ms 'to 1 10% 50% in 100ms' 'up 1' >/run/held.touch
      flickctl play /run/held.touch --wait 15s --keep 60s >/run/played 2>&1 &
      hears '"phase":"begin"'
      echo core >/sys/power/pm_test
      began=$(now)
      echo mem >/sys/power/state
      [ $(($(now) - began)) -ge 500 ] && echo "slept"
      hears '"reason":"suspend"'
      # The finger that moved on afterwards is no longer a swipe.
      until_true grep -q '^played' /run/played
      play flick-left-short-fast
      hears "$flick"
      [ "$(main_process)" = "$before" ] && echo "same process"
      journalctl -q --no-pager -o cat -u flickd | grep -c 'the machine was suspended for'
      cat /run/heard
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines.filter { !$0.hasPrefix("{") } == ["slept", "same process", "1"])
    let swipes = try outcome.heard().filter { $0.type == "swipe" }
    #expect(swipes.map(\.phase) == ["begin", "cancel", "begin", "end"])
    #expect(swipes.last?.word == "flick left commit by velocity")
  }

  @Test func `runs and restarts while every disk is full`() async throws {
    let outcome = try await Guest.run(
      from: .seat,
      """
      \(Guest.watching)
      # The test needs a writable folder.
      mkdir -p /mnt/room
      mount -t tmpfs -o size=8m room /mnt/room
      for file in heard heard.errors played played.errors; do ln -s "/mnt/room/$file" "/run/$file"; done
      listen
      flick_on
      hears "$flick"
      fill() {
        local size number
        for size in 64M 1M 64K 4K; do
          number=0
          while fallocate -l "$size" "$1/fill-$size-$number" 2>/dev/null; do number=$((number + 1)); done
        done
        if head -c 65536 /dev/zero 2>/dev/null >"$1/more"; then echo "$1 is not full"; fi
      }
      fill /run
      fill /var/tmp
      df --output=pcent,target / /run | tail -n 2 | xargs
      still_decides && echo "goes on"
      as_member flickctl status >/dev/null && echo "lets in"
      systemctl restart flickd.service
      systemctl is-active flickd.service flickd.socket
      listen
      still_decides && echo "decides again"
      systemctl restart flickd.socket
      listen
      still_decides && echo "and with a socket made anew"
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.lines == [
        "100% / 100% /run", "goes on", "lets in", "active", "active", "decides again",
        "and with a socket made anew",
      ])
  }

  @Test func `reports what to do if it may not create its socket`() async throws {
    let outcome = try await Guest.run(
      """
      \(Guest.watching)
      systemctl stop flickd.service flickd.socket
      # Without a socket from systemd, flickd binds one itself, which the unit permits nowhere.
      mkdir -p /etc/systemd/system/flickd.service.d
      printf '%s\\n' '[Service]' 'Restart=no' 'ExecStart=' \\
        'ExecStart=/usr/bin/flickd --socket /run/flickd/own.sock' >/etc/systemd/system/flickd.service.d/test.conf
      systemctl daemon-reload
      cursor=$(journalctl -n 0 --show-cursor -q | sed -n 's/^-- cursor: //p')
      systemctl start flickd.service 2>/dev/null && echo started ||
        echo "status $(systemctl show -p ExecMainStatus --value flickd.service)"
      journalctl --sync
      journalctl -q --no-pager -o cat --after-cursor "$cursor" -u flickd | grep -o 'the folder .*' || true
      by_hand() {
        { setpriv --reuid flickd --regid flick --clear-groups flickd --socket /run/flickd/own.sock 2>&1 ||
          echo "status $?"; } | grep -o -E 'the folder .*|^status .*'
      }
      by_hand
      systemctl stop flickd.socket
      mount --bind /run/flickd /run/flickd
      mount -o remount,ro,bind /run/flickd
      by_hand
      # If systemd binds the socket, systemd reports the error.
      systemctl start flickd.socket 2>/dev/null || systemctl show -p Result --value flickd.socket
      umount /run/flickd
      rmdir /run/flickd
      by_hand
      # The socket unit creates a missing folder.
      systemctl start flickd.socket && echo "made by systemd"
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let cure = "change its owner or mode, or choose another path"
    #expect(
      outcome.lines == [
        "status 73", "the folder /run/flickd cannot be written (Read-only file system): \(cure)",
        "the folder /run/flickd cannot be written (Permission denied): \(cure)", "status 73",
        "the folder /run/flickd cannot be written (Read-only file system): \(cure)", "status 73",
        "resources",
        "the folder /run/flickd does not exist: only root can create it; write --socket /tmp/flickd.sock",
        "status 73",
        "made by systemd",
      ])
  }
}
