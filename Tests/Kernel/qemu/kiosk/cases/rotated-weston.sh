#!/bin/bash
# A picture that weston has rotated, including touches: with the page's rotation, flickd reports the
# same direction.
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

small_page
put /etc/systemd/system/kiosk.service.d/weston.conf /etc/kiosk/weston.ini /etc/flickd/conf.d/50-rotation.toml
printf '\n[output]\nname=Virtual-1\ntransform=rotate-90\n' >>/etc/kiosk/weston.ini
systemctl reload flickd.service
start_kiosk
listen
play drag-right-from-the-middle
sent=$(decisions | cut -d ' ' -f 2)
echo "turned by 90: the page saw $(went), flickd sent $sent"
same "what flickd sent" "$sent" down
same "what the page saw" "$(went)" down
