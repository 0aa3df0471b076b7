#!/bin/bash
# Shows in a guest that the commands which flickd prints for an ordinary user work. The user has no
# access to a virtual touchscreen. `make run` plays the demo and prints a command, root runs that
# command literally, and the swipes appear; likewise for `flickctl status`. flickd and flickctl must
# have been built.
#   DIST         the folder of flickd and flickctl; without it that of `swift build`
# First, a spoilt command must be found; with FLICKD_PLANTS=all, each of four.
# Exit codes: 1 when a command does not work, 64 usage, 69 when a requirement is missing.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."
usage="usage: ${0##*/} [DIST]"
if [ $# -gt 1 ]; then echo "$usage" >&2 && exit 64; fi
dist=${1:-$(swift build --show-bin-path)}
dist=$(cd "$dist" && pwd)
for program in flickd flickctl; do
  if ! [ -x "$dist/$program" ]; then
    echo "run-as-user: there is no $program in $dist; run \`swift build --product $program\` first" >&2
    exit 69
  fi
done

kernel=uml
if ! "$here/uml/run.sh" --check; then
  echo "run-as-user: falling back to an emulated kernel" >&2
  packaging/deps.sh guest kernel
  kernel=qemu
fi

# Follows the advice of the programs in a folder.
follow() { "$here/$kernel/run.sh" -t 300 -- python3 "$here/run-as-user.py" "$1" "$PWD/packaging/run.sh" "$PWD/docs/examples/flick.touch"; }

failures=0
# Changes flickctl's output by a command of sed, and expects the check of this name to fail.
expect_failure() {
  local what=$1 printed
  if printed=$(FLICKD_SPOILT_ADVICE=$2 follow "$dist" 2>&1) || ! grep -q "^FAILED  $what" <<<"$printed"; then
    echo "FAILED  $2 is not found: expected was \`FAILED  $what\`, and printed was:"
    printf '%s\n' "${printed//$'\n'/$'\n'        | }"
    failures=$((failures + 1))
  else
    echo "ok      $2 is found"
  fi
}

expect_failure 'the advice works' 's/sudo setfacl/setfacl/'
if [ "${FLICKD_PLANTS:-}" = all ]; then
  expect_failure 'flickd turns to the touchscreen by itself' 's/:r /:x /'
  expect_failure 'the advice works' 's/event0$/event99/'
  expect_failure 'or opens a shell that is let in\|a session from before' 's/usermod -aG flick/usermod -aG users/'
fi
follow "$dist" || failures=$((failures + 1))
if [ $failures -gt 0 ]; then exit 1; fi
