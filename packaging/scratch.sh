#!/bin/bash
# scratch.sh COMMAND...: runs a command with a folder for all that it and its programs leave behind, and removes the folder at the
# end, also at that by a signal. SwiftPM leaves empty folders in $TMPDIR with every call; tests that are interrupted leave theirs in
# $FLICKD_SCRATCH. Ends with the command's status.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo "usage: ${0##*/} COMMAND..." >&2
  exit 64
fi
# In /tmp whatever $TMPDIR says: the path of a socket has at most 107 bytes, and SwiftPM fails where TMPDIR is not ASCII.
FLICKD_SCRATCH=$(mktemp -d /tmp/flickd-scratch.XXXXXX)
# shellcheck disable=SC2317 # the traps call it
clean_up() {
  trap '' INT TERM HUP
  # A test may have taken permissions away, and a program that ends just now may still write.
  chmod -R u+rwX "$FLICKD_SCRATCH" 2>/dev/null || true
  rm -rf "$FLICKD_SCRATCH" 2>/dev/null || { sleep 1 && rm -rf "$FLICKD_SCRATCH"; }
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
# Other users enter it: root's tests run programs as nobody.
chmod 755 "$FLICKD_SCRATCH"
export FLICKD_SCRATCH TMPDIR=$FLICKD_SCRATCH
# Not in the background, where the command would ignore Ctrl-C. A signal to this shell alone takes effect after the command.
"$@"
