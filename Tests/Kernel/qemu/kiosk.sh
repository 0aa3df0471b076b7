#!/bin/bash
# kiosk.sh [-s SUITE]... [CASE]...: follows docs/kiosks.md word for word in an emulated machine, and tells how it went.
#
# The files and commands are taken from the page itself (see kiosk/page.py); a case is a script in kiosk/cases, and all
# are run unless some are named. FLICKD_KIOSK_SUITES names the Debians, "bookworm trixie" unless -s does; a case that
# says `# suites:` is for those alone. FLICKD_CACHE moves the images, of 3 GB each. FLICKD_KIOSK_LIMIT is how many
# seconds of the host's a case may take, 900 by default.
# Exit codes: 1 when a case fails, 64 usage, 69 when something is missing, 77 without the rights it takes.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${FLICKD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/flickd}
read -ra suites <<<"${FLICKD_KIOSK_SUITES:-bookworm trixie}"

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

# The folder of a suite's image, built first where the cache does not hold it.
image() {
  local suite=$1 kernel package folder work
  kernel=$("$here/build.sh" kernel)
  package=$(<"$cache/kernel-package")
  folder=$cache/kiosk-$suite-$({
    echo "$kernel"
    cat "$here/kiosk/rootfs.sh" "$here"/guest/{masked-units,serve-*}
  } | sha256sum | cut -c 1-12)
  # Only one build at a time; who waited finds the work done.
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
  # Its clock counts instructions: on a slow host an emulated finger would be late, and no flick.
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
    "$here/vm.py" run --icount --from "$state" --limit "${FLICKD_KIOSK_LIMIT:-900}" \
      "bash /opt/kiosk/cases/$name.sh" >"$scratch/told" 2>&1 || status=$?
    sed "s/^/    /" "$scratch/told"
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
