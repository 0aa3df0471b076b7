#!/bin/bash
# Functions that the cases share; each case begins by sourcing this file.
set -euo pipefail

socket=/run/flickd/flickd.sock
page=/opt/kiosk

# Writes a file of the page to the path that the page names.
put() {
  local path
  for path in "$@"; do
    mkdir -p "$(dirname "$path")"
    cp "$page/files/$path" "$path"
    if [[ $path == */bin/* ]]; then chmod 755 "$path"; fi
  done
}

# Runs commands of the page.
run_block() { bash -euo pipefail "$page/run/$1"; }

die() {
  echo "$1" >&2
  journalctl -q --no-pager -o short-monotonic -u flickd -n 30 >&2
  journalctl -q --no-pager -o short-monotonic "_UID=$(id -u kiosk)" -n 60 >&2
  exit 1
}

# Waits up to this number of the guest's seconds until a command succeeds.
within() {
  local seconds=$1 try
  shift
  for ((try = 0; try < seconds * 5; try++)); do
    if "$@"; then return; fi
    sleep 0.2
  done
  die "not within $seconds s: $*"
}

# Writes the lines of a subscription to a file until the case ends.
listen() {
  heard=/run/heard
  socat -u "UNIX-CONNECT:$socket" - </dev/null >"$heard" 2>/run/heard.errors &
  hears '"type":"state"'
}

# Waits until this number of lines, one by default, contain this text.
hears() { within 30 heard_already "$1" "${2:-1}"; }
heard_already() { [ "$(grep -c -e "$1" "$heard")" -ge "$2" ]; }

# The decisions in the received lines, in words.
decisions() {
  sed -n 's/.*"phase":"end".*"decision":{"kind":"\([a-z]*\)","commit":\([a-z]*\),.*"direction":"\([a-z]*\)".*/\1 \3 \2/p' "$heard" |
    sed 's/ true$/ commit/; s/ false$/ return/'
}

# Plays a scenario of the tests on a panel that exists only meanwhile. On an emulated processor,
# compositors take seconds to find the panel and to report it to their clients.
play() {
  flickctl play "/opt/scenarios/$1.touch" --wait 12s --keep 3s >/run/played 2>&1 ||
    die "flickctl play: $(cat /run/played)"
}

# Makes the kiosk show a small client instead of Chromium. The client writes every touch from the
# compositor to the journal.
small_page() {
  printf '#!/bin/sh\nWAYLAND_DEBUG=1 exec weston-simple-touch\n' >/usr/local/bin/kiosk-page
  chmod 755 /usr/local/bin/kiosk-page
}

# Starts or restarts the kiosk, and waits until its page is loaded.
start_kiosk() {
  local before
  before=$(pages)
  systemctl daemon-reload
  systemctl restart kiosk.service
  within 120 more_pages_than "$before"
}
pages() { said | grep -c 'xdg_toplevel[@#][0-9]*\.set_title' || true; }
more_pages_than() { [ "$(pages)" -gt "$1" ]; }

# Not by the unit: logind moves the unit's processes into the session's scope, which the journal
# uses.
said() { journalctl -q --no-pager -o cat "_UID=$(id -u kiosk)"; }
shows() { said | grep -q -e "$1"; }

# The number of down, motion and up events that the small client received.
touches() {
  said | awk '
    /-> / { next }
    /wl_touch[@#][0-9]+\.down\(/ { down++ }
    /wl_touch[@#][0-9]+\.motion\(/ { motion++ }
    /wl_touch[@#][0-9]+\.up\(/ { up++ }
    END { print down + 0, motion + 0, up + 0 }'
}

# The displacement of the last finger on the client's surface, as for a swipe.
went() {
  said | sed -n -E '/-> /d; s/.*wl_touch[@#][0-9]+\.(down|motion)\((.*)\).*/\1, \2/p' | awk -F', ' '
    { x = $(NF - 1); y = $NF }
    $1 == "down" { x0 = x; y0 = y }
    END {
      dx = x - x0; dy = y - y0
      if (dx * dx >= dy * dy) print (dx > 0 ? "right" : "left"); else print (dy > 0 ? "down" : "up")
    }'
}

# Fails unless two words are equal.
same() {
  if [ "$2" != "$3" ]; then die "$1: '$2', not '$3'"; fi
}

# The session of the kiosk, as logind reports it.
session() { loginctl --no-legend list-sessions | awk '$3 == "kiosk" { print $1; exit }'; }
session_is() { [ "$(loginctl show-session -p Active --value "$(session)")" = "$1" ]; }

switch_to() {
  busctl call org.freedesktop.login1 /org/freedesktop/login1/seat/seat0 org.freedesktop.login1.Seat SwitchTo u "$1"
}

main_process() { systemctl show -p MainPID --value flickd.service; }

# A panel description like that of `flickctl play`, with a given name and number of units a
# millimetre, 0 for none.
describe() {
  local name=$1 resolution=$2
  rm -f /run/recorded
  flickctl play /opt/scenarios/tap-says-nothing.touch --wait 1s --record /run/recorded >/run/played 2>&1
  # Not for axes other than positions.
  sed -E -e "s/^N: .*/N: $name/" \
    -e "s/^(A: (00|01|35|36) -?[0-9]+ -?[0-9]+ [0-9]+ [0-9]+) [0-9]+/\1 $resolution/" -e '/^E:/d' /run/recorded
}
