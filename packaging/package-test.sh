#!/bin/bash
# Has an app depend on this package by version, with the lines of docs/clients.md: it must fetch this package alone, compile
# and run. First, a planted product that needs another package must be found.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Git fetches from this machine alone.
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=$folder/gitconfig
printf '[protocol]\nallow = never\n[protocol "file"]\nallow = always\n[user]\nname = app\nemail = app@localhost\n' \
  >"$GIT_CONFIG_GLOBAL"

# Makes a repository of the present files and an app that depends on it.
# made NAME
made() {
  mkdir -p "$folder/$1/flickd" "$folder/$1/kiosk/Sources/kiosk"
  cp -r Package.swift Package.resolved Sources Tests "$folder/$1/flickd"
  if [ "$1" = planted ]; then
    sed -i 's/^let apps = \[/&"Commands", /' "$folder/$1/flickd/Package.swift"
  fi
  git -C "$folder/$1/flickd" init -q
  git -C "$folder/$1/flickd" add -A
  git -C "$folder/$1/flickd" commit -q -m release
  git -C "$folder/$1/flickd" tag 0.1.0
  awk '/^```swift package$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/clients.md |
    sed -e "s|https://example.org/flickd.git|file://$folder/$1/flickd|" \
      -e 's|\[\.product(name: "FlickClient"|[.product(name: "FlickInteractions", package: "flickd"), .product(name: "FlickClient"|' \
      >"$folder/$1/kiosk/Package.swift"
  cat >"$folder/$1/kiosk/Sources/kiosk/main.swift" <<'END'
import FlickInteractions

var carousel = CardCarousel(count: 3)
carousel.go(to: 1, at: SwipeClient.now)
print("card \(carousel.index)")
END
}

# in_app NAME COMMAND…
in_app() {
  local name=$1
  shift
  swift "$@" --package-path "$folder/$name/kiosk" --cache-path "$folder/cache" --scratch-path "$folder/$name/built"
}

# Fails unless the app fetches one package.
# fetches_one NAME
fetches_one() {
  in_app "$1" package resolve >"$folder/$1.log" 2>&1 || return 1
  [ "$(ls "$folder/$1/built/checkouts")" = flickd ]
}

made planted
if fetches_one planted; then
  echo "package-test: a product that needs another package was not found" >&2
  exit 1
fi
grep -qE "(swift-nio|swift-argument-parser)" "$folder/planted.log" || { cat "$folder/planted.log" >&2; exit 1; }
echo "package-test finds a product that needs another package"

made app
fetches_one app || { cat "$folder/app.log"; echo "package-test: an app fetches more than flickd" >&2; exit 1; } >&2
words=$(in_app app run -q) || { echo "package-test: the app does not compile" >&2; exit 1; }
[ "$words" = "card 1" ] || { echo "package-test: the app printed: $words" >&2; exit 1; }
echo "package-test: an app that depends on flickd by version fetches flickd alone, and runs"
