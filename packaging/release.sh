# shellcheck shell=bash
# Sourced in the project's folder: builds optimised programs, all with the same arguments of the compiler, so that the modules
# are compiled once. They have a folder of their own, because a build waits for any other that uses the same folder.
#   build_release PRODUCT   builds a program
#   build_workshop PRODUCT  builds a program of the package in Tests/Workshop, beside the others
#   arrange_release PRODUCT puts the library functions that it calls side by side: links it again if they have changed
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
# No table in which an exception of C++ would search its handler: the sources catch none, so one ends the program with or
# without it. That is 240 kB less; a debugger reads the unwind information itself.
# No build id: it would depend on Swift's module hashes, which strip.sh removes. No folder in the assertions of C either.
release=(
  -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker "-L$static"
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -enforce-exclusivity=unchecked
  -Xlinker --icf=safe -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs
  -Xlinker --no-eh-frame-hdr -Xlinker --build-id=none -Xlinker --no-warn-symbol-ordering -Xcc "-fmacro-prefix-map=$PWD/="
)

# The linker needs a file; an empty one changes nothing.
build_release() {
  local order=$static/$1.order
  touch "$order"
  swift build --scratch-path .build/shipped "${release[@]}" -Xlinker "--symbol-ordering-file=$order" --product "$1"
}

build_workshop() { packaging/workshop.sh .build/shipped "${release[@]}" --product "$1"; }

release_folder() { swift build --scratch-path .build/shipped "${release[@]}" --show-bin-path; }

# Swift's library has 3.7 MB of code. flickd calls some 240 of its functions, which lie all over it, and the kernel maps 64 KiB
# at a time. Side by side, they need about 450 kB less resident memory. The list also has the names of data and of shared
# libraries, which the linker ignores (--no-warn-symbol-ordering).
arrange_release() {
  local order=$static/$1.order bin objects called
  bin=$(release_folder)
  objects=$bin/$1.product/Objects.LinkFileList
  # SwiftPM writes this list for itself, with its paths quoted as xargs reads them.
  if ! [ -e "$objects" ]; then
    echo "build: there is no $objects, so $1 keeps the usual order, and needs about 450 kB more memory" >&2
    return
  fi
  called=$(xargs nm <"$objects" | awk '
    $1 == "U" || $1 == "w" { called[$2] }
    NF == 3 { own[$3] }
    END { for (name in called) if (!(name in own)) print name }' | LC_ALL=C sort)
  if [ "$called" = "$(cat "$order")" ]; then return; fi
  # SwiftPM does not know that the program depends on the order, and links only a program that is missing. Removed first, so
  # that the next build mends an interrupted one.
  rm -f "$bin/$1"
  printf '%s\n' "$called" >"$order"
  build_release "$1"
}
