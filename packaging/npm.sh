#!/bin/bash
# npm.sh FOLDER: packs the web modules with their types and the licence as an npm package into FOLDER, and prints its path.
# It needs no network. Exit codes: 64 wrong usage, 69 there is no npm.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
fail() {
  echo "npm: $2" >&2
  exit "$1"
}
[ $# -eq 1 ] || fail 64 "usage: ${0##*/} FOLDER"
command -v npm >/dev/null || fail 69 "there is no npm in PATH: run \`packaging/deps.sh npm\`"

# npm packs only files that are in the folder itself, and the licence is not.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -R Sources/Web "$scratch/web"
cp LICENSE "$scratch/web/"
mkdir -p "$1"
folder=$(realpath "$1")
file=$(npm pack --silent --cache "$scratch/cache" --pack-destination "$folder" "$scratch/web")
echo "$folder/$file"
