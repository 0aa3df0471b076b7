#!/bin/bash
# Runs KernelTests inside a separate kernel: User Mode Linux in virtual time, or, where that does
# not boot, Debian's stock kernel, emulated in real time, without the tests that need virtual time.
# The test bundle must have been built.
#   -n RUNS   repeats: every run must make the same decisions (see compare.py); needs virtual time
#   -f REGEX  only the tests that match
#   -p PART   only the cases, or only the zoo of recorded HID reports
# FLICKD_DAEMON names another flickd to run than the one beside the bundle, FLICKD_COMMAND another
# flickctl. Decisions and logs are left in .build/kernel.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
runs=1 filter='' part=
while getopts n:f:p: option; do
  case $option in
    n) runs=$OPTARG ;;
    f) filter=$OPTARG ;;
    p) part=$OPTARG ;;
    *) echo "usage: ${0##*/} [-n RUNS] [-f REGEX] [-p cases|zoo]" >&2 && exit 64 ;;
  esac
done

case $part in
  '' | cases | zoo) ;;
  *) echo "kernel: there is no part '$part'; there are cases and zoo" >&2 && exit 64 ;;
esac

bundle=$(swift build --show-bin-path)/flickdPackageTests.xctest
if ! [ -x "$bundle" ]; then
  echo "kernel: there is no test bundle; run \`swift build --build-tests\` first" >&2
  exit 69
fi

if "$here/uml/run.sh" --check; then
  export FLICKD_KERNEL=uml
  # The recordings of the zoo take as long as all other tests, so each part gets its own processor.
  parts=(cases zoo)
  if [ -n "$part" ]; then parts=("$part"); fi
elif [ "$runs" -gt 1 ]; then
  echo "kernel: decisions of several runs can be compared in virtual time only, which takes User Mode Linux" >&2
  exit 69
else
  echo "kernel: falling back to an emulated kernel in real time; tests that need virtual time are skipped" >&2
  packaging/deps.sh guest kernel
  export FLICKD_KERNEL=qemu
  parts=("${part:-all}")
fi
# The marks in the log are characters of several bytes; one dot must match each.
export LC_ALL=C.UTF-8
# The guest has another home folder, so its tests would not find the recordings in this user's
# cache.
FLICKD_MATERIAL=$(packaging/material.sh)
export FLICKD_MATERIAL
# Random seeds of hash tables would make runs differ.
export SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1

mkdir -p .build
# unpack NAME ARGUMENT...: unpacks Debian's packages without installing them. It sets NAME to their
# folders, separated by colons, or NAME_MISSING to the reason for their absence.
unpack() {
  local name=$1 log=.build/$1.log folders reason
  shift
  unset "$name" "${name}_MISSING"
  if folders=$(packaging/unpacked.sh "$@" 2>"$log"); then
    export "$name=${folders//$'\n'/:}"
  else
    cat "$log" >&2
    reason=$(tail -n 1 "$log")
    export "${name}_MISSING=$reason"
  fi
}
# LibinputRules.swift and ForeignPlayer.swift read these variables. -n, because libinput-tools depends
# on GTK, which `libinput replay` does not need.
unpack FLICKD_LIBINPUT libinput-bin
unpack FLICKD_PLAYERS -n evemu-tools libevemu3 libinput-tools python3-libevdev python3-pyudev python3-yaml

# Arguments of swift-testing for a part, one a line, because names contain blanks.
select_part() {
  case $1 in
    zoo) printf '%s\n' --filter "KernelTests.*HID reports.*(${filter})" ;;
    cases) printf '%s\n' --filter "KernelTests.*(${filter})" --skip "KernelTests.*HID reports" ;;
    all) printf '%s\n' --filter "KernelTests.*(${filter})" ;;
  esac
}

# Runs a part in a guest; the log is complete, the output shows only suites and failures.
run_part() {
  local part=$1 processor=$2 folder=$3 status=0
  local -a words pin=()
  mapfile -t words < <(select_part "$part")
  # Kernel and guest program alternate at every system call: on one processor that costs half as
  # much.
  if [ "$FLICKD_KERNEL" = uml ] && [ "$(nproc)" -gt "$processor" ]; then pin=(taskset -c "$processor"); fi
  mkdir -p "$folder"
  "${pin[@]}" "$here/$FLICKD_KERNEL/run.sh" -o "$folder" -t "${FLICKD_KERNEL_LIMIT:-600}" -- \
    "$bundle" --testing-library swift-testing --no-parallel "${words[@]}" \
    --event-stream-output-path /run/out/kernel.events --event-stream-version 0 >"$folder/log" 2>&1 || status=$?
  # swift-testing's own status if no test matches
  if [ "$status" -eq 69 ] && grep -q 'with 0 tests' "$folder/log"; then status=0; fi
  grep '^➜ .* skipped' "$folder/log" | cut -c 1-400 || true
  grep -E -A 3 '^✘|^[^◇✔➜]*(error|fatal)|^(uml|qemu): ' "$folder/log" | grep -v '^--$\|^[◇✔]' | cut -c 1-400 || true
  echo "kernel, $part: $(grep -c '^◇ Test case\|^✔ Test "[^"]*" passed' "$folder/log" || true) cases, $(grep '^. Test run' "$folder/log" | tail -n 1)"
  return "$status"
}

status=0
rm -rf .build/kernel
for run in $(seq "$runs"); do
  start=$SECONDS
  pids=() processor=0
  for part in "${parts[@]}"; do
    run_part "$part" "$processor" ".build/kernel/$run/$part" &
    pids+=($!)
    processor=$((processor + 1))
  done
  for pid in "${pids[@]}"; do wait "$pid" || status=1; done
  echo "kernel, run $run of $runs: $((SECONDS - start)) s"
  # One part may be without a matching test, but not all.
  if [ "$status" -eq 0 ] && ! grep -q '^. Test run with [1-9]' .build/kernel/"$run"/*/log; then
    echo "kernel: no test matches '$filter'" >&2
    exit 64
  fi
done
if [ "$runs" -gt 1 ] && [ "$status" -eq 0 ]; then "$here/compare.py" .build/kernel/* || status=1; fi
if [ "$status" -ne 0 ]; then echo "kernel: failed; the logs are .build/kernel/*/*/log" >&2; fi
exit "$status"
