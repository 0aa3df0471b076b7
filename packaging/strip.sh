#!/bin/bash
# strip.sh PROGRAM TO: copies a Swift program without its symbols, and without data that depends on the build folder.
#
# Swift's hash of each module depends on the paths of the sources, and no program reads it. The hash is set to zero and
# not removed: without the section, objcopy (binutils 2.40) loses PT_GNU_RELRO, and pointers stay writable.
# Exit codes: 64 wrong usage, 65 the copy lost that protection.
set -euo pipefail

if [ $# -ne 2 ]; then
  echo "usage: ${0##*/} PROGRAM TO" >&2
  exit 64
fi
zeros=$(mktemp)
trap 'rm -f "$zeros"' EXIT
size=$(readelf -SW "$1" | sed -n 's/.*\.swift_modhash *PROGBITS *[0-9a-f]* *[0-9a-f]* *\([0-9a-f]*\) .*/\1/p')
words=(--strip-all --remove-section=.comment)
if [ -n "$size" ]; then
  head -c $((16#$size)) /dev/zero >"$zeros"
  words+=(--update-section ".swift_modhash=$zeros")
fi
objcopy "${words[@]}" "$1" "$2"
if ! readelf -lW "$2" | grep -q GNU_RELRO; then
  echo "strip: $2 has no PT_GNU_RELRO" >&2
  exit 65
fi
