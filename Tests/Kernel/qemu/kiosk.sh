#!/bin/bash
# kiosk.sh [-s SUITE]... [CASE]...: follows docs/kiosks.md literally in an emulated machine, and
# reports the results.
#
# The files and commands come from the page itself (see kiosk/page.py). A case is a script in
# kiosk/cases; all cases run unless some are named. The Debian suites are bookworm and trixie, or
# those of -s; a case with a line `# suites:` runs in those only. FLICKD_CACHE moves the images, of
# 3 GB each. A case may take 900 seconds of the host.
#
# Exit codes: 1 when a case fails, 64 usage, 69 when a requirement is missing, 77 without the
# necessary rights.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${FLICKD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/flickd}
suites=(bookworm trixie)

fail() {
  echo "kiosk: $2" >&2
  exit "$1"
}

stated=()
while getopts s: option; do
  case $option in
    s) stated+=("$OPTARG") ;;
    *) fail 64 "usage: ${0##*/} [-s SUITE]... [CASE]..." ;;
  esac
done
shift $((OPTIND - 1))
if [ ${#stated[@]} -gt 0 ]; then suites=("${stated[@]}"); fi
cases=("$@")
if [ ${#cases[@]} -eq 0 ]; then
  for file in "$here"/kiosk/cases/*.sh; do cases+=("$(basename "$file" .sh)"); done
fi
for name in "${cases[@]}"; do
  [ -e "$here/kiosk/cases/$name.sh" ] || fail 64 "there is no case '$name' in $here/kiosk/cases"
done

# The folder of a suite's image, built first if the cache does not contain it.
image() {
  local suite=$1 kernel package folder work
  kernel=$("$here/build.sh" kernel)
  package=$(<"$cache/kernel-package")
  folder=$cache/kiosk-$suite-$({
    echo "$kernel"
    cat "$here/kiosk/rootfs.sh" "$here"/guest/{masked-units,serve-*}
  } | sha256sum | cut -c 1-12)
  # Only one build at a time; a build that waited finds the result.
  exec 9>"$cache/kiosk.lock"
  flock 9
  if ! [ -d "$folder" ]; then
    work=$(mktemp -d "$cache/kiosk-building.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    chmod 755 "$work"
    echo "kiosk: $suite: image ..." >&2
    local start=$SECONDS status=0
    "$here/kiosk/rootfs.sh" "$suite" "$package" "$work" >"$work/log" 2>&1 || status=$?
    if [ "$status" -ne 0 ]; then
      tail -n 20 "$work/log" >&2
      if [ "$status" -eq 77 ]; then exit 77; fi
      fail 69 "the image could not be built"
    fi
    rm "$work/log"
    ln -s "../${kernel##*/}" "$work/kernel"
    mv "$work" "$folder"
    trap - EXIT
    echo "kiosk: $suite: image: $((SECONDS - start)) s" >&2
  fi
  exec 9>&-
  echo "$folder"
}

scratch=$(mktemp -d)
# shellcheck disable=SC2317 # the trap calls it
clean_up() { rm -rf "$scratch"; }

"$here/payload.sh" "$scratch/payload"
"$here/kiosk/page.py" "$here/../../../docs/kiosks.md" "$scratch/payload/opt/kiosk"
cp -r "$here"/kiosk/{functions.sh,set-up.sh,cases} "$scratch/payload/opt/kiosk/"
cp -r "$here/../../../docs/examples" "$scratch/payload/opt/kiosk/"

failed=()
for suite in "${suites[@]}"; do
  FLICKD_GUEST=$(image "$suite")
  trap clean_up EXIT
  export FLICKD_GUEST
  # The guest's clock counts instructions. With the host's clock, an emulated finger on a slow host
  # would be late, and not flick.
  state=$scratch/$suite
  "$here/vm.py" save --icount --as "$state" --payload "$scratch/payload" --limit 300 \
    'bash /opt/kiosk/set-up.sh' >&2
  for name in "${cases[@]}"; do
    only=$(sed -n 's/^# suites: //p' "$here/kiosk/cases/$name.sh")
    if [ -n "$only" ] && [[ " $only " != *" $suite "* ]]; then
      echo "kiosk: $suite: $name: not for this suite"
      continue
    fi
    start=$SECONDS
    status=0
    "$here/vm.py" run --icount --from "$state" --limit 900 \
      "bash /opt/kiosk/cases/$name.sh" >"$scratch/output" 2>&1 || status=$?
    sed "s/^/    /" "$scratch/output"
    if [ "$status" -eq 0 ]; then
      echo "kiosk: $suite: $name: ok ($((SECONDS - start)) s)"
    else
      echo "kiosk: $suite: $name: FAILED ($((SECONDS - start)) s)"
      failed+=("$suite/$name")
    fi
  done
  rm -rf "$state"
done
if [ ${#failed[@]} -gt 0 ]; then fail 1 "failed: ${failed[*]}"; fi
