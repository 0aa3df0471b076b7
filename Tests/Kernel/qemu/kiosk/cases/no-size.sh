#!/bin/bash
# A panel whose size nobody states, and each way to state it.
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

describe "Sizeless Panel" 0 >/run/sizeless.desc

# The size of the panel and who states it, as flickctl has it; the panel is gone afterwards.
stated() {
  flickctl play /opt/scenarios/tap-says-nothing.touch --panel /run/sizeless.desc --wait 3s --keep 60s >/dev/null 2>&1 &
  local player=$!
  within 20 has_panel
  udevadm settle
  flickctl devices --json | sed -n 's/.*"width_mm":\([0-9.]*\),"height_mm":\([0-9.]*\),"scale":"\([a-z]*\)".*/\1 x \2 by \3/p'
  kill "$player"
  wait "$player" || true
}
has_panel() { flickctl devices >/dev/null 2>&1; }

echo "nothing said: $(stated)"
put /etc/udev/rules.d/72-kiosk-size.rules
udevadm control --reload
by_udev=$(stated)
same "by the rule" "$by_udev" "510 x 287 by udev"
put /etc/flickd/conf.d/50-size.toml
by_file=$(stated)
same "by the configuration" "$by_file" "509 x 286.5 by config"
echo "by the rule: $by_udev; by the configuration, which comes first: $by_file"
