#!/bin/bash
# Starts flickd from the given folder on the touchscreens that this user may read, or else on its demo panel, and shows
# decisions as they come until it is interrupted. Where touchscreens may not be read, it prints the command that opens them,
# and flickd turns to them as soon as they are open.
set -euo pipefail

# make dies of Ctrl-C whatever its recipe returns, so on a terminal this runs as a job of its own, which alone gets
# the key. Should make be ended in another way, the job is told.
if [ -t 0 ] && [ -z "${FLICKD_RUN_JOB:-}" ]; then
  set -m
  status=0
  FLICKD_RUN_JOB=1 setpriv --pdeathsig TERM "$0" "$@" || status=$?
  exit "$status"
fi

dist=$(cd "$1" && pwd)
flickd_pid=
listen_pid=
tick_pid=
folder=$(mktemp -d)

end() {
  for pid in "$@"; do kill -TERM "$pid" 2>/dev/null || true; done
  # The shell would print that they were terminated.
  for pid in "$@"; do wait "$pid" 2>/dev/null || true; done
}

# shellcheck disable=SC2317 # called by the trap
stop() {
  trap '' INT TERM HUP
  # shellcheck disable=SC2086 # none of them is a word less
  end $listen_pid $flickd_pid $tick_pid
  rm -rf "$folder"
  if [ -d "$place" ]; then rmdir --ignore-fail-on-non-empty "$place"; fi
}

# Where other programs of this user look, unless a service is found there already.
place=${XDG_RUNTIME_DIR:-}/flickd
finder=
if [ -z "${XDG_RUNTIME_DIR:-}" ] || [ -e "$place/flickd.sock" ] || [ -e /run/flickd/flickd.sock ] ||
  ! { [ -d "$place" ] || mkdir -m 700 "$place" 2>/dev/null; } || ! [ -w "$place" ]; then
  place=$folder
  finder="FLICKD_SOCKET=$place/flickd.sock "
fi
socket=$place/flickd.sock
trap stop EXIT
trap 'exit 0' INT TERM HUP

# Which touchscreens there are: `open` to this user, and `closed`. Names of devices cannot fake a key: their quotes are escaped.
look() {
  local report rest
  found=0
  report=$("$dist/flickctl" devices --json 2>/dev/null) || found=$?
  rest=${report#*',"unreadable":['}
  open=$(nodes "${report%%',"unreadable":['*}")
  closed=$(nodes "${rest%%'],"disabled":['*}")
}
nodes() { grep -o '"node":"[^"]*"' <<<"$1" | cut -d '"' -f 4 || true; }

# Whether a node that was closed is open now, or the demo is no longer needed.
is_news() {
  if [ -z "$open" ]; then return 1; fi
  [ -n "$demo" ] || { [ -n "$closed_before" ] && grep -q -x -F -f <(echo "$closed_before") <<<"$open"; }
}

start() {
  local arguments=(--socket "$socket")
  demo=
  if [ -z "$open" ]; then
    demo=1
    arguments+=(--demo)
  fi
  "$dist/flickd" "${arguments[@]}" &
  flickd_pid=$!
  for _ in {1..100}; do
    if [ -S "$socket" ] || ! kill -0 "$flickd_pid" 2>/dev/null; then break; fi
    sleep 0.1
  done
  listen_pid=
  if [ -S "$socket" ]; then
    FLICKD_SOCKET=$socket "$dist/flickctl" listen &
    listen_pid=$!
  fi
}

look
"$dist/flickctl" devices || found=$?
case $found/${open:+open} in
  0/*) echo "flickd reads this machine's touchscreens. Swipe; Ctrl-C ends it." ;;
  66/*) echo "No touchscreen here: flickd plays its synthetic demo panel. Ctrl-C ends it." ;;
  77/) echo "Meanwhile flickd plays its synthetic demo panel, until the touchscreen may be read. Ctrl-C ends it." ;;
  77/open) echo "Meanwhile flickd reads the other touchscreens. Swipe; Ctrl-C ends it." ;;
  *) exit "$found" ;;
esac
printf 'In another terminal: %s%q status\n' "$finder" "$dist/flickctl"
start

# A daemon or a listener that ends, ends both. flickd finds panels that are plugged in, but neither the kernel nor udev reports
# that a node was opened to this user.
while true; do
  closed_before=$closed
  # A touchscreen that is plugged in must be seen as closed before a person can have run its command.
  sleep 1 &
  tick_pid=$! ended='' status=0
  wait -n -p ended ${listen_pid:+"$listen_pid"} "$flickd_pid" "$tick_pid" || status=$?
  if [ "$ended" != "$tick_pid" ]; then exit "$status"; fi
  look
  if is_news; then
    # shellcheck disable=SC2086 # none of them is a word less
    end $listen_pid $flickd_pid
    echo "Now flickd reads: ${open//$'\n'/, }. Swipe; Ctrl-C ends it."
    start
  elif [ -n "$demo" ] && [ -n "$closed" ] && [ "$closed" != "$closed_before" ]; then
    "$dist/flickctl" devices >/dev/null || true
  fi
done
