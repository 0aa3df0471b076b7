#!/bin/bash
# units.sh: checks the files that `make install` installs for systemd and udev with the tools of Debian 12
# (systemd 252) and of Debian 13 (257), not of this machine: `systemd-analyze security` finds an exposure of at
# most 1.0 (the bridge: 1.1, for the network), and `systemd-analyze verify`, `udevadm verify`, `systemd-sysusers` and
# `systemd-hwdb` report nothing. The bridge's unit must limit its memory, descriptors and tasks.
# The examples in docs/service.md, docs/udev.md and docs/bridge.md are also installed and checked. Then, each of the planted faults
# must be found.
# The tools are unpacked from Debian's packages into ~/.cache/flickd (FLICKD_CACHE sets another folder). The script installs
# nothing and needs no root. Exit codes: 1 something is wrong, 64 wrong usage, 69 the tools are not available.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packaging/suite.sh
. packaging/suite.sh
export LC_ALL=C.UTF-8 SYSTEMD_COLORS=0 SYSTEMD_PAGER=
cache=${FLICKD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/flickd}
suites=(bookworm trixie)
threshold=10 # tenths
bridge_threshold=11

fail() {
  echo "units: $2" >&2
  exit "$1"
}

if [ $# -gt 0 ]; then fail 64 "usage: ${0##*/}"; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Fills a folder with systemd and udev of a suite and their libraries. No package in the folder is configured.
fetch() {
  local suite=$1 folder=$2 package
  mkdir -p "$folder"/usr/{bin,lib,sbin}
  fetch_suite "$suite" "$work/debs-$suite" --depends systemd udev || return
  # Debian 12's packages still have files in /lib and /bin, which its systems have merged into /usr.
  ln -s usr/bin usr/lib usr/sbin "$folder/"
  for package in "$work/debs-$suite"/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$folder" --keep-directory-symlink --no-same-owner || return
  done
  rm -rf "${folder:?}"/usr/share/{doc,locale,man,zoneinfo}
}

# Prints the folder of a suite's tools; fetches them first if the cache has none.
tools() {
  local suite=$1 folder=$cache/systemd-$1 missing
  if ! [ -d "$folder" ]; then
    missing=$(suite_needs) || fail 69 "the tools are Debian packages: $missing"
    echo "units: fetching systemd and udev of $suite ..." >&2
    mkdir -p "$cache"
    if ! fetch "$suite" "$work/tools-$suite" >"$work/log" 2>&1; then
      tail -n 20 "$work/log" >&2
      fail 69 "fetching them failed: check that deb.debian.org is reachable"
    fi
    mv -T "$work/tools-$suite" "$folder"
  fi
  echo "$folder"
}

# tool FOLDER PROGRAM WORD...: runs a program of that folder with its own libraries.
tool() {
  local folder=$1 program=$2 loader libraries
  shift 2
  # The link in /lib64 points to this machine's loader.
  loader=$(compgen -G "$folder/usr/lib/*-linux-gnu*/ld-linux*.so.*")
  libraries=${loader%/*}
  "$loader" --library-path "$libraries:$libraries/systemd" "$folder/usr/bin/$program" "$@"
}

# make_tree TREE TOOLS [VERSION]: creates a root folder with the files for that Debian's systemd, or another version, beside the
# units of that Debian.
make_tree() {
  local tree=$1 version=${3:-} count
  if [ -z "$version" ]; then version=$(version "$2"); fi
  mkdir -p "$tree/usr/lib/systemd"
  cp -R "$2/usr/lib/systemd/system" "$tree/usr/lib/systemd/"
  # Only the existence of the units' programs matters.
  install -D -m 755 /dev/null "$work/dist/flickd"
  install -D -m 755 /dev/null "$tree/usr/bin/sh"
  # The bridge's unit is in one package, and its program and manual are in the other.
  install -D -m 755 /dev/null "$tree/usr/bin/flickctl"
  install -D -m 644 docs/man/flickctl.1 "$tree/usr/share/man/man1/flickctl.1"
  if ! make --no-print-directory --silent install PRODUCTS=flickd DIST="$work/dist" DESTDIR="$tree" \
    SYSTEMD_VERSION="$version" >"$work/log" 2>&1; then
    cat "$work/log" >&2
    return 1
  fi
  ln -s usr/bin usr/lib "$tree/"
  # The units for one user have the same names as those of the system, so they are checked in another root.
  mkdir -p "$tree/of-user/usr/lib/systemd"
  cp -R "$2/usr/lib/systemd/system" "$tree/of-user/usr/lib/systemd/"
  cp -R "$tree/usr/bin" "$tree/of-user/usr/"
  ln -s usr/bin usr/lib "$tree/of-user/"
  install -D -m 644 -t "$tree/of-user/usr/lib/systemd/system" systemd/user/*
  install -D -m 644 docs/examples/61-flickd-panel.hwdb "$tree/etc/udev/hwdb.d/61-flickd-panel.hwdb"
  # Each block of units or rules in the documents begins with the path of its file.
  count=$(awk -v tree="$tree/examples" '
    /^```(ini|udev)$/ { inside = 1; file = ""; next }
    /^```$/ { inside = 0; next }
    inside && file == "" {
      file = tree $2
      folder = file
      sub(/\/[^\/]*$/, "", folder)
      system("mkdir -p \"" folder "\"")
      count++
    }
    inside { print >file }
    END { print count + 0 }' docs/service.md docs/udev.md docs/bridge.md)
  if [ "$count" -lt 6 ]; then
    echo "units: only $count examples were found in docs/service.md, docs/udev.md and docs/bridge.md" >&2
    return 1
  fi
}

# version TOOLS: the number of that systemd.
version() { tool "$1" systemd-analyze --version | sed -n '1s/^systemd \([0-9]*\).*/\1/p'; }

# silent WHAT COMMAND...: the command must succeed and print nothing.
silent() {
  local what=$1 said status=0
  shift
  said=$("$@" 2>&1) || status=$?
  if [ "$status" -eq 0 ] && [ -z "$said" ]; then return; fi
  echo "$what: ${said:-ends with $status}"
  faults=$((faults + 1))
}

# check TREE TOOLS: prints what is wrong, and fails if anything is.
check() {
  local tree=$1 folder=$2 units=$1/usr/lib/systemd/system said page match unit faults=0
  local -a security=(security --offline=true --no-pager "--threshold=$threshold" "$units/flickd.service")
  if ! said=$(tool "$folder" systemd-analyze "${security[@]}" 2>&1); then
    echo "exposure: $(grep -v '^✓' <<<"$said")"
    faults=$((faults + 1))
  fi
  exposure=$(sed -n 's/.*Overall exposure level[^:]*: \([0-9.]*\).*/\1/p' <<<"$said")
  # The bridge needs the network to serve pages.
  security=(security --offline=true --no-pager "--threshold=$bridge_threshold" "$units/flick-bridge.service")
  if ! said=$(tool "$folder" systemd-analyze "${security[@]}" 2>&1); then
    echo "exposure of the bridge: $(grep -v '^✓' <<<"$said")"
    faults=$((faults + 1))
  fi
  # Without these limits, a fault of the bridge takes the memory or the descriptors of the machine.
  for match in MemoryMax LimitNOFILE TasksMax; do
    if grep -Eq "^$match=[0-9]+M?$" "$units/flick-bridge.service"; then continue; fi
    echo "limits of the bridge: no $match="
    faults=$((faults + 1))
  done
  # First without the examples, which replace the files that they change.
  rm -rf "$tree"/etc/{systemd,udev/rules.d} "$tree/run"
  silent verify tool "$folder" systemd-analyze verify --man=no --root="$tree" "$units"/flickd.{service,socket} \
    "$units/flick-bridge.service"
  # Their specifiers have a meaning for the system too.
  silent "units of a user" tool "$folder" systemd-analyze verify --man=no --root="$tree/of-user" \
    "$tree"/of-user/usr/lib/systemd/system/{flickd.service,flickd.socket,flick-bridge.service}
  cp -R "$tree/examples/." "$tree/"
  silent examples tool "$folder" systemd-analyze verify --man=no --root="$tree" "$units"/flickd.{service,socket} \
    "$units/flick-bridge.service"
  # A drop-in for systemd 254 and newer only.
  for unit in flickd flick-bridge; do
    if [ "$(version "$folder")" -lt 254 ] || [ -e "$units/$unit.service.d/backoff.conf" ]; then continue; fi
    echo "backoff: $unit.service.d/backoff.conf is not installed"
    faults=$((faults + 1))
  done
  while read -r page; do
    match=$(sed -n 's/^man:\(.*\)(\(.\))$/man\2\/\1.\2/p' <<<"$page")
    if [ -n "$match" ] && [ -e "$tree/usr/share/man/$match" ]; then continue; fi
    echo "manual: $page is not installed"
    faults=$((faults + 1))
  done < <(sed -n 's/^Documentation=//p' "$units"/flickd.{service,socket} "$units/flick-bridge.service" | tr ' ' '\n')
  # systemd 254 is the first that has it.
  if tool "$folder" udevadm verify --help >/dev/null 2>&1; then
    silent rules tool "$folder" udevadm verify --no-summary \
      "$tree/usr/lib/udev/rules.d/74-flickd.rules" "$tree"/etc/udev/rules.d/*
  fi
  said=$(tool "$folder" systemd-sysusers --root="$tree" --dry-run flickd.conf 2>&1) || true
  for match in "group 'flick'" "user 'flickd'" "user 'flick-bridge'"; do
    if grep -q "$match" <<<"$said"; then continue; fi
    echo "sysusers: no $match: $said"
    faults=$((faults + 1))
  done
  silent hwdb tool "$folder" systemd-hwdb --root="$tree" --strict update
  while read -r match; do
    silent "hwdb, $match" diff \
      <(sed -n "/^$match/,/^\$/s/^ //p" "$tree"/etc/udev/hwdb.d/*) \
      <(tool "$folder" systemd-hwdb --root="$tree" query "${match}e0100-e0,1,3")
  done < <(sed -n 's/^\(evdev:.*\)\*$/\1/p' "$tree"/etc/udev/hwdb.d/*)
  [ "$faults" -eq 0 ]
}

exposure=''
for suite in "${suites[@]}"; do
  folder=$(tools "$suite")
  version=$(version "$folder")
  make_tree "$work/$suite" "$folder"
  check "$work/$suite" "$folder" || fail 1 "systemd $version ($suite) reports the above"
  echo "units: systemd $version ($suite): exposure $exposure, no other findings"
done

# A fault: its name, the file, the edit that plants it, and the expected report.
service=usr/lib/systemd/system/flickd.service
bridge=usr/lib/systemd/system/flick-bridge.service
backoff=usr/lib/systemd/system/flickd.service.d/backoff.conf
rules=usr/lib/udev/rules.d/74-flickd.rules
database=etc/udev/hwdb.d/61-flickd-panel.hwdb
example=examples/etc/systemd/system/flickd.socket.d/path.conf
found=0
while IFS='|' read -r what file edit word; do
  for suite in "${suites[@]}"; do
    folder=$(tools "$suite")
    if ! [ -e "$work/$suite/$file" ]; then continue; fi
    if [ "$file" = "$rules" ] && ! tool "$folder" udevadm verify --help >/dev/null 2>&1; then continue; fi
    rm -rf "$work/faulty"
    cp -a "$work/$suite" "$work/faulty"
    sed -i "$edit" "$work/faulty/$file"
    if cmp -s "$work/$suite/$file" "$work/faulty/$file"; then fail 1 "the fault '$what' no longer fits $file"; fi
    if said=$(check "$work/faulty" "$folder") || ! grep -q "^$word" <<<"$said"; then
      fail 1 "with the tools of $suite, this was not found: $what${said:+; they report: $said}"
    fi
    found=$((found + 1))
  done
done <<FAULTS
no bound on capabilities|$service|/^CapabilityBoundingSet=/d|exposure: .*
every device of the machine|$service|/^DevicePolicy=/d; /^DeviceAllow=/d|exposure: .*
every address of the network|$bridge|/^IPAddressDeny=/d|exposure of the bridge: .*
a bridge of root's|$bridge|/^User=/d|exposure of the bridge: .*
no limit of the memory of the bridge|$bridge|/^MemoryMax=/d|limits of the bridge: no MemoryMax
an unlimited number of files of the bridge|$bridge|s/^LimitNOFILE=.*/LimitNOFILE=infinity/|limits of the bridge: no LimitNOFILE
a misspelt directive of the bridge|$bridge|s/^ProtectHome=/ProtectHomes=/|verify: .*ProtectHomes
a misspelt directive of a drop-in|$backoff|s/^RestartSteps=/RestartStep=/|verify: .*RestartStep
a misspelt directive|$service|s/^RestrictRealtime=/RestrictRealtme=/|verify: .*RestrictRealtme
a value that is none|$service|s/^Restart=always/Restart=allways/|verify: .*allways
a misspelt directive of a user's unit|of-user/usr/lib/systemd/system/flickd.service|s/^RestrictRealtime=/RestrictRealtme=/|units of a user: .*RestrictRealtme
a directive in the wrong section of a user's socket|of-user/usr/lib/systemd/system/flickd.socket|s/^RemoveOnStop=/Restart=/|units of a user: .*Restart
a program that is not there|$service|s/^ExecStart=.*/&x/|verify: .*flickdx
a directive in the wrong section|usr/lib/systemd/system/flickd.socket|s/^RemoveOnStop=/Restart=/|verify: .*Restart
a manual page that is not there|$service|s/man:flickd(8)/man:flickd(9)/|manual: man:flickd(9)
a jump to no label|$rules|s/LABEL="flickd_end"/LABEL="flickd_and"/|rules: .*flickd_end
a match that is an assignment|$rules|s/ACTION==/ACTION=/|rules: .*ACTION
no user|usr/lib/sysusers.d/flickd.conf|/^u flickd/d|sysusers: no user 'flickd'
no user of the bridge|usr/lib/sysusers.d/flickd.conf|/^u flick-bridge/d|sysusers: no user 'flick-bridge'
a property without its margin|$database|s/^ EVDEV_ABS_35/EVDEV_ABS_35/|hwdb: .*
an example with a misspelt directive|$example|s/^SocketGroup/SocketGroop/|examples: .*SocketGroop
FAULTS

# A drop-in for another version of systemd than the one that reads it.
while IFS='|' read -r suite made word; do
  folder=$(tools "$suite")
  rm -rf "$work/faulty"
  make_tree "$work/faulty" "$folder" "$made"
  if said=$(check "$work/faulty" "$folder") || ! grep -q "^$word" <<<"$said"; then
    fail 1 "the units for systemd $made passed with the tools of $suite${said:+; they report: $said}"
  fi
  found=$((found + 1))
done <<'FAULTS'
bookworm|257|verify: .*RestartSteps
trixie|252|backoff: .*
FAULTS
echo "units: finds $found of $found faults"
