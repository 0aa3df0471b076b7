#!/bin/bash
# Sets the kiosk up as docs/kiosks.md describes, but does not start a session yet.
set -euo pipefail
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

systemd-sysusers
systemd-tmpfiles --create
udevadm control --reload
udevadm trigger -s input
udevadm settle
systemctl daemon-reload
systemctl enable -q --now flickd.socket flickd.service

run_block user
put /usr/local/bin/kiosk-page
put /etc/systemd/system/kiosk.service
# There is no GPU, and software rendering through OpenGL would take an emulated processor many times
# as long.
mkdir -p /etc/systemd/system/kiosk.service.d
printf '[Service]\nEnvironment=WLR_RENDERER=pixman\n' >/etc/systemd/system/kiosk.service.d/emulated.conf
systemctl daemon-reload
