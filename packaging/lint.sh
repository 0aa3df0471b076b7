#!/bin/bash
# Checks format, length of files, words, shell scripts, man pages, types and mutants; runs every check before it fails.
set -uo pipefail
status=0

swift format lint --strict -r Sources Tests Package.swift || status=1

long=$(find Sources Tests packaging .ci Makefile Package.swift -type f \
  \( -name '*.swift' -o -name '*.c' -o -name '*.cpp' -o -name '*.h' -o -name '*.sh' -o -name '*.py' -o -name '*.js' -o -name '*.mjs' \
  -o -name '*.css' -o -name '*.ts' -o -name Makefile \
  -o -name run \) -exec awk 'NR == 1 && /; do not edit\.$/ { exit } END { if (NR > 500) print FILENAME ": " NR " lines, at most 500" }' {} \;)
if [ -n "$long" ]; then
  echo "$long" >&2
  status=1
fi

python3 -B packaging/generate.py --check || status=1
python3 -B packaging/variables.py || status=1
python3 -B packaging/words.py || status=1

# swift format checks only the columns of code. Diagrams and tables with an indent of three blanks or more may be wider.
wide=$(LC_ALL=C.UTF-8 grep -rnoP --include='*.swift' '^(?=.{101,}) *(?:///|//(?!/))(?! {3})(?!.*[─│]).{0,40}' Sources Tests Package.swift || true)
if [ -n "$wide" ]; then
  echo "$wide" >&2
  echo "lint: comments have at most 100 columns" >&2
  status=1
fi

if command -v shellcheck >/dev/null; then
  find packaging Tests \( -name '*.sh' -o -name '*.bash' -o -name '*.postinst' -o -name '*.postrm' \) \
    -exec shellcheck .ci/run Tests/Kernel/guest-init {} + || status=1
else
  echo "lint: shellcheck is not installed; scripts were not checked" >&2
fi
if command -v mandoc >/dev/null; then
  mandoc -Tlint -W warning docs/man/* || status=1
else
  echo "lint: mandoc is not installed; man pages were not checked" >&2
fi
if command -v tsc >/dev/null; then
  tsc --noEmit --strict --jsx preserve --target es2022 --module es2022 --moduleResolution node --lib es2022,dom \
    Tests/Web/types.ts Tests/Web/element-types.ts Tests/Web/jsx-types.tsx || status=1
  samples=$(node --test --test-reporter=tap Tests/Web/samples.test.mjs) || { echo "$samples" >&2; status=1; }
else
  echo "lint: tsc is not installed; the types of flick.js were not checked" >&2
fi
# A mutant that no longer fits the sources tests nothing.
Tests/Kernel/mutants.sh --check || status=1
exit $status
