#!/bin/bash
# Has flickd serve clients that stay, visitors, reloads and a panel that comes and goes, and then nobody, and holds what it
# holds, loses, takes and says against Tests/Bench/load/thresholds.json. FLICKD_DAEMON names the flickd; without it, the one
# that is built here.
#   -q          quick: a minute and a half, judged by counts alone: descriptors, lines, begins and ends
#   -j          print JSON
#   --selftest  prove that a leak of memory, of descriptors, a line that is lost and a disturbed silence are found
# SOAK_SECONDS says how long it goes on before the silence: 1800, or 45 of a quick run.
# Ends with 0 if every bar is met, 1 if one is not, 64 for words it does not know, 69 if flickd does not do what this needs.
set -euo pipefail
cd "$(dirname "$0")/.."

verb=full json=()
while [ $# -gt 0 ]; do
  case $1 in
    -q) verb=quick ;;
    -j) json=(--json) ;;
    --selftest) verb=selftest ;;
    *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2 && exit 64 ;;
  esac
  shift
done

build=(swift build -c release --product load)
# What is printed for programs must not begin with the words of a build.
"${build[@]}" >&2
load="$("${build[@]}" --show-bin-path)/load"

# plant FAULT "BAR..." ARGUMENT...: a run with this fault must end with 1 because of these bars
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
  selftest)
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    plant leak 'memory_kib_per_hour resident_kib_per_hour'
    plant stay descriptors_off --quick --seconds 15 --silence 0
    plant skip lost --quick --seconds 15 --silence 0
    plant disturb 'idle_cpu_percent idle_lines_per_hour' --seconds 10 --silence 5
    echo "soak: a leak of memory and one of descriptors are found, a line that is lost, and a disturbed silence"
    ;;
  quick) "$load" endure --quick --seconds "${SOAK_SECONDS:-45}" --check "${json[@]}" ;;
  full) "$load" endure --seconds "${SOAK_SECONDS:-1800}" --check "${json[@]}" ;;
esac
