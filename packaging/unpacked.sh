#!/bin/bash
# unpacked.sh [-n] PACKAGE...: unpacks Debian packages without installing them, and prints the folder of each, one per line.
# A folder also contains those dependencies that this machine lacked; with -n, the package alone, in a folder of its own.
# No maintainer script runs, and no root is needed:
#   folder=$(packaging/unpacked.sh mosquitto)
#   LD_LIBRARY_PATH=$folder/usr/lib/$(dpkg-architecture -q DEB_HOST_MULTIARCH) "$folder/usr/sbin/mosquitto"
# The folders are $FLICKD_CACHE/unpacked/PACKAGE-VERSION, by default below ~/.cache/flickd, with -n unpacked/alone/PACKAGE-VERSION.
# A folder as new as apt's candidate is used without network. Delete the folder if a library that it needs was later removed
# from the machine.
# Exit codes: 64 without a package, 69 if a package cannot be downloaded; standard error has the reason.
set -euo pipefail

cache=${FLICKD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/flickd}/unpacked
alone=
if [ "${1:-}" = -n ]; then
  alone=1 cache=$cache/alone
  shift
fi
if [ $# -eq 0 ]; then
  echo "usage: ${0##*/} [-n] PACKAGE..." >&2
  exit 64
fi

# This script parses apt's output.
export LC_ALL=C

fail() {
  echo "unpacked: $1" >&2
  exit 69
}

mkdir -p "$cache" || fail "the folder $cache cannot be created: set another cache with FLICKD_CACHE"
for program in apt-get dpkg-deb; do
  command -v "$program" >/dev/null || fail "there is no $program here; \`${0##*/}\` works on Debian only"
done
# Packages of two releases may have one version and different dependencies.
# shellcheck source=/dev/null
system=$(. /etc/os-release && echo "$ID ${VERSION_CODENAME:-unknown} $(dpkg --print-architecture)")

work=$(mktemp -d "$cache/.work.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/apt/archives" "$work/debs"
# The sandbox's user could not write below root's home. The hooks of `apt-get update` are meant for the machine's lists.
cat >"$work/apt.conf" <<'CONFIGURATION'
APT::Sandbox::User "root";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
CONFIGURATION
options=(-c "$work/apt.conf")

# candidate PACKAGE: prints the version that apt would install; nothing if apt does not know the package.
candidate() {
  apt-cache "${options[@]}" policy "$1" 2>/dev/null | sed -n 's/^  Candidate: \([^(].*\)/\1/p'
}

# Asking apt takes up to 3 s where apt keeps no cache, so a folder made after apt's lists counts as the candidate.
is_current() {
  [ "$1/.unpacked" -nt /var/lib/apt/lists ] && [ "$1/.unpacked" -nt /etc/apt/sources.list.d ]
}

# kept PACKAGE [VERSION]: prints the newest folder of this package for this system; with VERSION, none that is older.
kept() {
  local folder version newest='' newest_version=''
  for folder in "$cache/$1"-*/; do
    # Line 1 is the system, line 2 the package, line 3 the version.
    { read -r version && [ "$version" = "$system" ] && read -r version && [ "$version" = "$1" ] && read -r version; } \
      2>/dev/null <"$folder.unpacked" || continue
    if dpkg --compare-versions "$version" ge "${2:-0}" && dpkg --compare-versions "$version" gt "${newest_version:-0}"; then
      newest=${folder%/} newest_version=$version
    fi
  done
  echo "$newest"
}

# Downloads a package, and without -n what it needs beyond the installed packages. A simulated installation and
# `apt-get download` need neither root nor dpkg's lock.
download() {
  local -a packages
  rm -f "$work"/debs/*
  if [ -n "$alone" ]; then
    (cd "$work/debs" && apt-get "${options[@]}" -q download "$1")
    return
  fi
  apt-get "${options[@]}" -s -q --no-install-recommends --reinstall install "$1" >"$work/plan" || return
  mapfile -t packages < <(sed -n 's/^Inst \([^ ]*\) \(\[[^]]*\] \)\{0,1\}(\([^ ]*\) .*/\1=\3/p' "$work/plan")
  if [ ${#packages[@]} -eq 0 ]; then
    echo "E: $1 is installed, but in no repository" && return 1
  fi
  (cd "$work/debs" && apt-get "${options[@]}" -q download "${packages[@]}")
}

# Fetches apt's lists into a folder of its own: the machine's may be absent or name packages that no mirror has any more.
own_lists() {
  options+=(-o "Dir::State::lists=$work/apt/lists" -o "Dir::Cache=$work/apt")
  mkdir -p "$work/apt/lists/partial"
  # A repository without the package may fail.
  apt-get "${options[@]}" -q update || true
}

# unpack PACKAGE: unpacks what was downloaded, and prints the folder.
unpack() {
  local deb folder version root=$work/root
  version=$(dpkg-deb -f "$work/debs/$1"_*.deb Version)
  # An epoch's colon would split PATH and LD_LIBRARY_PATH.
  folder=$cache/$1-${version#*:}
  # Older packages have files in /lib and /sbin; links lead them to /usr.
  for deb in bin lib lib64 sbin; do mkdir -p "$root/usr/$deb" && ln -s "usr/$deb" "$root/$deb"; done
  for deb in "$work"/debs/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$root" --keep-directory-symlink --no-same-owner || return
  done
  printf '%s\n' "$system" "$1" "$version" >"$root/.unpacked"
  # Another run may have been faster.
  if ! grep -qsxF "$system" "$folder/.unpacked"; then
    rm -rf "$folder"
    chmod 755 "$root"
    mv -T "$root" "$folder"
  fi
  rm -rf "$root"
  echo "$folder"
}

# fetch PACKAGE: downloads and unpacks a package, and prints the folder. If that fails, it uses an older folder.
fetch() {
  local reason folder
  echo "unpacked: downloading $1" >&2
  if download "$1" >"$work/log" 2>&1 || { own_lists && download "$1"; } >"$work/log" 2>&1; then
    unpack "$1" || fail "$1 cannot be unpacked into $cache"
    return
  fi
  reason=$(grep -m 1 '^E: \|^W: Failed' "$work/log" || tail -n 1 "$work/log")
  folder=$(kept "$1")
  if [ -z "$folder" ]; then fail "$1 cannot be downloaded: ${reason#[EW]: }"; fi
  echo "unpacked: $1 cannot be downloaded: ${reason#[EW]: }; using ${folder##*/}" >&2
  echo "$folder"
}

for package; do
  folder=$(kept "$package")
  if [ -z "$folder" ] || ! is_current "$folder"; then
    folder=$(kept "$package" "$(candidate "$package")")
    if [ -n "$folder" ]; then touch "$folder/.unpacked"; else folder=$(fetch "$package"); fi
  fi
  echo "$folder"
done
