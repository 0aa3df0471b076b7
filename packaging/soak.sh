#!/bin/bash
# Runs flickd with permanent and short clients, reloads, and a panel that is plugged in and out, then without load. Compares memory,
# lost lines, times and lines with Tests/Workshop/Bench/load/thresholds.json. FLICKD_DAEMON sets the flickd; the default is the one
# that is built here.
#   -q          quick: a minute and a half; checks only counts: descriptors, lines, begins and ends
#   -j          print JSON
# Without -q, a planted leak of memory, a leak of descriptors, a lost line and a disturbed silence must be found first.
# SOAK_SECONDS sets the time before the silence: 1800 by default, or 45 for a quick run.
# Exit codes: 0 every bar is met, 1 a bar is not met, 64 wrong usage, 69 flickd lacks something that this needs.
set -euo pipefail
cd "$(dirname "$0")/.."

verb=full json=()
while [ $# -gt 0 ]; do
  case $1 in
    -q) verb=quick ;;
    -j) json=(--json) ;;
    *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2 && exit 64 ;;
  esac
  shift
done

# The output for programs must not begin with the output of a build.
packaging/workshop.sh .build -c release --product load >&2
load=$(swift build -c release --show-bin-path)/load

# plant FAULT "BAR..." ARGUMENT...: a run with this fault must exit with 1 because of these bars
plant() {
  local fault=$1 bars=$2 bar status=0
  shift 2
  "$load" endure --plant "$fault" --check "$@" >"$folder/out" 2>"$folder/errors" || status=$?
  for bar in $bars; do
    if [ "$status" -ne 1 ] || ! grep -q "NOT MET: endure.$bar:" "$folder/errors"; then
      cat "$folder/out" "$folder/errors" >&2
      echo "soak: the planted fault '$fault' was not found by $bar (exit $status)" >&2
      exit 1
    fi
  done
}

case $verb in
  quick) "$load" endure --quick --seconds "${SOAK_SECONDS:-45}" --check "${json[@]}" ;;
  full)
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    plant leak 'memory_kib_per_hour resident_kib_per_hour'
    plant stay descriptors_off --quick --seconds 15 --silence 0
    plant skip lost --quick --seconds 15 --silence 0
    plant disturb 'idle_cpu_percent idle_lines_per_hour' --seconds 10 --silence 5
    echo "soak: a leak of memory, a leak of descriptors, a lost line and a disturbed silence are found" >&2
    "$load" endure --seconds "${SOAK_SECONDS:-1800}" --check "${json[@]}"
    ;;
esac
