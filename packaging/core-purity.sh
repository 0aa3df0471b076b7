#!/bin/bash
# Compiles GestureCore in Embedded mode with allocation forbidden, together with a driver that instantiates its generics:
# an allocation, an existential, an escaping closure or a system module anywhere in the code is an error. First, an array
# that grows in a generic must be found.
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

# A generic that grows an array, instantiated as the driver does.
cat >"$folder/Planted.swift" <<'SWIFT'
protocol PlantedSink { mutating func take(_ sample: Double) }
struct PlantedCounter: PlantedSink {
  var sum = 0.0
  mutating func take(_ sample: Double) { sum += sample }
}
struct PlantedRing<Sink: PlantedSink> {
  var sink: Sink
  mutating func fill(_ count: Int) {
    var samples: [Double] = []
    for step in 0..<count { samples.append(Double(step)) }
    sink.take(samples[0])
  }
}
func plantedDrive() -> Double {
  var ring = PlantedRing(sink: PlantedCounter())
  ring.fill(3)
  return ring.sink.sum
}
SWIFT
if compile "$folder/Planted.swift" 2>"$folder/errors"; then
  echo "core-purity: an array that grows in a generic was not found" >&2
  exit 1
fi
grep -q 'no-allocations' "$folder/errors" || { cat "$folder/errors" >&2; exit 1; }
compile
echo "core-purity: ${#sources[@]} files allocate nothing; a planted array was found"
