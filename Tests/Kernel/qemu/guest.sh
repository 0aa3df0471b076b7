#!/bin/bash
# guest.sh WORD...: runs `swift test WORD...` with the emulated guest, in which the release of .build/dist is installed.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
FLICKD_GUEST=$(Tests/Kernel/qemu/build.sh)
export FLICKD_GUEST FLICKD_GUEST_STATES=$PWD/.build/guest
Tests/Kernel/qemu/prepare.sh .build/guest
exec swift test --skip-build --disable-xctest "$@"
