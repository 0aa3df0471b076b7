#!/bin/bash
# workshop.sh FOLDER WORD...: builds the package in Tests/Workshop by `swift build WORD...` into a folder that builds of flickd
# use too, with the same flags: what both need is compiled once.
#
# SwiftPM keeps the plan of the last build in the folder, and would take it for that of the other package. So this makes a new
# plan each time, and leaves none behind.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ $# -eq 0 ]; then
  sed -n '2s/^# \{0,1\}//p' "$0" >&2
  exit 64
fi
folder=$(realpath -m "$1")
shift
trap 'rm -f "$folder"/debug.yaml "$folder"/release.yaml' EXIT
FLICKD_INTERNAL=1 swift build --package-path Tests/Workshop --scratch-path "$folder" --disable-build-manifest-caching "$@"
