#!/bin/bash
# rootfs.sh SUITE PACKAGE=VERSION FOLDER: fills FOLDER with what a kiosk needs in addition to the
# guest of ../rootfs.sh:
#   root.ext4   a Debian with logind, compositors, Chromium and ways to run containers
#   machine     the words of the emulator for its screens and its memory
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
suite=$1
package=$2
folder=$3

if [ "$(id -u)" -ne 0 ]; then
  echo "A file system with root's files can only be made as root: run \`make test ONLY=kiosks\` as root." >&2
  exit 77
fi

packages=(
  systemd-sysv udev kmod acl libevdev2 libudev1 zlib1g socat
  # A login on a seat, and the services that let its compositor use the screen.
  dbus libpam-systemd login passwd polkitd
  # Debian 12's cage does not start without xwayland, but only recommends it.
  cage xwayland weston wlr-randr chromium fonts-dejavu-core
  # A program that grabs a device.
  evtest
  bubblewrap systemd-container podman crun uidmap
)
# Debian 12 does not have labwc.
if [ "$suite" != bookworm ]; then packages+=(labwc); fi

root=$folder/root
mmdebstrap --variant=essential --include="$(IFS=,; echo "${packages[*]}")" \
  --aptopt='APT::Install-Recommends "false"' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' "$suite" "$root"
rm -rf "${root:?}"/dev/*

# The guest's kernel keeps modules for touchscreens only; screens and containers need more modules
# of the same package.
release=${package#linux-image-}
release=${release%%=*}
cd "$folder"
apt-get download "$package"
dpkg-deb -x linux-image-*.deb modules
rm linux-image-*.deb
find modules/lib/modules -name '*.ko.xz' -exec xz -d {} +
depmod -b modules "$release"
"$here/../modules.sh" modules "$release" "$root/usr" evdev uinput uhid hid-generic hid-multitouch virtio-gpu overlay
rm -rf modules
printf '%s\n' evdev uinput uhid hid-multitouch virtio-gpu >"$root/etc/modules-load.d/kiosk.conf"

: >"$root/etc/fstab"
echo guest >"$root/etc/hostname"
# Equal in every image; without a machine id, systemd treats the boot as the machine's first.
echo 0123456789abcdef0123456789abcdef >"$root/etc/machine-id"

# Sessions are the difference to the other guest.
while read -r unit _; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit"
done < <(grep -v -e '^#' -e '^systemd-logind' -e '^systemd-user-sessions' "$here/../guest/masked-units")
for unit in podman.service podman-auto-update.timer podman-restart.service; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit"
done
ln -sf /lib/systemd/system/multi-user.target "$root/etc/systemd/system/default.target"
install -D -m 755 "$here/../guest/serve-commands" "$root/usr/local/sbin/serve-commands"
install -D -m 644 "$here/../guest/serve-commands.service" "$root/etc/systemd/system/serve-commands.service"
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
ln -s ../serve-commands.service "$root/etc/systemd/system/multi-user.target.wants/"

mke2fs -q -t ext4 -O ^has_journal,^metadata_csum -m 0 -d "$root" "$folder/root.ext4" 3000M
rm -rf "$root"
# Chromium alone needs one of the two GB. The aspect 4:3 distinguishes the screen from the panels,
# which are 16:10.
echo "-m 2048 -device virtio-gpu-pci,max_outputs=2,xres=1024,yres=768" >"$folder/machine"
