# shellcheck shell=bash
# Functions that uml/run.sh and qemu/run.sh share; both source this file.

# write_command FILE RESULTS WORD...: writes the script that guest-init runs. The script runs the
# words in this folder, with FLICKD_*, SWIFT_* and CI as they are here, and with $FLICKD_RESULTS if
# a folder of the host is to be writable. FLICKD_SOCKET is dropped, because it configures this
# machine's flickctl.
write_command() {
  local file=$1 results=$2 name
  shift 2
  {
    printf 'cd %q || exit 72\n' "$PWD"
    while read -r name; do
      printf 'export %s=%q\n' "$name" "${!name}"
    done < <(compgen -e | grep -E '^(FLICKD_|SWIFT_|CI$)' | grep -vx FLICKD_SOCKET)
    if [ -n "$results" ]; then echo 'export FLICKD_RESULTS=/run/out'; fi
    printf '%q ' "$@"
  } >"$file"
}

# All that udev reads in a guest: systemd's stock rules and hardware database for input devices, and
# the project's rule. Rules of other packages and of the administrator would make results differ
# between machines.
guest_rules=(50-udev-default 60-evdev 60-input-id 60-persistent-input 70-joystick 70-mouse 70-touchpad)
# These three come with the package systemd, which a container may lack.
guest_seat_rules=(70-uaccess 71-seat 73-seat-late)
guest_hwdb=(60-evdev 60-input-id 60-keyboard 70-joystick 70-mouse 70-touchpad)

# write_udev FOLDER: writes the guest's udev configuration, as the folder lib for /usr/lib/udev, and
# the folder rules with the project's rule. Fails with a message on standard output.
write_udev() {
  local folder=$1 stock=/usr/lib/udev name
  # Debian 12 without merged /usr
  if ! [ -e $stock/rules.d/50-udev-default.rules ]; then stock=/lib/udev; fi
  mkdir -p "$folder"/{lib/rules.d,rules,etc/udev/hwdb.d}
  for name in "${guest_rules[@]/%/.rules}"; do
    cp "$stock/rules.d/$name" "$folder/lib/rules.d/" || { echo "udev's rule $stock/rules.d/$name is missing" && return 1; }
  done
  for name in "${guest_seat_rules[@]/%/.rules}"; do
    if [ -e "$stock/rules.d/$name" ]; then cp "$stock/rules.d/$name" "$folder/lib/rules.d/"; fi
  done
  for name in "${guest_hwdb[@]/%/.hwdb}"; do
    cp "$stock/hwdb.d/$name" "$folder/etc/udev/hwdb.d/" || { echo "udev's $stock/hwdb.d/$name is missing" && return 1; }
  done
  # The machine's hwdb.bin includes entries of other packages and of the administrator.
  if ! env -u SYSTEMD_HWDB_UPDATE_BYPASS systemd-hwdb --root="$folder" update >"$folder/log" 2>&1; then
    echo "systemd-hwdb cannot compile udev's stock entries: $(tail -n 1 "$folder/log")" && return 1
  fi
  mv "$folder/etc/udev/hwdb.bin" "$folder/lib/"
  rm -r "${folder:?}/etc"
  cp "${BASH_SOURCE[0]%/*}"/../../udev-rules/*.rules "$folder/rules/"
}

# Calls a function at the exit, also after a signal; the exit status is then a shell's.
at_end() {
  # shellcheck disable=SC2064 # the name is known now
  trap "$1" EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  trap 'exit 129' HUP
}
