#!/bin/bash
# optimised.sh SUITE WORD...: runs `swift test WORD...` on an optimised build of one suite. The folder is separate and the other
# suites are left out, because to optimise them would take minutes. All suites use the same flags, so modules are built once.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
export FLICKD_TESTS=$1
shift
optimised=(-c release --scratch-path .build/optimised -Xswiftc -enable-testing)
swift build "${optimised[@]}" --product flickdPackageTests
exec swift test "${optimised[@]}" --skip-build --disable-xctest "$@"
