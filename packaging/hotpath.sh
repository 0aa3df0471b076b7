#!/bin/bash
# Counts allocations and large copies from kernel events to encoded lines, and in queries of the velocity,
# in an optimised build; the counts must be 0. First, planted ones must be found.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packaging/release.sh
. packaging/release.sh
build_workshop hot-path-probe
probe=$(release_folder)/hot-path-probe

for plant in plant plant-copy query-plant query-plant-copy; do
  status=0
  "$probe" "$plant" >/dev/null || status=$?
  if [ "$status" -ne 1 ]; then
    echo "hot-path: $plant was not found (exit $status)" >&2
    exit 1
  fi
done
echo "hot-path: an allocation and a copy planted in each frame or query are found"
"$probe"
