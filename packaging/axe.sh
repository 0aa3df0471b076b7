#!/bin/bash
# Downloads axe-core from a pinned Python package, for the accessibility checks of `make test ONLY=browser`. Without the network,
# these checks are skipped.
set -euo pipefail

package=axe-playwright-python==0.1.8
digest=fdd263c998388f1a8e67cad02677e612d946248bd44d163be5e8650ea31f95f8
folder=${1:-.build/axe}
if [ -f "$folder/axe.min.js" ]; then exit 0; fi
mkdir -p "$folder"
if ! printf '%s --hash=sha256:%s\n' "$package" "$digest" >"$folder/requirements.txt" ||
  ! python3 -m pip download --quiet --no-deps --only-binary :all: --require-hashes -r "$folder/requirements.txt" -d "$folder"; then
  echo "axe-core could not be downloaded; the tests with axe-core are skipped" >&2
  exit 0
fi
python3 - "$folder" <<'PYTHON'
import glob, sys, zipfile
folder = sys.argv[1]
with zipfile.ZipFile(glob.glob(folder + '/*.whl')[0]) as wheel:
    text = wheel.read('axe_playwright_python/axe.min.js')
with open(folder + '/axe.min.js', 'wb') as file:
    file.write(text)
PYTHON
