#!/bin/bash
# Checks for the packages that a build needs (with `test`, `kernel`, `guest`, `deb`, `deb-check`, `npm`, `browser`, `toolkits`,
# `figures`, `bench` or `lint`, also for that), and installs missing packages with apt.
set -euo pipefail

packages=(pkg-config libevdev-dev libudev-dev libtomlplusplus-dev zlib1g-dev binutils)
# toml++ needs the C++ library's headers of any compiler; the package's name changes with its version.
compgen -G '/usr/include/c++/*/string_view' >/dev/null || packages+=(g++)
for purpose in "$@"; do
  case $purpose in
    test) packages+=(umockdev python3 socat jq nodejs gcc libc6-dev) ;;
    # To build a guest kernel from Debian's source package, and to run tests in it.
    kernel)
      packages+=(gcc libc6-dev make patch flex bison bc xz-utils udev acl python3 procps mount)
      # Debian has two packages of busybox, which exclude each other; either is enough.
      command -v busybox >/dev/null || packages+=(busybox-static)
      ;;
    # To build the emulated guest's image, and to run it.
    guest)
      packages+=(qemu-system-x86 seabios mmdebstrap kmod cpio lz4 xz-utils e2fsprogs python3)
      command -v busybox >/dev/null || packages+=(busybox-static)
      ;;
    # To pack the build for Debian.
    deb) packages+=(debhelper dpkg-dev make) ;;
    # To check the packages, and the completions in them.
    deb-check) packages+=(fish lintian zsh) ;;
    # To pack the web modules for npm, and to test that package. Some packages of nodejs contain npm.
    npm)
      packages+=(nodejs)
      command -v npm >/dev/null || packages+=(npm)
      ;;
    # To show the gallery as kiosks do, and a page with React.
    browser) packages+=(chromium nodejs esbuild node-react node-react-dom) ;;
    # To run the samples for Qt and GTK on a virtual display.
    toolkits) packages+=(xvfb python3-gi gir1.2-gtk-4.0 python3-pyqt5.qtquick qml-module-qtquick2 qml-module-qtquick-window2) ;;
    # To write the moving picture of the README.
    figures) packages+=(webp) ;;
    # To create the minimal systems of `make test ONLY=fresh`.
    fresh) packages+=(mmdebstrap git) ;;
    # To count instructions, and to compile the programs beside which flickd is measured.
    bench) packages+=(valgrind gcc libc6-dev python3) ;;
    lint) packages+=(shellcheck mandoc node-typescript) ;;
  esac
done

least=6.2
if ! command -v swift >/dev/null; then
  echo "flickd needs Swift $least or newer, and there is no \`swift\` in PATH: see https://www.swift.org/install/linux/" >&2
  exit 69
fi
if ! printed=$(swift --version 2>&1 && swift build --version 2>&1); then
  echo "\`swift\` in PATH does not start, perhaps because a library is missing: $(tail -n 1 <<<"$printed")" >&2
  echo "The packages that Swift needs are listed at https://www.swift.org/install/linux/" >&2
  exit 69
fi
version=$(sed -n '/Swift version/{s/.*Swift version \([0-9.]*\).*/\1/p;q}' <<<"$printed")
if [ "$(printf '%s\n' "$least" "$version" | sort -V | head -n 1)" != "$least" ]; then
  echo "flickd needs Swift $least or newer; \`swift\` in PATH is ${version:-of an unknown version}" >&2
  exit 69
fi

if ! command -v apt-get >/dev/null; then
  if command -v pkg-config >/dev/null && pkg-config --exists libevdev libudev tomlplusplus zlib; then exit 0; fi
  echo "There is no apt here. Please install the content of these Debian packages: ${packages[*]}" >&2
  exit 69
fi

missing=()
for package in "${packages[@]}"; do
  # The package pkgconf also contains pkg-config; only the command is necessary.
  if [ "$package" = pkg-config ] && command -v pkg-config >/dev/null; then continue; fi
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  if [ "$status" != installed ]; then missing+=("$package"); fi
done
if [ ${#missing[@]} -eq 0 ]; then exit 0; fi

as_root=(env DEBIAN_FRONTEND=noninteractive)
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Please install as root: apt-get install ${missing[*]}" >&2
    exit 77
  fi
  as_root=(sudo "${as_root[@]}")
fi
echo "Installing ${missing[*]}"
install=("${as_root[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}")
# The machine's lists may be absent or too old. Only in that case, fetch them.
"${install[@]}" && exit 0
"${as_root[@]}" apt-get update -q
"${install[@]}"
