#!/bin/bash
# build.sh PRODUCT...: builds release versions of flickd, flickctl or both into $DIST, by default .build/dist; flickctl
# with its completion for three shells.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
packaging/moved.sh
dist=${DIST:-.build/dist}
mkdir -p "$dist"
# shellcheck source=packaging/release.sh
. packaging/release.sh

for product; do build_release "$product"; done
if [[ " $* " == *" flickd "* ]]; then arrange_release flickd; fi
bin=$(release_folder)
for product; do packaging/strip.sh "$bin/$product" "$dist/$product"; done
if [[ " $* " == *" flickctl "* ]]; then
  for shell in bash zsh fish; do
    "$dist/flickctl" --generate-completion-script $shell | sed '1{/^#!/d}' >"$dist/flickctl.$shell"
  done
fi
