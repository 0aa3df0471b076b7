#!/bin/bash
# install-test.sh: installs and uninstalls with `make` in a copy of the checkout, in folders with blanks, umlauts and
# quotes. Decoys lie at the paths that result if a path is split at a blank. Only the listed files may appear, and only
# they may be removed. An ordinary user installs for one user, or is refused before a file is copied; as root, the test becomes
# nobody for that. First, a fault planted in the scripts must be found; with FLICKD_PLANTS=all, each of ten.
# Placeholders replace the programs of `make build`, so this takes seconds and needs no root. Exits with 1 if something is wrong.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# The caller may have set these variables.
unset MAKEFLAGS MFLAGS DESTDIR PREFIX SYSCONFDIR UNITDIR UDEVDIR ZSHDIR DIST PRODUCTS SYSTEMD_VERSION XDG_CONFIG_HOME XDG_DATA_HOME

fail() {
  echo "install-test: $1" >&2
  exit 1
}

# Copies the files that `make install` reads, with placeholders for the programs.
copy() {
  local name
  mkdir -p "$1"
  cp -r LICENSE Makefile docs packaging systemd udev-rules "$1/"
  mkdir -p "$1/Sources" "$1/.build/dist"
  cp -r Sources/Web "$1/Sources/"
  for name in flickd flickctl flickctl.bash flickctl.zsh flickctl.fish; do echo "$name" >"$1/.build/dist/$name"; done
}

# snapshot FOLDER: every file and folder below it, with permissions and content.
snapshot() {
  (cd "$1" && find . -printf '%y %m %p\n' | sort && find . -type f -print0 | sort -z | xargs -0 sha256sum)
}

# try CHECKOUT DESTDIR VARIABLE=VALUE...: installs and uninstalls; DESTDIR may be relative.
try() {
  local checkout=$1 destdir=$2 stage before
  shift 2
  stage=$destdir
  if [[ $stage != /* ]]; then stage=$checkout/$stage; fi
  mkdir -p "$stage"
  before=$(snapshot "$work")
  run "$checkout" install "DESTDIR=$destdir" "$@"
  # The listed files exist, and no others.
  (unset IFS && cd "$checkout" && env "DESTDIR=$destdir" "$@" packaging/install.sh list flickd flickctl) | sort >"$lists/listed"
  find "$stage" -type f | sort >"$lists/found"
  [ "$(wc -l <"$lists/found")" -gt 60 ] || fail "only $(wc -l <"$lists/found") files were found in '$stage'"
  diff "$lists/listed" "$lists/found" >&2 || fail "'$stage' does not contain the listed files: < is listed, > exists"
  # A second installation and the removal keep a changed configuration.
  local configuration
  configuration=$(grep '/flickd/flickd\.toml$' "$lists/listed")
  echo changed >"$configuration"
  run "$checkout" install "DESTDIR=$destdir" "$@"
  run "$checkout" uninstall "DESTDIR=$destdir" "$@"
  [ "$(cat "$configuration" 2>/dev/null)" = changed ] || fail "the changed configuration $configuration was not kept"
  [ "$(find "$stage" -type f)" = "$configuration" ] || fail "uninstall left in '$stage': $(find "$stage" -type f)"
  cp packaging/flickd.toml "$configuration"
  run "$checkout" uninstall "DESTDIR=$destdir" "$@"
  if find "$stage" -type f | grep .; then fail "uninstall left the above in '$stage'"; fi
  if find "$stage" -depth -name flickd | grep .; then fail "uninstall left the above folders of flickd in '$stage'"; fi
  find "$stage" -mindepth 1 -delete
  snapshot "$work" >"$lists/after"
  diff <(printf '%s\n' "$before") "$lists/after" >&2 || fail "beside '$stage' files changed: < is before, > is after"
}

run() {
  local checkout=$1
  shift
  make -C "$checkout" --no-print-directory "$@" >"$lists/log" 2>&1 || {
    cat "$lists/log" >&2
    fail "\`make $1\` failed in $checkout"
  }
}

# user VERB VARIABLE=VALUE...: runs make as an ordinary user with a home; prints what make prints, and returns its code.
user() {
  local -a become=()
  if [ "$EUID" -eq 0 ]; then become=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
  "${become[@]}" env "HOME=$home" PATH=/usr/bin:/bin make -C "$checkout" --no-print-directory "$@" 2>&1
}

# Installs and uninstalls for one user, and looks for what the user must know.
for_one_user() {
  local checkout=$work/user/clone home=$work/user/"hö me" said status=0 listed
  local prefix=$home/.local
  mkdir -p "$work/user" "$home"
  chmod 711 "$work"
  copy "$checkout"
  echo keep >"$home/other"
  if [ "$EUID" -eq 0 ]; then chown -R 65534:65534 "$work/user"; fi

  # What the user may not write is refused as a whole, with the names of the variables.
  mkdir -m 755 "$work/foreign"
  for words in "" "PREFIX=/usr" "PREFIX=$work/foreign" "PREFIX=$prefix SYSCONFDIR=/etc" "PREFIX=$prefix UDEVDIR=/usr/lib/udev"; do
    # A developer who is not root may write a folder of his own.
    if [ "$EUID" -ne 0 ] && [[ $words == *foreign ]]; then continue; fi
    local -a given=()
    if [[ $words == *" "* ]]; then given=("PREFIX=$prefix" "${words##* }"); elif [ -n "$words" ]; then given=("$words"); fi
    status=0
    said=$(user install "${given[@]}") || status=$?
    [ "$status" -ne 0 ] || fail "an ordinary user could install with '$words'"
    grep -q 'you may not write .*SYSCONFDIR.*nothing was changed.*PREFIX=.*/\.local' <<<"$said" || fail "'$words' was answered with: $said"
    if [ -e "$prefix" ] || [ -n "$(find "$work/foreign" -mindepth 1)" ]; then fail "'$words' installed a part"; fi
  done
  rm -f "$checkout/.build/dist/flickd"
  if said=$(user install "PREFIX=$prefix") || [ -e "$prefix" ]; then fail "an installation for one user went on without a build"; fi
  grep -q 'make build' <<<"$said" || fail "without a build, an ordinary user reads: $said"
  if grep -q 'for you alone' <<<"$said"; then fail "what is left out is listed although nothing is installed"; fi
  echo flickd >"$checkout/.build/dist/flickd"

  said=$(user install "PREFIX=$prefix") || fail "an installation for one user failed: $said"
  for word in 'for you alone' 'flickctl devices' 'loginctl enable-linger' 'systemctl --user .*enable --now flickd' \
    'not in PATH' "$home/.config/flickd/flickd.toml"; do
    grep -q -e "$word" <<<"$said" || fail "an installation for one user does not say '$word': $said"
  done
  [ "$(sed -n 1p <<<"$said" | grep -c 'for you alone')" = 1 ] || fail "what is left out is not said first: $said"
  listed=$(cd "$checkout" && find "$home" -type f ! -name other | sort)
  for file in .local/bin/flickd .local/bin/flickctl .config/flickd/flickd.toml .local/share/systemd/user/flickd.service \
    .local/share/systemd/user/flickd.socket .local/share/systemd/user/flick-bridge.service .local/share/flickd/web/flick.js; do
    [ -e "$home/$file" ] || fail "an installation for one user lacks $file"
  done
  if grep -E 'sysusers|tmpfiles|rules\.d|/etc/' <<<"$listed"; then fail "an installation for one user has the above"; fi
  grep -q "^ExecStart=\"$prefix/bin/flickd\" --config %E/flickd/flickd.toml$" "$home/.local/share/systemd/user/flickd.service" ||
    fail "the user's unit runs: $(grep ExecStart "$home/.local/share/systemd/user/flickd.service")"
  # Again, and with a changed configuration, which stays.
  echo changed >"$home/.config/flickd/flickd.toml"
  user install "PREFIX=$prefix" >/dev/null || fail 'a second installation for one user failed'
  said=$(user uninstall "PREFIX=$prefix") || fail "an ordinary user could not uninstall: $said"
  grep -q 'systemctl --user disable --now' <<<"$said" || fail "uninstall does not say how to stop flickd: $said"
  listed=$(find "$home" -type f | sort)
  [ "$listed" = "$(printf '%s\n' "$home/.config/flickd/flickd.toml" "$home/other")" ] || fail "uninstall for one user left: $listed"
  cp packaging/flickd.toml "$home/.config/flickd/flickd.toml"
  user uninstall "PREFIX=$prefix" >/dev/null
  if find "$home" -name 'flick*' | grep .; then fail "uninstall for one user left the above"; fi
  # Folders of the user's choice, and DESTDIR, with which the files are for the system.
  user install "PREFIX=$home/opt" "XDG_CONFIG_HOME=$home/conf" "XDG_DATA_HOME=$home/data" >/dev/null || fail 'XDG folders were refused'
  for file in opt/bin/flickd conf/flickd/flickd.toml data/systemd/user/flickd.socket; do
    [ -e "$home/$file" ] || fail "with folders of the user's choice, there is no $file"
  done
  user install "DESTDIR=$home/stage" "PREFIX=$prefix" >/dev/null || fail 'an ordinary user could not stage a package'
  for file in etc/flickd/flickd.toml "${prefix#/}/lib/systemd/system/flickd.service"; do
    [ -e "$home/stage/$file" ] || fail "DESTDIR of an ordinary user installs for the user: there is no $file"
  done
  chmod 700 "$work"
}

# The targets of parts of the paths below, relative to the checkout and to the current folder.
decoys() {
  local folder
  for folder in "$@"; do
    mkdir -p "$folder"/{bin,usr/bin,usr/share/doc/flickd,usr/share/flickd/web,etc/flickd}
    touch "$folder"/{bin/flickd,usr/bin/flickd,usr/share/doc/flickd/web.md,usr/share/flickd/web/flick.js}
    cp packaging/flickd.toml "$folder/etc/flickd/"
  done
}

all() {
  local checkout=$work/"päth with späces, it's"/flickd
  lists=$work.lists
  mkdir -p "$lists"
  trap 'rm -rf "$work" "$lists"' EXIT
  copy "$checkout"
  decoys "$work/a" "$work/b" "$checkout/b" "$checkout/usr" "$checkout/ü" "$work/päth" "$work/stage" "$checkout/it"
  try "$checkout" "$work/a b/ü"
  try "$checkout" "$work/stage -rf b/it's \"here\" & #1 * ; "
  try "$checkout" "relative ü/b" SYSTEMD_VERSION=252
  if grep 'backoff' "$lists/listed"; then fail "the above is not for systemd 252"; fi
  try "$checkout" "$work/stage b" PREFIX='/opt/x y/ü' SYSCONFDIR='/opt/e c' UNITDIR='/opt/units of ü' UDEVDIR='/u dev' ZSHDIR='/z s/h' \
    SYSTEMD_VERSION=257.1
  grep -q '/flickd.service.d/backoff.conf$' "$lists/listed" || fail "the drop-in for systemd 254 is missing for 257.1"
  # Files of an installation for a newer systemd are also removed.
  run "$checkout" install "DESTDIR=$work/a b" SYSTEMD_VERSION=254
  run "$checkout" uninstall "DESTDIR=$work/a b" SYSTEMD_VERSION=253
  if find "$work/a b" -name 'backoff.conf' -o -name 'flick*.service.d' | grep .; then fail "uninstall left the above"; fi
  # A path that is not absolute must be refused before anything is written.
  for name in PREFIX SYSCONFDIR UNITDIR; do
    if make -C "$checkout" --no-print-directory uninstall "DESTDIR=$work/a b" "$name=b" >"$lists/log" 2>&1; then
      fail "$name=b was accepted"
    fi
  done
  # To remove one product keeps the other.
  run "$checkout" install "DESTDIR=$work/a b"
  run "$checkout" uninstall "DESTDIR=$work/a b" PRODUCTS=flickctl
  if ! [ -e "$work/a b/usr/bin/flickd" ] || [ -e "$work/a b/usr/bin/flickctl" ]; then
    fail "uninstall with PRODUCTS=flickctl left flickctl or removed flickd"
  fi
  rm -rf "$checkout/.build/dist"
  if make -C "$checkout" --no-print-directory install "DESTDIR=$work/new" >"$lists/log" 2>&1 || [ -e "$work/new" ]; then
    fail "install continued without a build"
  fi
  grep -q 'make build' "$lists/log" || fail "without a build, install does not name \`make build\`: $(cat "$lists/log")"
  for_one_user
}

# plant WHAT FILE EDIT: runs this test in a copy with a fault.
plant() {
  local copy=$work/planted
  rm -rf "$copy"
  copy "$copy"
  sed -i "$3" "$copy/$2"
  if cmp -s "$2" "$copy/$2"; then fail "the fault '$1' no longer fits $2"; fi
  if FLICKD_PLANTS=none TMPDIR=$work "$copy/packaging/install-test.sh" >"$work/log" 2>&1; then fail "this was not found: $1"; fi
  if ! grep -q '^install-test: ' "$work/log"; then
    cat "$work/log" >&2
    fail "the test itself failed with this: $1"
  fi
  echo "install-test: finds $1"
}
# shellcheck disable=SC2016 # the edits are of scripts
plant_first() { plant 'removal without quotes' packaging/install.sh 's/rm -f "\$3"/rm -f $3/'; }

# shellcheck disable=SC2016 # the edits are of scripts
plant_others() {
  plant 'installation without quotes' packaging/install.sh 's/install -D -m 644 "\$2" "\$3"/install -D -m 644 "$2" $3/'
  plant 'removal of a folder as a whole' packaging/install.sh 's/find "\$root\$folder" -depth .*; fi/rm -rf $root$folder; fi/'
  plant 'a folder of its own that stays' packaging/install.sh 's/^own=.*/own=()/'
  plant 'a configuration that is overwritten' packaging/install.sh 's/configuration) if .* fi ;;/configuration) install -D -m 644 "$2" "$3" ;;/'
  plant 'a file that is not removed' packaging/install.sh 's/  rm -f "\$3"/  [[ $3 == *.md ]] || rm -f "$3"/'
  plant 'an installation for one user that begins without permission' packaging/install.sh 's/^    check_permission$/    :/'
  plant 'a unit of the system for one user' packaging/install.sh 's/ systemd\/user\/\\1 / systemd\/\\1 /'
  plant 'what an installation for one user lacks, unsaid' packaging/install.sh 's/then announce; fi/then :; fi/'
  plant 'a relative prefix' packaging/install.sh 's/ == \/\* \]\] || fail 64 .*/ == * ]]/'
}

case ${FLICKD_PLANTS:-first} in
  none) ;;
  all) plant_first && plant_others ;;
  *) plant_first ;;
esac
all
echo "install-test: install and uninstall touch only their own files"
