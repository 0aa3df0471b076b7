#!/bin/bash
# build.sh [kernel|seat|bench]: prints the folder of the guest's image, of its kernel alone, of the
# image in which users log in, or of the image with the programs beside which `make bench ONLY=peers` measures
# flickd. Builds the image first if the cache does not contain it.
#
# An image is Debian's stock kernel and a small Debian with systemd; vm.py saves its state once it
# has booted to idle. The image with a seat also has logind, D-Bus and PAM, and modules for panels
# on USB.
#
# FLICKD_CACHE moves the cache, FLICKD_GUEST_SUITE selects another Debian than this machine's.
# Standard output contains only the path. Exit codes: 64 for wrong usage, 69 when a step fails or a
# requirement is missing, 77 without the necessary rights.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
case ${1:-} in
  '' | kernel) flavour=plain ;;
  seat | bench) flavour=$1 ;;
  *) echo "usage: ${0##*/} [kernel|seat|bench]" >&2 && exit 64 ;;
esac
cache=${FLICKD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/flickd}
mkdir -p "$cache"
# shellcheck source=/dev/null
suite=${FLICKD_GUEST_SUITE:-$(. /etc/os-release && echo "${VERSION_CODENAME:-}")}

fail() {
  echo "guest image: $2" >&2
  exit "$1"
}

# A query of apt takes half a second where apt keeps no cache, so its answer is kept until its lists
# change.
answer=$cache/kernel-package
if ! [ "$answer" -nt /var/lib/apt/lists ]; then
  found=$(apt-cache show --no-all-versions linux-image-amd64 2>/dev/null |
    sed -n 's/^Depends: \(linux-image-[^ ,]*\) (= \([^)]*\)).*/\1=\2/p' | head -n 1)
  [ -n "$found" ] || fail 69 "apt knows no linux-image-amd64; run \`apt-get update\` on a Debian machine"
  echo "$found" >"$answer.$$"
  mv "$answer.$$" "$answer"
fi
package=$(<"$answer")

# The folder in the cache for these words and files.
cached() {
  echo "$cache/$1-$({ echo "${@:2:1}"; cat "${@:3}"; } | sha256sum | cut -c 1-12)"
}
kernel=$(cached guest-kernel "$package" "$here"/{kernel,modules}.sh "$here"/guest/from-*)
image=$(cached "guest-$flavour" "$kernel $suite" "$here/rootfs.sh" "$here"/guest/{masked-units,serve-*})

# Runs a step; its output is shown only if the step fails.
step() {
  local name=$1 start=${EPOCHREALTIME/./} status=0 tenths
  shift
  echo "guest image: $name ..." >&2
  "$@" >"$work/log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    echo "guest image: $name failed; its last lines:" >&2
    tail -n 20 "$work/log" >&2
    if [ "$status" -eq 77 ]; then exit 77; fi
    exit 69
  fi
  tenths=$(((${EPOCHREALTIME/./} - start) / 100000))
  echo "guest image: $name: $((tenths / 10)).$((tenths % 10)) s" >&2
}

# Fills a folder of the cache by a step; only a complete folder gets its final name.
fill() {
  local target=$1
  shift
  if [ -d "$target" ]; then return; fi
  # Only one build at a time; a build that waited finds the result.
  exec 9>"$cache/guest.lock"
  if ! flock -n 9; then
    echo "guest image: another build is under way; waiting for it" >&2
    flock 9
  fi
  if [ -d "$target" ]; then return; fi
  work=$(mktemp -d "$cache/guest-building.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  chmod 755 "$work"
  step "$@" "$work"
  rm "$work/log"
  mv "$work" "$target"
  exec 9>&-
}

fill "$kernel" "kernel ($package)" "$here/kernel.sh" "$package"
if [ "${1:-}" = kernel ]; then
  echo "$kernel"
  exit
fi
fill "$image" "root file system ($suite, $flavour)" "$here/rootfs.sh" "$suite" "$flavour" "$kernel"
if ! [ -e "$image/kernel" ]; then ln -s "../${kernel##*/}" "$image/kernel"; fi
echo "$image"
