#!/bin/bash
# Under weston's kiosk shell both a page and flickd receive every touch.
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

weston --version
small_page
put /etc/systemd/system/kiosk.service.d/weston.conf /etc/kiosk/weston.ini
start_kiosk
listen
play flick-left-from-the-middle
read -r down motion up < <(touches)
echo "the page had $down down, $motion motion and $up up; flickd sent: $(decisions)"
same "touches down and up" "$down $up" "1 1"
[ "$motion" -ge 3 ] || die "the page had $motion motions"
same decision "$(decisions)" "flick left commit"
