#!/bin/bash
# optimised.sh "SUITE..." WORD...: runs `swift test WORD...` on an optimised build of suites. The folder is separate and the other
# suites are left out, because to optimise them would take minutes. All use the same flags, so modules are built once.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
export FLICKD_TESTS=$1
shift
optimised=(-c release --scratch-path .build/optimised -Xswiftc -enable-testing)
# SwiftPM keeps the plan of the last build, which may have had other suites.
rm -f .build/optimised/release.yaml
swift build "${optimised[@]}" --product flickdPackageTests
exec swift test "${optimised[@]}" --skip-build --disable-xctest "$@"
