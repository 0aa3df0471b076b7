#!/bin/bash
# Under labwc both a page and flickd receive every touch.
# suites: trixie
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

labwc --version
small_page
put /etc/systemd/system/kiosk.service.d/labwc.conf
start_kiosk
listen
play flick-left-from-the-middle
read -r down motion up < <(touches)
echo "the page had $down down, $motion motion and $up up; flickd sent: $(decisions)"
same "touches down and up" "$down $up" "1 1"
[ "$motion" -ge 3 ] || die "the page had $motion motions"
same decision "$(decisions)" "flick left commit"
