#!/bin/bash
# Checks what the tests need from the runner: statuses and arguments pass through, time is virtual,
# and runs repeat. A stuck guest is distinguished from a working one and from one that waits for a
# processor, and the machine's udev configuration has no effect. Takes a minute.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
FLICKD_UML_KERNEL=${FLICKD_UML_KERNEL:-$("$here/build.sh")}
export FLICKD_UML_KERNEL
scratch=$(mktemp -d /tmp/flickd-runner.XXXXXX)
loops=()
trap 'kill "${loops[@]}" 2>/dev/null || true; rm -rf "$scratch"' EXIT
failures=0

# Arguments: the expectation, the expected status, and the command; its output is then in
# $scratch/said.
expect() {
  local what=$1 wanted=$2 start=$EPOCHREALTIME status=0
  shift 2
  "$@" >"$scratch/said" 2>&1 || status=$?
  elapsed_ms=$(((${EPOCHREALTIME/./} - ${start/./}) / 1000))
  if [ $status -eq "$wanted" ]; then check "$what" true; else check "$what: status $status, not $wanted" false; fi
}

check() {
  if "${@:2}"; then echo "ok      $1 ($elapsed_ms ms)" && return; fi
  echo "FAILED  $1 ($elapsed_ms ms)"
  sed 's/^/        | /' "$scratch/said"
  failures=$((failures + 1))
}

said() { grep -q -e "$1" "$scratch/said"; }
run=$here/run.sh

expect 'it boots here' 0 "$run" --check
expect 'a status comes through' 3 "$run" -- sh -c 'exit 3'
expect 'a missing program is reported' 127 "$run" -- no-such-program
check 'by its name' said no-such-program

expect 'arguments keep blanks and quotes' 0 "$run" -- printf '<%s>\n' 'a  b' "it's" '"q"' "\$HOME" ''
printf '<%s>\n' 'a  b' "it's" '"q"' "\$HOME" '' >"$scratch/wanted"
check 'and arrive as they were' cmp -s "$scratch/wanted" "$scratch/said"

# shellcheck disable=SC2016 # the words are positional
expect 'standard output and error stay apart' 0 bash -c '"$1" -- sh -c "echo out; echo err >&2" 2>/dev/null' bash "$run"
check 'so this is the output alone' test "$(cat "$scratch/said")" = out

expect 'nothing of much output is lost' 0 "$run" -- seq 200000
check 'nor changed' cmp -s <(seq 200000) "$scratch/said"

for results in "$scratch/results" "$scratch/results, ü"; do
  mkdir "$results"
  expect "results reach the host's ${results##*/}" 0 "$run" -o "$results" -- sh -c "echo done >\$FLICKD_RESULTS/file"
  check 'whole' test "$(cat "$results/file")" = "done"
done

expect 'a minute of sleep passes' 0 "$run" -- sleep 60
check 'in less than 3 s' test "$elapsed_ms" -lt 3000

# A panel by uinput, as udev sees it; then times and numbers that differ between runs unless time
# and order are fixed.
cat >"$scratch/panel.py" <<'PANEL'
import fcntl, os, struct, subprocess, sys, time
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_PROPBIT = 0x40045564, 0x40045565, 0x40045567, 0x4004556E
UI_ABS_SETUP, UI_DEV_SETUP, UI_DEV_CREATE = 0x401C5504, 0x405C5503, 0x5501
EV_KEY, EV_ABS, BTN_TOUCH, INPUT_PROP_DIRECT = 1, 3, 0x14A, 1
panel = os.open("/dev/uinput", os.O_WRONLY)
fcntl.ioctl(panel, UI_SET_EVBIT, EV_KEY)
fcntl.ioctl(panel, UI_SET_EVBIT, EV_ABS)
fcntl.ioctl(panel, UI_SET_KEYBIT, BTN_TOUCH)
fcntl.ioctl(panel, UI_SET_PROPBIT, INPUT_PROP_DIRECT)
for axis in 0, 1, 0x2F, 0x35, 0x36, 0x39:  # x, y, and slot, position and tracking id of a contact
    fcntl.ioctl(panel, UI_SET_ABSBIT, axis)
    fcntl.ioctl(panel, UI_ABS_SETUP, struct.pack("<Hxxiiiiii", axis, 0, 0, 9, 0, 0, 0))
fcntl.ioctl(panel, UI_DEV_SETUP, struct.pack("<HHHH80sI", 3, 1, 2, 3, b"A panel", 0))
fcntl.ioctl(panel, UI_DEV_CREATE)
subprocess.run(["udevadm", "settle"], check=True)
sys.stdout.write(subprocess.check_output(["udevadm", "info", "/dev/input/event0"], text=True))
sys.stdout.write(subprocess.check_output(["getfacl", "-cp", "/dev/input/event0"], text=True))
time.sleep(0.25)
print(time.time_ns(), time.monotonic_ns(), os.getpid())
PANEL
expect 'a made panel is a touchscreen to udev' 0 "$run" -- sh -c "date +%s%N; python3 $scratch/panel.py; date +%s%N; echo \$\$"
check 'by its property' said ID_INPUT_TOUCHSCREEN=1
check 'and the rule of the project holds' said '^user:flickd:r--'
cp "$scratch/said" "$scratch/first"
expect 'the same again' 0 "$run" -- sh -c "date +%s%N; python3 $scratch/panel.py; date +%s%N; echo \$\$"
check 'is the same to the byte' cmp -s "$scratch/first" "$scratch/said"

# A machine whose administrator and packages configure udev against the tests. Its files are mounted
# over this machine's folders in a mount namespace, so that nothing here changes.
hostile=$scratch/hostile
write_hostile() {
  local folder
  mkdir -p "$hostile"/etc/{flickd,systemd/hwdb,udev/hwdb.d} "$hostile/lib/udev"
  printf '%s\n' 'evdev:input:*' ' HOSTILE_EVDEV=1' ' EVDEV_ABS_35=::9:5' '' 'id-input:modalias:input:*' ' HOSTILE_ID=1' \
    ' ID_INPUT_TOUCHSCREEN=0' >"$hostile/etc/udev/hwdb.d/99-hostile.hwdb"
  systemd-hwdb --root="$hostile" update
  cp "$hostile/etc/udev/hwdb.bin" "$hostile/etc/systemd/hwdb/"
  cp -r "$hostile"/etc/udev/{hwdb.d,hwdb.bin} "$hostile/lib/udev/"
  for folder in etc/udev lib/udev local/udev; do
    mkdir -p "$hostile/$folder/rules.d"
    echo "SUBSYSTEM==\"input\", ENV{HOSTILE_${folder%/*}}=\"1\", MODE=\"0666\"" >"$hostile/$folder/rules.d/00-hostile.rules"
  done
  # Rules in /etc replace those with the same name.
  touch "$hostile"/etc/udev/rules.d/{60-input-id,74-flickd}.rules
  echo 'udev_log=debug' >"$hostile/etc/udev/udev.conf"
  echo 'hostile' >"$hostile/etc/flickd/flickd.toml"
}

# Runs a command there; an ordinary user becomes root in a user namespace.
on_hostile() {
  local -a namespace=(unshare --mount)
  if [ "$(id -u)" -ne 0 ]; then namespace+=(--map-root-user); fi
  # shellcheck disable=SC2016 # for the inner shell
  "${namespace[@]}" bash -ec '
    mount -t overlay hostile -o "lowerdir=$0/etc:/etc" /etc
    mount -t overlay hostile -o "lowerdir=$0/lib:/usr/lib" /usr/lib
    mount -t overlay hostile -o "lowerdir=$0/local:/usr/local/lib" /usr/local/lib
    exec "$@"' "$hostile" "$@"
}

# The guest's view of its panel and of its configuration. Process numbers and the time at which udev
# saw the panel are left out, because they depend on the number of folders that the guest hides. An
# hwdb.bin contains times and paths; its properties appear in the panel.
seen="python3 $scratch/panel.py | grep -v -e '^[0-9 ]*\$' -e USEC_INITIALIZED
find /etc/{udev,systemd,flickd} /usr/{,local/}lib/udev -type f ! -name hwdb.bin 2>/dev/null | xargs -r cksum"
write_hostile
if on_hostile grep -q HOSTILE_local /usr/local/lib/udev/rules.d/00-hostile.rules 2>"$scratch/said"; then
  mkdir "$scratch/plain" "$scratch/changed"
  expect 'a guest reads the stock rules' 0 "$run" -o "$scratch/plain" -- bash -c "$seen"
  check 'of input devices' said '/usr/lib/udev/rules.d/60-evdev.rules'
  cp "$scratch/said" "$scratch/first"
  expect 'a guest starts on a machine with hostile rules, hwdb.bin and udev.conf' 0 \
    on_hostile "$run" -o "$scratch/changed" -- bash -c "$seen"
  check 'and sees none of them' cmp -s "$scratch/first" "$scratch/said"
  check 'nor does its udev log more' \
    cmp -s <(grep -v '^\[' "$scratch/plain/kernel.log") <(grep -v '^\[' "$scratch/changed/kernel.log")
else
  elapsed_ms=0 reason="nothing can be laid over this machine's folders: $(tail -n 1 "$scratch/said")"
  if [ -n "${CI:-}" ]; then check "$reason" false; else echo "skipped a guest on a hostile machine: $reason"; fi
fi

expect 'a program that spins ends the guest' 70 "$run" -t 3 -- python3 -c 'while True: pass'
check 'by its name' \
  said "not done after 3 s of processor time: process 'python3' (pid [0-9]*) runs without rest, and virtual time stands still"
nap='import time
while True: time.sleep(0.001)'
expect 'a program that sleeps now and then ends it too' 70 "$run" -t 3 -- python3 -c "$nap"
check 'but is not said to stop virtual time' \
  said "not done after 3 s of processor time: most of the time it runs 'python3' (pid [0-9]*)"

work='for _ in range(300_000_000): pass'
# shellcheck disable=SC2016 # the words are positional
expect 'a guest computes' 0 bash -c 'TIMEFORMAT="%U %S"; time "$@"' bash taskset -c 0 "$run" -- python3 -c "$work"
limit=$(awk 'END { print int($1 + $2) + 2 }' "$scratch/said")
for _ in 1 2 3; do
  # Each has its own session, because Linux divides a processor among sessions first (autogroup).
  taskset -c 0 setsid setpriv --pdeathsig KILL bash -c 'while :; do :; done' &
  loops+=($!)
done
expect "a guest that waits for its processor is not ended within a limit of $limit s" 0 \
  taskset -c 0 "$run" -t "$limit" -- python3 -c "$work"
check 'although more time has passed' test "$elapsed_ms" -gt $((limit * 1000))
kill "${loops[@]}" || true
loops=()
expect 'programs that wait for each other end the guest' 70 "$run" -- sh -c "mkfifo \$TMPDIR/pipe; cat \$TMPDIR/pipe; true"
check 'as such' said 'the guest waits: nothing runs'
check 'with a list' said '^  pid [0-9]* (S): cat /run/t/pipe'
expect 'so they do in real time' 70 "$run" -r -t 2 -- sleep 60
check 'with a list too' said '^  pid [0-9]* (S): sleep 60'

printf '#!/bin/sh\nexec sleep 600\n' >"$scratch/linux"
chmod +x "$scratch/linux"
expect 'a guest that uses no processor ends' 70 env "FLICKD_UML_KERNEL=$scratch/linux" "$run" -t 2 -- true
check 'soon after its limit' test "$elapsed_ms" -lt 15000
check 'and is not called busy' said 'the guest got less than 5 % of a processor for 2 s: its kernel does not report'

expect 'a panic is reported' 70 "$run" -- sh -c 'echo c >/proc/sysrq-trigger'
check 'in one line' said "^uml: the guest's kernel panicked: sysrq"
expect 'a missing kernel is reported' 69 env FLICKD_UML_KERNEL=/nowhere/linux "$run" -- true
check 'by its path' said /nowhere/linux

# Prints the message of a kernel that has no room for the host's registers.
cat >"$scratch/linux" <<'KERNEL'
#!/bin/sh
exec >&5
echo '[    0.000000] Run /bin/busybox as init process'
echo '[    0.000000] userspace - ptrace set fp regs failed, errno = 14'
echo '[    0.000000] Kernel panic - not syncing: Attempted to kill init! exitcode=0x0000000b'
echo '[    0.000000]  [<600247e6>] ? 0x00000000600247e6'
KERNEL
chmod +x "$scratch/linux"
expect 'a kernel that does not boot here is reported' 69 env "FLICKD_UML_KERNEL=$scratch/linux" "$run" --check
check 'by the reason' said 'does not boot here: userspace - ptrace set fp regs failed, errno = 14; Kernel panic - .* init'

"$run" -- python3 -c 'while True: pass' >"$scratch/said" 2>&1 &
runner=$!
guests() { pgrep -P "$runner" -f time-travel; }
for _ in {1..100}; do if [ -n "$(guests)" ]; then break; fi && sleep 0.02; done
session=$(guests)
sleep 1
check 'a guest is running' test -n "$(pgrep -s "$session")"
kill -TERM $runner
expect 'a terminated runner reports it' 143 wait $runner
# Zombies are no longer running.
check 'and leaves no process' test -z "$(pgrep -r R,S,D,T,t -s "$session")"

if [ $failures -gt 0 ]; then echo "$failures of checks of the runner failed" && exit 1; fi
echo "all of the runner's promises hold ($SECONDS s)"
