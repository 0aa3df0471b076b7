#!/bin/bash
# Under cage both a page and flickd receive every touch, and flickd still does when the session is
# not in front.
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

cage -v
small_page
start_kiosk
listen
before=$(main_process)

play flick-left-from-the-middle
read -r down motion up < <(touches)
echo "the page had $down down, $motion motion and $up up; flickd sent: $(decisions)"
same "touches down and up" "$down $up" "1 1"
[ "$motion" -ge 3 ] || die "the page had $motion motions"
same decision "$(decisions)" "flick left commit"

# The page on groups: the programs of the session may connect.
as_kiosk() { setpriv --reuid kiosk --regid kiosk --init-groups "$@"; }
as_kiosk timeout 5 socat -u "UNIX-CONNECT:$socket" - </dev/null >/run/hello || true
grep -q '"level":"motion"' /run/hello || die "the user kiosk received $(cat /run/hello)"
echo "the user kiosk has the level motion"

session_is yes || die "logind does not have the session in front"
switch_to 2
within 20 session_is no
play flick-left-from-the-middle
same "touches behind another terminal" "$(touches)" "$down $motion $up"
same "decisions behind another terminal" "$(decisions | wc -l)" 2
echo "behind another terminal the page had nothing, and flickd sent: $(decisions | tail -n 1)"

switch_to 1
within 20 session_is yes
play flick-left-from-the-middle
read -r down _ up < <(touches)
same "touches in front again" "$down $up" "2 2"
same "decisions in front again" "$(decisions | wc -l)" 3
same "process" "$(main_process)" "$before"
echo "in front again both have it"
