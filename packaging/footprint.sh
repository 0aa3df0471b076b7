#!/bin/bash
# Measures the release version of flickd that `make build` wrote to the given folder: bytes on disk, and resident and anonymous
# memory, while idle and with ten fingers at 120 Hz and four clients. Fails beyond the bounds. First, a process with 16 MB must be
# too large.
#
# The kernel reads ahead, and maps pages that flickd does not use: the same program differed by 650 kB. So the busy
# flickd is started three times, and the most counts.
set -euo pipefail

flickd=${1:-.build/dist}/flickd
disk_bound=10000000 # bytes
resident_bound=10240 # kB
anonymous_bound=2560 # kB

folder=$(mktemp -d)
pids=()
# shellcheck disable=SC2317 # called by the trap
stop() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$folder"
}
trap stop EXIT
failed=0

# judge WHAT VALUE BOUND UNIT
judge() {
  local outcome=ok
  if [ "$2" -gt "$3" ]; then
    outcome="too much"
    failed=1
  fi
  printf '%-34s %10d %-6s (at most %d) %s\n' "$1" "$2" "$4" "$3" "$outcome"
}

# memory PID: resident and anonymous kB, each the most of ten readings, a tenth of a second apart
memory() {
  local resident=0 anonymous=0 kb
  for _ in {1..10}; do
    kb=$(awk '/^VmRSS:/ { print $2 }' "/proc/$1/status")
    if [ "$kb" -gt "$resident" ]; then resident=$kb; fi
    kb=$(awk '/^Anonymous:/ { print $2 }' "/proc/$1/smaps_rollup")
    if [ "$kb" -gt "$anonymous" ]; then anonymous=$kb; fi
    sleep 0.1
  done
  echo "$resident $anonymous"
}

# judge_memory WHAT FILE...: judges the most of what `memory` printed to the files
judge_memory() {
  local resident anonymous
  read -r resident anonymous < <(sort -rn "${@:2}")
  judge "$1, resident" "$resident" "$resident_bound" kB
  judge "$1, anonymous" "$anonymous" "$anonymous_bound" kB
}

# start SOCKET ARGUMENT...: starts flickd and waits until it listens; $! is then its process
start() {
  "$flickd" --config "$folder/flickd.toml" --socket "$@" 2>>"$folder/log" &
  pids+=($!)
  for _ in {1..100}; do
    if [ -S "$1" ]; then return; fi
    sleep 0.05
  done
  cat "$folder/log" >&2
  exit 1
}

find_planted() {
  python3 -c 'import time; kept = b"x" * 16_000_000; time.sleep(60)' &
  local planted=$!
  pids+=("$planted")
  sleep 0.5
  memory "$planted" >"$folder/planted.kB"
  judge_memory "planted" "$folder/planted.kB" >/dev/null
  kill "$planted"
  wait "$planted" || true
  if [ "$failed" -eq 0 ]; then
    echo "footprint: a process with 16 MB was not found" >&2
    exit 1
  fi
  failed=0
  echo "footprint: a process with 16 MB is found"
}

# Ten fingers move in circles at 120 Hz for five seconds; in turn, each lifts and lands again every half second.
recording() {
  python3 - <<'PYTHON'
import math

print("# EVEMU 1.3\nN: Footprint panel\nI: 0003 0eef 0005 0100")
for code, most, resolution in (("2f", 9, 0), ("35", 3472, 16), ("36", 2176, 16), ("39", 65535, 0)):
    print(f"A: {code} 0 {most} 0 0 {resolution}")
contact = 0
down = [False] * 10
for frame in range(600):
    stamp = f"E: {1 + frame / 120:.6f}"
    for finger in range(10):
        print(stamp, "0003 002f", finger)
        if down[finger] and frame % 60 == finger * 6:
            print(stamp, "0003 0039 -1")
            down[finger] = False
            continue
        if not down[finger]:
            contact += 1
            print(stamp, "0003 0039", contact)
            down[finger] = True
        angle = frame / 20 + finger
        print(stamp, "0003 0035", round(1736 + (300 + 120 * finger) * math.cos(angle)))
        print(stamp, "0003 0036", round(1088 + (100 + 90 * finger) * math.sin(angle)))
    print(stamp, "0000 0000 0")
PYTHON
}

# The page cache has just written files in larger pieces, and each page fault maps more of them: half a megabyte.
# A kiosk reads its programs from the disk.
forget_pages() {
  sync "$flickd"
  dd if="$flickd" iflag=nocache count=0 status=none
}
forget_pages

find_planted

# Each finger makes a separate swipe: the most swipes of ten fingers.
printf '[swipe]\nfingers_apart = "0mm"\n' >"$folder/flickd.toml"
judge "flickd on disk" "$(stat -c %s "$flickd")" "$disk_bound" bytes

start "$folder/idle"
sleep 0.5
idle=$!
memory "$idle" >"$folder/idle.kB"
judge_memory "idle" "$folder/idle.kB"
# A kiosk runs one flickd: the pages of this one would be mapped by the next.
kill "$idle"
wait "$idle" || true

recording >"$folder/ten.evemu"
cat >"$folder/read.py" <<'PYTHON'
import socket, sys
from concurrent.futures import ThreadPoolExecutor

# Four clients that read at the same time; each must receive a line for every lift.
sockets = [socket.socket(socket.AF_UNIX) for _ in range(4)]
for one in sockets:
    one.connect(sys.argv[1])
print("connected", flush=True)
with ThreadPoolExecutor(4) as pool:
    counts = list(pool.map(lambda one: sum(b'"type":"swipe"' in line for line in one.makefile("rb")), sockets))
print(*counts)
sys.exit(0 if min(counts) == max(counts) >= 90 else 1)
PYTHON

# busy NUMBER: plays the recording to four clients, and measures meanwhile
busy() {
  local daemon readers status=0
  forget_pages
  start "$folder/busy$1" --replay "$folder/ten.evemu"
  daemon=$!
  python3 "$folder/read.py" "$folder/busy$1" >"$folder/counts" &
  readers=$!
  pids+=("$readers")
  sleep 2
  memory "$daemon" >"$folder/busy$1.kB"
  wait "$readers" || status=$?
  # It ends with the recording.
  kill "$daemon" 2>/dev/null || true
  wait "$daemon" || true
  if [ "$status" -ne 0 ]; then
    echo "footprint: the clients did not receive the played swipes:" >&2
    cat "$folder/counts" "$folder/log" >&2
    failed=1
  fi
}
for run in 1 2 3; do busy "$run"; done
echo "ten fingers, resident in each of three runs: $(awk '{ print $1 }' "$folder"/busy?.kB | xargs) kB"
judge_memory "ten fingers, four readers" "$folder"/busy?.kB
exit "$failed"
