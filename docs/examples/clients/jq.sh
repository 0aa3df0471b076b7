#!/bin/sh
# Prints the kind and the direction of every swipe that committed.
socat -u "UNIX-CONNECT:${FLICKD_SOCKET:-/run/flickd/flickd.sock}" - |
  jq --unbuffered -r 'select(.decision.commit) | [.decision.kind, .decision.direction] | @tsv'
