import Foundation
import TestKit
import Testing

/// The packages of `make deb` in a Debian without flickd, installed by dpkg alone.
///
/// The image contains their dependencies.
@Suite(.enabled(if: Guest.thoroughStates != nil, Comment(rawValue: Guest.thoroughComment)), .serialized)
struct `The Debian packages` {
  /// The root of the sources: four folders above this file's name.
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func package(_ name: String) throws -> String {
    let folder = Self.sources.appending(path: ".build/deb").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let file = files.first { $0.hasPrefix("\(name)_") && $0.hasSuffix(".deb") }
    return "\(folder)/\(try #require(file, "`make deb` builds the packages"))"
  }

  private func run(with more: [String] = [], _ script: String) async throws -> Outcome {
    let scenario = Self.sources.appending(path: "Tests/Scenarios/flick-left-short-fast.touch").path
    let files = [try package("flickd"), try package("flickctl"), scenario] + more
    return try await Guest.run(from: .bare, files: files, "\(Self.functions)\n\(script)")
  }

  private static let functions = """
    # The image contains no documentation; an administrator's system does.
    packages() { dpkg --path-include='/usr/share/*' "$@" >/run/dpkg 2>&1 || { cat /run/dpkg; return 1; }; }

    # Creates a permanent panel, and sets $panel to its node.
    panel() {
      : >/run/played
      play_and_stay /opt/flick-left-short-fast.touch
      udevadm settle
      panel=$(grep -o -m 1 '/dev/input/event[0-9]*' /run/played | head -n 1)
    }

    # The nodes that the service's user may read, with the permissions.
    granted() {
      local node
      for node in /dev/input/event*; do
        getfacl -cp "$node" | sed -n "s|^user:flickd:|$node |p"
      done
    }

    # The nodes for which udev has reported a change since `watch`.
    watch() {
      udevadm monitor --udev --subsystem-match=input >/run/events 2>&1 &
      until grep -q '^UDEV - ' /run/events; do sleep 0.1; done
    }
    changed() { sed -n 's|^UDEV .* change .*/\\([^/ ]*\\) (input)$|\\1|p' /run/events | sort -u; }
    """

  @Test func `set flickd up for the present touchscreens, and ignore other devices`() async throws {
    let outcome = try await run(
      """
      packages -i /opt/flickctl_*.deb
      panel
      watch
      packages -i /opt/flickd_*.deb
      echo "user $(id -un flickd) of $(id -gn flickd), groups: $(id -Gn flickd)"
      stat -c '%A %U %G %n' /run/flickd "$socket"
      systemctl is-active flickd.socket flickd.service
      systemctl is-enabled flickd.socket flickd.service
      listen
      echo "panel ${panel##*/}"
      echo "granted $(granted)"
      echo "opened $(opened)"
      echo "changed $(changed)"
      echo "restarts $(systemctl show -p NRestarts --value flickd.service)"
      journalctl -q --no-pager -o cat -p warning -u flickd
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let node = try #require(outcome.lines.first { $0.hasPrefix("panel event") }).dropFirst("panel ".count)
    #expect(
      outcome.lines == [
        "user flickd of flick, groups: flick",
        "drwxr-xr-x root root /run/flickd",
        "srw-rw---- root flick /run/flickd/flickd.sock",
        "active", "active", "enabled", "enabled",
        "panel \(node)", "granted /dev/input/\(node) r--", "opened /dev/input/\(node)", "changed \(node)",
        "restarts 0",
      ])
  }

  @Test func `are upgraded without a refused client, and keep an edited configuration`() async throws {
    let folder = try PrivateFolder()
    let (present, next) = (try package("flickd"), folder.file("flickd-next.deb"))
    let made = try await Command([
      "bash", "-euc",
      """
      cd '\(folder.path)'
      dpkg-deb -R '\(present)' next
      sed -i 's/^Version: .*/&+next/' next/DEBIAN/control
      echo '# A line more than before.' >>next/etc/flickd/flickd.toml
      dpkg-deb --root-owner-group -Znone -b next '\(next)'
      """,
    ]).run()
    try #require(made.code == 0, "\(made.errors)")
    let outcome = try await run(
      with: [next],
      """
      packages -i /opt/flickctl_*.deb /opt/flickd_*.deb
      sed -i 's/^#slop = .*/slop = "11pt"/' /etc/flickd/flickd.toml
      systemctl reload flickd
      before=$(main_process)
      inode=$(stat -c %i "$socket")
      flickctl listen --json >/run/heard 2>/run/heard.errors &
      hears '"type":"state"'
      {
        until [ -e /run/enough ]; do
          socat -u /dev/null "UNIX-CONNECT:$socket" 2>>/run/refused && echo connected >>/run/connected
        done
      } &
      connecting=$!
      until [ -s /run/connected ]; do sleep 0.1; done

      # The answer of an administrator who keeps the changed file.
      echo N | dpkg -i /opt/flickd-next.deb >/run/dpkg 2>&1 || { cat /run/dpkg; exit 1; }
      # The panel that existed, and the one that was plugged in again.
      hears '"type":"state"' 2
      touch /run/enough
      wait "$connecting"
      grep -o "^Configuration file '.*'" /run/dpkg
      dpkg-query -W -f '${db:Status-Status} ${Version}\\n' flickd | sed 's/ .*+/ +/'
      grep '^slop' /etc/flickd/flickd.toml
      ls /etc/flickd
      [ "$(main_process)" != "$before" ] && echo "another process"
      [ "$(stat -c %i "$socket")" = "$inode" ] && echo "same socket"
      grep -o '"type":"bye","reason":"[a-z]*"' /run/heard
      systemctl is-active flickd.socket flickd.service
      [ "$(wc -l </run/connected)" -ge 20 ] && echo "many connected"
      cat /run/refused
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.lines == [
        "Configuration file '/etc/flickd/flickd.toml'", "installed +next", "slop = \"11pt\"",
        "flickd.toml", "flickd.toml.dpkg-dist", "another process", "same socket",
        "\"type\":\"bye\",\"reason\":\"shutdown\"", "active", "active", "many connected",
      ])
  }

  @Test func `leave no file and no permission when purged`() async throws {
    let outcome = try await run(
      """
      files() {
        # Without dpkg's own records; /run is another file system, whose other files change.
        {
          find / -xdev -path /var/lib/dpkg -prune -o -path /var/log -prune -o -print
          find /run -name '*flick*'
        } | sort
      }
      files >/run/before
      packages -i /opt/flickctl_*.deb
      panel
      alone=$panel
      panel
      # An entry of another user, as for a seat.
      setfacl -m u:nobody:rw "$panel"
      modes=$(stat -c '%n %A %U %G' /dev/input/event*)
      packages -i /opt/flickd_*.deb
      granted | wc -l
      mkdir /etc/flickd/conf.d
      echo '# of the administrator' >/etc/flickd/conf.d/50-own.toml

      packages -r flickd
      echo "removed: $(find /etc/flickd -type f | sort | xargs)"
      systemctl is-active flickd.socket flickd.service || true
      if [ -e /run/flickd ]; then find /run/flickd; fi
      granted
      udevadm info -q property "$panel" | grep SYSTEMD_WANTS || true

      packages --purge flickd flickctl
      files >/run/after
      echo "purged:"
      diff /run/before /run/after || true
      find /var/lib/dpkg -name '*flick*'
      # Only the file with an entry of another user has an access list.
      getfacl -Rsp /dev/input | grep '^# file' | sed "s|$panel|panel|"
      getfacl -Rsp /etc /run /var/lib | grep flick || true
      getfacl -cp "$panel" | grep nobody
      [ "$(stat -c '%n %A %U %G' /dev/input/event*)" = "$modes" ] && echo "same modes"
      systemctl --failed --no-legend --plain
      id -un flickd
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.lines == [
        "2", "removed: /etc/flickd/conf.d/50-own.toml /etc/flickd/flickd.toml", "inactive", "inactive",
        "purged:", "# file: panel", "user:nobody:rw-", "same modes",
        // Kept by custom: its number must not be reused for another user.
        "flickd",
      ])
  }

  /// The environment of an image builder's chroot: no systemd, no udev, and a read-only /sys.
  @Test func `can be installed and purged without systemd and udev`() async throws {
    let outcome = try await run(
      """
      packages -i /opt/flickctl_*.deb
      panel
      watch
      in_image() {
        unshare --mount bash -euo pipefail -c "
          mount -t tmpfs run /run
          mount --bind -o ro /sys /sys
          mount -o remount,bind,ro /sys
          dpkg $1
        " >/run/dpkg.image 2>&1 || { cat /run/dpkg.image; return 1; }
      }
      in_image '-i /opt/flickd_*.deb'
      systemctl daemon-reload
      systemctl is-enabled flickd.socket flickd.service
      systemctl is-active flickd.socket flickd.service || true
      stat -c '%F' /etc/systemd/system/sockets.target.wants/flickd.socket
      id -un flickd
      in_image '--purge flickd'
      # flickctl stays installed, and its files belong to it.
      find / -xdev -name '*flickd*' -not -path '/opt/*' -not -path '/var/log/*' | grep -vxFf <(dpkg -L flickctl) || true
      echo "granted $(granted)"
      echo "changed $(changed)"
      """)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.lines == [
        "enabled", "enabled", "inactive", "inactive", "symbolic link", "flickd", "granted ", "changed ",
      ])
  }
}
