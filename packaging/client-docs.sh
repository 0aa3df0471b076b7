#!/bin/bash
# Compiles every Swift snippet of FlickClient's documentation as an app would, with `import FlickClient` alone, and builds the
# DocC archive into .build/FlickClient.doccarchive; a warning is an error. --selftest proves that it finds a snippet that
# does not compile, and a broken link.
set -euo pipefail

catalog=Sources/FlickClient/FlickClient.docc
output=.build/FlickClient.doccarchive
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
target=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",/\1/p')

swift build --target FlickClient
modules=$(swift build --show-bin-path)/Modules
# The C modules that the compiled modules import.
headers=()
for map in Sources/CMath/include "${modules%/*}/CLinux.build"; do
  headers+=(-Xcc "-fmodule-map-file=$map/module.modulemap")
done

# The snippets of one page are one program, in their order, with each import once.
program() {
  awk '/^```swift$/ { inside = 1; next } /^```$/ { inside = 0 } inside && !(/^import / && seen[$0]++)' "$1"
}

# snippets CATALOG
snippets() {
  local page count=0 name
  mkdir -p "$folder/snippets"
  while read -r page; do
    name=$folder/snippets/$(basename "${page%.*}").swift
    if [[ $page == *.swift ]]; then cp "$page" "$name"; else program "$page" >"$name"; fi
    if [ ! -s "$name" ]; then continue; fi
    swiftc -typecheck -module-name Page -swift-version 6 -strict-memory-safety -warnings-as-errors \
      -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility \
      -I "$modules" "${headers[@]}" "$name" || { echo "client-docs: $page does not compile" >&2; return 1; }
    count=$((count + 1))
  done < <(find "$1" README.md docs/clients.md \( -name '*.md' -o -name '*.swift' \) | sort)
  echo "client-docs: the snippets of $count pages compile"
}

# archive CATALOG
archive() {
  mkdir -p "$folder/symbols"
  swift symbolgraph-extract -module-name FlickClient -target "$target" -minimum-access-level public \
    -skip-inherited-docs -I "$modules" "${headers[@]}" -output-dir "$folder/symbols"
  # docc copies its template, and fails on folders of another user, for example in root's toolchain.
  local template
  template=$(dirname "$(realpath "$(command -v docc)")")/../share/docc/render
  if [ -d "$template" ] && ! [ -d "$folder/render" ]; then cp -r "$template" "$folder/render"; fi
  if [ -d "$folder/render" ]; then export DOCC_HTML_DIR=$folder/render; fi
  docc convert "$1" --warnings-as-errors --fallback-display-name FlickClient \
    --fallback-bundle-identifier org.flickd.FlickClient --additional-symbol-graph-dir "$folder/symbols" \
    --output-path "$output"
}

if [ "${1:-}" != --selftest ]; then
  snippets $catalog
  archive $catalog
  exit
fi

output=$folder/archive

# plant FILE LINE WHAT VERB
plant() {
  rm -rf "$folder/planted.docc" "$folder/snippets" "$folder/symbols"
  cp -r $catalog "$folder/planted.docc"
  printf '\n%b\n' "$2" >>"$folder/planted.docc/$1"
  if "$4" "$folder/planted.docc" >"$folder/log" 2>&1; then
    echo "client-docs: $3 was not found" >&2
    exit 1
  fi
  echo "client-docs finds $3"
}

# shellcheck disable=SC2016 # the fences are Markdown's
plant Articles/Connecting.md '```swift\nlet wrong: Int = client\n```' "a snippet that does not compile" snippets
plant Tutorials/Code/carousel-1.swift 'client.nothing()' "a step that does not compile" snippets
# shellcheck disable=SC2016
plant Articles/Connecting.md '``NoSuchSymbol``' "a broken link" archive
