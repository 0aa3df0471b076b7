#!/bin/bash
# Runs `bench accuracy` or `bench cost`, optimised, against the thresholds; further words go to the program.
#
# Vectors are those of the shared material, where it lies; in CI they must be there.
set -euo pipefail

verb=$1
shift
build=(swift build -c release --product bench)
"${build[@]}"
bench="$("${build[@]}" --show-bin-path)/bench"

measured=()
if [ "$verb" = accuracy ]; then
  vectors=${FLICKD_MATERIAL:-../shared}/vectors
  measured=(--synthetic --late-lift --degenerate)
  if [ -d "$vectors" ] || [ -n "${CI:-}" ]; then
    measured+=(--vectors "$vectors")
  else
    echo "bench: no vectors at $vectors; set FLICKD_MATERIAL to measure with them" >&2
  fi
fi
exec "$bench" "$verb" "${measured[@]}" --check "$@"
