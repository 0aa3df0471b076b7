#!/bin/bash
# Containers that share only flickd's socket with the machine: which ones may connect, and with
# which level.
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

# A root folder with little more than socat.
box=/srv/box
mkdir -p "$box"/{bin,etc,proc,sys,dev,run,tmp,usr/lib,var}
for program in bash cat id socat timeout; do
  cp "$(command -v "$program")" "$box/bin/"
  ldd "$(command -v "$program")" | grep -o '/[^ ]*' | while read -r file; do
    mkdir -p "$box$(dirname "$file")"
    cp -L "$file" "$box$file"
  done
done
ln -sf bash "$box/bin/sh"
cp /usr/lib/os-release "$box/usr/lib/"
printf 'root:x:0:0::/:/bin/sh\n' >"$box/etc/passwd"
printf 'root:x:0:\n' >"$box/etc/group"
export box
flick=$(getent group flick | cut -d : -f 3)
kiosk=$(id -u kiosk)
as_kiosk() { setpriv --reuid kiosk --regid kiosk --init-groups env HOME=/home/kiosk "$@"; }

# A container's result in a word: its level, the reason of the bye, or why it could not connect.
hears_in() {
  local what=$1
  shift
  "$@" /bin/timeout 5 /bin/socat -u "UNIX-CONNECT:$socket" - </dev/null >/run/inside 2>&1 || true
  if grep -q '"type":"bye"' /run/inside; then
    said=$(sed -n 's/.*"type":"bye","reason":"\([a-z-]*\)".*/bye \1/p' /run/inside | head -n 1)
  elif grep -q '"level"' /run/inside; then
    said="level $(sed -n 's/.*"level":"\([a-z]*\)".*/\1/p' /run/inside)"
  else
    said=$(grep -o -E 'Permission denied|No such file or directory|Connection refused' /run/inside | head -n 1)
    if [ -z "$said" ]; then said="nothing: $(tail -n 3 /run/inside)"; fi
  fi
  echo "$what: $said"
}

inside=(--ro-bind "$box" / --proc /proc --dev /dev --tmpfs /run --ro-bind /run/flickd /run/flickd --unshare-all)
hears_in "bubblewrap, a user in flick" as_kiosk bwrap "${inside[@]}"
same "a user in flick" "$said" "level motion"
hears_in "bubblewrap, a user outside" setpriv --reuid nobody --regid nogroup --clear-groups bwrap "${inside[@]}"
same "a user outside" "$said" "Permission denied"

nspawn=(systemd-nspawn --quiet --register=no --keep-unit --pipe --directory="$box" --resolv-conf=off --timezone=off)
hears_in "nspawn, root without a user namespace" "${nspawn[@]}" --bind=/run/flickd
hears_in "nspawn, its own users" "${nspawn[@]}" --bind=/run/flickd --private-users=pick --private-users-ownership=no

pod=(podman --cgroup-manager=cgroupfs run --rm --network none --cgroups disabled --volume /run/flickd:/run/flickd)
hears_in "podman of root, root inside" "${pod[@]}" --rootfs "$box"
hears_in "podman of root, a user inside" "${pod[@]}" --user 1234:1234 --rootfs "$box"
hears_in "podman of root, a user inside with --group-add $flick" "${pod[@]}" --user 1234:1234 --group-add "$flick" --rootfs "$box"
loginctl enable-linger kiosk
within 30 test -d "/run/user/$kiosk"
rootless=(as_kiosk env "XDG_RUNTIME_DIR=/run/user/$kiosk" "${pod[@]}")
hears_in "podman of a user in flick" "${rootless[@]}" --rootfs "$box"
hears_in "podman of a user in flick, keep-groups" "${rootless[@]}" --group-add keep-groups --rootfs "$box"

# Through a socket of its own.
put /etc/systemd/system/flickd-door.socket /etc/systemd/system/flickd-door.service /etc/tmpfiles.d/flickd-door.conf
run_block door
hears_in "nspawn, its own users, by the door" "${nspawn[@]}" --bind=/run/flickd-door/inside:/run/flickd \
  --private-users=pick --private-users-ownership=no

# The mounted folder also shows a new socket; a socket that was mounted alone stays the old one
# forever.
mkfifo /run/gate
# shellcheck disable=SC2016 # the shell inside expands it
as_kiosk bwrap "${inside[@]}" --ro-bind "$socket" /run/alone /bin/bash -c '
  for round in before after; do
    for path in /run/flickd/flickd.sock /run/alone; do
      line=
      read -r line < <(/bin/timeout 3 /bin/socat -u "UNIX-CONNECT:$path" - 2>/dev/null)
      if [[ $line == *hello* ]]; then echo "$round $path answers"; else echo "$round $path is dead"; fi
    done
    read -r _
  done' </run/gate >/run/rounds &
container=$!
exec 8>/run/gate
within 30 grep -q 'before /run/alone' /run/rounds
systemctl restart flickd.socket flickd.service
echo >&8
within 30 grep -q 'after /run/alone' /run/rounds
echo >&8
wait "$container"
cat /run/rounds
same "sockets over a restart" "$(awk '{ printf "%s ", $NF }' /run/rounds)" "answers answers answers dead "
