#!/bin/bash
# deb-check.sh FOLDER: checks the Debian packages that `make deb` wrote to FOLDER with lintian, and compares them with the
# result of packing the same build again elsewhere; searches the programs for names of this machine's folders, and has the
# shells read their completions.
# deb-check.sh --rebuild: builds copies of the sources in two folders, packs both, and compares the packages.
# Exit codes: 1 something was found, 64 wrong usage, 69 something is missing.
set -euo pipefail

cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
finding() {
  echo "deb-check: $1" >&2
  status=1
}

# differences PACKAGE PACKAGE: prints the files that differ in two packages, and the sections of programs that differ.
differences() {
  local file section
  if command -v diffoscope >/dev/null; then
    diffoscope "$1" "$2" || true
    return
  fi
  rm -rf "$scratch/one" "$scratch/other"
  dpkg-deb -R "$1" "$scratch/one"
  dpkg-deb -R "$2" "$scratch/other"
  for file in usr/bin/flickd usr/bin/flickctl; do
    if [ ! -e "$scratch/one/$file" ] || cmp -s "$scratch/one/$file" "$scratch/other/$file"; then continue; fi
    for section in $(readelf -SW "$scratch/one/$file" | sed -n 's/^ *\[ *[0-9]*\] \(\.[^ ]*\).*/\1/p'); do
      objcopy -O binary --only-section="$section" "$scratch/one/$file" "$scratch/section"
      objcopy -O binary --only-section="$section" "$scratch/other/$file" "$scratch/other-section"
      cmp -s "$scratch/section" "$scratch/other-section" || echo "  $file differs in $section"
    done
  done
  diff -r "$scratch/one" "$scratch/other" | sed 's/^/  /' | head -n 40 || true
}

# compare FOLDER FOLDER: whether both contain the same packages, byte for byte.
compare() {
  local file name count=0
  for file in "$1"/*.deb; do
    name=${file##*/}
    if cmp -s "$file" "$2/$name"; then
      count=$((count + 1))
      echo "deb-check: the same bytes: $(sha256sum <"$file" | cut -c 1-64) $name"
    else
      finding "$name differs:"
      differences "$file" "$2/$name" >&2
    fi
  done
  if [ "$count" -lt 2 ]; then finding "there are not two packages that are the same in $1 and $2"; fi
}

if [ "${1:-}" = --rebuild ] && [ $# -eq 1 ]; then
  # Every file has the time of the sources, which copies without git do not contain.
  if [ -z "${SOURCE_DATE_EPOCH:-}" ] && [ -e .git ]; then SOURCE_DATE_EPOCH=$(git log -1 --format=%ct); fi
  if [ -n "${SOURCE_DATE_EPOCH:-}" ]; then export SOURCE_DATE_EPOCH; fi
  other='another földer/further down/flickd'
  for folder in one "$other"; do
    mkdir -p "$scratch/$folder"
    tar -c --exclude='./.build*' --exclude=./.git . | tar -xC "$scratch/$folder"
    echo "deb-check: building in $scratch/$folder"
    (cd "$scratch/$folder" && make --no-print-directory build && packaging/deb.sh) >"$scratch/log" 2>&1 || {
      tail -n 30 "$scratch/log" >&2
      echo "deb-check: the build failed" >&2
      exit 69
    }
  done
  compare "$scratch/one/.build/deb" "$scratch/$other/.build/deb"
  exit $status
fi

folder=${1:-}
if [ $# -ne 1 ] || [ ! -d "$folder" ]; then
  sed -n '2,/^# Ends/s/^# //p' "$0" >&2
  exit 64
fi
for program in lintian zsh fish; do
  command -v $program >/dev/null || {
    echo "deb-check: there is no $program: install it with \`packaging/deps.sh deb-check\`" >&2
    exit 69
  }
done

lintian --fail-on error,warning "$folder"/*.deb || finding "lintian reported the above"

# Another umask and another folder; the time is also different.
(umask 002 && packaging/deb.sh -o "$scratch/packed-again/deb") >"$scratch/log"
compare "$folder" "$scratch/packed-again/deb"

for file in "$folder"/*.deb; do dpkg-deb -x "$file" "$scratch/root"; done
for program in flickd flickctl; do
  if grep -qaF "$PWD" "$scratch/root/usr/bin/$program"; then finding "$program names $PWD"; fi
  share=$scratch/root/usr/share
  bash -n "$share/bash-completion/completions/$program" || finding "bash cannot read its completion of $program"
  for shell in "zsh:$share/zsh/vendor-completions/_$program" "fish:$share/fish/vendor_completions.d/$program.fish"; do
    [ -s "${shell#*:}" ] || finding "${shell%%:*} has no completion of $program"
    "${shell%%:*}" -n "${shell#*:}" || finding "${shell%%:*} cannot read its completion of $program"
  done
done
exit $status
