import TestKit
import Testing

/// Broken set-ups: each is named rightly, and the printed command makes `flickctl doctor` green.
@Suite(.enabled(if: Guest.states != nil, Comment(rawValue: Guest.comment)), .serialized)
struct `flickctl doctor` {
  @Test func `names twenty faults, and prints the commands that mend them`() async throws {
    try await mend(Self.serviceFaults + Self.panelFaults)
  }

  @Test(
    .enabled(if: Guest.thoroughStates != nil, Comment(rawValue: Guest.thoroughComment)),
    arguments: [Self.furtherServiceFaults, Self.furtherFaults])
  func `names further faults, and prints the commands that mend them`(faults: String) async throws {
    try await mend(faults)
  }

  /// Breaks one machine by one fault after the other, and runs each printed command.
  private func mend(_ faults: String) async throws {
    let outcome = try await Guest.run(
      within: 900, "exec 2>/run/errors\n\(Guest.watching)\n\(Self.functions)\n\(faults)")
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.lines.prefix(2) == ["healthy: All is well.", "systemd answers"], "\(outcome.output)")
    let names = faults.split(separator: "\n").filter { $0.hasPrefix("examine ") }
      .map { $0.split(separator: " ")[1] }
    let lines = outcome.lines.filter { $0.hasPrefix("fault ") }
    #expect(lines == names.map { "fault \($0): named and mended" }, "\(outcome.output)")
  }

  private static let functions = #"""
    doctor() { runuser -u "$user" -- flickctl doctor "$@"; }

    # The values of a key in the findings; no text of a finding contains a control character.
    each() {
      grep -o "\"$1\":\"\(\\\\.\|[^\"\\\\]\)*\"" /run/doctor |
        sed "s/^\"$1\":\"//; s/\"$//; s/\\\\\(.\)/\1/g"
    }

    # examine FINDING [USER]: breaks the machine by the commands on standard input. Expects that doctor, as
    # this user, has this finding only. Then this user types the printed command, and doctor must find nothing.
    examine() {
      local found cure try
      user=${2:-root}
      set +e
      source /dev/stdin
      doctor --json >/run/doctor
      found=$(each finding | xargs)
      cure=$(each cure)
      timeout 60 runuser -u "$user" -- bash -c "$cure" </dev/null >/run/cure 2>&1
      # A service that has just started may not have opened the panel.
      for try in {1..5}; do
        if doctor >/run/mended 2>&1; then break; fi
      done
      set -e
      if [ "$found" = "$1" ] && grep -q '^All is well' /run/mended; then
        echo "fault $1: named and mended"
      else
        echo "fault $1: doctor reported: $found"
        cat /run/doctor /run/cure /run/mended
      fi
      rm -f /etc/udev/rules.d/7[023]-*.rules /etc/flickd/conf.d/50-*
    }

    # A udev rule of the panel.
    rule() {
      echo "ENV{ID_INPUT_TOUCHSCREEN}==\"1\", $1" >/etc/udev/rules.d/70-broken.rules
      udevadm control --reload
      udevadm trigger -s input
      udevadm settle
    }

    # A drop-in, which the running flickd reads.
    file() {
      printf '%b' "$1" >/etc/flickd/conf.d/50-broken.toml
      systemctl reload flickd.service
    }

    # Another panel, whose description this sed script changes.
    second_panel() {
      flickctl play /opt/scenarios/flick-left-short-fast.touch --wait 0s --keep 0s --record /run/first.evemu
      sed "/^$/q; $1" /run/first.evemu >/run/second.evemu
      flickctl play /opt/scenarios/flick-left-short-fast.touch --panel /run/second.evemu --wait 0s \
        --keep 3600s &
      second=$!
      sleep 3
    }

    mkdir -p /etc/flickd/conf.d
    useradd --create-home kiosk
    # su then asks for no password.
    passwd -q -d root
    flick_on 1
    user=root
    until_true grep -q '"type":"played"' /run/played
    before=$(now)
    doctor >/run/doctor || true
    echo "healthy: $(tail -n 1 /run/doctor)"
    # A lost call would take the 5 s after which doctor stops waiting for systemd.
    [ $(($(now) - before)) -lt 400 ] && echo "systemd answers"
    """#

  private static let serviceFaults = #"""

    examine masked <<'END'
    systemctl -q mask --now flickd.socket flickd.service
    END
    examine stopped <<'END'
    systemctl stop flickd.socket flickd.service
    END
    examine socket_removed <<'END'
    rm $socket
    END
    examine stale_socket <<'END'
    rm $socket
    perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0); bind(S, pack_sockaddr_un($ARGV[0]))' $socket
    END
    examine manual_flickd <<'END'
    systemctl stop flickd.socket flickd.service
    systemd-run -q flickd --socket $socket
    until [ -S $socket ]; do sleep 0.1; done
    END
    examine not_permitted kiosk <<'END'
    END
    examine wrong_socket_owner kiosk <<'END'
    chgrp root $socket
    END
    examine bad_configuration <<'END'
    file '[swipe]\nslop = 3\n'
    END
    examine ignored_file <<'END'
    file '[swipe]\nslop = "10pt"\n'
    mv /etc/flickd/conf.d/50-broken.toml /etc/flickd/conf.d/50-broken.tml
    END
    examine unreadable_file <<'END'
    file '[swipe]\n'
    chmod 600 /etc/flickd/conf.d/50-broken.toml
    END
    examine unmatched <<'END'
    file '[[zone]]\nname = "a"\npanel = { name = "nowhere" }\n'
    END
    examine unknown_account <<'END'
    file '[socket]\npositions = ["wall"]\n'
    END

    """#

  private static let panelFaults = #"""

    examine other_seat <<'END'
    rule 'ENV{ID_SEAT}="seat1"'
    END
    examine ignored_device <<'END'
    rule 'ENV{LIBINPUT_IGNORE_DEVICE}="1"'
    END
    examine not_classified <<'END'
    rule 'ENV{ID_INPUT_TOUCHSCREEN}="", ENV{ID_INPUT_TABLET}="1"'
    END
    examine bad_property <<'END'
    rule 'ENV{FLICKD_SIZE_MM}="510 wide"'
    END
    examine no_udev_rule <<'END'
    ln -s /dev/null /etc/udev/rules.d/74-flickd.rules
    setfacl -b $node
    END
    examine not_readable <<'END'
    setfacl -b $node
    END
    examine silent_panel <<'END'
    systemctl restart flickd.service
    # EVIOCGRAB
    perl -e 'open F, "<", $ARGV[0]; ioctl(F, 0x40044590, 1) or die; sleep 3600' $node &
    sleep 1
    END
    examine assumed_size <<'END'
    second_panel 's/^\(A: .* \)[0-9]*$/\10/; s/^N: .*/N: Unknown glass/; s/^I: .*/I: 0003 1209 0002 0000/'
    END
    kill $second
    examine browser_takes_swipes <<'END'
    mkdir -p /etc/chromium.d
    printf '%s\n' '#!/bin/bash' 'for file in /etc/chromium.d/*; do [ -e $file ] && . $file; done' \
      'exec -a chromium perl -e "sleep 3600" -- --kiosk $CHROMIUM_FLAGS' >/usr/local/bin/kiosk-page
    chmod +x /usr/local/bin/kiosk-page
    systemd-run -q -p Restart=always --unit kiosk-page kiosk-page
    sleep 1
    END
    systemctl stop kiosk-page

    """#

  private static let furtherServiceFaults = #"""

    examine disabled <<'END'
    systemctl -q disable --now flickd.socket flickd.service
    END
    examine failed <<'END'
    mkdir -p /run/systemd/system/flickd.service.d
    printf '[Unit]\nStartLimitIntervalSec=600\nStartLimitBurst=2\n' \
      >/run/systemd/system/flickd.service.d/limit.conf
    systemctl daemon-reload
    until systemctl is-failed -q flickd.service; do systemctl kill -s KILL flickd.service; sleep 1; done
    rm /run/systemd/system/flickd.service.d/limit.conf
    systemctl daemon-reload
    END
    examine stale_socket <<'END'
    rm $socket
    touch $socket
    END
    examine not_flickd <<'END'
    rm $socket
    socat UNIX-LISTEN:$socket,fork EXEC:cat &
    other=$!
    until [ -S $socket ]; do sleep 0.1; done
    END
    kill $other
    """#

  private static let furtherFaults = #"""

    examine bad_configuration <<'END'
    file '[swipe]\nx = [1,\n'
    END
    examine not_reloaded <<'END'
    file '[swipe]\nslop = 3\n'
    kill -HUP "$(main_process)"
    sleep 2
    rm /etc/flickd/conf.d/50-broken.toml
    END
    examine unmatched <<'END'
    file '[[panel]]\nmatch = { vendor = "dead" }\nrotation = 90\n'
    END
    examine denied kiosk <<'END'
    chmod 666 $socket
    END
    examine no_udev_rule <<'END'
    mv /usr/lib/udev/rules.d/74-flickd.rules /root
    setfacl -b $node
    END
    rm /etc/udev/rules.d/74-flickd-access.rules
    mv /root/74-flickd.rules /usr/lib/udev/rules.d
    examine no_user <<'END'
    sed -i '/^flick:/d' /etc/group /etc/gshadow
    END
    examine unknown_to_udev <<'END'
    systemctl -q stop systemd-udevd.service systemd-udevd-control.socket systemd-udevd-kernel.socket
    flickctl play /opt/scenarios/flick-left-short-fast.touch --wait 0s --keep 3600s &
    other=$!
    sleep 2
    END
    kill $other

    """#
}
