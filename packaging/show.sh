#!/bin/bash
# show.sh FOLDER: serves the gallery with a flickd that plays its demo, both from this folder, until it is interrupted.
set -euo pipefail

# Ctrl-C ends make with an error whatever its recipe returns, so on a terminal this runs as a separate job, and only this job
# receives the key. If make ends in another way, the job receives a signal.
command=("$1/flickctl" gallery --demo)
if ! [ -t 0 ]; then exec "${command[@]}"; fi
set -m
status=0
setpriv --pdeathsig TERM "${command[@]}" || status=$?
exit "$status"
