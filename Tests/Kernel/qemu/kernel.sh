#!/bin/bash
# kernel.sh PACKAGE=VERSION FOLDER: fetches Debian's kernel without installing it, and fills FOLDER:
#   vmlinux         the kernel, unpacked: under emulation a packed one takes 4 s longer to start
#   touchscreens/   a root with the modules for made-up touchscreens
#   usb-panels/     the same, and those for touchscreens on a made-up USB
#   from-disk.img   initramfs that switches to the disk with the guest's system
#   from-host.img   initramfs that switches to the host's own root folder (see run.sh)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
package=$1
folder=$2
release=${package#linux-image-}
release=${release%%=*}
cd "$folder"

apt-get download "$package"
dpkg-deb -x linux-image-*.deb modules
rm linux-image-*.deb
find modules/lib/modules -name '*.ko.xz' -exec xz -d {} +
depmod -b modules "$release"
touchscreens=(evdev uinput uhid hid-generic hid-multitouch)
"$here/modules.sh" modules "$release" touchscreens "${touchscreens[@]}"
# dummy_hcd is a host controller and a device controller, connected to each other.
"$here/modules.sh" modules "$release" usb-panels "${touchscreens[@]}" usbhid dummy_hcd usb_f_hid

# The package contains a bzImage: a loader, and after it the ELF kernel as an xz stream with bytes
# after its end.
python3 - "modules/boot/vmlinuz-$release" vmlinux <<'PYTHON'
import lzma
import sys

with open(sys.argv[1], "rb") as packed:
    image = packed.read()
kernel = lzma.LZMADecompressor().decompress(image[image.index(b"\xfd7zXZ\x00"):])
if not kernel.startswith(b"\x7fELF"):
    sys.exit("the kernel package holds no xz-packed ELF kernel")
with open(sys.argv[2], "wb") as unpacked:
    unpacked.write(kernel)
PYTHON

# initramfs NAME MODULE...: packs busybox, guest/NAME as init, and the modules, which that script
# loads in their order.
initramfs() {
  local name=$1 tree=$folder/initramfs
  shift
  mkdir -p "$tree"/{bin,dev,proc,sys,root}
  cp /bin/busybox "$tree/bin/"
  ln -s busybox "$tree/bin/sh"
  "$here/modules.sh" modules "$release" "$tree" "$@"
  echo "$@" >"$tree/modules"
  install -m 755 "$here/guest/$name" "$tree/init"
  (cd "$tree" && find . | cpio -o -H newc --quiet | lz4 -l -1) >"$name.img"
  rm -rf "$tree"
}

# ext4 requests crc32c by name at mount time, which modprobe cannot know. The payload's disk is a
# virtio one.
initramfs from-disk nfit nd_pmem virtio_pci virtio_blk crc32c_generic ext4
initramfs from-host virtio_pci virtio_console 9pnet_virtio 9p "${touchscreens[@]}"
rm -rf modules
