#!/bin/bash
# Fuzzes the slot decoder, the readers of recordings, configurations, device descriptions, requests, a server's lines and a page's frames
# with libFuzzer and AddressSanitizer, one target per processor at a time.
#   -t SECONDS  how long each target runs; $FUZZ_SECONDS, or else 600
#   -n          without the shared recordings; otherwise, their first lines are further seeds (packaging/material.sh)
#   --minimise  put the 16 longest files of the findings without the shared recordings into Tests/Workshop/Fuzz/corpus
#   TARGET…     only these; --list lists them
# First, a broken promise and a byte read beyond a buffer must be found.
# Exit codes: 0 nothing was found, 1 something was found, 64 wrong usage. Inputs that reach new code are stored in
# $XDG_CACHE_HOME/flickd/fuzz, those that break a promise in .build-fuzz/findings.
set -euo pipefail

cd "$(dirname "$0")/.."
known=(slots evemu libinput getevent evtest hid file description request server configuration device page)
seconds=${FUZZ_SECONDS:-600} verb=fuzz material=$(packaging/material.sh) targets=()
while [ $# -gt 0 ]; do
  case $1 in
    -t)
      seconds=${2:-}
      if [ $# -gt 1 ]; then shift; fi
      ;;
    -n) material= ;;
    --minimise) verb=minimise ;;
    --list) printf '%s\n' "${known[@]}" && exit 0 ;;
    -*) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2 && exit 64 ;;
    *) targets+=("$1") ;;
  esac
  shift
done
if ! [[ $seconds =~ ^[1-9][0-9]*$ ]]; then
  echo "fuzz: '$seconds' is not a number of seconds" >&2
  exit 64
fi
if [ ${#targets[@]} -eq 0 ]; then targets=("${known[@]}"); fi
for target in "${targets[@]}"; do
  if ! [[ " ${known[*]} " == *" $target "* ]]; then
    echo "fuzz: there is no target '$target': use ${known[*]}" >&2
    exit 64
  fi
done

scratch=.build-fuzz
findings=$PWD/$scratch/findings
# Inputs that were found with other people's recordings contain parts of them, so they are separate and never enter the project.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/flickd/fuzz
own=$cache/own
# The program stops at a trap by itself, and libFuzzer prints the backtrace.
export SWIFT_BACKTRACE=enable=no
# Swift's runtime never frees its caches.
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=0
# Longer files test nothing new, and cost more.
length=4096
# The number of findings per target in the project, beside the manually written files.
most=16

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

FLICKD_FUZZ=1 packaging/workshop.sh "$scratch" -c release --product fuzz --sanitize=address
fuzz=$PWD/$scratch/release/fuzz

# libFuzzer's options for a target.
words() {
  local dictionary=Tests/Workshop/Fuzz/dictionaries/$1.dict longest=$length
  # A step of a panel costs as much as a kilobyte of text, and a few hundred steps fill every slot.
  if [ "$1" = slots ]; then longest=512; fi
  printf '%s\n' -max_len=$longest -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 "-artifact_prefix=$findings/$1-"
  if [ "$1" = description ]; then dictionary=Tests/Workshop/Fuzz/dictionaries/file.dict; fi
  if [ -f "$dictionary" ]; then echo "-dict=$dictionary"; fi
}

# Writes the first whole lines of the shared recordings of a target to a separate folder.
recordings() {
  local folder=$1 target=$2 all=$material/recordings file
  local -a where
  case $target in
    evemu) where=("$all/evdev" -name '*.ev*') ;;
    description) where=("$all/evdev" '(' -name '*.desc' -o -name '*.prop' ')') ;;
    getevent) where=("$all/evdev/android-getevent" -name '*.*') ;;
    hid) where=("$all/hidrec" -name '*.hid*') ;;
    file) where=("$all/evdev" "$all/hidrec" -size -8k) ;;
    *) return 0 ;;
  esac
  while IFS= read -r file; do
    if [ "$target" = file ]; then
      cp "$file" "$folder/"
    else
      # The pipe is closed before the file ends.
      { zcat -f "$file" 2>/dev/null || true; } | { head -c $length || true; } | sed '$d' >"$folder/${file##*/}" || true
    fi
  done < <(find "${where[@]}" -type f)
}

# Runs a target and prints the result.
run_target() {
  local target=$1 log=$findings/$1.log status=0 runs rate file
  local -a words folders
  mapfile -t words < <(words "$target")
  if [ -n "$material" ]; then
    mkdir -p "$scratch/material/$target"
    recordings "$scratch/material/$target" "$target"
    folders=("$cache/with-recordings/$target" "$scratch/material/$target")
  else
    folders=("$own/$target")
  fi
  mkdir -p "${folders[0]}"
  echo "fuzz: $target, $seconds s"
  "$fuzz" "$target" "${words[@]}" -max_total_time="$seconds" "${folders[@]}" "Tests/Workshop/Fuzz/corpus/$target" \
    >"$log" 2>&1 || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
  if [ "$status" -eq 0 ] && [ -n "$runs" ]; then
    echo "fuzz: $target: nothing found in $runs runs, $rate a second, $(grep -oE 'cov: [0-9]+' "$log" | tail -n 1)"
    return 0
  fi
  grep -E 'Fatal error|ERROR|SUMMARY' "$log" | head -n 5 >&2 || tail -n 5 "$log" >&2
  file=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
  if [ -n "$file" ]; then
    echo "fuzz: $target: FOUND $file; once more: SWIFT_BACKTRACE=enable=no $scratch/release/fuzz $target $file" >&2
  else
    echo "fuzz: $target: ended with $status; its log is $log" >&2
  fi
  return 1
}

# Runs every target, one per processor at a time.
run_all() {
  local status=0 running=0 target
  rm -rf "$scratch/material"
  mkdir -p "$findings"
  for target in "${targets[@]}"; do
    if [ "$running" -ge "$(nproc)" ]; then
      wait -n || status=1
      running=$((running - 1))
    fi
    run_target "$target" &
    running=$((running + 1))
  done
  while [ "$running" -gt 0 ]; do
    wait -n || status=1
    running=$((running - 1))
  done
  return "$status"
}

# Planted faults must be found without a corpus, and the findings must break the program again.
find_planted() {
  local folder=$work target status word
  for target in slots evemu; do
    word='Fatal error: slots: broken promise'
    if [ "$target" = evemu ]; then word='heap-buffer-overflow'; fi
    mapfile -t words < <(words "$target")
    mkdir "$folder/$target"
    status=0
    FLICKD_FUZZ_PLANT=1 "$fuzz" "$target" "${words[@]}" -artifact_prefix="$folder/$target-" -max_total_time=120 \
      "$folder/$target" >"$folder/log" 2>&1 || status=$?
    if [ "$status" -eq 0 ] || ! grep -q "$word" "$folder/log"; then
      tail -n 20 "$folder/log" >&2
      echo "fuzz: a fault planted in $target was not found (exit $status)" >&2
      exit 1
    fi
    if "$fuzz" "$target" "$folder/$target"-crash-* >/dev/null 2>&1 &&
      ! FLICKD_FUZZ_PLANT=1 "$fuzz" "$target" "$folder/$target"-crash-* >/dev/null 2>&1; then
      continue
    fi
    echo "fuzz: the finding in $target does not show the planted fault, or shows another" >&2
    exit 1
  done
  echo "fuzz: a missed lift and a byte read beyond a buffer are found"
}

# Manually written files have a name with a point; findings have their hash as a name.
minimise() {
  local target folder corpus
  for target in "${targets[@]}"; do
    corpus=Tests/Workshop/Fuzz/corpus/$target
    folder=$work/$target
    mkdir -p "$corpus" "$folder"
    find "$corpus" -type f -name '*.*' -exec cp -t "$folder" {} +
    # Only edges, not their counts: tens of files instead of thousands.
    "$fuzz" "$target" -set_cover_merge=1 -use_counters=0 -max_len=1024 "$folder" "$corpus" "$own/$target" \
      >"$scratch/merge.log" 2>&1
    if [ -z "$(ls "$folder")" ]; then
      echo "fuzz: $target: nothing was merged; see $scratch/merge.log" >&2
      exit 1
    fi
    # The longest of them; each covers more edges than the others.
    find "$folder" -type f ! -name '*.*' -printf '%s %p\n' | sort -rn | tail -n "+$((most + 1))" | cut -d ' ' -f 2- |
      xargs -r rm --
    find "$corpus" -type f ! -name '*.*' -delete
    find "$folder" -type f ! -name '*.*' -exec install -m 644 -t "$corpus" {} +
    rm -r "$folder"
    echo "fuzz: $target: $(find "$corpus" -type f | wc -l) files"
  done
}

if [ "$verb" = minimise ]; then
  minimise
  exit
fi
find_planted
if [ -n "$material" ] && ! [ -d "$material/recordings" ]; then material=; fi
run_all
