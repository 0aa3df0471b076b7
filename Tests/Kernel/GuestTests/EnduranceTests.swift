import TestKit
import Testing

/// Failures that happen to a service repeatedly.
///
/// The stage `guest-bars` repeats them as often as the bars demand, `guest` a few times.
@Suite(.enabled(if: Guest.thoroughStates != nil, Comment(rawValue: Guest.thoroughComment)), .serialized)
struct `flickd under systemd, again and again` {
  @Test func `restarts when it is killed every second, and every client reconnects`() async throws {
    let kills = 50
    let clients = 3
    let outcome = try await Guest.run(
      within: 240 + 6 * kills,
      """
      \(Guest.watching)
      for client in {1..\(clients)}; do
        as_member flickctl listen --json >"/run/client$client" 2>"/run/client$client.errors" &
        until_true grep -q '"type":"state"' "/run/client$client"
      done
      inode=$(stat -c %i "$socket")
      # A program start takes a third of a second in the emulated machine; bash builtins do not.
      processes=/sys/fs/cgroup/system.slice/flickd.service/cgroup.procs
      exec {silence}<> <(:)
      pause() { read -r -t 0.02 -u "$silence" || true; }
      read_clock() { read -r seconds _ </proc/uptime && hundredths=${seconds/./}; }
      read_clock
      begin=$hundredths
      process=0
      for ((kill = 1; kill <= \(kills); kill++)); do
        until { read -r another <"$processes"; } 2>/dev/null && [ "$another" != "$process" ]; do pause; done
        process=$another
        # 50 in a minute.
        until read_clock && [ "$hundredths" -ge $((begin + 120 * kill)) ]; do pause; done
        kill -KILL "$process"
      done
      read_clock
      echo "took $((hundredths - begin))"
      until_true runs_anew "$process"
      echo "started again: $(restarts)"
      [ "$(stat -c %i "$socket")" = "$inode" ] && echo "same socket"
      systemctl is-active flickd.socket
      listen
      last_epoch() { grep -o '"epoch":"[^"]*"' "$1" | tail -n 1; }
      back() { [ "$(last_epoch "/run/client$client")" = "$(last_epoch /run/heard)" ]; }
      # The clients wait up to two seconds before they connect again.
      for client in {1..\(clients)}; do until_true back; done
      play flick-left-short-fast
      hears '"kind":"flick"'
      for client in {1..\(clients)}; do
        until_true grep -q '"kind":"flick"' "/run/client$client" && echo "client $client is back"
      done
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    var lines = outcome.lines
    let took = lines.isEmpty ? nil : Int(lines.removeFirst().dropFirst("took ".count))
    #expect(
      lines == ["started again: \(kills)", "same socket", "active"]
        + (1...clients).map { "client \($0) is back" })
    let seconds = Double(try #require(took)) / 100
    #expect(seconds <= 1.2 * Double(kills) + 1)
    print("endurance: \(kills) kills in \(seconds) s: still running, \(clients) of \(clients) clients back")
  }

  /// The watchdog's timeout is the unit's; up to half of it may have passed when the loop stops.
  @Test func `is ended by the watchdog whenever its loop stops`() async throws {
    let hangs = 20
    let outcome = try await Guest.run(
      within: 240 + 20 * hangs,
      """
      \(Guest.watching)
      sed -n 's/^WatchdogSec=\\([0-9]*\\)s$/\\1/p' /usr/lib/systemd/system/flickd.service
      for ((hang = 1; hang <= \(hangs); hang++)); do
        process=$(main_process)
        # Each time at another moment between two signs of life.
        sleep $((hang % 8)).$((hang % 10))
        begin=$(now)
        kill -STOP "$process"
        timeout 60 tail --pid="$process" -s 0.05 -f /dev/null
        echo "$(($(now) - begin))"
        systemctl show -p Result --value flickd.service
        until_true runs_anew "$process"
      done
      echo "started again: $(restarts)"
      listen
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let lines = outcome.lines
    try #require(lines.count == 2 + 2 * hangs, "\(outcome.output)")
    let patience = try #require(Double(lines[0]))
    let times = stride(from: 1, to: 2 * hangs, by: 2).compactMap { Double(lines[$0]).map { $0 / 100 } }
    #expect(times.count == hangs && times.allSatisfy { $0 <= patience + 1 }, "\(times)")
    #expect(lines.last == "started again: \(hangs)")
    print(
      "endurance: \(times.count) of \(hangs) hangs ended by the watchdog of \(patience) s, after",
      "\(times.min() ?? 0) to \(times.max() ?? 0) s")
  }

  @Test func `refuses no connection while it restarts repeatedly`() async throws {
    let restarts = 100
    let outcome = try await Guest.run(
      within: 240 + 6 * restarts,
      """
      \(Guest.watching)
      # The first bytes of the reply, or the error.
      connect_on() {
        while ! [ -e /run/over ]; do
          timeout 30 socat -u "UNIX-CONNECT:$socket,readbytes=16" - </dev/null 2>&1 || true
          echo
        done >"/run/connector$1"
      }
      connect_on 1 &
      connectors=$!
      connect_on 2 &
      connectors="$connectors $!"
      begin=$(now)
      for ((restart = 1; restart <= \(restarts); restart++)); do systemctl restart flickd.service; done
      echo "took $(($(now) - begin))"
      touch /run/over
      # shellcheck disable=SC2086 # two numbers
      wait $connectors
      systemctl is-active flickd.service flickd.socket
      sort /run/connector1 /run/connector2 | uniq -c
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let lines = outcome.lines
    try #require(lines.count == 4, "\(outcome.output)")
    #expect(lines[1...2] == ["active", "active"])
    let words = lines[3].split(separator: " ")
    #expect(words.last == #"{"type":"hello","#)
    let count = try #require(words.first.flatMap { Int($0) })
    #expect(count >= restarts)
    let seconds = (Double(lines[0].dropFirst("took ".count)) ?? 0) / 100
    print("endurance: 0 of \(count) connects refused during \(restarts) restarts in \(seconds) s")
  }

  @Test func `refuses users outside its group at every attempt`() async throws {
    let outcome = try await Guest.run(
      """
      \(Guest.watching)
      listen
      # From the third -d on, socat reports each attempt.
      try_as() {
        setpriv --clear-groups "$@" socat -d -d -d -u "UNIX-CONNECT:$socket,retry=499,interval=0.001" - \\
          </dev/null 2>>/run/attempts >>/run/received || true
      }
      try_as --reuid nobody --regid nogroup
      # A user that the system does not know, in the group that reads every input device.
      try_as --reuid 54321 --regid input
      grep -c 'connect([0-9][0-9]*, .*Permission denied' /run/attempts
      grep -c 'connect([0-9][0-9]*, ' /run/attempts
      stat -c %s /run/received
      # A member of the group may connect with the same command.
      as_member socat -u "UNIX-CONNECT:$socket,retry=499,interval=0.001,readbytes=16" - </dev/null
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines == ["1000", "1000", "0", #"{"type":"hello","#])
    print("endurance: 0 of \(outcome.lines.first ?? "?") connects of outsiders succeeded")
  }
}
