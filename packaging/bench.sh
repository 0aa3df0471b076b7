#!/bin/bash
# Runs `bench accuracy`, `bench intent`, `bench lookahead` or `bench cost`, optimised, against the thresholds; passes further
# arguments to the program.
#
# `cost` counts instructions with valgrind where a measured time would be too short.
# Vectors, recordings and people's strokes are in the shared material. In CI they must exist.
set -euo pipefail

verb=$1
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packaging/release.sh
. packaging/release.sh
build_workshop bench
bench=$(release_folder)/bench

material=$(packaging/material.sh)
cure="fetch them with \`make recordings\`, or set FLICKD_MATERIAL, to measure with them"
measured=()
case $verb in
  accuracy)
    measured=(--synthetic --landing --late-lift --degenerate --display)
    if [ -d "$material/vectors" ] || [ -n "${CI:-}" ]; then
      measured+=(--vectors "$material/vectors")
    else
      echo "bench: no vectors at $material/vectors, which \`make recordings\` does not have; set FLICKD_MATERIAL to measure with them" >&2
    fi
    if [ -d "$material/recordings/evdev" ] || [ -n "${CI:-}" ]; then
      measured+=(--recordings "$material/recordings")
    fi
    ;;
  intent)
    if [ ! -d "$material/recordings/human" ] && [ -z "${CI:-}" ]; then
      echo "bench: no strokes of people at $material/recordings/human; $cure" >&2
      exit 0
    fi
    measured=(--strokes "$material/recordings/human")
    ;;
  lookahead)
    if [ ! -d "$material/recordings" ] && [ -z "${CI:-}" ]; then
      echo "bench: no recordings at $material/recordings; $cure" >&2
      exit 0
    fi
    measured=("$material/recordings")
    ;;
  cost)
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    # valgrind 3.19 fails on Swift's debug information.
    strip -g -o "$scratch/bench" "$bench"
    if ! valgrind --tool=callgrind --callgrind-out-file="$scratch/counts" \
      "$scratch/bench" cost --rounds 1 >"$scratch/said" 2>&1; then
      cat "$scratch/said" >&2
      exit 1
    fi
    measured=(--counts "$scratch/counts")
    ;;
esac
"$bench" "$verb" "${measured[@]}" --check "$@"
