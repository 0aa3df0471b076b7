#!/bin/bash
# prepare.sh FOLDER: saves in FOLDER the states of the guest that its tests begin from, anew from what `make build`
# built:
#   installed   flickd is put in place and the system knows of it, as the README has it, but nothing is started
#   running     the socket and the service are enabled and started
#   seat        the same where users log in; the next boot has two panels on USB, by the script usb-panels; only where
#               FLICKD_GUEST_THOROUGH says that every test is wanted
# Their clock counts instructions: on a slow host an emulated finger would be late, and no flick.
# FLICKD_GUEST names the image; without it build.sh says where it is. Exit codes are those of vm.py.
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
put_in_place=(
  'systemd-sysusers && systemd-tmpfiles --create && udevadm control --reload && udevadm trigger -s input'
  'udevadm settle && systemctl daemon-reload'
)
set_going='systemctl enable -q --now flickd.socket flickd.service'
if [ -n "${FLICKD_GUEST_THOROUGH:-}" ]; then
  seat=$("$here/build.sh" seat)
  # Beside the others, for each guest has but one processor.
  FLICKD_GUEST=$seat "$here/vm.py" save --icount --as "$folder/seat" --payload "$payload/flickd" \
    --payload "$payload/usb" "${put_in_place[@]}" 'systemctl enable -q usb-panels.service' "$set_going" >&2 &
  other=$!
fi
FLICKD_GUEST=$image "$here/vm.py" save --icount --as "$folder/installed" --payload "$payload/flickd" \
  "${put_in_place[@]}" >&2
"$here/vm.py" save --icount --as "$folder/running" --from "$folder/installed" "$set_going" >&2
if [ -n "$other" ]; then wait "$other"; fi
other=
echo "guest: flickd is installed and set up: $((SECONDS - start)) s" >&2
