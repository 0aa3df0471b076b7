#!/bin/bash
# Starts flickd from the given folder on this machine's touchscreens, or on its demo panel where there is none, and
# shows decisions as they come until it is interrupted.
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
folder=$(mktemp -d)

# shellcheck disable=SC2317 # called by the trap
stop() {
  trap '' INT TERM HUP
  for pid in $listen_pid $flickd_pid; do kill -TERM "$pid" 2>/dev/null || true; done
  for pid in $listen_pid $flickd_pid; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 0' INT TERM HUP

arguments=(--socket "$folder/flickd.sock")
found=0
"$dist/flickctl" devices || found=$?
case $found in
  0) echo "flickd reads this machine's touchscreens. Swipe; Ctrl-C ends it." ;;
  66)
    arguments+=(--demo)
    echo "No touchscreen here: flickd plays its synthetic demo panel. Ctrl-C ends it."
    ;;
  *) exit "$found" ;;
esac

"$dist/flickd" "${arguments[@]}" &
flickd_pid=$!
for _ in {1..100}; do
  if [ -S "$folder/flickd.sock" ] || ! kill -0 "$flickd_pid" 2>/dev/null; then break; fi
  sleep 0.1
done
if [ -S "$folder/flickd.sock" ]; then
  FLICKD_SOCKET="$folder/flickd.sock" "$dist/flickctl" listen &
  listen_pid=$!
fi

# Whichever ends first ends both: without the daemon there is nothing to hear, and without a listener nobody hears.
wait -n
