#!/bin/bash
# figures.sh [gallery] [report]: takes pictures of the documents again, by default all.
#   gallery  the moving picture of the README, by Chromium
#   report   those of docs/tuning.md: planted faults in the page of flickctl report
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ $# -eq 0 ]; then set -- gallery report; fi
for word; do
  case $word in
    gallery)
      packaging/deps.sh build browser figures
      for name in flickd flickctl; do swift build --product $name; done
      node Tests/Web/browser/moving-figure.mjs docs/figures/show.webp
      ;;
    report)
      packaging/deps.sh build test
      rm -rf .build/faults
      mkdir -p .build/faults
      FLICKD_WRITE_FAULTS=$PWD/.build/faults swift test --disable-xctest --filter 'names a planted fault first'
      python3 -B Tests/Recordings/report_figures.py .build/debug/flickctl .build/faults docs/figures
      ;;
    *)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2
      exit 64
      ;;
  esac
done
