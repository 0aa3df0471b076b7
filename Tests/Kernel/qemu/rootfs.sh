#!/bin/bash
# rootfs.sh SUITE FLAVOUR KERNEL FOLDER: makes FOLDER/root.ext4, a Debian with systemd, udev,
# flickd's dependencies at run time, and the modules for invented touchscreens from the folder
# KERNEL (see kernel.sh). FLAVOUR is plain, seat for an image in which users log in and panels are on
# USB, or bench for one with the other programs that `make bench ONLY=peers` measures.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
suite=$1
flavour=$2
kernel=$3
folder=$4

if [ "$(id -u)" -ne 0 ]; then
  echo "A file system with root's files can only be made as root: run \`make test ONLY=guest\` once as root, with FLICKD_CACHE" >&2
  echo "set to a folder that you may read." >&2
  exit 77
fi

root=$folder/root
# acl contains the setfacl of flickd's udev rule; socat is the client of the tests.
packages=systemd-sysv,udev,kmod,acl,libevdev2,libudev1,zlib1g,socat
modules=touchscreens
if [ "$flavour" = seat ]; then
  # login contains the PAM service of sessions on a terminal.
  packages+=,dbus,libpam-systemd,login
  modules=usb-panels
elif [ "$flavour" = bench ]; then
  for peer in libinput-tools evtest lisgd; do
    # `make bench ONLY=peers` names a program that this Debian does not have.
    if apt-cache show "$peer" >/dev/null 2>&1; then packages+=,$peer; fi
  done
  # The emulator counts each byte of `rep movsb` as an instruction; processors with fast ones do not.
  echo "-cpu max,-erms,-fsrm" >"$folder/machine"
fi
mmdebstrap --variant=essential --include="$packages" \
  --aptopt='APT::Install-Recommends "false"' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' "$suite" "$root"
rm -rf "${root:?}"/dev/*

cp -r "$kernel/$modules/lib/modules" "$root/usr/lib/"
printf '%s\n' evdev uinput uhid hid-multitouch >"$root/etc/modules-load.d/touchscreens.conf"

: >"$root/etc/fstab"
echo guest >"$root/etc/hostname"
# Equal in every image; without a machine id, systemd treats the boot as the machine's first.
echo 0123456789abcdef0123456789abcdef >"$root/etc/machine-id"

while read -r unit only; do
  if [ -n "$only" ] && [ "$only" != "$flavour" ]; then continue; fi
  ln -sf /dev/null "$root/etc/systemd/system/$unit"
done < <(grep -v '^#' "$here/guest/masked-units")
ln -sf /lib/systemd/system/multi-user.target "$root/etc/systemd/system/default.target"
install -D -m 755 "$here/guest/serve-commands" "$root/usr/local/sbin/serve-commands"
install -D -m 644 "$here/guest/serve-commands.service" "$root/etc/systemd/system/serve-commands.service"
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
ln -s ../serve-commands.service "$root/etc/systemd/system/multi-user.target.wants/"

# Nothing survives a run, so there is nothing to journal or to check.
mke2fs -q -t ext4 -O ^has_journal,^metadata_csum -m 0 -d "$root" "$folder/root.ext4" 700M
rm -rf "$root"
