#!/bin/bash
# deb.sh [-d DIST] [-o FOLDER]: packs the build in DIST, .build/dist by default, as the Debian packages
# flickd and flickctl into FOLDER, .build/deb by default.
#
# Times in the packages are $SOURCE_DATE_EPOCH; the default is the last commit's time, or without git that of the newest
# file. Exit codes: 64 wrong usage, 65 version and change log contradict each other, 69
# something is missing.
set -euo pipefail

cd "$(dirname "$0")/.."
fail() {
  echo "deb: $2" >&2
  exit "$1"
}

dist=.build/dist folder=.build/deb
while getopts d:o: option; do
  case $option in
    d) dist=$OPTARG ;;
    o) folder=$OPTARG ;;
    *) fail 64 "usage: ${0##*/} [-d DIST] [-o FOLDER]" ;;
  esac
done
shift $((OPTIND - 1))
if [ $# -gt 0 ]; then fail 64 "usage: ${0##*/} [-d DIST] [-o FOLDER]"; fi

for program in dh dpkg-buildpackage; do
  command -v $program >/dev/null || fail 69 "there is no \`$program\`: install it with \`packaging/deps.sh deb\`"
done
for file in flickd flickctl flickctl.bash; do
  [ -e "$dist/$file" ] || fail 69 "there is no $dist/$file: run \`make build\` first"
done
dist=$(cd "$dist" && pwd)

version=$(sed -n 's/^public let flickdVersion = "\(.*\)"$/\1/p' Sources/FlickProtocol/Limits.swift)
built=$("$dist/flickd" --version)
[ "$built" = "flickd $version" ] ||
  fail 65 "$dist/flickd reports \`$built\`, but the sources have $version: run \`make build\`"

sources=(CHANGELOG.md LICENSE Makefile Package.swift Sources docs packaging systemd udev-rules)
if [ -z "${SOURCE_DATE_EPOCH:-}" ] && [ -e .git ]; then SOURCE_DATE_EPOCH=$(git log -1 --format=%ct); fi
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  newest=$(find "${sources[@]}" -type f -printf '%T@\n' | sort -n | tail -n 1)
  SOURCE_DATE_EPOCH=${newest%.*}
fi
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC

# Only the current files of the sources, without files of an earlier run. Not in the checkout, whose path may contain
# characters at which debhelper splits words; $TMPDIR may also contain such characters.
mkdir -p "$folder"
rm -f "$folder"/*.{deb,buildinfo,changes} "$folder/log"
work=$(TMPDIR=/tmp mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
tree=$work/tree
mkdir "$tree"
cp -r LICENSE Makefile docs packaging systemd udev-rules "$tree/"
mkdir "$tree/Sources"
if [ -d Sources/Web ]; then cp -r Sources/Web "$tree/Sources/"; fi
mv "$tree/packaging/debian" "$tree/debian"

# The newest part of CHANGELOG.md in Debian's form: each paragraph and each point becomes a point.
changes() {
  awk -v version="$version" '
    function print_point(    words, count, i, line) {
      gsub(/`/, "", point)
      count = split(point, words, " ")
      line = "  *"
      for (i = 1; i <= count; i++) {
        if (length(line) + 1 + length(words[i]) > 78) { print line; line = "   " }
        line = line " " words[i]
      }
      if (count > 0) print line
      point = ""
    }
    /^## / { if (heading != "") exit; heading = $0; next }
    heading == "" { next }
    /^- / || /^$/ { print_point(); sub(/^- /, "") }
    { point = point " " $0 }
    END {
      print_point()
      # As a word: 0.1.0 is not in 10.1.0.
      if (index(heading " ", " " version " ") == 0) exit 1
    }
  ' CHANGELOG.md
}
points=$(changes) || fail 65 "the newest part of CHANGELOG.md is not about $version, the version of the sources"
maintainer=$(sed -n 's/^Maintainer: //p' packaging/debian/control)
cat >"$tree/debian/changelog" <<END
flickd ($version) unstable; urgency=medium

$points

 -- $maintainer  $(date -R -d "@$SOURCE_DATE_EPOCH")
END

# The build dependencies were needed by `make build`, which has already run; deps.sh installed the others.
if ! (cd "$tree" && FLICKD_DIST=$dist dpkg-buildpackage --build=binary --no-sign --no-check-builddeps) \
  >"$folder/log" 2>&1; then
  tail -n 30 "$folder/log" >&2
  fail 69 "dpkg-buildpackage failed: see $folder/log"
fi
mv "$work"/*.{deb,buildinfo,changes} "$folder/"
(cd "$folder" && sha256sum ./*.deb)
