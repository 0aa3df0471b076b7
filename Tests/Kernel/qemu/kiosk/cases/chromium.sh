#!/bin/bash
# Chromium in kiosk mode has every touch, and flickd tells the swipe while it runs.
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
# What pages print goes to the journal. An emulated processor takes minutes for what the browser wants done within 15 s,
# and for what the page does not need.
mkdir -p /etc/chromium.d
# shellcheck disable=SC2016 # Debian's start script expands it
echo 'export CHROMIUM_FLAGS="$CHROMIUM_FLAGS --enable-logging=stderr --disable-gpu --ipc-connection-timeout=600 \
  --disable-extensions --disable-component-extensions-with-background-pages --disable-background-networking"' \
  >/etc/chromium.d/kiosk
systemctl daemon-reload
systemctl start kiosk.service
within 600 shows 'page: loaded'
said | grep -o 'page: loaded [0-9 x]*' | tail -n 1
listen
patience=60s
play flick-left-from-the-middle
within 60 shows 'page: touchend'
for kind in touchstart touchmove touchend; do echo "$kind: $(said | grep -c "page: $kind")"; done
same touchstart "$(said | grep -c 'page: touchstart')" 1
same decision "$(decisions)" "flick left commit"
echo "flickd told: $(decisions)"
