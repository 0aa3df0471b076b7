#!/bin/bash
# fresh.sh [-k] [SUITE...]: follows the README on a minimal Debian (bookworm and trixie), as an ordinary user with sudo.
#   -k   keep the systems, in .build/fresh
# mmdebstrap creates each system, which needs root. The system has git, make and sudo, and this machine's Swift toolchain,
# read-only. In it the user runs the README's blocks of commands: `make run` to the first decision and Ctrl-C,
# `make test`, the packages, their purge, `make install` and `make uninstall`. Then a tarball without git is built and packed
# in a folder with spaces and umlauts, by a user whose home is read-only.
# Prints a line for each step, with its time; the output of the steps is in .build/fresh/SUITE.log.
# Exit codes: 0 every step passed, 1 one failed, 64 wrong usage, 69 something is missing, 77 not root.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
keep=
while getopts k option; do
  case $option in
    k) keep=1 ;;
    *) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2 && exit 64 ;;
  esac
done
shift $((OPTIND - 1))
suites=("$@")
if [ $# -eq 0 ]; then suites=(bookworm trixie); fi

fail() {
  echo "fresh: $2" >&2
  exit "$1"
}
if [ "$(id -u)" -ne 0 ]; then fail 77 "creating a system needs root: run \`sudo env PATH=\"\$PATH\" make test ONLY=fresh\`"; fi
for program in mmdebstrap swift git unshare; do
  command -v $program >/dev/null || fail 69 "there is no $program: install mmdebstrap with \`packaging/deps.sh fresh\`"
done
# One system has its clone in a folder with every quotation mark.
declare -A folders=([trixie]='/home/kiosk/Quellen für flickd')
swift=$(realpath "$(command -v swift)")
toolchain=${swift%/usr/bin/*}
mkdir -p .build/fresh
scratch=$(mktemp -d /tmp/flickd-fresh.XXXXXX)
trap 'rm -rf "$scratch"' EXIT

# The sources as a user gets them: the committed files, with git and as a tarball.
git clone -q --bare . "$scratch/flickd.git"
git archive --prefix=flickd/ -o "$scratch/flickd.tar.gz" HEAD

# Folders of this machine from which git fetches instead of the network.
mapfile -t mirrors < <(git config --get-regexp '^url\..*\.insteadof$' | sed -n 's/^url\.\(\/.*\)\/\?\.insteadof .*/\1/p' | sort -u)

# The requirements of the README, and those of Swift by swift.org.
packages=ca-certificates,git,make,passwd,sudo
packages+=,libcurl4-openssl-dev,libedit-dev,libncurses-dev,libsqlite3-dev,libxml2-dev,tzdata
# make_system SUITE ROOT: a minimal Debian with a user who may use sudo.
make_system() (
  set -euo pipefail
  suite=$1 root=$2
  mmdebstrap --quiet --variant=apt "--include=$packages" "$suite" "$root"
  chroot "$root" useradd -m -s /bin/bash kiosk
  chroot "$root" useradd -m -s /bin/bash frozen
  printf '%s ALL=(ALL) NOPASSWD: ALL\n' kiosk frozen >"$root/etc/sudoers.d/kiosk"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  mkdir -p "$root$toolchain" "$root/source"
  cp -r "$scratch"/flickd.{git,tar.gz} "$root/source/"
  for mirror in "${mirrors[@]}"; do mkdir -p "$root$mirror"; done
  git config --get-regexp '^url\..*\.insteadof$' | while read -r key value; do
    git config --file "$root/etc/gitconfig" --add "$key" "$value"
  done || true
  # The mirrors belong to another user.
  git config --file "$root/etc/gitconfig" --add safe.directory '*'
  cp "$here/follow.sh" "$root/source/"
)

# enter ROOT COMMAND...: runs a command in a system, with a separate process table and devices.
enter() {
  local root=$1
  shift
  # shellcheck disable=SC2016 # the inner shell expands these
  unshare --mount --pid --fork --kill-child -- bash -c '
    set -e
    root=$1 folders=$2
    shift 2
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t tmpfs tmpfs "$root/dev" -o mode=755
    mkdir "$root/dev/pts" "$root/dev/shm" "$root/dev/input"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
    mount -t tmpfs shm "$root/dev/shm" -o mode=1777
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    for device in null zero full random urandom tty; do
      touch "$root/dev/$device"
      mount --bind "/dev/$device" "$root/dev/$device"
    done
    while IFS= read -r folder; do
      mount --bind "$folder" "$root$folder"
      mount -o remount,bind,ro "$root$folder"
    done <<<"$folders"
    exec chroot "$root" "$@"
  ' bash "$root" "$(printf '%s\n' "$toolchain" "${mirrors[@]}")" "$@"
}

status=0
for suite in "${suites[@]}"; do
  root=$scratch/$suite
  start=$SECONDS
  made=0
  # Not after `if`, because `set -e` would have no effect.
  set +e
  make_system "$suite" "$root" >".build/fresh/$suite.log" 2>&1
  made=$?
  set -e
  if [ "$made" -ne 0 ]; then
    tail -n 20 ".build/fresh/$suite.log" >&2
    fail 69 "the system of $suite could not be created"
  fi
  echo "fresh: $suite: a minimal system with $(chroot "$root" dpkg-query -f '.\n' -W | wc -l) packages: $((SECONDS - start)) s"
  enter "$root" env -i "PATH=$toolchain/usr/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" LANG=C.UTF-8 \
    bash /source/follow.sh "${folders[$suite]:-/home/kiosk}" 2>&1 | tee >(cat >>".build/fresh/$suite.log") | grep --line-buffered '^fresh: ' || status=1
  if [ -n "$keep" ]; then
    rm -rf ".build/fresh/$suite"
    cp -a "$root" ".build/fresh/$suite"
  fi
  rm -rf "$root"
done
exit "$status"
