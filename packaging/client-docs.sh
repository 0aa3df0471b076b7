#!/bin/bash
# Compiles every Swift snippet of FlickClient's documentation and of docs/feel.md as an app would, with `import FlickClient`
# or `import FlickInteractions` alone, runs those of the README and of docs/clients.md and steps of the tutorial against the demo, and builds the DocC archive into
# .build/FlickClient.doccarchive; a warning is an error.
# First, a planted step that does not compile must be found; with FLICKD_PLANTS=all, also a snippet, a step that prints
# nothing, and a broken link.
set -euo pipefail

catalog=Sources/FlickClient/FlickClient.docc
output=.build/FlickClient.doccarchive
folder=$(mktemp -d)
service=
trap 'if [ -n "$service" ]; then kill "$service"; fi; rm -rf "$folder"' EXIT
target=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",/\1/p')

swift build --target FlickInteractions
swift build --product flickd
built=$(swift build --show-bin-path)
modules=$built/Modules
# The C modules that the compiled modules import.
headers=()
for map in Sources/CMath/include "$built/CLinux.build"; do
  headers+=(-Xcc "-fmodule-map-file=$map/module.modulemap")
done
# Of a page, and of a step of the tutorial.
compile=(swiftc -module-name Page -swift-version 6 -strict-memory-safety -warnings-as-errors
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility -I "$modules" "${headers[@]}")

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
    "${compile[@]}" -typecheck "$name" || { echo "client-docs: $page does not compile" >&2; return 1; }
    count=$((count + 1))
  done < <(find "$1" README.md docs/clients.md docs/feel.md \( -name '*.md' -o -name '*.swift' \) | sort)
  echo "client-docs: the snippets of $count pages compile"
}

# The object files of FlickInteractions and of what it needs: those of the present sources, because .build keeps older ones.
objects() {
  local module source
  for module in FlickInteractions FlickClient FlickProtocol GestureCore Installation LinuxIO CLinux CMath; do
    while read -r source; do
      echo "$built/$module.build/$(basename "$source").o"
    done < <(find "Sources/$module" \( -name '*.swift' -o -name '*.c' \) -not -path '*.docc/*')
  done
}

# Runs a program until it prints a line that matches `moved`, another card, for at most 20 s. Each line must match.
# run PROGRAM WHAT SOCKET LINE MOVED
run() {
  local files
  mapfile -t files < <(objects)
  "${compile[@]}" -o "$1" "$1.swift" "${files[@]}"
  FLICKD_SOCKET=$3 timeout 20 stdbuf -oL "$1" 2>&1 | tee "$1.log" | grep -qE "$5"
  if [ "${PIPESTATUS[2]}" -ne 0 ] || grep -qvE "^($4)$" "$1.log"; then
    echo "client-docs: $2 printed this:" >&2
    grep -vE "^($4)$" "$1.log" >&2 || true
    tail -n 20 "$1.log" >&2
    return 1
  fi
  echo "client-docs: $2 runs and prints $(wc -l <"$1.log") lines"
}

# step CATALOG NUMBER SOCKET LINE MOVED
step() {
  local name=$folder/steps/carousel-$2
  # The socket of the tutorial may be in use on this machine.
  sed "s,/tmp/demo.sock,$3," "$1/Tutorials/Code/carousel-$2.swift" >"$name.swift"
  run "$name" "step $2 of the tutorial" "$3" "$4" "$5"
}

# Runs the program of a page. Where the program shows no card, it would print -1.
# page FILE SOCKET LINE MOVED
page() {
  local name
  name=$folder/steps/$(basename "$1" .md)
  program "$1" | sed 's/?? 0/?? -1/' >"$name.swift"
  run "$name" "the program of $1" "$2" "$3" "$4"
}

# Runs the README's command for the socket as it is written, and then with the README's request.
# socket SOCKET
# shellcheck disable=SC2016 # the fences are Markdown's
socket() {
  local command request
  command=$(sed -n '/^```sh$/,/^```$/s/^socat .*/&/p' README.md)
  request=$(sed -n '/^```json$/,/^```$/s/^{.*/&/p' README.md)
  # A command whose reader is content complains of the closed pipe.
  grep -q '"phase":"end".*"direction":"left"' < <(FLICKD_SOCKET=$1 timeout 20 bash -c "$command" 2>"$folder/socat.log") ||
    { cat "$folder/socat.log"; echo "client-docs: the README's \`$command\` printed no swipe to the left" >&2; return 1; }
  grep -q '"phase":"end".*"name":"cards".*"snap":{' \
    < <(timeout 20 socat -,ignoreeof "UNIX-CONNECT:$1" <<<"$request" 2>"$folder/socat.log") ||
    { cat "$folder/socat.log"; echo "client-docs: the README's request brought no snap point" >&2; return 1; }
  echo "client-docs: the README's lines for the socket bring swipes and snap points"
}

# Runs the service of the tutorial, two of its steps, the programs of two pages, and the README's lines for the socket.
# tutorial CATALOG
tutorial() {
  local socket=$folder/demo.sock command words failed=0
  command=$(grep -o 'flickd --demo --socket [^`]*' "$1/Tutorials/CardCarousel-Tutorial.tutorial")
  read -ra words <<<"${command/\/tmp\/demo.sock/$socket}"
  mkdir -p "$folder/steps"
  "$built/${words[0]}" "${words[@]:1}" >"$folder/service.log" 2>&1 &
  service=$!
  step "$1" 4 "$socket" '(begin|update|end|cancel) from card [0-3] to card [0-3]' '^end .*card [1-3]$' &&
    step "$1" 9 "$socket" 'card [0-3] in front, the row is at -?[0-9.]+' '^card [1-3] ' &&
    page README.md "$socket" 'to card [0-2]' '^to card [12]$' &&
    socket "$socket" &&
    page docs/clients.md "$socket" 'follow the finger .*|to card [0-2] at .* points a second|back: .*' '^to card [12] ' ||
    failed=1
  kill "$service" || { cat "$folder/service.log" >&2; failed=1; }
  wait "$service" || true
  service=
  return $failed
}

# graph MODULE FOLDER [OPTION…]
graph() {
  mkdir -p "$2"
  swift symbolgraph-extract -module-name "$1" -target "$target" -minimum-access-level public \
    -skip-inherited-docs -I "$modules" "${headers[@]}" -output-dir "$2" "${@:3}"
}

# Adds to FlickClient's symbols what extensions in the modules of its exported types declare, such as `Decision.Kind`:
# symbolgraph-extract leaves that out.
# complete FOLDER MODULES
complete() {
  python3 - "$1/FlickClient.symbols.json" "$2"/*.symbols.json <<'END'
import json, sys
path, *others = sys.argv[1:]
with open(path) as file:
    graph = json.load(file)
known = {symbol["identifier"]["precise"] for symbol in graph["symbols"]}
others = [json.load(open(other)) for other in others]
exported = {symbol["pathComponents"][0] for other in others for symbol in other["symbols"]
            if len(symbol["pathComponents"]) == 1 and symbol["identifier"]["precise"] in known}
for other in others:
    added = {}
    for symbol in other["symbols"]:
        name = symbol["identifier"]["precise"]
        if symbol["pathComponents"][0] in exported and name not in known:
            added[name] = symbol
    graph["symbols"] += added.values()
    graph["relationships"] += [one for one in other["relationships"] if one["source"] in added]
    known |= added.keys()
with open(path, "w") as file:
    json.dump(graph, file)
END
}

# archive CATALOG
archive() {
  local module
  graph FlickClient "$folder/symbols" -experimental-allowed-reexported-modules=FlickProtocol,GestureCore
  graph FlickInteractions "$folder/symbols"
  for module in FlickProtocol GestureCore; do graph $module "$folder/exported"; done
  complete "$folder/symbols" "$folder/exported"
  # docc copies its template, and fails on folders of another user, for example in root's toolchain.
  local template
  template=$(dirname "$(realpath "$(command -v docc)")")/../share/docc/render
  if [ -d "$template" ] && ! [ -d "$folder/render" ]; then cp -r "$template" "$folder/render"; fi
  if [ -d "$folder/render" ]; then export DOCC_HTML_DIR=$folder/render; fi
  docc convert "$1" --warnings-as-errors --fallback-display-name FlickClient \
    --fallback-bundle-identifier org.flickd.FlickClient --additional-symbol-graph-dir "$folder/symbols" \
    --output-path "$output"
}

# plant FILE LINE WHAT VERB
plant() {
  rm -rf "$folder/planted.docc" "$folder/snippets" "$folder/symbols"
  cp -r $catalog "$folder/planted.docc"
  printf '\n%b\n' "$2" >>"$folder/planted.docc/$1"
  if output=$folder/archive "$4" "$folder/planted.docc" >"$folder/log" 2>&1; then
    echo "client-docs: $3 was not found" >&2
    exit 1
  fi
  echo "client-docs finds $3"
}

plant Tutorials/Code/carousel-1.swift 'client.nothing()' "a step that does not compile" snippets
# shellcheck disable=SC2016 # the fences and the link are Markdown's
if [ "${FLICKD_PLANTS:-}" = all ]; then
  plant Articles/Connecting.md '```swift\nlet wrong: Int = client\n```' "a snippet that does not compile" snippets
  plant Tutorials/Code/carousel-9.swift 'func print(_ words: Any...) {}' "a step that prints nothing" tutorial
  plant Articles/Connecting.md '``NoSuchSymbol``' "a broken link" archive
fi
rm -rf "$folder/snippets" "$folder/symbols"
snippets $catalog
tutorial $catalog
archive $catalog
