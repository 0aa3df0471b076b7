#!/bin/bash
# prepare.sh FOLDER: saves in FOLDER the states of the guest that its tests begin from, anew from what `make build` built:
#   installed   flickd is put in place and the system knows of it, as the README has it, but nothing is started
#   running     the socket and the service are enabled and started
# Their clock counts instructions: on a slow host an emulated finger would be late, and no flick.
# FLICKD_GUEST names the image; without it build.sh says where it is. Exit codes are those of vm.py.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=${1:?usage: prepare.sh FOLDER}
payload=$(mktemp -d)
trap 'rm -rf "$payload"' EXIT
rm -rf "$folder"
mkdir -p "$folder"
"$here/payload.sh" "$payload"

start=$SECONDS
"$here/vm.py" save --icount --as "$folder/installed" --payload "$payload" \
  'systemd-sysusers && systemd-tmpfiles --create && udevadm control --reload && udevadm trigger -s input' \
  'udevadm settle && systemctl daemon-reload' >&2
"$here/vm.py" save --icount --as "$folder/running" --from "$folder/installed" \
  'systemctl enable -q --now flickd.socket flickd.service' >&2
echo "guest: flickd is installed and set up: $((SECONDS - start)) s" >&2
