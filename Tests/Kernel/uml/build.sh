#!/bin/bash
# Prints the path of the guest kernel, and builds it first if the cache does not contain it: two to
# four minutes, with progress on standard error. The kernel is built from Debian's kernel source
# package with the options in `config`, and with the patch of the package's name, if there is one.
# FLICKD_CACHE, or else ~/.cache/flickd, keeps the kernel by a hash of these files and of this
# script, and by the package's version.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${FLICKD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/flickd}
mkdir -p "$cache"
recipe=$(cat "$here/config" "$here/build.sh" "$here"/*.patch | sha256sum | cut -c 1-12)

# This may run below another make, whose flags must not reach the kernel's make.
unset MAKEFLAGS MFLAGS MAKELEVEL

say() { echo "uml kernel: $1" >&2; }

# The version that apt would install now, as `linux-source-6.1 6.1.192-2`; empty without apt lists.
# The query takes half a second, so the answer is kept until the lists change.
source_package() {
  local answer=$cache/linux-source
  if ! [ -s "$answer" ] || ! [ "$answer" -nt /var/lib/apt/lists ] || ! [ "$answer" -nt /etc/apt/sources.list.d ]; then
    apt-cache show --no-all-versions linux-source 2>/dev/null |
      sed -n '/^Depends: /{s/.*\(linux-source-[0-9.]*\) (= \([^)]*\)).*/\1 \2/p;q}' >"$answer.$$" || true
    mv "$answer.$$" "$answer"
  fi
  cat "$answer"
}

update_lists() {
  if [ "$(id -u)" -eq 0 ]; then apt-get update -q >&2; else sudo -n apt-get update -q >&2; fi
}

package='' version=''
find_kernel() {
  read -r package version < <(source_package) || true
  kernel=$cache/uml-$recipe-$version/linux
  if [ -n "$version" ] && [ -x "$kernel" ]; then echo "$kernel" && exit 0; fi
}

find_kernel
exec {lock}>"$cache/uml.lock"
if ! flock -n "$lock"; then
  say "another run is building; waiting for it"
  flock "$lock"
  find_kernel
fi

if [ -z "$version" ]; then
  # The newest kernel with this configuration.
  kept=$(find "$cache" -path "*/uml-$recipe-*/linux" -printf '%T@ %p\n' | sort -n | tail -n 1 | cut -d ' ' -f 2-)
  if [ -n "$kept" ]; then
    say "apt knows no linux-source here (\`apt-get update\` may help); taking the kernel in the cache, ${kept#"$cache/"}"
    echo "$kept" && exit 0
  fi
  say "apt knows no linux-source here; fetching its lists"
  update_lists || true
  find_kernel
  if [ -z "$version" ]; then
    say "apt still knows no linux-source, and the cache $cache holds no kernel with this configuration: cannot build one"
    exit 69
  fi
fi

"$here/../../../packaging/deps.sh" kernel >&2

work=$cache/uml-work log=$cache/uml-build.log
rm -rf "$work"
mkdir -p "$work/source" "$work/build"
trap 'rm -rf "$work"' EXIT
SECONDS=0

# Runs a command whose output goes to the log; reports its progress every 15 seconds and at its end.
step() {
  local what=$1 start=$SECONDS process
  shift
  "$@" >>"$log" 2>&1 {lock}>&- &
  process=$!
  while sleep 0.5 && kill -0 $process 2>/dev/null; do
    if (((SECONDS - start) % 15 == 14)); then
      say "$what, $((SECONDS - start)) s, $(grep -c '^  CC ' "$log" || true) files compiled"
      sleep 0.5
    fi
  done
  if ! wait $process; then
    # With several compilers at work, the cause may be far before the end of the log.
    { grep -m 3 -F '***' "$log" || true; tail -n 15 "$log"; } >&2
    say "$what failed; the whole log is $log"
    exit 69
  fi
  say "$what: $((SECONDS - start)) s"
}

fetch() (
  cd "$work"
  # A mirror drops a package when its successor arrives: in that case the apt lists are out of date.
  apt-get download "$package=$version" || { update_lists && apt-get download "$package"; }
)

# The build reads Kconfig and Makefile of drivers that it never builds, but not their 1 GB of code.
unpack() {
  local tree=$work/source code
  local -a skip=()
  for code in Documentation sound drivers/gpu drivers/net/ethernet drivers/net/wireless drivers/media drivers/infiniband \
    drivers/scsi drivers/staging drivers/usb; do
    skip+=("--exclude=*/$code/*.[ch]" "--exclude=*/$code/*.rst")
  done
  dpkg-deb --fsys-tarfile "$work"/linux-source-*.deb | tar -x -C "$work" --wildcards --strip-components 3 './usr/src/*.tar.xz'
  tar -x -J -C "$tree" --strip-components 1 "${skip[@]}" -f "$work"/linux-source-*.tar.xz
  rm -f "$work"/linux-source-*
}

# Lines may have moved since the patch was made, but their context must be the same.
patch_source() {
  patch -d "$work/source" -p 1 --forward --fuzz 0 <"$here/$package.patch"
}

kernel_make() {
  make -C "$work/source" ARCH=um "O=$work/build" KBUILD_BUILD_HOST=flickd KBUILD_BUILD_USER=flickd "$@"
}

configure() {
  kernel_make tinyconfig
  # The kernel's script splits paths at blanks.
  cp "$here/config" "$work/build/flickd.config"
  (cd "$work/build" && "$work/source/scripts/kconfig/merge_config.sh" -m -O . .config flickd.config)
  kernel_make olddefconfig
  # Kconfig silently drops an option without its dependencies.
  local option
  for option in INPUT_EVDEV INPUT_UINPUT UHID HIDRAW HID_GENERIC HID_MULTITOUCH UML_TIME_TRAVEL_SUPPORT HIGH_RES_TIMERS \
    UML_RANDOM HOSTFS DEVTMPFS_MOUNT TMPFS_POSIX_ACL UNIX MCONSOLE MAGIC_SYSRQ; do
    if ! grep -q "^CONFIG_$option=y" "$work/build/.config"; then echo "$package refuses CONFIG_$option" && return 1; fi
  done
}

: >"$log"
say "building from $package $version on $(nproc) processors"
step "fetching the source" fetch
version=$(dpkg-deb -f "$work"/linux-source-*.deb Version)
kernel=$cache/uml-$recipe-$version/linux
step "unpacking it" unpack
if [ -e "$here/$package.patch" ]; then
  step "patching it" patch_source
else
  say "it is built as it is; there is no $package.patch"
fi
step configuring configure
step compiling kernel_make "-j$(nproc)" linux
mkdir -p "${kernel%/*}"
strip -o "$kernel.$$" "$work/build/linux"
mv "$kernel.$$" "$kernel"
say "$kernel is ready: $(($(stat -c %s "$kernel") / 1024)) kB, $SECONDS s"
echo "$kernel"
