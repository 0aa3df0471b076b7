#!/bin/bash
# prepare.sh FOLDER: saves in FOLDER the states of the guest from which its tests start, with the
# programs of `make build`:
#   installed   flickd is installed and registered, as in the README, but nothing is started
#   running     the socket and the service are enabled and started
#   seat        as running, with user logins; the next boot has two panels on USB, by the script
#               usb-panels; only if FLICKD_GUEST_THOROUGH requests every test
# The guest's clock counts instructions: with the host's clock, an emulated finger on a slow host
# would be late, and not flick. FLICKD_GUEST names the image; the default is build.sh's. Exit codes
# are those of vm.py.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=${1:?usage: prepare.sh FOLDER}
image=${FLICKD_GUEST:-$("$here/build.sh")}
payload=$(mktemp -d)
other=
# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  if [ -n "$other" ]; then kill "$other" 2>/dev/null || true; fi
  rm -rf "$payload"
}
trap clean_up EXIT
rm -rf "$folder"
mkdir -p "$folder"
"$here/payload.sh" "$payload/flickd"
install -D -m 755 "$here/guest/usb-panels" "$payload/usb/usr/local/sbin/usb-panels"
install -D -m 644 "$here/guest/usb-panels.service" "$payload/usb/etc/systemd/system/usb-panels.service"
install -D -m 644 "$here/guest/usb-panels.toml" "$payload/usb/etc/flickd/conf.d/usb-panels.toml"

start=$SECONDS
set_up=(
  'systemd-sysusers && systemd-tmpfiles --create && udevadm control --reload && udevadm trigger -s input'
  'udevadm settle && systemctl daemon-reload'
)
set_going='systemctl enable -q --now flickd.socket flickd.service'
if [ -n "${FLICKD_GUEST_THOROUGH:-}" ]; then
  seat=$("$here/build.sh" seat)
  # In parallel with the others, because each guest has only one processor.
  FLICKD_GUEST=$seat "$here/vm.py" save --icount --as "$folder/seat" --payload "$payload/flickd" \
    --payload "$payload/usb" "${set_up[@]}" 'systemctl enable -q usb-panels.service' "$set_going" >&2 &
  other=$!
fi
FLICKD_GUEST=$image "$here/vm.py" save --icount --as "$folder/installed" --payload "$payload/flickd" \
  "${set_up[@]}" >&2
"$here/vm.py" save --icount --as "$folder/running" --from "$folder/installed" "$set_going" >&2
if [ -n "$other" ]; then wait "$other"; fi
other=
echo "guest: flickd is installed and set up: $((SECONDS - start)) s" >&2
