#!/bin/bash
# Runs `bench accuracy`, `bench lookahead` or `bench cost`, optimised, against the thresholds; further words go to the program.
#
# Vectors and recordings are those of the shared material, where it lies; in CI they must be there.
set -euo pipefail

verb=$1
shift
build=(swift build -c release --product bench)
"${build[@]}"
bench="$("${build[@]}" --show-bin-path)/bench"

material=${FLICKD_MATERIAL:-../shared}
measured=()
if [ "$verb" = accuracy ]; then
  vectors=$material/vectors
  measured=(--synthetic --landing --late-lift --degenerate)
  if [ -d "$vectors" ] || [ -n "${CI:-}" ]; then
    measured+=(--vectors "$vectors")
  else
    echo "bench: no vectors at $vectors; set FLICKD_MATERIAL to measure with them" >&2
  fi
elif [ "$verb" = lookahead ]; then
  measured=("$material/recordings")
  if [ ! -d "${measured[0]}" ] && [ -z "${CI:-}" ]; then
    echo "bench: no recordings at ${measured[0]}; set FLICKD_MATERIAL to measure with them" >&2
    exit 0
  fi
fi
exec "$bench" "$verb" "${measured[@]}" --check "$@"
