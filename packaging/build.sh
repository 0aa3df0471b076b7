#!/bin/bash
# build.sh PRODUCT...: builds flickd or flickctl, or both, as they are released, into $DIST, by default .build/dist; flickctl
# with its completion for three shells. LINKER names another linker than gold, or lld where there is no gold.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
dist=${DIST:-.build/dist}
# gold leaves the smallest file; Debian 13 no longer installs it with binutils, and Swift brings lld along.
linker=${LINKER:-$(command -v ld.gold >/dev/null 2>&1 && echo gold || echo lld)}
# A folder in which the linker finds the C++ library's archive before its shared object: of the 950 kB that the shared one
# keeps resident the daemon uses a tenth.
static=$PWD/.build/static
mkdir -p "$static" "$dist"
archives=(/usr/lib/gcc/*/*/libstdc++.a)
if ! [ -e "${archives[0]}" ]; then
  echo "build: there is no libstdc++.a in /usr/lib/gcc; \`packaging/deps.sh build\` installs it" >&2
  exit 69
fi
ln -sf "$(printf '%s\n' "${archives[@]}" | tail -n 1)" "$static/libstdc++.a"

# No build id: it would follow Swift's hashes of the modules, which strip.sh removes. No folder in what C asserts either.
release=(
  -c release --static-swift-stdlib -Xswiftc "-use-ld=$linker" -Xlinker "-L$static" -Xlinker --icf=safe
  -Xlinker --no-export-dynamic -Xlinker --build-id=none -Xcc "-fmacro-prefix-map=$PWD/="
)
# gold warns that Foundation calls mktemp, which no change in flickd can mend.
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
