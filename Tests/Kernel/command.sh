# shellcheck shell=bash
# What uml/run.sh and qemu/run.sh have in common; they source it.

# write_command FILE RESULTS WORD...: writes the script that guest-init runs: the words, in this folder, with FLICKD_*, SWIFT_* and
# CI as they are here, and $FLICKD_RESULTS if a folder of the host is to be writable.
write_command() {
  local file=$1 results=$2 name
  shift 2
  {
    printf 'cd %q || exit 72\n' "$PWD"
    while read -r name; do
      printf 'export %s=%q\n' "$name" "${!name}"
    done < <(compgen -e | grep -E '^(FLICKD_|SWIFT_|CI$)')
    if [ -n "$results" ]; then echo 'export FLICKD_RESULTS=/run/out'; fi
    printf '%q ' "$@"
  } >"$file"
}

# Calls a function at the end, also at that by a signal, whose status is then a shell's.
at_end() {
  # shellcheck disable=SC2064 # the name is known now
  trap "$1" EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  trap 'exit 129' HUP
}
