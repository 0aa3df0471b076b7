// swift-tools-version: 6.2
import PackageDescription

/// Whether `packaging/fuzz.sh` builds: every Swift target then reports its coverage to libFuzzer,
/// and only its program can be linked.
let isFuzzing = Context.environment["FLICKD_FUZZ"] != nil

/// Whether another package of this repository builds on the libraries of this one.
///
/// An app never sets it, so what is no product for apps can change without them.
let isInternal = Context.environment["FLICKD_INTERNAL"] != nil

/// The products for apps: none needs another package, so an app that depends on them fetches none.
///
/// The programs are no products here. SwiftPM builds them in this package all the same, and an app
/// would otherwise fetch what they need.
let apps = ["FlickClient", "FlickInteractions", "GestureCore"]

/// The further libraries that packages of this repository may need.
let internals = ["FlickProtocol", "LinuxIO", "Panels", "Pipeline", "Recordings", "TestKit"]

/// Warnings are errors with the compiler that CI uses: a new warning of a newer compiler never
/// breaks a user's build.
///
/// This depends on the compiler alone, so that `swift test` after `make test` builds nothing again.
#if compiler(>=6.3) && compiler(<6.4)
  let warnings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
#else
  let warnings: [SwiftSetting] = []
#endif

/// The language settings of every Swift target.
let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
  ] + warnings
  + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"])] : [])

/// A library target under `Sources/` with the settings above.
///
/// One that `isRare` runs at the start and when files change: it is compiled for size.
func library(_ name: String, _ dependencies: [Target.Dependency] = [], isRare: Bool = false) -> Target {
  let size = isRare ? [SwiftSetting.unsafeFlags(["-Osize"], .when(configuration: .release))] : []
  return .target(name: name, dependencies: dependencies, swiftSettings: settings + size)
}

/// A test target under `Tests/`; it mirrors the library of the same name.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["TestKit"], path: "Tests/\(name)Tests",
    swiftSettings: settings)
}

/// The program of `make fuzz`; libFuzzer is in it, so it is built only for that.
let fuzzer: Target = .executableTarget(
  name: "fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/fuzz", swiftSettings: settings,
  linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// A product of swift-nio.
func nio(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-nio")
}

let package = Package(
  name: "flickd",
  products: (apps + (isInternal ? internals : [])).map { .library(name: $0, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    // For the tests alone: nothing that is installed links it.
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
    // For `flickctl bridge` alone.
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    // What swift-subprocess and swift-nio stand on; named here to be pinned.
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/apple/swift-atomics", exact: "1.3.0"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
  ],
  targets: [
    // C: headers, system libraries and the two fences that cannot be headers.
    .target(name: "CMath"),
    .target(name: "CLinux"),
    .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // It reads files at the start and at a reload: it is compiled for size.
    .target(name: "CToml", cxxSettings: [.unsafeFlags(["-Os"], .when(configuration: .release))]),

    // Pure: no device, no socket, no clock.
    library("GestureCore", ["CMath"]),
    library("FlickProtocol", ["GestureCore"]),
    // The strict reader of requests, for flickd, the bridge and the configuration, not for apps.
    library("Requests", ["FlickProtocol", "GestureCore"]),
    library("Compression", ["CZlib"]),
    library("Panels", ["GestureCore"]),
    library("Recordings", ["Panels", "GestureCore", "Compression"]),
    // Settings as values; a panel reads them when it comes and when they change, not in a frame.
    library("Settings", ["Panels", "GestureCore", "FlickProtocol"], isRare: true),
    // The files that they come from, in TOML.
    library(
      "ConfigurationFiles",
      ["Settings", "Requests", "Panels", "GestureCore", "FlickProtocol", "Compression", "CToml"],
      isRare: true),
    library("Pipeline", ["CMath", "Settings", "Recordings", "Panels", "GestureCore", "FlickProtocol"]),

    // A scenario with its configuration and its client: the pipeline, and the readers of both texts.
    library(
      "Scenarios",
      [
        "Pipeline", "ConfigurationFiles", "Settings", "Requests", "Recordings", "FlickProtocol",
        "GestureCore",
      ]),

    // What a panel is like: measurements, and their grades by published limits.
    library("PanelTuning", ["Recordings", "Panels", "GestureCore"]),

    // The system's edge.
    library("LinuxIO", ["CLinux"]),
    // Where flickd is on a machine: its folders, its socket, its units.
    library("Installation", ["LinuxIO"]),
    library("Evdev", ["Panels", "GestureCore", "LinuxIO", "CLibevdev", "CLibudev"]),

    // Touchscreens that a program makes itself, for tests and for `flickctl play`.
    library("VirtualPanels", ["Recordings", "Panels", "GestureCore", "LinuxIO"]),

    // What programs that listen use.
    library("FlickClient", ["FlickProtocol", "GestureCore", "Installation", "LinuxIO"]),
    // Content that a finger moves: pagers, cards, sheets, dials.
    library("FlickInteractions", ["FlickClient", "FlickProtocol", "GestureCore"]),

    // What brings flickd to web pages.
    library(
      "Bridge",
      [
        "Requests", "FlickProtocol", "LinuxIO", "Compression", nio("NIOCore"), nio("NIOPosix"),
        nio("NIOHTTP1"), nio("NIOWebSocket"),
        // swift-nio's own; named so that they are pinned above.
        .product(name: "Atomics", package: "swift-atomics"),
        .product(name: "DequeModule", package: "swift-collections"),
      ]),

    // Products.
    library(
      "FlickDaemon",
      [
        "Pipeline", "ConfigurationFiles", "Settings", "Evdev", "Recordings", "Panels", "Requests",
        "FlickProtocol", "GestureCore", "Installation", "LinuxIO", logging,
      ]),
    .executableTarget(name: "flickd", dependencies: ["FlickDaemon"], swiftSettings: settings),

    // The kit of a command line: text, numbers, failures, waiting.
    library("Terminal", ["FlickProtocol", "GestureCore", "LinuxIO", argumentParser]),
    // The verbs of whoever measures and tunes a panel.
    library(
      "PanelLab",
      [
        "Terminal", "Bridge", "Pipeline", "PanelTuning", "ConfigurationFiles", "Settings", "Evdev",
        "Recordings", "Panels",
        "VirtualPanels", "FlickProtocol", "GestureCore", "Installation", "LinuxIO", argumentParser,
      ]),
    // The verbs of the service, and flickctl itself.
    library(
      "Commands",
      [
        "PanelLab", "Terminal", "Bridge", "Scenarios", "Pipeline", "ConfigurationFiles", "Settings", "Evdev",
        "Recordings", "Panels", "FlickClient", "FlickProtocol", "GestureCore", "Installation", "LinuxIO",
        argumentParser,
      ]),
    .executableTarget(name: "flickctl", dependencies: ["Commands"], swiftSettings: settings),

    // Tests mirror the targets.
    .target(
      name: "TestKit",
      dependencies: [
        "GestureCore", "FlickProtocol", "Recordings", "Panels", "VirtualPanels", "LinuxIO",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/Kit", swiftSettings: settings),
    tests("GestureCore", ["GestureCore"]),
    tests("Compression", ["Compression"]),
    tests("Panels", ["Panels", "Recordings", "GestureCore"]),
    tests("Recordings", ["Recordings", "Panels", "GestureCore", "Compression"]),
    tests(
      "PanelTuning",
      ["PanelTuning", "ConfigurationFiles", "Settings", "Recordings", "Panels", "GestureCore"]),
    tests("LinuxIO", ["LinuxIO"]),
    tests("Installation", ["Installation", "LinuxIO"]),
    tests("Evdev", ["Evdev", "Panels", "GestureCore", "LinuxIO", "evdev-probe"]),
    .executableTarget(
      name: "evdev-probe", dependencies: ["Evdev", "Panels", "GestureCore", "LinuxIO"],
      path: "Tests/Probes/evdev-probe", swiftSettings: settings),
    tests("Settings", ["Settings"]),
    tests(
      "ConfigurationFiles",
      ["ConfigurationFiles", "Settings", "FlickProtocol", "Panels", "GestureCore"]),
    tests("FlickProtocol", ["FlickProtocol", "GestureCore"]),
    tests("Requests", ["Requests", "FlickProtocol", "GestureCore"]),
    tests(
      "Pipeline",
      [
        "Pipeline", "Scenarios", "ConfigurationFiles", "Settings", "Requests", "FlickProtocol", "Recordings",
        "Panels", "VirtualPanels", "GestureCore", "Compression",
      ]),
    tests("VirtualPanels", ["VirtualPanels", "Recordings", "Panels", "GestureCore", "LinuxIO"]),
    // What holds on every panel of the library and under any events; `make properties` runs it
    // optimised.
    tests(
      "Properties",
      [
        "Pipeline", "Scenarios", "ConfigurationFiles", "Settings", "FlickProtocol", "Recordings", "Panels",
        "VirtualPanels", "GestureCore",
      ]),
    tests("Architecture", ["Installation"]),
    .testTarget(
      name: "IndependentTests", dependencies: ["flickctl", "LinuxIO", "TestKit"],
      path: "Tests/IndependentTests",
      exclude: ["Scripts"], swiftSettings: settings),
    // They run the programs, which lie beside the test program.
    tests(
      "FlickDaemon",
      [
        "flickd", "flickctl", "evdev-probe", "FlickDaemon", "Pipeline", "ConfigurationFiles", "Settings",
        "Evdev", "FlickProtocol", "Recordings", "Panels", "GestureCore", "LinuxIO", logging,
      ]),
    tests("Terminal", ["Terminal"]),
    tests(
      "PanelLab",
      [
        "flickd", "flickctl", "PanelLab", "Terminal", "Bridge", "ConfigurationFiles", "Settings",
        "FlickProtocol",
        "Installation", "LinuxIO", "PanelTuning", "Panels", "Pipeline", "Recordings", "VirtualPanels",
        "GestureCore", nio("NIOEmbedded"),
      ]),
    tests(
      "Commands",
      [
        "flickd", "flickctl", "Commands", "Compression", "ConfigurationFiles", "Settings", "Evdev",
        "FlickClient", "FlickProtocol", "Requests", "Installation", "LinuxIO", "Recordings", "Panels",
        "GestureCore",
      ]),
    // They run flickd and flickctl, which lie beside the test program.
    tests(
      "Bridge",
      [
        "flickd", "flickctl", "Bridge", "Compression", "FlickProtocol", "LinuxIO", nio("NIOCore"),
        // Its clock is moved by the tests.
        nio("NIOEmbedded"), nio("NIOWebSocket"),
      ]),
    // They run flickd, which lies beside the test program.
    tests("FlickClient", ["flickd", "FlickClient", "FlickInteractions", "Panels", "LinuxIO"]),
    tests("FlickInteractions", ["FlickInteractions", "FlickClient"]),
    // They run inside a kernel of their own, where the test program finds the programs beside it
    // too.
    .testTarget(
      name: "KernelTests",
      dependencies: [
        "flickd", "flickctl", "FlickDaemon", "Pipeline", "Settings", "FlickProtocol", logging,
        "VirtualPanels", "Evdev", "Recordings", "Panels", "GestureCore", "LinuxIO", "TestKit",
      ], path: "Tests/Kernel/KernelTests", swiftSettings: settings),
    // They run nothing of this machine but its emulator; `make guest` has them run.
    .testTarget(
      name: "GuestTests", dependencies: ["Recordings", "Panels", "GestureCore", "TestKit"],
      path: "Tests/Kernel/GuestTests", swiftSettings: settings),
    // The velocity estimate's accuracy and cost, beside those of other strategies: `make accuracy`,
    // `make bench`.
    .target(
      name: "Benchmarks",
      dependencies: [
        "Pipeline", "ConfigurationFiles", "Settings", "PanelTuning", "Recordings", "Panels",
        "FlickProtocol", "GestureCore", "Compression", "Installation", "LinuxIO",
      ],
      path: "Tests/Bench/Benchmarks", swiftSettings: settings),
    .executableTarget(
      name: "bench", dependencies: ["Benchmarks", "FlickProtocol", argumentParser], path: "Tests/Bench/bench",
      swiftSettings: settings),
    tests(
      "Benchmarks",
      ["Benchmarks", "bench", "Pipeline", "Settings", "FlickProtocol", "Panels", "GestureCore"]),
    // Many clients on a flickd that it starts: `make manners`.
    .executableTarget(
      name: "load",
      dependencies: [
        "flickd", "flickctl", "FlickClient", "FlickProtocol", "Recordings", "Panels", "GestureCore",
        "LinuxIO", "Benchmarks", "TestKit", argumentParser,
      ], path: "Tests/Bench/load", exclude: ["thresholds.json"], swiftSettings: settings),
    // What libFuzzer runs, and tests run on what it has found: `make fuzz`.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Commands", "Bridge", "FlickClient", "FlickInteractions", "Pipeline", "ConfigurationFiles",
        "Settings", "Evdev", "Recordings", "Panels", "VirtualPanels", "Requests", "FlickProtocol",
        "GestureCore", "LinuxIO", nio("NIOCore"), nio("NIOPosix"),
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzTargets", "Panels", "TestKit"], path: "Tests/Fuzz/FuzzTests",
      swiftSettings: settings),
    .target(name: "CCallCount", path: "Tests/Probes/CCallCount"),
    // What `make sanitize-selftest` runs.
    .target(name: "CPlanted", path: "Tests/Probes/CPlanted"),
    .executableTarget(
      name: "planted-faults", dependencies: ["CPlanted"], path: "Tests/Probes/planted-faults",
      swiftSettings: settings),
    .executableTarget(
      name: "hot-path-probe",
      dependencies: [
        "Benchmarks", "Pipeline", "Settings", "Panels", "GestureCore", "FlickProtocol", "CCallCount",
      ], path: "Tests/Probes/hot-path-probe", swiftSettings: settings),
  ] + (isFuzzing ? [fuzzer] : []),
  cxxLanguageStandard: .cxx17
)

// The test targets that are built, with blanks between them; all where nothing says so. `make
// properties` optimises one, and to optimise all would take minutes.
if let words = Context.environment["FLICKD_TESTS"] {
  let only = words.split(separator: " ").map(String.init)
  package.targets.removeAll { $0.type == .test && !only.contains($0.name) }
}
