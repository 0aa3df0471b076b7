#!/bin/bash
# deb.sh [-d DIST] [-o FOLDER]: packs what `make build` left in DIST, .build/dist by default, as the Debian packages
# flickd and flickctl into FOLDER, .build/deb by default.
#
# Times in the packages are $SOURCE_DATE_EPOCH; without it the last commit's, and where there is no git the newest
# file's. Ends with 64 for words it does not know, 65 where version and change log contradict each other, 69 when
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
  command -v $program >/dev/null || fail 69 "there is no \`$program\`; \`packaging/deps.sh deb\` installs it"
done
for file in flickd flickctl flickctl.bash; do
  [ -e "$dist/$file" ] || fail 69 "there is no $dist/$file; run \`make build\` first"
done
dist=$(cd "$dist" && pwd)

version=$(sed -n 's/^public let flickdVersion = "\(.*\)"$/\1/p' Sources/FlickProtocol/Limits.swift)
built=$("$dist/flickd" --version)
[ "$built" = "flickd $version" ] ||
  fail 65 "$dist/flickd says \`$built\`, the sources say $version; run \`make build\`"

sources=(CHANGELOG.md LICENSE Makefile Package.swift Sources docs packaging systemd udev-rules)
if [ -z "${SOURCE_DATE_EPOCH:-}" ] && [ -e .git ]; then SOURCE_DATE_EPOCH=$(git log -1 --format=%ct); fi
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  newest=$(find "${sources[@]}" -type f -printf '%T@\n' | sort -n | tail -n 1)
  SOURCE_DATE_EPOCH=${newest%.*}
fi
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC

# What the sources hold at this moment, and nothing that an earlier run has left. Not in the checkout, whose path may contain
# characters that debhelper splits words at; $TMPDIR's may, too.
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

# Debian's form of the newest part of CHANGELOG.md: each paragraph and each point is a point.
changes() {
  awk -v version="$version" '
    function tell(    words, count, i, line) {
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
    /^- / || /^$/ { tell(); sub(/^- /, "") }
    { point = point " " $0 }
    END {
      tell()
      # As a word: 0.1.0 is not in 10.1.0.
      if (index(heading " ", " " version " ") == 0) exit 1
    }
  ' CHANGELOG.md
}
points=$(changes) || fail 65 "the newest part of CHANGELOG.md is not about $version, which the sources say"
maintainer=$(sed -n 's/^Maintainer: //p' packaging/debian/control)
cat >"$tree/debian/changelog" <<END
flickd ($version) unstable; urgency=medium

$points

 -- $maintainer  $(date -R -d "@$SOURCE_DATE_EPOCH")
END

# The build's dependencies are those of `make build`, which is over; deps.sh has seen to the rest.
if ! (cd "$tree" && FLICKD_DIST=$dist dpkg-buildpackage --build=binary --no-sign --no-check-builddeps) \
  >"$folder/log" 2>&1; then
  tail -n 30 "$folder/log" >&2
  fail 69 "dpkg-buildpackage failed; all it said is in $folder/log"
fi
mv "$work"/*.{deb,buildinfo,changes} "$folder/"
(cd "$folder" && sha256sum ./*.deb)
