#!/bin/bash
# A panel without a known size, and each way to specify it.
# shellcheck source=Tests/Kernel/qemu/kiosk/functions.sh
. /opt/kiosk/functions.sh

describe "Sizeless Panel" 0 >/run/sizeless.desc

# The size of the described panel and its source, as flickctl prints them; the panel is removed
# afterwards.
stated() {
  flickctl play /opt/scenarios/tap-says-nothing.touch --panel "${1:-/run/sizeless.desc}" --wait 3s --keep 60s >/dev/null 2>&1 &
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

# The two panels of the example, by vendor and product. This one has 4340 x 2720 units; 64 and 114
# units are a millimetre.
cp "$page/examples/61-flickd-panel.hwdb" /etc/udev/hwdb.d/
systemd-hwdb update
for ids in "0eef 0005" "222a 0015"; do
  describe "Panel $ids" 0 | sed -E "s/^I: .*/I: 0003 $ids 0100/" >"/run/${ids% *}.desc"
done
by_hwdb=$(stated /run/0eef.desc)
same "by the hwdb, for everybody" "$by_hwdb" "67.813 x 23.86 by kernel"
for_flickd=$(stated /run/222a.desc)
same "by the hwdb, for flickd alone" "$for_flickd" "344.2 x 193.5 by udev"
echo "by the hwdb: $by_hwdb, and $for_flickd"
