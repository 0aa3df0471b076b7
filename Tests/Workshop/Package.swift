// swift-tools-version: 6.2
import PackageDescription

// What measures flickd, and what tries to break it: a package of its own, so that a build of flickd
// and its tests compiles none of it. `packaging/workshop.sh` builds it.

if Context.environment["FLICKD_INTERNAL"] == nil {
  fatalError("build Tests/Workshop by packaging/workshop.sh, which gives it the libraries of flickd")
}

/// Whether `packaging/fuzz.sh` builds; ../../Package.swift has the same flags.
let isFuzzing = Context.environment["FLICKD_FUZZ"] != nil

#if compiler(>=6.3) && compiler(<6.4)
  let warnings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
#else
  let warnings: [SwiftSetting] = []
#endif

/// The settings of flickd's own targets.
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6), .strictMemorySafety(), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"])] : [])

/// Libraries and programs of flickd; a list is a text with blanks.
func flickd(_ names: String) -> [Target.Dependency] {
  names.split(separator: " ").map { .product(name: String($0), package: "flickd") }
}

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")

// What all of flickd's programs read and decide with.
let base = "Pipeline ConfigurationFiles Settings Recordings Panels FlickProtocol GestureCore LinuxIO"

/// The program of `make prove ONLY=fuzz`; libFuzzer is in it, so it is built only for that.
let fuzzer: Target = .executableTarget(
  name: "fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/fuzz", swiftSettings: settings,
  linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])

let package = Package(
  name: "workshop",
  dependencies: [
    .package(name: "flickd", path: "../.."),
    // The versions of ../../Package.swift.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  ],
  targets: [
    // The velocity estimate's accuracy and cost, beside those of other strategies: `bench`.
    .target(
      name: "Benchmarks", dependencies: flickd("\(base) PanelTuning Compression Installation"),
      path: "Bench/Benchmarks", swiftSettings: settings),
    .executableTarget(
      name: "bench", dependencies: ["Benchmarks", argumentParser] + flickd("FlickProtocol"),
      path: "Bench/bench",
      swiftSettings: settings),
    .testTarget(
      name: "BenchmarksTests",
      dependencies: ["Benchmarks", "bench"]
        + flickd("TestKit Pipeline Settings FlickProtocol Panels GestureCore"),
      path: "BenchmarksTests", swiftSettings: settings),
    // Many clients on the flickd beside it: `load`.
    .executableTarget(
      name: "load",
      dependencies: ["Benchmarks", argumentParser]
        + flickd("flickd flickctl FlickClient FlickProtocol Recordings Panels GestureCore LinuxIO TestKit"),
      path: "Bench/load", exclude: ["thresholds.json"], swiftSettings: settings),
    // What libFuzzer runs, and tests run on what it has found: `fuzz`.
    .target(
      name: "FuzzTargets",
      dependencies: flickd(
        "\(base) Commands Bridge FlickClient FlickInteractions Evdev VirtualPanels Requests")
        + [nioCore, nioPosix], path: "Fuzz/Targets",
      swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzTargets"] + flickd("Panels TestKit"), path: "Fuzz/FuzzTests",
      swiftSettings: settings),
    // What `packaging/sanitize.sh` must find.
    .target(name: "CPlanted", path: "Probes/CPlanted"),
    .executableTarget(
      name: "planted-faults", dependencies: ["CPlanted"], path: "Probes/planted-faults",
      swiftSettings: settings),
    // What `packaging/hotpath.sh` runs.
    .target(name: "CCallCount", path: "Probes/CCallCount"),
    .executableTarget(
      name: "hot-path-probe",
      dependencies: ["Benchmarks", "CCallCount"]
        + flickd("Pipeline Settings Panels GestureCore FlickProtocol"),
      path: "Probes/hot-path-probe", swiftSettings: settings),
  ] + (isFuzzing ? [fuzzer] : []),
  cxxLanguageStandard: .cxx17
)
