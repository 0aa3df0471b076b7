// swift-tools-version: 6.2
import PackageDescription

/// Whether `packaging/fuzz.sh` builds: every Swift target then reports its coverage to libFuzzer.
let isFuzzing = Context.environment["FLICKD_FUZZ"] != nil

/// Whether the package in `Tests/Workshop` builds on this one: each target is then a product.
let isInternal = Context.environment["FLICKD_INTERNAL"] != nil

/// The products for apps: none needs another package, so an app that depends on them fetches none.
let apps = ["FlickClient", "FlickInteractions", "GestureCore"]

/// Warnings are errors with the compiler of CI alone, so a new one breaks no user's build.
#if compiler(>=6.3) && compiler(<6.4)
  let warnings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
#else
  let warnings: [SwiftSetting] = []
#endif

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6), .strictMemorySafety(), .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library"])] : [])

/// The package of each product that a target needs.
let packages = [
  "Logging": "swift-log", "ArgumentParser": "swift-argument-parser", "Subprocess": "swift-subprocess",
  "NIOCore": "swift-nio", "NIOPosix": "swift-nio", "NIOHTTP1": "swift-nio", "NIOWebSocket": "swift-nio",
  "NIOEmbedded": "swift-nio", "SystemPackage": "swift-system", "Atomics": "swift-atomics",
  "DequeModule": "swift-collections",
]

// What is often needed together; a list of targets and products is a text with blanks.
let core = "GestureCore FlickProtocol"
let recorded = "GestureCore Panels Recordings"
let configured = "Settings ConfigurationFiles"
let kit = "\(core) \(recorded) VirtualPanels LinuxIO"
let live = "\(core) \(recorded) \(configured) Pipeline Evdev LinuxIO Installation"
// The last two are swift-nio's own; named so that they are pinned below.
let nio = "NIOCore NIOPosix NIOHTTP1 NIOWebSocket Atomics DequeModule"

func dependencies(_ lists: [String]) -> [Target.Dependency] {
  Set(lists.flatMap { $0.split(separator: " ").map(String.init) }).sorted().map { name in
    guard let package = packages[name] else { return .target(name: name) }
    return .product(name: name, package: package)
  }
}

/// A library; one that `isRare` runs at the start and when files change, and is compiled for size.
func library(_ name: String, _ needs: String..., path: String? = nil, isRare: Bool = false) -> Target {
  let size = isRare ? [SwiftSetting.unsafeFlags(["-Osize"], .when(configuration: .release))] : []
  return .target(name: name, dependencies: dependencies(needs), path: path, swiftSettings: settings + size)
}

/// Tests, with what `TestKit` needs; they find the programs that they start beside their own.
func tests(_ name: String, _ needs: String..., path: String = "Tests", exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies(needs + [kit, "TestKit"]), path: "\(path)/\(name)Tests",
    exclude: exclude, swiftSettings: settings)
}

// ARCHITECTURE.md says what each target is for, and which modules it may import.
let targets: [Target] = [
  .target(name: "CMath"), .target(name: "CLinux"),
  .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
  .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .target(name: "CToml", cxxSettings: [.unsafeFlags(["-Os"], .when(configuration: .release))]),
  library("GestureCore", "CMath"), library("FlickProtocol", "GestureCore"), library("Requests", core),
  library("Compression", "CZlib"), library("Panels", "GestureCore"),
  library("Recordings", "Panels GestureCore Compression"),
  library("Settings", core, "Panels", isRare: true),
  library("ConfigurationFiles", core, "Settings Requests Panels Compression CToml", isRare: true),
  library("Pipeline", core, recorded, "Settings CMath"),
  library("Scenarios", core, configured, "Pipeline Requests Recordings"), library("PanelTuning", recorded),
  library("LinuxIO", "CLinux"), library("Installation", "LinuxIO"),
  library("Evdev", "Panels GestureCore LinuxIO CLibevdev CLibudev"),
  library("VirtualPanels", recorded, "LinuxIO"),
  library("FlickClient", core, "LinuxIO Installation"),
  library("FlickInteractions", core, "FlickClient"),
  library("Bridge", "Requests FlickProtocol LinuxIO Compression", nio),
  library("FlickDaemon", live, "Requests Logging"),
  .executableTarget(name: "flickd", dependencies: ["FlickDaemon"], swiftSettings: settings),
  library("Terminal", core, "LinuxIO ArgumentParser"),
  library("PanelLab", live, "Terminal Bridge PanelTuning VirtualPanels ArgumentParser"),
  library("Commands", live, "PanelLab Scenarios Terminal Bridge FlickClient ArgumentParser"),
  .executableTarget(name: "flickctl", dependencies: ["Commands"], swiftSettings: settings),
  library("TestKit", kit, "Subprocess SystemPackage", path: "Tests/Kit"),
  .executableTarget(
    name: "evdev-probe", dependencies: ["Evdev", "Panels", "GestureCore", "LinuxIO"],
    path: "Tests/Probes/evdev-probe", swiftSettings: settings),
  tests("Recordings", "Compression"),
  tests("PanelTuning", configured, "PanelTuning"),
  tests("Evdev", "Evdev evdev-probe"),
  tests("ConfigurationFiles", configured),
  tests("Pipeline", configured, "Pipeline Scenarios Requests Compression"),
  tests("Properties", configured, "Pipeline Scenarios"),
  tests("Architecture", "Installation"), tests("Guest", path: "Tests/Kernel"),
  tests("Independent", "flickctl", exclude: ["Scripts"]),
  tests("FlickDaemon", live, "flickd flickctl evdev-probe FlickDaemon Logging"),
  tests("PanelLab", live, "flickd flickctl PanelLab Terminal Bridge PanelTuning NIOEmbedded"),
  tests("Commands", live, "flickd flickctl Commands Compression FlickClient Requests"),
  tests("Bridge", "flickd flickctl Bridge Compression NIOCore NIOEmbedded NIOWebSocket"),
  tests("FlickClient", "flickd FlickClient FlickInteractions"),
  tests("FlickInteractions", "FlickInteractions FlickClient"),
  tests("Kernel", "flickd flickctl FlickDaemon Pipeline Settings Evdev Logging", path: "Tests/Kernel"),
]

// Each of these needs only the library of its name.
let simple = ["GestureCore", "Compression", "Panels", "LinuxIO", "Installation", "Settings", "FlickProtocol"]
let suites = (simple + ["Requests", "VirtualPanels", "Terminal"]).map { tests($0, $0) }

let package = Package(
  name: "flickd",
  products: apps.map { .library(name: $0, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    // For the tests alone, and for `flickctl bridge` alone; then what they stand on, to be pinned.
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/apple/swift-atomics", exact: "1.3.0"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
  ],
  targets: targets + suites, cxxLanguageStandard: .cxx17)

if isInternal {
  for target in targets where target.type == .regular && !apps.contains(target.name) {
    package.products.append(.library(name: target.name, targets: [target.name]))
  }
  package.products += ["flickd", "flickctl"].map { Product.executable(name: $0, targets: [$0]) }
}

// The tests that are built; all where nothing names them. To optimise all would take minutes.
if let words = Context.environment["FLICKD_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !words.contains($0.name) }
}
