#!/bin/bash
# Chromium in kiosk mode receives every touch, and flickd reports the swipe while Chromium runs.
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

chromium --version
mkdir -p /srv/kiosk
cat >/srv/kiosk/index.html <<'HTML'
<!doctype html>
<style>html, body { margin: 0; height: 100%; touch-action: none }</style>
<script>
  for (const kind of ["touchstart", "touchmove", "touchend"]) {
    document.addEventListener(kind, () => console.log("page: " + kind));
  }
  addEventListener("load", () => console.log("page: loaded " + innerWidth + " x " + innerHeight));
</script>
HTML
# The output of pages goes to the journal. An emulated processor takes minutes for work that the
# browser expects within 15 s, and for features that the page does not need.
mkdir -p /etc/chromium.d
# shellcheck disable=SC2016 # Debian's start script expands it
echo 'export CHROMIUM_FLAGS="$CHROMIUM_FLAGS --enable-logging=stderr --disable-gpu --ipc-connection-timeout=600 \
  --disable-extensions --disable-component-extensions-with-background-pages --disable-background-networking"' \
  >/etc/chromium.d/kiosk
# Debian 12's cage does not send the end of a frame of touches, for which Chromium waits.
if [[ $(cage -v 2>&1) == *' 0.1.4' ]]; then
  put /etc/systemd/system/kiosk.service.d/weston.conf /etc/kiosk/weston.ini
fi
# The panel is present before the browser starts, as in a kiosk, and is touched long after the page
# has loaded.
flickctl play /opt/scenarios/flick-left-from-the-middle.touch --wait 400s --keep 120s >/run/played 2>&1 &
systemctl daemon-reload
systemctl start kiosk.service
within 380 shows 'page: loaded'
said | grep -o 'page: loaded [0-9 x]*' | tail -n 1
listen
within 400 shows 'page: touchend'
for kind in touchstart touchmove touchend; do echo "$kind: $(said | grep -c "page: $kind")"; done
same touchstart "$(said | grep -c 'page: touchstart')" 1
same decision "$(decisions)" "flick left commit"
echo "flickd sent: $(decisions)"
