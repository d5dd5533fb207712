// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

/// The measurements of cost are a package of their own.
///
/// A program that imports the library then resolves neither the harness nor libaubio, which is
/// under the GPL and linked into no product.
let strict: [SwiftSetting] =
  Context.environment["HEADSTOCK_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

let pipeline: Target.Dependency = .product(name: "TunerPipeline", package: "Headstock")
let audioFile: Target.Dependency = .product(name: "AudioFile", package: "Headstock")

let package = Package(
  name: "HeadstockBenchmarks",
  dependencies: [
    .package(name: "Headstock", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // Without its traits: they bring interposers whose counts we don't use.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .systemLibrary(name: "CAubio", pkgConfig: "aubio", providers: [.apt(["libaubio-dev"])]),
    .target(name: "CMeasurement"),
    .executableTarget(
      name: "detector-cost",
      dependencies: [
        "CAubio", "CMeasurement", pipeline, audioFile,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: strict + settings),
    .executableTarget(
      name: "Kernels",
      dependencies: [pipeline, .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/Kernels", swiftSettings: settings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
