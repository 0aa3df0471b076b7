#!/bin/bash
# Measures flickd with 64 clients, some of which do not read or send invalid lines, with a storm of connections and a panel that
# floods it, and the bridge with 500 connections that never complete their request, and with clients that request a large file
# and do not read it, or request it again and again. Bars: Tests/Workshop/Bench/load/thresholds.json.
#   -q          quick, for busy machines: fewer, shorter and slower runs; prints ratios and times, but checks only counts
# Without -q, a planted line that is lost, torn or out of order, a client without a bye, and a bridge that stands still must be found first.
# Exit codes: 0 every bar is met, 1 a bar is not met, 64 wrong usage.
set -euo pipefail
cd "$(dirname "$0")/.."

verb=full
case ${1:-} in
  '') ;;
  -q) verb=quick ;;
  *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2 && exit 64 ;;
esac

packaging/workshop.sh .build -c release --product load
load=$(swift build -c release --show-bin-path)/load

# A check that cannot fail proves nothing.
find_planted() {
  local plant status bar
  for plant in skip:gaps swap:reordered tear:torn; do
    bar=${plant#*:} plant=${plant%:*} status=0
    "$load" order --messages 20000 --plant "$plant" --check >"$folder/out" 2>"$folder/errors" || status=$?
    found "$plant" "order.$bar" "$status"
  done
  status=0
  "$load" slow --quick --rate 60 --pairs 1 --plant read --check >"$folder/out" 2>"$folder/errors" || status=$?
  found read slow.untold "$status"
  status=0
  "$load" files --plant stall --check >"$folder/out" 2>"$folder/errors" || status=$?
  found stall files.delay_idle "$status"
  echo "manners: a lost line, a torn line, two exchanged lines, a client without a bye and a bridge that stands still are found"
}

# found PLANT BAR STATUS: the run must have exited with 1 because of this bar
found() {
  if [ "$3" -eq 1 ] && grep -q "NOT MET: $2" "$folder/errors"; then return; fi
  cat "$folder/out" "$folder/errors" >&2
  echo "manners: the planted fault '$1' was not found (exit $3)" >&2
  exit 1
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
case $verb in
  quick)
    # At 240 Hz, ten fingers cause 64 KiB of begins and ends per second. If a machine has no processor time for that long, flickd
    # dismisses correct clients. At 60 Hz, this takes four seconds.
    "$load" order --quick --rate 60 --clients 16 --messages 100000 --check || failed=1
    "$load" slow --quick --rate 60 --clients 16 --seconds 6 --pairs 3 --check || failed=1
    "$load" garbage --quick --rate 60 --seconds 3 --pairs 3 --check || failed=1
    "$load" pages --quick --dribblers 500 --pages 50 --check || failed=1
    "$load" files --quick --check || failed=1
    "$load" soak --quick --rate 60 --clients 16 --seconds 20 --check || failed=1
    "$load" storm --quick --rate 60 --seconds 5 --check || failed=1
    "$load" flood --quick --rate 60 --seconds 4 --check || failed=1
    ;;
  full)
    find_planted
    "$load" order --check || failed=1
    "$load" slow --check || failed=1
    "$load" garbage --check || failed=1
    "$load" pages --dribblers 90 --check || failed=1
    "$load" pages --dribblers 500 --check || failed=1
    "$load" files --check || failed=1
    "$load" soak --seconds 600 --check || failed=1
    "$load" storm --check || failed=1
    "$load" flood --check || failed=1
    ;;
esac
exit $failed
