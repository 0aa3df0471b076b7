#!/bin/bash
# Runs the tests in builds with sanitizers:
#   address  AddressSanitizer, and UndefinedBehaviorSanitizer in C and C++; all tests except those that boot a machine, and one of memory
#   thread   ThreadSanitizer; the tests of flickctl, FlickClient and the bridge
# The default is both. flickd, flickctl and the probes that tests start are of the same build. First, each sanitizer must
# report the faults planted for it.
# Exit codes: 0 every test passed and no sanitizer reported anything, 1 if not, 64 wrong usage. The reports, one file for
# each process, are in .build/sanitize-SANITIZER/reports.
set -euo pipefail
cd "$(dirname "$0")/.."

sanitizers=()
for word; do
  case $word in
    address | thread) sanitizers+=("$word") ;;
    *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2 && exit 64 ;;
  esac
done
if [ ${#sanitizers[@]} -eq 0 ]; then sanitizers=(address thread); fi

# The folder of a sanitizer's build: in .build, because flickctl searches the gallery's files beside .build.
folder() { echo "$PWD/.build/sanitize-$1"; }

# The options of SwiftPM for a build: flags SANITIZER
flags() {
  printf '%s\n' "--sanitize=$1"
  # AddressSanitizer's runtime contains that of UndefinedBehaviorSanitizer, except for types of C++ classes.
  if [ "$1" = address ]; then
    printf '%s\n' -Xcc -fsanitize=undefined -Xcc -fno-sanitize=vptr,function -Xcc -fno-sanitize-recover=undefined
  fi
}

# Makes programs of a build write reports into a new folder, and builds the preloaded library: prepare SANITIZER FOLDER
prepare() {
  rm -rf "$2"
  mkdir -p "$2"
  # Programs of other users also write there.
  chmod 1777 "$2"
  # Swift's runtime keeps its caches until the end of a program, which LeakSanitizer would report.
  export ASAN_OPTIONS="log_path=$2/report:detect_leaks=0" UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS="log_path=$2/report"
  preload=
  if [ "$1" = thread ]; then
    preload=$(folder thread)/mutex.so
    "$(dirname "$(realpath "$(command -v swift)")")/clang" -shared -fPIC -O1 -o "$preload" Tests/Probes/tsan/swift-mutex.c
  fi
}

# Runs tests of a build: tests NAME PACKAGE WORDS...
tests() {
  local name=$1 bundle=$2
  shift 2
  echo "sanitize: $name"
  if LD_PRELOAD=$preload "$(folder "$sanitizer")/debug/${bundle}PackageTests.xctest" --testing-library swift-testing "$@" \
    >"$reports/$name.log" 2>&1; then
    tail -n 1 "$reports/$name.log"
  else
    failed=1
    grep -E '✘|error:' "$reports/$name.log" | cut -c 1-200 | head -n 20 >&2 || true
    echo "sanitize: $name: tests failed; $reports/$name.log" >&2
  fi
}

# Builds with AddressSanitizer and runs; the parts are those of `make test`, for its reasons: Tests/Stages/stages.py.
run_address() {
  local processes='FlickDaemonTests|CommandsTests|PanelLabTests|FlickClientTests|BridgeTests|EvdevTests' elsewhere='KernelTests|GuestTests'
  # AddressSanitizer keeps freed memory for a while to find later uses, so the memory bound does not apply.
  local memory='gets a bye, and costs neither others nor memory'
  grep -rq "$memory" Tests/FlickDaemonTests
  swift build --scratch-path "$(folder address)" --build-tests "$@"
  packaging/workshop.sh "$(folder address)" --build-tests "$@"
  prepare address "$reports"
  tests system flickd --filter LinuxIOTests
  tests units flickd --skip "LinuxIOTests|$processes|$elsewhere"
  tests workshop workshop
  # Fewer at a time than in `make test`: each test takes about three times as long.
  tests processes flickd --experimental-maximum-parallelization-width 4 --filter "$processes" --skip "$elsewhere|$memory"
}

# Builds with ThreadSanitizer and runs. Other test targets do not compile with it in Swift 6.3.
run_thread() {
  export FLICKD_TESTS="CommandsTests PanelLabTests FlickClientTests BridgeTests"
  swift build --scratch-path "$(folder thread)" --product flickdPackageTests "$@"
  prepare thread "$reports"
  tests threads flickd --experimental-maximum-parallelization-width 4
  unset FLICKD_TESTS
}

# Runs the tests of a sanitizer: run SANITIZER
run() {
  local sanitizer=$1 found
  local -a words
  mapfile -t words < <(flags "$sanitizer")
  reports=$(folder "$sanitizer")/reports
  echo "sanitize: building with $sanitizer"
  case $sanitizer in
    address) run_address "${words[@]}" ;;
    thread) run_thread "${words[@]}" ;;
  esac
  found=$(find "$reports" -name 'report.*' | wc -l)
  if [ "$found" -gt 0 ]; then
    failed=1
    find "$reports" -name 'report.*' -exec grep -hE 'SUMMARY|runtime error' {} + | sort | uniq -c | sort -rn | head -n 20 >&2 || true
    echo "sanitize: $sanitizer: $found processes reported something: see $reports" >&2
  else
    echo "sanitize: $sanitizer: nothing was reported"
  fi
}

# A planted fault must be reported: plant SANITIZER FAULT WORDS
plant() {
  local planted
  planted=$(folder "$1")/planted
  prepare "$1" "$planted"
  LD_PRELOAD=$preload "$(folder "$1")/debug/planted-faults" "$2" >"$planted.log" 2>&1 || true
  if ! grep -rqs "$3" "$planted"; then
    cat "$planted.log" >&2
    echo "sanitize: the planted fault '$2' was not reported" >&2
    exit 1
  fi
}

# The faults planted for a sanitizer must be reported: check SANITIZER
check() {
  local -a words
  mapfile -t words < <(flags "$1")
  packaging/workshop.sh "$(folder "$1")" --product planted-faults "${words[@]}"
  case $1 in
    address)
      plant address address heap-buffer-overflow
      plant address undefined 'shift exponent'
      ;;
    thread) plant thread thread 'data race' ;;
  esac
  echo "sanitize: $1: the planted faults are reported"
}

failed=0 preload=
for sanitizer in "${sanitizers[@]}"; do
  check "$sanitizer"
  run "$sanitizer"
done
exit "$failed"
