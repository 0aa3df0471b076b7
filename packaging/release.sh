# shellcheck shell=bash
# Sourced in the project's folder: builds optimised programs, all with the same arguments, so that the modules are compiled
# once. They have a folder of their own, because a build waits for any other that uses the same folder.
#   build_release PRODUCT   builds a program
#   release_folder          prints the folder of the built programs

# A folder in which the linker finds the C++ library's archive before its shared object. The shared object keeps 950 kB
# resident, and the daemon uses a tenth of them.
static=$PWD/.build/static
mkdir -p "$static"
archives=(/usr/lib/gcc/*/*/libstdc++.a)
if ! [ -e "${archives[0]}" ]; then
  echo "build: there is no libstdc++.a in /usr/lib/gcc; \`packaging/deps.sh build\` installs it" >&2
  exit 69
fi
ln -sf "$(printf '%s\n' "${archives[@]}" | tail -n 1)" "$static/libstdc++.a"

# No checks of exclusive access at run time: the tests' build keeps them, and they cost 14 % of a frame without updates.
# A section for each function: otherwise the linker keeps a whole module of which flickd uses one function.
# Swift's own linker, because gold cannot pack relocations: flickd is 520 kB smaller, on disk and in memory. The program then
# needs glibc 2.36, as Debian 12 has.
# No build id: it would depend on Swift's module hashes, which strip.sh removes. No folder in the assertions of C either.
release=(
  -c release --scratch-path .build/shipped --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker "-L$static"
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -enforce-exclusivity=unchecked
  -Xlinker --icf=safe -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs
  -Xlinker --build-id=none -Xcc "-fmacro-prefix-map=$PWD/="
)

build_release() { swift build "${release[@]}" --product "$1"; }

release_folder() { swift build "${release[@]}" --show-bin-path; }
