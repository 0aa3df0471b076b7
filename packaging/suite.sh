# shellcheck shell=bash
# Packages of another version of Debian, for scripts that source this file: installs nothing and needs no root.
# apt chooses and checks signatures, without its files in /etc and /var.

suite_keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# suite_needs: prints what is missing to fetch packages, and fails; prints nothing if nothing is missing.
suite_needs() {
  local program
  for program in apt-get dpkg-deb; do
    command -v "$program" >/dev/null || { echo "apt's packages need $program, which is not installed" && return 1; }
  done
  [ -e "$suite_keyring" ] || { echo "there is no $suite_keyring; the package debian-archive-keyring contains it" && return 1; }
}

# fetch_suite SUITE FOLDER [--depends] PACKAGE...: downloads packages of a suite as FOLDER/*.deb, with --depends also their
# dependencies.
fetch_suite() {
  local suite=$1 folder=$2 apt status=0
  shift 2
  apt=$(mktemp -d) || return
  mkdir -p "$apt"/{state/lists/partial,cache/archives/partial} "$folder"
  : >"$apt/status"
  echo "deb [signed-by=$suite_keyring] http://deb.debian.org/debian $suite main" >"$apt/sources"
  cat >"$apt/conf" <<CONFIGURATION
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Etc::SourceList "$apt/sources";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
APT::Sandbox::User "root";
Acquire::Languages "none";
CONFIGURATION
  if [ "$1" = --depends ]; then
    shift
    apt-get -c "$apt/conf" -q update &&
      apt-get -c "$apt/conf" -q -y --no-install-recommends --download-only install "$@" &&
      mv "$apt"/cache/archives/*.deb "$folder/" || status=$?
  else
    apt-get -c "$apt/conf" -q update && (cd "$folder" && apt-get -c "$apt/conf" -q download "$@") || status=$?
  fi
  rm -rf "$apt"
  return "$status"
}
