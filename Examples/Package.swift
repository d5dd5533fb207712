// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// What a program outside of this repository looks like that uses Headstock: it names the products
// that it imports, and nothing else. With a version instead of a path it is complete.
let headstock = { (product: String) -> Target.Dependency in
  .product(name: product, package: "Headstock")
}

let package = Package(
  name: "HeadstockExamples",
  dependencies: [.package(name: "Headstock", path: "..")],
  targets: [
    .target(name: "PluckedString"),
    .executableTarget(
      name: "DetectAPitch", dependencies: [headstock("PitchDetection"), "PluckedString"]),
    .executableTarget(
      name: "SmallDisplay",
      dependencies: [
        headstock("TunerState"), headstock("TunerPipeline"), headstock("PitchDetection"),
        headstock("Tuning"), "PluckedString",
      ]),
    .executableTarget(
      name: "OwnSource",
      dependencies: [
        headstock("AudioInput"), headstock("TunerPipeline"), headstock("PitchDetection"),
        headstock("Tuning"), "PluckedString",
      ]),
    .executableTarget(
      name: "OwnBlocker", dependencies: [headstock("PracticeGate"), headstock("PracticeServices")]),
  ],
  swiftLanguageModes: [.v6]
)
