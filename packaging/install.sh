#!/bin/bash
# install.sh install|uninstall|list PRODUCT...: installs the files of `make build`, removes them, or prints the paths.
# PRODUCT is flickd or flickctl. The variables are those of docs/packaging.md: DESTDIR, PREFIX, SYSCONFDIR, UNITDIR, UDEVDIR
# and ZSHDIR set the target folders, and DIST is the folder of the build. Paths may contain any character except newlines.
# SYSTEMD_VERSION is the version of systemd for the units; the default is that of libudev, which is part of systemd.
# With a PREFIX that an ordinary user may write, for example PREFIX=$HOME/.local, it installs for this user: with units of the
# user's systemd, a configuration in ~/.config, and without what needs root, which is listed first. DESTDIR, SYSCONFDIR or UDEVDIR
# mean an installation for the system. Before an ordinary user copies a file, each target folder is checked.
# `uninstall` removes only the files of this list, and flickd's own folders if they are empty afterwards. It keeps a changed
# configuration. Exit codes: 64 wrong usage, 69 there is no build, 77 no permission to write a folder.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
fail() {
  echo "install: $2" >&2
  exit "$1"
}

# Whether the nearest folder that exists above a path may be changed.
may_write() {
  local folder=$1
  while [ -n "$folder" ] && ! [ -e "$folder" ]; do folder=${folder%/*}; done
  folder=${folder:-/}
  [ -d "$folder" ] && [ -w "$folder" ] && [ -x "$folder" ]
}

scope=system
if [ "$EUID" -ne 0 ] && [ -z "${DESTDIR:-}${SYSCONFDIR:-}${UDEVDIR:-}" ] && [[ ${PREFIX:-} == /* ]] && may_write "$PREFIX"; then
  scope=user
  if [[ ${HOME:-} != /* ]]; then fail 64 "HOME is '${HOME:-}'; it must be the absolute path of your folder"; fi
  SYSCONFDIR=${XDG_CONFIG_HOME:-$HOME/.config}
  UNITDIR=${UNITDIR:-${XDG_DATA_HOME:-$HOME/.local/share}/systemd/user}
fi
PREFIX=${PREFIX-/usr}
SYSCONFDIR=${SYSCONFDIR-/etc}
UNITDIR=${UNITDIR:-$PREFIX/lib/systemd/system}
UDEVDIR=${UDEVDIR:-$PREFIX/lib/udev}
ZSHDIR=${ZSHDIR:-$PREFIX/share/zsh/site-functions}
DIST=${DIST:-.build/dist}
SYSTEMD_VERSION=${SYSTEMD_VERSION:-$(pkg-config --modversion libudev 2>/dev/null || echo 0)}
[[ $SYSTEMD_VERSION =~ ^[0-9]+ ]] || fail 64 "SYSTEMD_VERSION is '$SYSTEMD_VERSION'; it must be a number such as 257"
systemd=${BASH_REMATCH[0]}
for name in PREFIX SYSCONFDIR UNITDIR UDEVDIR ZSHDIR; do
  if [ "$name" = PREFIX ] && [ -z "$PREFIX" ]; then continue; fi
  [[ ${!name} == /* ]] || fail 64 "$name is '${!name}'; it must be an absolute path, which DESTDIR precedes"
done
# A relative path begins in the checkout, so no path can look like an option.
root=${DESTDIR:-}
if [ -n "$root" ] && [[ $root != /* ]]; then root=$PWD/$root; fi
if [[ "$root$PREFIX$SYSCONFDIR$UNITDIR$UDEVDIR$ZSHDIR" == *$'\n'* ]]; then fail 64 "a path contains a newline"; fi

declare -A folders=(
  [bin]=$PREFIX/bin [lib]=$PREFIX/lib [share]=$PREFIX/share [man]=$PREFIX/share/man [doc]=$PREFIX/share/doc/flickd
  [bash]=$PREFIX/share/bash-completion/completions [zsh]=$ZSHDIR [fish]=$PREFIX/share/fish/vendor_completions.d
  [unit]=$UNITDIR [udev]=$UDEVDIR [etc]=$SYSCONFDIR
)
# Removed if empty, with all folders in them; other packages install nothing there.
own=(
  "${folders[doc]}" "$PREFIX/share/flickd" "$SYSCONFDIR/flickd"
  "$UNITDIR/flickd.service.d" "$UNITDIR/flick-bridge.service.d"
)

# The installed files: product, method, source and target. Methods: `program`, `file`, `unit` (a file with PREFIX inserted),
# `folder` (all files in it), `configuration` (never overwritten, removed only if unchanged) and `since:254` (a file for this
# version of systemd and newer ones, removed for any). dist: is the build.
table() {
  cat <<'TABLE'
flickd   program       dist:flickd                           bin/flickd
flickd   unit          systemd/flickd.service                unit/flickd.service
flickd   unit          systemd/flickd.socket                 unit/flickd.socket
flickd   unit          systemd/flick-bridge.service          unit/flick-bridge.service
flickd   since:254     systemd/flickd-backoff.conf           unit/flickd.service.d/backoff.conf
flickd   since:254     systemd/flick-bridge-backoff.conf     unit/flick-bridge.service.d/backoff.conf
flickd   file          systemd/flickd.sysusers               lib/sysusers.d/flickd.conf
flickd   file          systemd/flickd.tmpfiles               lib/tmpfiles.d/flickd.conf
flickd   file          udev-rules/74-flickd.rules            udev/rules.d/74-flickd.rules
flickd   file          docs/man/flickd.8                     man/man8/flickd.8
flickd   file          docs/man/flickd.toml.5                man/man5/flickd.toml.5
flickd   file          packaging/completions/flickd.bash     bash/flickd
flickd   file          packaging/completions/flickd.zsh      zsh/_flickd
flickd   file          packaging/completions/flickd.fish     fish/flickd.fish
flickd   file          docs/configuration.md                 doc/configuration.md
flickd   file          docs/protocol.md                      doc/protocol.md
flickd   file          docs/protocol.schema.json             doc/protocol.schema.json
flickd   file          docs/service.md                       doc/service.md
flickd   file          docs/messages.md                      doc/messages.md
flickd   file          docs/udev.md                          doc/udev.md
flickd   file          docs/clients.md                       doc/clients.md
flickd   file          docs/bridge.md                        doc/bridge.md
flickd   file          docs/kiosks.md                        doc/kiosks.md
flickd   file          docs/panels.md                        doc/panels.md
flickd   file          docs/web.md                           doc/web.md
flickd   file          docs/frameworks.md                    doc/frameworks.md
flickd   file          docs/feel.md                          doc/feel.md
flickd   file          docs/tuning.md                        doc/tuning.md
flickd   file          docs/accept.md                        doc/accept.md
flickd   file          docs/packaging.md                     doc/packaging.md
flickd   file          docs/measure.schema.json              doc/measure.schema.json
flickd   file          docs/doctor.schema.json               doc/doctor.schema.json
flickd   file          docs/devices.schema.json              doc/devices.schema.json
flickd   file          docs/evaluate.schema.json             doc/evaluate.schema.json
flickd   file          docs/velocity.md                      doc/velocity.md
flickd   file          docs/velocity.svg                     doc/velocity.svg
flickd   file          docs/intent.md                        doc/intent.md
flickd   file          docs/intent.svg                       doc/intent.svg
flickd   file          docs/performance.md                   doc/performance.md
flickd   file          docs/performance.svg                  doc/performance.svg
flickd   file          docs/performance-growth.svg           doc/performance-growth.svg
flickd   folder        docs/figures                          doc/figures
flickd   folder        docs/examples                         doc/examples
flickd   file          LICENSE                               doc/LICENSE
flickd   folder        packaging/panels.d                    share/flickd/panels.d
flickd   configuration packaging/flickd.toml                 etc/flickd/flickd.toml
flickctl program       dist:flickctl                         bin/flickctl
flickctl folder        Sources/Web                           share/flickd/web
flickctl file          docs/man/flickctl.1                   man/man1/flickctl.1
flickctl file          dist:flickctl.bash                    bash/flickctl
flickctl file          dist:flickctl.zsh                     zsh/_flickctl
flickctl file          dist:flickctl.fish                    fish/flickctl.fish
TABLE
}

# The table without what needs root, and with units of the same names for the systemd of a user.
user_table() { table | sed '/sysusers\|tmpfiles\|udev-rules/d; s, systemd/\(flick[a-z-]*\.\(service\|socket\)\) , systemd/user/\1 ,'; }

# each FUNCTION: calls it for every file of the products with METHOD, SOURCE and TARGET, which begins with DESTDIR.
each() {
  local product how source target file
  while read -r product how source target; do
    if [[ " ${products[*]} " != *" $product "* ]]; then continue; fi
    if [[ $how == since:* ]] && [ "$verb" != uninstall ] && [ "$systemd" -lt "${how#since:}" ]; then continue; fi
    target=$root${folders[${target%%/*}]}/${target#*/}
    if [[ $source == dist:* ]]; then source=$DIST/${source#dist:}; fi
    if [ "$how" != folder ]; then
      "$1" "$how" "$source" "$target"
      continue
    fi
    while IFS= read -r -d '' file; do
      "$1" file "$source/$file" "$target/$file"
    done < <(find "$source" -type f -printf '%P\0' | sort -z)
  done < <(if [ $scope = user ]; then user_table; else table; fi)
}

# Prints a unit with the programs below PREFIX. systemd splits commands at blanks, but not other values.
unit() {
  local line plain=${PREFIX//%/%%} quoted quote=
  if ! [[ $PREFIX =~ ^[A-Za-z0-9/._+-]*$ ]]; then quote='"'; fi
  quoted=${plain//\\/\\\\}
  quoted=${quoted//\"/\\\"}
  while IFS= read -r line; do
    if [[ $line =~ ^(Exec[A-Za-z]*=)/usr(/bin/flick[a-z]*)(.*)$ ]]; then
      line=${BASH_REMATCH[1]}$quote$quoted${BASH_REMATCH[2]}$quote${BASH_REMATCH[3]}
    elif [[ $line =~ ^([A-Za-z]+=)/usr(/bin/flick.*)$ ]]; then
      line=${BASH_REMATCH[1]}$plain${BASH_REMATCH[2]}
    fi
    printf '%s\n' "$line"
  done <"$1"
}

put() {
  case $1 in
    program) install -D -m 755 "$2" "$3" ;;
    configuration) if ! [ -e "$3" ] && ! [ -L "$3" ]; then install -D -m 644 "$2" "$3"; fi ;;
    unit)
      install -D -m 644 /dev/null "$3"
      unit "$2" >"$3"
      ;;
    *) install -D -m 644 "$2" "$3" ;;
  esac
  count=$((count + 1))
}

remove() {
  if ! [ -e "$3" ] && ! [ -L "$3" ]; then return; fi
  if [ "$1" = configuration ] && ! cmp -s "$2" "$3"; then
    echo "install: $3 was changed, so it is kept"
    return
  fi
  rm -f "$3"
  count=$((count + 1))
}

present() { case $2 in "$DIST"/*) [ -e "$2" ] || fail 69 "there is no $2: run \`make build\` first" ;; esac; }
print() { printf '%s\n' "$3"; }

# Notes a target that this user may not write or remove.
permitted() {
  if [ "$verb" = uninstall ] && ! [ -e "$3" ] && ! [ -L "$3" ]; then return; fi
  may_write "${3%/*}" || refused+=("$3")
}

# Ends before anything is copied if a target may not be written. Root may write, and DESTDIR is the caller's.
check_permission() {
  local name words='' refused=()
  if [ "$EUID" -eq 0 ] || [ -n "$root" ]; then return; fi
  each permitted
  if [ ${#refused[@]} -eq 0 ]; then return; fi
  for name in PREFIX SYSCONFDIR UNITDIR UDEVDIR ZSHDIR; do
    if [ "$name" != PREFIX ] && [[ ${!name} == "$PREFIX"/* ]]; then continue; fi
    if [[ ${refused[*]/#/$'\n'} == *$'\n'"${!name}"/* ]]; then words+="${!name} ($name), "; fi
  done
  fail 77 "you may not write ${words%, }: nothing was changed. Use sudo, or PREFIX=${HOME:-/home/you}/.local for yourself alone"
}

# What an installation for one user lacks, and what to do about it.
announce() {
  cat <<WORDS
install: for you alone, below $PREFIX. This needs root and is left out:
  - permission to read touchscreens. Until you have it, flickd waits. \`flickctl devices\` prints a command that permits it, until the
    panel is unplugged or the machine restarts. Members of the group input always may, but can read every keyboard too.
  - a start at boot: flickd runs while you are logged in. To keep it running: sudo loginctl enable-linger $(id -un)
  - the users and the socket of the system. Your programs find the socket below \$XDG_RUNTIME_DIR, other users cannot connect.
  The configuration is $SYSCONFDIR/flickd/flickd.toml; flickctl needs --config with this path.
WORDS
}

# What to do after an installation for one user.
advise() {
  if [[ " ${products[*]} " == *" flickd "* ]]; then
    echo "Start it: systemctl --user daemon-reload && systemctl --user enable --now flickd.socket flickd.service"
  fi
  if [[ ":$PATH:" != *":$PREFIX/bin:"* ]]; then echo "$PREFIX/bin is not in PATH: add it, or use the whole path"; fi
}

verb=${1:-} count=0
if [ $# -gt 0 ]; then shift; fi
products=("$@")
for product in "${products[@]}"; do
  [[ $product == flickd || $product == flickctl ]] || fail 64 "there is no product '$product': use flickd or flickctl"
done
if [ ${#products[@]} -eq 0 ]; then verb=; fi
case $verb in
  install)
    each present
    check_permission
    if [ $scope = user ]; then announce; fi
    each put
    echo "install: ${products[*]}: $count files are in place${root:+ in $root}"
    if [ $scope = user ]; then advise; fi
    ;;
  uninstall)
    check_permission
    if [ $scope = user ] && [[ " ${products[*]} " == *" flickd "* ]]; then
      echo "install: if flickd runs, stop it: systemctl --user disable --now flickd.service flickd.socket flick-bridge.service"
    fi
    each remove
    for folder in "${own[@]}"; do
      if [ -d "$root$folder" ]; then find "$root$folder" -depth -type d -empty -delete; fi
    done
    echo "install: ${products[*]}: $count files are removed${root:+ from $root}"
    ;;
  list) each print ;;
  *) fail 64 "usage: ${0##*/} install|uninstall|list PRODUCT..." ;;
esac
