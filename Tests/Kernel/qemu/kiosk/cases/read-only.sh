#!/bin/bash
# flickd on a read-only root file system: it starts, reads panels and serves.
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

# First with a writable file system: which files does flickd write?
touch /run/stamp
sleep 1
systemctl restart flickd.socket flickd.service
play flick-left-short-fast
# Files of the image have the host's dates, which are later than all dates of the guest.
touch /run/end
written=$(find / -xdev -newer /run/stamp ! -newer /run/end -type f ! -path '/var/log/*')
echo "files written on the root file system meanwhile: ${written:-none}"
same "files of flickd" "$(grep -c flick <<<"$written" || true)" 0

sync
mount -o remount,ro /
if touch /etc/writable 2>/dev/null; then die "the root file system can be written"; fi
systemctl restart flickd.socket flickd.service
listen
play flick-left-short-fast
same decision "$(decisions)" "flick left commit"
systemctl reload flickd.service
echo "root is read-only; flickd sent: $(decisions)"
# Octal flags: the last digit of a descriptor that is open for writing is 1 or 2. Sockets and events
# are always both.
for file in /proc/"$(main_process)"/fd/*; do
  number=${file##*/}
  if grep -q '^flags:.*[12]$' "/proc/$(main_process)/fdinfo/$number"; then readlink "$file"; fi
done | grep '^/' >/run/writable || true
same "files open to be written" "$(cat /run/writable)" ""
find /run/flickd -printf '%M %u %g %p\n'
