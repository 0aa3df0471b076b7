#!/bin/bash
# Runs a command as root in a fresh guest of User Mode Linux, in virtual time: sleeping costs
# nothing, and output is the same every time. The guest sees the host's folders read-only; $TMPDIR
# is its own, and -o is a folder of the host that the guest may write, $FLICKD_RESULTS in the guest.
# -t limits the processor time of the guest's processes, in seconds; with -r, real time.
# FLICKD_*, SWIFT_* and CI are passed through. FLICKD_UML_KERNEL names another kernel than
# build.sh's. Exit codes: the command's status, or: 64 usage, 69 cannot run here, 70 the guest
# itself failed or was stuck.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=Tests/Kernel/command.sh
. "$here/../command.sh"
usage="usage: ${0##*/} [-r] [-o OUTDIR] [-t SECONDS] -- COMMAND...   (-r: real time)
       ${0##*/} --check                                      (does it boot here?)"

fail() {
  echo "uml: $2" >&2
  exit "$1"
}

# Fixed, because timestamps would otherwise differ from run to run: 2026-01-01 00:00:00 UTC.
clock=(time-travel=inf-cpu time-travel-start=1767225600000000000)
# A day of virtual time passes in two seconds when all processes wait.
patience=86400
results='' limit=120 check=
if [ "${1:-}" = --check ]; then
  check=1 limit=10
  set -- -- true
fi
while getopts ro:t: option; do
  case $option in
    r) clock=() patience=real ;;
    o) results=$(cd "$OPTARG" && pwd -P) || fail 64 "no such folder: $OPTARG" ;;
    t) limit=$OPTARG ;;
    *) fail 64 "$usage" ;;
  esac
done
shift $((OPTIND - 1))
if [ $# -eq 0 ]; then fail 64 "$usage"; fi
if ! [[ $limit =~ ^[1-9][0-9]*$ ]]; then fail 64 "-t takes whole seconds from 1 on, not '$limit'"; fi
# In real time the guest's own limit comes first, because the guest can report more about its
# processes than the host.
if [ "$patience" = real ]; then
  patience=$limit
  limit=$((limit + 10))
fi
for program in /lib/systemd/systemd-udevd /bin/busybox python3; do
  command -v "$program" >/dev/null || fail 69 "the guest needs ${program##*/}; \`packaging/deps.sh kernel\` installs it"
done
if [ "$(cat /proc/sys/kernel/yama/ptrace_scope 2>/dev/null)" = 3 ]; then
  fail 69 "this machine forbids ptrace, even of a process's own children (kernel.yama.ptrace_scope is 3)"
fi
kernel=${FLICKD_UML_KERNEL:-$("$here/build.sh")}
if ! [ -x "$kernel" ]; then fail 69 "there is no guest kernel at '$kernel'"; fi

memory_mb=1024
# The guest's memory is a file in this folder, mapped for execution. Docker mounts /dev/shm with
# noexec and 64 MB.
memory_folder() {
  local folder trial
  for folder in /dev/shm "${TMPDIR:-/tmp}" /var/tmp; do
    if [ "$(df --output=avail -m "$folder" 2>/dev/null | tail -n 1)" -lt $memory_mb ] 2>/dev/null; then continue; fi
    trial=$(mktemp "$folder/flickd-exec.XXXXXX" 2>/dev/null) || continue
    cat /bin/true >"$trial" && chmod +x "$trial"
    if "$trial" 2>/dev/null; then rm -f "$trial" && echo "$folder" && return; fi
    rm -f "$trial"
  done
  return 1
}
memory=$(memory_folder) ||
  fail 69 "no folder for the guest's memory: /dev/shm, \$TMPDIR and /var/tmp lack $memory_mb MB or are mounted noexec"

# In /tmp regardless of $TMPDIR: the guest must see it, and a socket's path must be short.
private=$(mktemp -d /tmp/flickd-uml.XXXXXX)
guest=
# shellcheck disable=SC2317 # the trap calls it
clean_up() {
  trap '' INT TERM HUP
  if [ -n "$guest" ]; then
    kill -KILL -- "-$guest" 2>/dev/null || true
    # Until the last process has closed the pipe: releasing a gigabyte takes a moment.
    IFS= read -r -d '' -t 5 _ <&"$alive" || true
  fi
  rm -rf "$private"
}
at_end clean_up

# The kernel splits its command line at blanks, and hostfs its options at commas: such results are
# copied at the end.
wanted=$results
if [[ $results == *[[:space:],]* ]]; then
  results=$private/results
  mkdir "$results"
fi

write_command "$private/command" "$results" "$@"
cp "$here/../guest-init" "$private/guest-init"
mkdir "$private/uml"
why=$(write_udev "$private/udev") || fail 69 "$why; \`packaging/deps.sh kernel\` installs the package udev"
touch "$private"/{stdout,stderr,log,uml.log}
# Both into one file if they are one here, so that their order is kept.
errors=$private/stderr
if [ /proc/self/fd/1 -ef /proc/self/fd/2 ]; then errors=$private/stdout; fi

# shellcheck disable=SC2054 # the commas are the consoles': input, then output
boot=(
  "${clock[@]}" "mem=${memory_mb}M" "uml_dir=$private/uml/" umid=guest
  root=none rootfstype=hostfs rootflags=/ ro
  con=null con0=null,fd:3 con1=null,fd:4 con2=null,fd:5
  console=tty2 quiet loglevel=7 printk.time=1 norandmaps
  flickd.stdout=/dev/tty0 flickd.stderr=/dev/tty1 flickd.report=/dev/tty2
  "flickd.command=$private/command" "flickd.udev=$private/udev"
  ${results:+"flickd.results=hostfs:$results"} "flickd.patience=$patience"
  init=/bin/busybox -- sh "$private/guest-init"
)
# The guest's consoles are files, so that the guest never waits for a reader: waiting would advance
# virtual time. The guest's standard output is a pipe that ends when its last process does. The
# guest has its own session, so that a signal reaches it through this script only. SIGKILL would
# leave the guest's programs running on the host; on SIGTERM the guest ends them first.
exec {alive}< <(TMPDIR=$memory exec setsid setpriv --pdeathsig TERM "$kernel" "${boot[@]}" \
  </dev/null 2>"$private/uml.log" 3>>"$private/stdout" 4>>"$errors" 5>>"$private/log")
guest=$!
tail -n +1 -f -s 0.02 --pid="$guest" "$private/stdout" {alive}<&- &
streams=($!)
tail -n +1 -f -s 0.02 --pid="$guest" "$private/stderr" {alive}<&- >&2 &
streams+=($!)

# The limit is processor time: on a busy machine, a working guest can need several times as much real
# time. A guest that gets less than 5 % of a processor counts as stuck, so real time is limited too, to
# twenty times as much.
limit_ms=$((limit * 1000)) spent=0 left=$((limit * 1000)) why=
while :; do
  over=0
  IFS= read -r -d '' -t "$((left / 1000)).$(printf %03d $((left % 1000)))" _ <&"$alive" || over=$?
  # More than 128: the time is over.
  if [ "$over" -le 128 ]; then break; fi
  before=$spent
  spent=$(python3 -B "$here/spent.py" "$guest") || spent=$before
  if [ "$spent" -ge "$limit_ms" ]; then
    why="the guest was not done after $limit s of processor time"
  elif [ $(((spent - before) * 20)) -lt "$left" ]; then
    why="the guest got less than 5 % of a processor for $(((left + 500) / 1000)) s"
  fi
  if [ -n "$why" ]; then
    why+=": $(python3 -B "$here/stuck.py" "$private/uml/guest/mconsole" "$guest")" || true
    kill -KILL -- "-$guest" 2>/dev/null || true
    break
  fi
  left=$((limit_ms - spent))
  # In a shorter slice, even a working guest may get no processor.
  if [ "$left" -lt 1000 ]; then left=1000; fi
done
wait "${streams[@]}" || true
guest=
if [ -n "$results" ]; then cp "$private/log" "$results/kernel.log"; fi
if [ "$wanted" != "$results" ]; then cp -R "$results/." "$wanted/"; fi

status=$(sed -n 's/^guest-exit \([0-9]*\).*/\1/p' "$private/log")
if [ -n "$check" ] && [ "$status" != 0 ]; then
  # After a panic comes the stack; the reason is in the line before it.
  said=$({ grep -m 1 -B 1 'Kernel panic' "$private/log" || tail -qn 1 "$private/uml.log" "$private/log"; } |
    sed 's/^\[ *[0-9.]*\] *//' | paste -s -d ';')
  said=${said//;/; }
  fail 69 "User Mode Linux does not boot here: ${why:-${said:-it ends without a message}}"
fi
if [ -n "$status" ]; then exit "$status"; fi
processes=$(sed -n 's/^\(  pid [0-9]* (.): .*[^[:space:]]\)[[:space:]]*$/\1/p' "$private/log")
if grep -q '^guest-waits' "$private/log"; then
  fail 70 "the guest waits: nothing runs, and $patience s of its time are over; its processes are"$'\n'"$processes"
elif grep -q '^guest-runs' "$private/log"; then
  fail 70 "the guest was not done after $patience s of its time; its processes are"$'\n'"$processes"
fi
panic=$(sed -n 's/.*Kernel panic - not syncing: //p' "$private/log" | head -n 1)
case $panic in
  *'kill init'*) fail 70 "the guest's init died: $panic" ;;
  ?*) fail 70 "the guest's kernel panicked: $panic" ;;
esac
if [ -n "$why" ]; then fail 70 "$why"; fi
if [ -s "$private/log" ]; then fail 70 "the guest ended without a message; its last line: $(tail -n 1 "$private/log")"; fi
fail 69 "User Mode Linux does not start here: $(tail -n 1 "$private/uml.log")"
