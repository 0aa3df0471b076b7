#!/bin/bash
# A picture that cage has rotated: with the page's matrix, flickd reports the direction that
# Chromium would see.
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

# Rotates the picture by 90 degrees: Debian 12's cage does so at its start, later ones by a
# protocol.
turn() {
  local runtime
  if [[ $(cage -h 2>&1) == *' -r'* ]]; then
    put /etc/systemd/system/kiosk.service.d/turned.conf
    start_kiosk
  else
    runtime=/run/user/$(id -u kiosk)
    setpriv --reuid kiosk --regid kiosk --init-groups env "XDG_RUNTIME_DIR=$runtime" \
      "WAYLAND_DISPLAY=$(basename "$(find "$runtime" -name 'wayland-?' | head -n 1)")" \
      wlr-randr --output Virtual-1 --transform 90
  fi
}

# The directions of one swipe to the right on the panel, in the page's picture and by flickd.
swiped() {
  play drag-right-from-the-middle
  local sent
  sent=$(decisions | tail -n 1 | cut -d ' ' -f 2)
  echo "$1: the page saw $(went), flickd sent $sent"
  same "$1: what flickd sent" "$sent" "$2"
  same "$1: what the page saw" "$(went)" "$2"
}

small_page
start_kiosk
listen
swiped "not turned" right
turn
put /etc/udev/rules.d/72-kiosk-rotation.rules
udevadm control --reload
swiped "turned by 90, with the matrix" down
