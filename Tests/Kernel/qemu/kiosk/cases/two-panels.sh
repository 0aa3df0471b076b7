#!/bin/bash
# Two panels on two screens: each gets its settings by its port, whichever is plugged in first, and
# the compositor maps each panel to its screen.
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

left=pci-0000:00:14.0-usb-0:3:1.0
right=pci-0000:00:14.0-usb-0:4:1.0
# An invented panel has no port; these two get the ports of the page.
mkdir -p /run/udev/rules.d
cat >/run/udev/rules.d/61-ports.rules <<RULES
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Panel A", ENV{ID_PATH}="$left"
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Panel B", ENV{ID_PATH}="$right"
RULES
put /etc/flickd/conf.d/50-two-panels.toml /etc/udev/rules.d/72-kiosk-outputs.rules
udevadm control --reload
for name in A B; do describe "Panel $name" 16 >"/run/$name.desc"; done
systemctl reload flickd.service

listen
for order in "A B" "B A"; do
  before=$(decisions | wc -l)
  players=()
  for name in $order; do
    flickctl play /opt/scenarios/flick-left-short-fast.touch --panel "/run/$name.desc" --wait 10s --keep 20s >/dev/null &
    players+=($!)
    sleep 2
  done
  flickctl devices
  wait "${players[@]}"
  same "decisions, plugged in as $order" "$(decisions | wc -l)" $((before + 2))
done
# The right picture is rotated clockwise on its panel, so that a swipe to the left of the panel is a
# swipe down.
for expected in "$left left" "$right down"; do
  read -r path direction <<<"$expected"
  sent=$(grep "\"panel_id\":\"$path" "$heard" | grep '"phase":"end"' | sed 's/.*"direction":"\([a-z]*\)".*/\1/' | sort -u)
  same "direction on $path" "$sent" "$direction"
  echo "$path: $sent, both times"
done
grep "\"panel_id\":\"$left" "$heard" | grep -q '"zone":{"name":"cards"' || die "the left panel has no zone"
if grep "\"panel_id\":\"$right" "$heard" | grep -q '"zone":{"name":"cards"'; then die "the right panel has the zone"; fi
echo "the zone is on the left panel only"
