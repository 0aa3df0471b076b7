#!/bin/bash
# follow.sh FOLDER: follows the README in a fresh system; fresh.sh runs it there as root. The user `kiosk` clones into
# FOLDER and runs the README's blocks of commands; the user `frozen`, whose home is read-only, builds a tarball.
# Prints a line that begins with `fresh: ` for each step. Exits with 1 if a step failed, without the later steps.
set -euo pipefail

folder=$1
odd='/srv/Quellen für flickd'
# shellcheck source=/dev/null
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")

# step NAME FUNCTION...: runs a step, and exits if it fails.
step() {
  local name=$1 start=$SECONDS status=0
  shift
  echo "== $name"
  note=
  # Not after `||`, because `set -e` would have no effect.
  set +e
  (set -e && "$@")
  status=$?
  set -e
  if [ -e /run/note ]; then note=": $(cat /run/note)" && rm /run/note; fi
  if [ "$status" -ne 0 ]; then
    echo "fresh: $suite: $name FAILED with $status after $((SECONDS - start)) s$note"
    exit 1
  fi
  echo "fresh: $suite: $name: $((SECONDS - start)) s$note"
}

# as USER FOLDER COMMAND...: runs a command as that user.
as() {
  local user=$1 path=$2
  shift 2
  (
    cd "$path"
    runuser -u "$user" -- env "HOME=/home/$user" "USER=$user" "LOGNAME=$user" REPOSITORY=/source/flickd.git \
      FLICKD_MATERIAL=/nowhere "$@"
  )
}

# block WORD: the first block of commands in the README that has a line beginning with this word.
block() {
  awk -v word="$1" '
    /^```sh$/ { inside = 1; text = ""; found = 0; next }
    /^```$/ { if (inside && found) { printf "%s", text; exit }; inside = 0; next }
    inside { text = text $0 "\n"; if (index($0, word) == 1) found = 1 }
  ' /source/README.md
}

prerequisites() {
  local commands
  commands=$(block 'sudo apt install curl git make')
  # There is no terminal to answer apt's question.
  as kiosk "$folder" env DEBIAN_FRONTEND=noninteractive bash -ec "${commands//apt install/apt-get install -y -q}"
}

# Starts a verb on a terminal, waits for the first decision, presses Ctrl-C, and checks the exit code.
until_decision() {
  local user=$1 path=$2 keys printed shell seconds status=0
  keys=$(mktemp -u) printed=$(mktemp)
  mkfifo "$keys"
  # Opened for reading and writing, so that it blocks neither side.
  exec 3<>"$keys"
  as "$user" "$path" script -q -e -c 'make run' /dev/null <&3 >"$printed" 2>&1 &
  shell=$!
  for _ in {1..1800}; do
    if grep -qE '(flick|drag) .*(commit|return)' "$printed"; then break; fi
    if ! kill -0 "$shell" 2>/dev/null; then break; fi
    sleep 1
  done
  seconds=$((SECONDS - began))
  # Time for further decisions.
  sleep 4
  printf '\003' >&3
  wait "$shell" || status=$?
  exec 3>&-
  cat "$printed"
  grep -qE '(flick|drag) .*(commit|return)' "$printed" || { echo 'no decision arrived'; return 1; }
  echo "first decision after $seconds s, Ctrl-C ends it with $status" >/run/note
  if grep -q -x flickd /proc/[0-9]*/comm 2>/dev/null; then echo 'flickd still runs' && return 1; fi
  return "$status"
}

run() {
  began=$SECONDS
  [ "$(block 'make run')" = 'make run' ]
  until_decision kiosk "$folder/flickd"
}

tests() {
  local printed
  printed=$(mktemp)
  [ "$(block 'make test')" = 'make test' ]
  as kiosk "$folder/flickd" make test 2>&1 | tee "$printed"
  tail -n 1 "$printed" >/run/note
}

# files [CONDITION...]: all files except those of apt, of the kernel and in users' folders.
files() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /home -o -path /srv \
    -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /var/cache -o -path /var/log -o -path /source \) -prune -o "$@" -print | sort
}

packages() {
  local commands before after
  commands=$(block 'make deb')
  # The packing tools and flickd's dependencies are installed first, so the lists differ only by flickd.
  as kiosk "$folder/flickd" make deb
  apt-get install -y -q --no-install-recommends acl systemd udev
  before=$(mktemp) after=$(mktemp)
  files >"$before"
  as kiosk "$folder/flickd" env DEBIAN_FRONTEND=noninteractive bash -ec "${commands//apt install/apt-get install -y -q --no-install-recommends}"
  test -x /usr/bin/flickd -a -x /usr/bin/flickctl
  as kiosk / flickd --version
  as kiosk / flickctl --version
  id flickd
  DEBIAN_FRONTEND=noninteractive apt-get purge -y -q flickd flickctl
  files >"$after"
  diff "$before" "$after"
  echo 'purge leaves no file' >/run/note
}

installed() {
  local before after count
  before=$(mktemp) after=$(mktemp)
  # Folders that other programs also use may stay.
  files ! -type d >"$before"
  (cd "$folder/flickd" && make install)
  files ! -type d >"$after"
  count=$(comm -13 "$before" "$after" | wc -l)
  (cd "$folder/flickd" && make uninstall)
  files ! -type d | diff "$before" -
  echo "$count files, none is left" >/run/note
}

tarball() {
  local before after
  mkdir -p "$odd"
  tar -xzf /source/flickd.tar.gz -C "$odd"
  chown -R frozen: "$odd"
  mount --bind /home/frozen /home/frozen
  mount -o remount,bind,ro /home/frozen
  before=$(mktemp) after=$(mktemp)
  find /srv -path "$odd/flickd" -prune -o -print | sort >"$before"
  as frozen "$odd/flickd" make deb
  began=$SECONDS
  until_decision frozen "$odd/flickd"
  as frozen "$odd/flickd" make install DESTDIR="$odd/a stage/ü"
  as frozen "$odd/flickd" make uninstall DESTDIR="$odd/a stage/ü"
  test -z "$(find "$odd/a stage" ! -type d)"
  rm -r "$odd/a stage"
  find /srv -path "$odd/flickd" -prune -o -print | sort >"$after"
  diff "$before" "$after"
}

tar -xzf /source/flickd.tar.gz -O flickd/README.md >/source/README.md
# A user's own folder, and the requested folder in it.
install -d -o kiosk -g kiosk "$folder"
step prerequisites prerequisites
step 'make run' run
step 'make test' tests
step 'packages, installed and purged' packages
step 'make install and make uninstall' installed
step 'a tarball in a folder with spaces, with a read-only home' tarball
