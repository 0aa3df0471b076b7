import TestKit

extension Guest {
  /// Functions for scripts in which something happens to a running flickd.
  static let watching = #"""
    # A permanent panel, on which a finger flicks to the left every second; this number of times, or without end.
    flick_on() {
      flickctl play /opt/scenarios/flick-left-short-fast.touch --wait 1s --repeat "${1:-100000}" --keep 3600s --json \
        >/run/played 2>/run/played.errors &
      player=$!
      until grep -q '"nodes"' /run/played; do
        if ! kill -0 "$player"; then
          cat /run/played.errors >&2
          return 1
        fi
        sleep 0.1
      done
      node=$(sed -n 's/.*"nodes":\["\([^"]*\)".*/\1/p' /run/played)
    }

    flick='"kind":"flick"'

    # The number of received lines that contain this.
    heard() { grep -c -e "$1" /run/heard || true; }

    # Waits until another two flicks have been received; the first may have been active before.
    still_decides() { hears "$flick" $(($(heard "$flick") + 2)); }

    # The number of restarts of the service by systemd.
    restarts() { systemctl show -p NRestarts --value flickd.service; }

    # The users in the access list of a panel's node.
    access() { getfacl -cp "$node" 2>/dev/null | grep '^user:.' | grep -v '^user::' | LC_ALL=C sort | xargs; }

    # The time since the boot, in units of 10 ms.
    now() {
      local seconds
      read -r seconds _ </proc/uptime
      echo "${seconds/./}"
    }

    # Waits until a command succeeds, for a minute.
    until_true() {
      local end=$(($(now) + 6000))
      until "$@"; do
        if [ "$(now)" -gt "$end" ]; then
          echo "not within a minute: $*" >&2
          journalctl -q --no-pager -n 20 >&2
          return 1
        fi
        sleep 0.1
      done
    }

    # Whether the service runs as a process other than this one.
    runs_anew() {
      local process
      process=$(main_process)
      [ "$process" != 0 ] && [ "$process" != "$1" ] && systemctl is-active -q flickd.service
    }
    """#
}

extension JSON {
  /// The value of a number.
  var double: Double? { if case .number(let number) = self { number } else { nil } }
}
