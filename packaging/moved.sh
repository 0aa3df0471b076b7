#!/bin/bash
# moved.sh: prepares build folders that were copied or moved from another checkout, for example with their clone. SwiftPM and the
# compiler keep absolute paths in them and then fail: "SwiftShims….pcm was compiled with module cache path". Removes what has such
# paths, and says so in one line; keeps the fetched packages. Does nothing in folders of this checkout.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Prints the checkouts in which a folder was built, one a line; nothing if there is no build. SwiftPM clones each package within
# the folder, by an absolute path. Its plan of a build has one too, but a build that fails after the move writes a new plan.
built_in() {
  local file origin
  for file in "$1"/checkouts/*/.git/config; do
    if ! [ -e "$file" ]; then continue; fi
    origin=$(git config -f "$file" remote.origin.url || true)
    if [[ $origin == /*/"$1"/repositories/* ]]; then echo "${origin%/"$1"/repositories/*}"; fi
  done
  for file in "$1"/*.yaml; do
    if ! [ -e "$file" ]; then continue; fi
    grep -o -m 1 '"/[^"]*/Package\.swift"' "$file" | head -n 1 | sed 's/^"//; s/\/Package\.swift"$//' || true
  done
}

former=
for folder in .build .build/shipped .build/optimised; do
  foreign=
  while IFS= read -r path; do
    # The same folder by another name is not another checkout.
    if ! [ "$path/Package.swift" -ef Package.swift ]; then foreign=$path; fi
  done < <(built_in "$folder")
  if [ -z "$foreign" ]; then continue; fi
  former=$foreign
  # Not `repositories`: it has no path, and a build without network needs it.
  rm -rf "$folder"/*.yaml "$folder"/build.db* "$folder"/workspace-state.json \
    "$folder"/{checkouts,artifacts,plugins,debug,release} "$folder"/*-linux-*
done
if [ -n "$former" ]; then
  echo "build: .build is a copy from $former, and the compiler's files in it work only there: building them again" >&2
fi
