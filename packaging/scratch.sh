#!/bin/bash
# scratch.sh COMMAND...: runs a command with a folder for its temporary files, and removes the folder at the
# end, also after a signal. Each call of SwiftPM leaves empty folders in $TMPDIR; interrupted tests leave folders in
# $FLICKD_SCRATCH. Exits with the command's status.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo "usage: ${0##*/} COMMAND..." >&2
  exit 64
fi
# Always in /tmp, not $TMPDIR: the path of a socket has at most 107 bytes, and SwiftPM fails if TMPDIR is not ASCII.
FLICKD_SCRATCH=$(mktemp -d /tmp/flickd-scratch.XXXXXX)
# shellcheck disable=SC2317 # the traps call it
clean_up() {
  trap '' INT TERM HUP
  # A test may have removed permissions, and a program that is about to end may still write.
  chmod -R u+rwX "$FLICKD_SCRATCH" 2>/dev/null || true
  rm -rf "$FLICKD_SCRATCH" 2>/dev/null || { sleep 1 && rm -rf "$FLICKD_SCRATCH"; }
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
# Other users read this folder: root's tests run programs as an unprivileged user.
chmod 755 "$FLICKD_SCRATCH"
export FLICKD_SCRATCH TMPDIR=$FLICKD_SCRATCH
# In the foreground, because a background command would ignore Ctrl-C. A signal to this shell only takes effect after the command.
"$@"
