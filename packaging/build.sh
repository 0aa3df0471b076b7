#!/bin/bash
# build.sh PRODUCT...: builds release versions of flickd, flickctl or both into $DIST, by default .build/dist; flickctl
# with its completion for three shells. LINKER sets the linker; the default is gold, or lld if gold is not installed.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
dist=${DIST:-.build/dist}
# gold writes the smallest file. Debian 13 no longer installs gold with binutils; Swift contains lld.
linker=${LINKER:-$(command -v ld.gold >/dev/null 2>&1 && echo gold || echo lld)}
# A folder in which the linker finds the C++ library's archive before its shared object. The shared object keeps 950 kB
# resident, and the daemon uses a tenth of them.
static=$PWD/.build/static
mkdir -p "$static" "$dist"
archives=(/usr/lib/gcc/*/*/libstdc++.a)
if ! [ -e "${archives[0]}" ]; then
  echo "build: there is no libstdc++.a in /usr/lib/gcc; \`packaging/deps.sh build\` installs it" >&2
  exit 69
fi
ln -sf "$(printf '%s\n' "${archives[@]}" | tail -n 1)" "$static/libstdc++.a"

# No build id: it would depend on Swift's module hashes, which strip.sh removes. No folder in the assertions of C either.
release=(
  -c release --static-swift-stdlib -Xswiftc "-use-ld=$linker" -Xlinker "-L$static" -Xlinker --icf=safe
  -Xlinker --no-export-dynamic -Xlinker --build-id=none -Xcc "-fmacro-prefix-map=$PWD/="
)
# gold warns that Foundation calls mktemp; flickd cannot change this.
for product; do
  swift build "${release[@]}" --product "$product" 2>&1 | sed '/warning: the use of `mktemp. is dangerous/d'
done
bin=$(swift build "${release[@]}" --show-bin-path)
for product; do packaging/strip.sh "$bin/$product" "$dist/$product"; done
if [[ " $* " == *" flickctl "* ]]; then
  for shell in bash zsh fish; do
    "$dist/flickctl" --generate-completion-script $shell | sed '1{/^#!/d}' >"$dist/flickctl.$shell"
  done
fi
