#!/bin/bash
# modules.sh FROM RELEASE TO MODULE...: copies kernel modules with their dependencies from one root
# to another.
set -euo pipefail

from=$1
release=$2
to=$3
shift 3

for module in "$@"; do
  # modprobe prints built-in modules too, marked as such.
  modprobe -d "$from" -S "$release" --show-depends "$module" | sed -n 's/^insmod //p'
done | sort -u | while read -r file; do
  path=lib/modules/${file##*lib/modules/}
  install -D -m 644 "$file" "$to/$path"
done
cp "$from/lib/modules/$release"/modules.{builtin,order,builtin.modinfo} "$to/lib/modules/$release/"
depmod -b "$to" "$release"
