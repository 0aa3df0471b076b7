#!/bin/bash
# Compiles GestureCore in Embedded mode with allocation forbidden, together with a driver that instantiates its generics:
# an allocation, an existential, an escaping closure or a system module anywhere in the code is an error.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mapfile -t sources < <(find Sources/GestureCore Tests/CorePurity -name '*.swift' | sort)

compile() {
  swiftc -c -o "$folder/core.o" -module-name GestureCore -parse-as-library -wmo -Osize \
    -swift-version 6 -strict-memory-safety -warnings-as-errors \
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility \
    -enable-experimental-feature Embedded -Xfrontend -no-allocations \
    -I Sources/CMath/include "${sources[@]}" "$@"
}

# A generic that grows an array, and the line that instantiates it as the driver does.
plant() {
  cat >"$folder/Planted.swift" <<'SWIFT'
protocol PlantedSink { mutating func take(_ sample: Double) }
struct PlantedCounter: PlantedSink {
  var sum = 0.0
  mutating func take(_ sample: Double) { sum += sample }
}
struct PlantedRing<Sink: PlantedSink> {
  var sink: Sink
  mutating func fill(_ count: Int) {
    PLANTED
  }
}
func plantedDrive() -> Double {
  var ring = PlantedRing(sink: PlantedCounter())
  ring.fill(3)
  return ring.sink.sum
}
SWIFT
  sed -i "s/PLANTED/$1/" "$folder/Planted.swift"
}

if [ "${1:-}" != --selftest ]; then
  compile
  echo "core-purity: ${#sources[@]} files allocate nothing"
  exit 0
fi

plant 'for step in 0..<count { sink.take(Double(step)) }'
compile "$folder/Planted.swift"
plant 'var samples: [Double] = []; for step in 0..<count { samples.append(Double(step)) }; sink.take(samples[0])'
if compile "$folder/Planted.swift" 2>"$folder/errors"; then
  echo "core-purity: an array that grows in a generic was not found" >&2
  exit 1
fi
grep -q 'no-allocations' "$folder/errors" || { cat "$folder/errors" >&2; exit 1; }
echo "core-purity: finds an array that grows in a generic, and passes the same generic without it"
