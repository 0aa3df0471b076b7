#!/bin/bash
# A program that grabs the panel silences both page and flickd; the other cases would detect this.
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

small_page
start_kiosk
listen
play flick-left-from-the-middle &
player=$!
hears '"change":"added"'
node=$(sed -n 's/.*"change":"added".*"node":"\([^"]*\)".*/\1/p' "$heard")
evtest --grab "$node" >/run/grabbed &
wait "$player"
hears '"change":"removed"'
same "touches of the page" "$(touches)" "0 0 0"
same decisions "$(decisions)" ""
grep -q ABS_MT_TRACKING_ID /run/grabbed || die "no program received the touches"
echo "who grabbed the panel had its touches, page and flickd had none"
