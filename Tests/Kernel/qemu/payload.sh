#!/bin/bash
# payload.sh FOLDER: fills FOLDER with the files that are added to the guest's root folder: flickd
# as `make install` installs it after `make build`, and the tests' scenarios in /opt/scenarios.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
folder=$(realpath -m "${1:?usage: payload.sh FOLDER}")
if ! [ -x .build/dist/flickd ]; then
  echo "payload: there is no .build/dist/flickd; run \`make build\` first" >&2
  exit 69
fi
make --no-print-directory --silent install DESTDIR="$folder" >&2
install -d "$folder/opt/scenarios"
cp Tests/Scenarios/*.touch "$folder/opt/scenarios/"
