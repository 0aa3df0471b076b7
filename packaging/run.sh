#!/bin/bash
# Starts flickd from the given folder on the touchscreens that this user may read, or else on its demo panel. After one line
# of introduction, only decisions are printed until it is interrupted, and what flickd warns of. If touchscreens may not be
# read, it prints the command that permits it, and flickd uses them as soon as they are readable.
set -euo pipefail

# Ctrl-C ends make whatever its recipe returns, so on a terminal this runs as a separate job, and only this job receives
# the key. If make ends in another way, the job receives a signal.
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
log_pid=
folder=$(mktemp -d)

end() {
  for pid in "$@"; do kill -TERM "$pid" 2>/dev/null || true; done
  # The shell would report their end.
  for pid in "$@"; do wait "$pid" 2>/dev/null || true; done
}

# shellcheck disable=SC2317 # called by the trap
stop() {
  trap '' INT TERM HUP
  # shellcheck disable=SC2086 # none of them is a word less
  end $listen_pid $flickd_pid $tick_pid
  exec {log}>&-
  wait "$log_pid" 2>/dev/null || true
  rm -rf "$folder"
  if [ -d "$parent" ]; then rmdir --ignore-fail-on-non-empty "$parent"; fi
}

# The path at which other programs of this user connect, unless a service already uses it.
parent=${XDG_RUNTIME_DIR:-}/flickd
if [ -z "${XDG_RUNTIME_DIR:-}" ] || [ -e "$parent/flickd.sock" ] || [ -e /run/flickd/flickd.sock ] ||
  ! { [ -d "$parent" ] || mkdir -m 700 "$parent" 2>/dev/null; } || ! [ -w "$parent" ]; then
  parent=$folder
fi
socket=$parent/flickd.sock
# flickd's messages from warnings on; the journal's form has their levels. In sessions of their own, this and flickd do not
# receive Ctrl-C, so flickd ends after its listener.
exec {log}> >(exec setsid sed -u -e 's/^<[0-4]>/flickd: /' -e '/^<[5-7]>/d' >&2)
log_pid=$!
trap stop EXIT
trap 'exit 0' INT TERM HUP

# The touchscreens: `open` to this user, or `closed`. Names of devices cannot imitate a key: their quotes are escaped.
look() {
  local report rest
  found=0
  report=$("$dist/flickctl" devices --json 2>/dev/null) || found=$?
  rest=${report#*',"unreadable":['}
  open=$(nodes "${report%%',"unreadable":['*}")
  closed=$(nodes "${rest%%'],"disabled":['*}")
}
nodes() { grep -o '"node":"[^"]*"' <<<"$1" | cut -d '"' -f 4 || true; }

# Whether a closed node is now open, or the demo is no longer needed.
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
  JOURNAL_STREAM=1 setsid setpriv --pdeathsig TERM "$dist/flickd" "${arguments[@]}" 2>&"$log" {log}>&- &
  flickd_pid=$!
  for _ in {1..100}; do
    if [ -S "$socket" ] || ! kill -0 "$flickd_pid" 2>/dev/null; then break; fi
    sleep 0.1
  done
  listen_pid=
  if [ -S "$socket" ]; then
    FLICKD_SOCKET=$socket "$dist/flickctl" listen --quiet {log}>&- &
    listen_pid=$!
  fi
}

look
case $found/${open:+open} in
  0/*) words="flickd reads ${open//$'\n'/, }: swipe. Ctrl-C ends it." ;;
  66/*) words="No touchscreen here: flickd plays its synthetic demo panel until Ctrl-C." ;;
  77/) words="Meanwhile flickd plays its synthetic demo panel, until the touchscreen may be read or Ctrl-C." ;;
  77/open) words="Meanwhile flickd reads the other touchscreens: swipe. Ctrl-C ends it." ;;
esac
# The reason, and the command that helps.
if [ "$found" -ne 0 ] && [ "$found" -ne 66 ]; then "$dist/flickctl" devices >/dev/null || true; fi
if [ -z "${words:-}" ]; then exit "$found"; fi
# shellcheck disable=SC2016 # the other shell's own path
printf '%s For flickctl and apps in another terminal: export FLICKD_SOCKET=%q PATH="$PATH":%q\n' "$words" "$socket" "$dist"
start

# The end of the daemon or of the listener ends both. flickd finds plugged-in panels, but neither the kernel nor udev reports
# that a node became readable for this user.
while true; do
  closed_before=$closed
  # A plugged-in touchscreen must appear as closed before a person can run the printed command.
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
