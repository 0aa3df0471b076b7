#!/bin/bash
# Runs a command as root in a fresh guest with Debian's stock kernel, emulated, in real time. This
# is the fallback where User Mode Linux does not boot (see ../uml/run.sh). The guest sees the host's
# folders read-only; $TMPDIR is its own, and -o is a folder of the host that the guest may write, as
# /run/out. -t limits the guest's time, in seconds. Exit codes: the command's status; 64 usage, 69
# cannot run here, 70 the guest itself failed or was stuck.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=Tests/Kernel/command.sh
. "$here/../command.sh"
usage="usage: ${0##*/} [-o OUTDIR] [-t SECONDS] -- COMMAND..."

fail() {
  echo "qemu: $2" >&2
  exit "$1"
}

results='' limit=300
while getopts o:t: option; do
  case $option in
    o) results=$(cd "$OPTARG" && pwd -P) || fail 64 "no such folder: $OPTARG" ;;
    t) limit=$OPTARG ;;
    *) fail 64 "$usage" ;;
  esac
done
shift $((OPTIND - 1))
if [ $# -eq 0 ]; then fail 64 "$usage"; fi
if ! [[ $limit =~ ^[1-9][0-9]*$ ]]; then fail 64 "-t takes whole seconds from 1 on, not '$limit'"; fi
if [[ $results == *,* ]]; then fail 64 "the folder's path may hold no comma: $results"; fi
for program in qemu-system-x86_64 busybox /lib/systemd/systemd-udevd; do
  command -v "$program" >/dev/null ||
    fail 69 "the guest needs ${program##*/}; \`packaging/deps.sh guest kernel\` installs it"
done
kernel=$("$here/build.sh" kernel)

# In /tmp regardless of $TMPDIR, because the guest must see it.
private=$(mktemp -d /tmp/flickd-qemu.XXXXXX)
guest=
# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  trap '' INT TERM HUP
  if [ -n "$guest" ]; then kill -KILL "$guest" 2>/dev/null || true; fi
  rm -rf "$private"
}
at_end clean_up

write_command "$private/command" "$results" "$@"
why=$(write_udev "$private/udev") || fail 69 "$why; \`packaging/deps.sh kernel\` installs the package udev"
install -m 755 "$here/../guest-init" "$private/guest-init"
touch "$private"/{stdout,stderr,report,console}
# Both by one device if they are one here, so that their order is kept.
errors=/dev/hvc1
if [ /proc/self/fd/1 -ef /proc/self/fd/2 ]; then errors=/dev/hvc0; fi

words=(
  console=ttyS0 panic=-1 quiet mitigations=off nokaslr tsc=reliable no_timer_check cryptomgr.notests
  audit=0 selinux=0 apparmor=0
  flickd.stdout=/dev/hvc0 "flickd.stderr=$errors" flickd.report=/dev/hvc2 "flickd.command=$private/command"
  "flickd.udev=$private/udev" ${results:+flickd.results=9p:out}
  # The guest's own limit comes first, because the guest can report more about its processes than
  # the host.
  "flickd.patience=$limit"
  "flickd.init=$private/guest-init"
)
machine=(
  # One processor: with two, wake-ups often wait for the next tick of 4 ms.
  qemu-system-x86_64 -M q35 -accel tcg -cpu max -smp 1 -m 1536
  -nodefaults -no-user-config -display none -no-reboot
  -kernel "$kernel/vmlinux" -initrd "$kernel/from-host.img" -append "${words[*]}"
  -chardev "file,id=console,path=$private/console" -serial chardev:console
  -device virtio-serial-pci
)
for stream in stdout stderr report; do
  machine+=(-chardev "file,id=$stream,path=$private/$stream" -device "virtconsole,chardev=$stream")
done
machine+=(-virtfs "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap")
if [ -n "$results" ]; then machine+=(-virtfs "local,path=$results,mount_tag=out,security_model=none"); fi

setpriv --pdeathsig KILL timeout --foreground -k 1 $((limit + 30)) "${machine[@]}" </dev/null 2>"$private/qemu" &
guest=$!
tail -n +1 -f -s 0.05 --pid="$guest" "$private/stdout" &
streams=($!)
tail -n +1 -f -s 0.05 --pid="$guest" "$private/stderr" >&2 &
streams+=($!)
over=0
wait "$guest" || over=$?
guest=
wait "${streams[@]}" || true
if [ -n "$results" ]; then cp "$private/console" "$results/kernel.log"; fi

status=$(sed -n 's/^guest-exit \([0-9]*\).*/\1/p' "$private/report")
if [ -n "$status" ]; then exit "$status"; fi
if grep -q '^guest-' "$private/report"; then
  fail 70 "the guest was not done after $limit s; its processes are"$'\n'"$(grep '^  pid' "$private/report")"
elif [ "$over" -eq 124 ]; then
  fail 70 "the guest was not done after $((limit + 30)) s and says nothing"
elif [ -s "$private/qemu" ]; then
  fail 69 "$(tail -n 3 "$private/qemu")"
fi
fail 70 "the guest ended without a message; the end of its console is"$'\n'"$(tail -n 20 "$private/console")"
