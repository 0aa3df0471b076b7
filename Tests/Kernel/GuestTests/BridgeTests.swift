import TestKit
import Testing

/// The installed bridge.
///
/// socat simulates the pages: it sends what a browser would send, and never replies.
@Suite(.enabled(if: Guest.states != nil, Comment(rawValue: Guest.comment)), .serialized)
struct `The bridge under systemd` {
  private static let functions = #"""
    # Sets the bridge up as in docs/bridge.md.
    set_up() {
      echo 'FLICK_BRIDGE="--origin http://m.example=motion --origin http://d.example"' >/etc/flickd/bridge.env
      systemctl enable -q --now flick-bridge.service
    }

    bridge_process() { systemctl show -p MainPID --value flick-bridge.service; }

    # ask PORT LINE...: prints the reply to a request with these lines, until the other end closes.
    ask() {
      local port=$1
      shift
      # The end of the input is not the end of the connection.
      printf '%s\r\n' "$@" '' | socat -,ignoreeof "TCP:127.0.0.1:$port"
    }

    # page NAME [LINE...]: a page of NAME.example, which also sends these lines; writes what it receives to /run/page.NAME.
    page() {
      ask 7272 'GET / HTTP/1.1' 'Host: 127.0.0.1:7272' "Origin: http://$1.example" 'Upgrade: websocket' \
        'Connection: Upgrade' 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' 'Sec-WebSocket-Version: 13' \
        "${@:2}" >"/run/page.$1" 2>/dev/null &
    }

    # The lines that a page received; between them are the heads of frames.
    lines() { LC_ALL=C tr -c '\40-\176' '\n' <"/run/page.$1" | grep -o '{"type":.*}'; }

    # page_received NAME WORDS [COUNT]: waits until a page has received COUNT lines, or one, with these words.
    page_received() {
      local try
      for try in {1..200}; do
        if [ "$(lines "$1" | grep -c -e "$2")" -ge "${3:-1}" ]; then return; fi
        sleep 0.1
      done
      echo "page $1 never received: $2" >&2
      cat -v "/run/page.$1" >&2
      journalctl -q --no-pager -u flick-bridge -u flickd >&2
      return 1
    }
    """#

  @Test func `is off by default, and starts only with a configured origin`() async throws {
    let outcome = try await Guest.run(
      """
      systemctl is-enabled flick-bridge.service || true
      systemctl start flick-bridge.service
      systemctl is-active flick-bridge.service || true
      systemctl show -p ConditionResult --value flick-bridge.service
      \(Self.functions)
      set_up
      systemctl is-enabled flick-bridge.service
      systemctl is-active flick-bridge.service
      systemctl show -p StatusText --value flick-bridge.service
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.lines == [
        "disabled", "inactive", "no", "enabled", "active", "serves pages at ws://127.0.0.1:7272/",
      ])
  }

  @Test func `is a member of group flick only, and listens on this machine only`() async throws {
    let outcome = try await Guest.run(
      """
      \(Self.functions)
      set_up
      process=$(bridge_process)
      stat -c 'runs as %U %G' "/proc/$process"
      echo "groups: $(id -Gn flick-bridge)"
      grep -E '^(Groups|CapInh|CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs|Seccomp):' "/proc/$process/status"
      # The listeners, by address and port as the kernel writes them; 0A is LISTEN.
      awk '$4 == "0A" { print "listens at " $2 }' /proc/net/tcp /proc/net/tcp6
      for list in Allow Deny; do
        echo "$list" $(systemctl show -p "IPAddress$list" --value flick-bridge.service | xargs -n 1 | LC_ALL=C sort)
      done
      systemd-analyze security --no-pager flick-bridge.service | tail -n 1 | grep -o 'level.*[0-9]'
      journalctl -q --no-pager -o cat -p warning -u flick-bridge.service
      getent group flick | cut -d : -f 3
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let group = try #require(outcome.lines.last)
    #expect(
      outcome.lines.dropLast() == [
        "runs as flick-bridge flick", "groups: flick", "Groups:\t\(group) ",
        "CapInh:\t0000000000000000", "CapPrm:\t0000000000000000", "CapEff:\t0000000000000000",
        "CapBnd:\t0000000000000000", "CapAmb:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2",
        "listens at 0100007F:1C68",
        "Allow 127.0.0.0/8 ::1/128", "Deny 0.0.0.0/0 ::/0",
        "level for flick-bridge.service: 1.1",
      ])
  }

  /// Set up as in docs/bridge.md: only root can read the token file, and systemd passes the token.
  @Test func `reads its token from a systemd credential`() async throws {
    let outcome = try await Guest.run(
      """
      \(Self.functions)
      (umask 077 && head -c 24 /dev/urandom | base64 | tr +/ -_ >/etc/flickd/bridge.token)
      mkdir -p /etc/systemd/system/flick-bridge.service.d
      cat >/etc/systemd/system/flick-bridge.service.d/token.conf <<'END'
      [Service]
      LoadCredential=token:/etc/flickd/bridge.token
      ExecStart=
      ExecStart=/usr/bin/flickctl bridge --token-file ${CREDENTIALS_DIRECTORY}/token $FLICK_BRIDGE
      END
      systemctl daemon-reload
      set_up
      systemctl is-active flick-bridge.service
      page d
      for try in {1..100}; do if grep -q token /run/page.d; then break; fi; sleep 0.1; done
      head -n 1 /run/page.d | grep -o 'HTTP.*[a-z]'
      page m "Sec-WebSocket-Protocol: flickd, flickd.token.$(cat /etc/flickd/bridge.token)"
      page_received m '"type":"state"'
      head -n 1 /run/page.m | grep -o 'HTTP.*[a-z]'
      grep -c -e "$(cat /etc/flickd/bridge.token)" /run/page.m || true
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.lines == [
        "active", "HTTP/1.1 401 Unauthorized", "HTTP/1.1 101 Switching Protocols", "0",
      ])
  }

  @Test func `sends pages what their origins allow, across restarts`() async throws {
    let outcome = try await Guest.run(
      """
      \(Self.functions)
      set_up
      for name in m d evil; do page $name; done
      page_received m '"type":"state"'
      page_received d '"type":"state"'
      for try in {1..100}; do if grep -q origin /run/page.evil; then break; fi; sleep 0.1; done
      head -n 1 /run/page.m /run/page.d /run/page.evil | grep -o 'HTTP.*[a-z]'
      play flick-left-short-fast
      page_received m '"phase":"end"'
      page_received d '"phase":"end"'

      systemctl restart flickd.service
      for name in m d; do page_received $name '"state":"connected"' 2; done
      play flick-left-short-fast
      page_received m '"phase":"end"' 2
      page_received d '"phase":"end"' 2

      before=$(bridge_process)
      kill -KILL "$before"
      for try in {1..100}; do
        now=$(bridge_process)
        if [ "$now" != "$before" ] && [ "$now" != 0 ] && systemctl is-active -q flick-bridge.service; then break; fi
        sleep 0.1
      done
      mv /run/page.m /run/page.first
      page m
      page_received m '"type":"state"'
      systemctl stop flick-bridge.service
      grep -a -c 'the bridge stops' /run/page.m
      mv /run/page.first /run/page.m
      echo motion
      lines m
      echo decisions
      lines d
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let parts = outcome.lines.split { ["motion", "decisions"].contains($0) }
    try #require(parts.count == 3, "\(outcome.output)")
    #expect(
      Array(parts[0]) == [
        "HTTP/1.1 101 Switching Protocols", "HTTP/1.1 101 Switching Protocols", "HTTP/1.1 403 Forbidden", "1",
      ])
    for (lines, level) in [(parts[1], "motion"), (parts[2], "decisions")] {
      let reported = try lines.map { try JSON($0) }
      #expect(
        reported.filter { $0.type == "bridge" }.map(\.state) == ["connected", "disconnected", "connected"])
      let hello = reported.filter { $0.type == "hello" }
      #expect(hello.map(\.level) == [.string(level), .string(level)])
      #expect(Set(hello.compactMap(\.epoch.text)).count == 2)
      let ends = reported.filter { $0.phase == "end" }
      #expect(ends.map(\.seq) == [1, 1])
      for end in ends {
        #expect(end.decision.kind == "flick" && end.decision.direction == "left")
        #expect(end.keys.contains("translation") == (level == "motion"))
        #expect(end.keys.isDisjoint(with: ["start", "location"]))
      }
    }
  }

  @Test func `and the gallery run from the installed files`() async throws {
    let outcome = try await Guest.run(
      """
      \(Self.functions)
      as_member flickctl gallery >/run/gallery 2>&1 &
      for try in {1..100}; do if grep -q http /run/gallery; then break; fi; sleep 0.1; done
      cat /run/gallery
      get() { ask 7273 "GET $1 HTTP/1.1" 'Host: localhost:7273' "${@:2}" 2>/dev/null; }
      get / | grep -a -o -i '^location: [^ ]*/' || true
      get /gallery/ >/run/answer
      grep -a -o '^HTTP.*[a-zA-Z]' /run/answer
      grep -a -o '<title>[^<]*' /run/answer
      get /flick.js 'Accept-Encoding: gzip' | sed '1,/^\\r$/d' | gzip -dc | head -n 1
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let lines = outcome.lines
    try #require(lines.count == 5, "\(outcome.output)")
    #expect(lines[0].hasPrefix("http://127.0.0.1:7273/#token="))
    #expect(lines[1].lowercased() == "location: /gallery/")
    #expect(lines[2] == "HTTP/1.1 200 OK")
    #expect(lines[3].hasPrefix("<title>flickd gallery"))
    #expect(lines[4].hasPrefix("//") || lines[4].hasPrefix("/*"), "\(lines[4])")
  }
}
