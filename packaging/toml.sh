#!/bin/bash
# toml.sh: parses 200,000 random documents with the toml++ of Debian 12 (3.3) and of Debian 13 (3.4), not of
# this machine, with sanitizers; both must have the same results. First, it removes the protection of CToml against toml++'s
# undefined results, which must be found. The headers are unpacked from Debian's packages into ~/.cache/flickd (FLICKD_CACHE
# sets another folder). The script installs nothing and needs no root.
# Exit codes: 1 something is wrong, 64 wrong usage, 69 the headers are not available.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=packaging/suite.sh
. packaging/suite.sh
cache=${FLICKD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/flickd}
suites=(bookworm trixie)

fail() {
  echo "toml: $2" >&2
  exit "$1"
}

if [ $# -gt 0 ]; then fail 64 "usage: ${0##*/}"; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Unpacks a suite's headers into a folder.
fetch() {
  fetch_suite "$1" "$work/debs-$1" libtomlplusplus-dev || return
  dpkg-deb -x "$work/debs-$1"/*.deb "$2"
}

# Prints the folder of a suite's headers; fetches them first if the cache has none.
headers() {
  local suite=$1 folder=$cache/toml-$1 missing
  if ! [ -d "$folder" ]; then
    missing=$(suite_needs) || fail 69 "the headers are Debian packages: $missing"
    echo "toml: fetching toml++ of $suite ..." >&2
    mkdir -p "$cache"
    if ! fetch "$suite" "$work/$suite" >"$work/log" 2>&1; then
      tail -n 20 "$work/log" >&2
      fail 69 "fetching toml++ of $suite failed: check that deb.debian.org is reachable"
    fi
    mv -T "$work/$suite" "$folder"
  fi
  # Only the headers: otherwise, the compiler could find other headers of this machine first.
  echo "$folder/usr/include"
}

words=('a = "é" # é' $'a = """\\\n  é"""' 'a = é' '"é" = 1 é' $'[a]\n"\u00e9\\u00e9" = [1, { b = \'中\' }]')

# results SUITE SOURCE: compiles a copy of CToml.cpp with the headers of a suite and prints its results.
results() {
  local program=$work/$1-pieces folder
  folder=$(headers "$1")
  clang++ -std=c++17 -O1 -g -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all -fuse-ld=lld \
    -I Sources/CToml/include -isystem "$folder" Tests/Toml/pieces.cpp "$2" -o "$program" || return
  "$program" "${words[@]}"
}

for suite in "${suites[@]}"; do headers "$suite" >/dev/null; done
sed '/^#define TOML_UNREACHABLE/s/return false/__builtin_unreachable()/' Sources/CToml/CToml.cpp >"$work/faulty.cpp"
if cmp -s Sources/CToml/CToml.cpp "$work/faulty.cpp"; then fail 1 "the planted fault no longer fits CToml.cpp"; fi
for suite in "${suites[@]}"; do
  if results "$suite" "$work/faulty.cpp" >"$work/log" 2>&1 || ! grep -q 'unreachable program point' "$work/log"; then
    tail -n 20 "$work/log" >&2
    fail 1 "with the toml++ of $suite, an undefined result was not found"
  fi
done
echo "toml: an undefined result is found with the toml++ of ${suites[*]}"

for suite in "${suites[@]}"; do
  results "$suite" Sources/CToml/CToml.cpp >"$work/$suite.results" ||
    fail 1 "CToml fails with the toml++ of $suite; the reason is above"
  version=$(find "$(headers "$suite")" -name 'version.h*' -exec sed -n 's/.*TOML_LIB_\(MAJOR\|MINOR\) *\([0-9]*\)$/\2/p' {} + |
    paste -s -d .)
  echo "toml: toml++ $version ($suite): $(head -n 1 "$work/$suite.results")"
done
diff "$work/${suites[0]}.results" "$work/${suites[1]}.results" >&2 ||
  fail 1 "the results differ: < is with the toml++ of ${suites[0]}, > with that of ${suites[1]}"
