import TestKit
import Testing

@Suite(.enabled(if: Guest.states != nil, Comment(rawValue: Guest.comment)), .serialized)
struct `flickd under systemd` {
  @Test func `is set up by what is installed`() async throws {
    let outcome = try await Guest.run(
      """
      echo "user $(id -un flickd) of $(id -gn flickd), groups: $(id -Gn flickd)"
      stat -c '%A %U %G %n' /run/flickd "$socket"
      systemctl is-active flickd.socket flickd.service
      systemctl is-enabled flickd.socket flickd.service
      systemctl show -p StatusText flickd.service
      stat -c 'runs as %U %G' "/proc/$(main_process)"
      grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' "/proc/$(main_process)/status"
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.lines == [
        "user flickd of flick, groups: flick",
        "drwxr-xr-x root root /run/flickd",
        "srw-rw---- root flick /run/flickd/flickd.sock",
        "active", "active", "enabled", "enabled",
        "StatusText=no touchscreen yet, 0 clients",
        "runs as flickd flick",
        "CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2",
      ])
  }

  @Test func `starts when a client connects to its socket`() async throws {
    let outcome = try await Guest.run(
      from: .installed,
      """
      systemctl start flickd.socket
      systemctl is-active flickd.service || true
      listen
      systemctl is-active flickd.service
      cat /run/heard
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines.prefix(2) == ["inactive", "active"])
    let heard = try outcome.heard()
    try #require(heard.count == 2)
    #expect(heard[0].type == "hello")
    #expect(heard[0].server == "flickd")
    #expect(heard[0].clock == "monotonic")
    #expect(heard[1].type == "state")
    #expect(heard[1].panels == .array([]))
  }

  @Test func `refuses users outside the group of its socket`() async throws {
    let outcome = try await Guest.run(
      """
      connect() { timeout 2 setpriv "$@" socat -u "UNIX-CONNECT:$socket" - </dev/null 2>&1 || true; }
      echo "stranger: $(connect --reuid nobody --regid nogroup --clear-groups | grep -o 'Permission denied')"
      echo "member: $(connect --reuid nobody --regid nogroup --groups flick | cut -c 1-30 | head -n 1)"
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines == ["stranger: Permission denied", #"member: {"type":"hello","server":"flic"#])
  }

  /// Each state of the units has its own command, which this test runs literally.
  @Test func `is started by the command that flickctl advises`() async throws {
    let outcome = try await Guest.run(
      from: .installed,
      """
      status() { as_member flickctl status 2>&1; }
      advised() { status | sed -n 's/.*`\\([^`]*\\)`.*/\\1/p' | tee /dev/stderr; }
      answers() { status | grep -o '^counts' || status; }
      exec 2>&1
      bash -c "$(advised)"
      answers
      systemctl stop flickd.socket flickd.service
      systemctl -q mask flickd.socket flickd.service
      bash -c "$(advised)"
      answers
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines.count { $0 == "counts" } == 2, "\(outcome.output)")
    #expect(outcome.output.contains("systemctl start flickd.socket"), "\(outcome.output)")
    #expect(outcome.output.contains("systemctl unmask flickd.socket flickd.service"), "\(outcome.output)")
  }

  @Test func `restarts when it is killed, and its socket stays`() async throws {
    let outcome = try await Guest.run(
      """
      before=$(main_process)
      inode=$(stat -c %i "$socket")
      kill -KILL "$before"
      listen
      [ "$(main_process)" != "$before" ] && echo restarted
      [ "$(stat -c %i "$socket")" = "$inode" ] && echo "same socket"
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines == ["restarted", "same socket"])
  }

  @Test func `reloads a valid configuration, and rejects a bad one by reload or signal`() async throws {
    let outcome = try await Guest.run(
      """
      status() { systemctl show -p StatusText --value flickd.service; }
      reload() { systemctl reload flickd.service 2>/dev/null && echo reloaded || echo refused; }
      before=$(main_process)
      mkdir -p /etc/flickd/conf.d
      echo 'slop = 3' >/etc/flickd/conf.d/90-bad.toml
      reload
      status
      kill -HUP "$before"
      for try in {1..100}; do if status | grep -q old; then break; fi; sleep 0.1; done
      status
      rm /etc/flickd/conf.d/90-bad.toml
      reload
      for try in {1..100}; do if ! status | grep -q old; then break; fi; sleep 0.1; done
      status
      systemctl is-active flickd.service
      [ "$(main_process)" = "$before" ] && echo "same process"
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.lines == [
        "refused", "no touchscreen yet, 0 clients",
        "old settings: 1 error in the configuration; no touchscreen yet, 0 clients",
        "reloaded", "no touchscreen yet, 0 clients", "active", "same process",
      ])
  }

  @Test func `is restarted when its loop stops`() async throws {
    let outcome = try await Guest.run(
      """
      before=$(main_process)
      kill -STOP "$before"
      for try in {1..300}; do
        now=$(main_process)
        if [ "$now" != "$before" ] && [ "$now" != 0 ]; then break; fi
        sleep 0.1
      done
      systemctl show -p WatchdogUSec --value flickd.service
      [ "$now" != "$before" ] && echo restarted
      listen
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines.prefix(2) == ["15s", "restarted"])
  }

  @Test func `lets flickctl report that there is no touchscreen`() async throws {
    let outcome = try await Guest.run("flickctl devices && echo 0 || echo $?")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines.last == "66")
    // The emulated machine has a keyboard by its board.
    #expect(outcome.output.contains("passed over: a keyboard"))
  }
}
