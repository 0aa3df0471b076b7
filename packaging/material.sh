#!/bin/bash
# Prints the folder of the recordings for tests: $FLICKD_MATERIAL, else ../shared if it has recordings, else the cache of
# `make recordings`. Tests/Kit/Material.swift and Tests/Web/browser/material.mjs follow the same rule.
set -euo pipefail

beside=$(dirname "$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)")/shared
if [ -n "${FLICKD_MATERIAL:-}" ]; then
  realpath -ms -- "$FLICKD_MATERIAL"
elif [ -d "$beside/recordings" ]; then
  echo "$beside"
else
  echo "${FLICKD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/flickd}/material"
fi
