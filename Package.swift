// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

/// Makes warnings errors in CI, which sets HEADSTOCK_STRICT=1; clients of the library do not.
let strict: [SwiftSetting] =
  Context.environment["HEADSTOCK_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The gate sets HEADSTOCK_TESTABLE=1: its one build holds the programs and the tests, and
/// `@testable import` needs internal names kept.
///
/// That build passes `-Onone` to each package (`build_for_tests` of scripts/common.bash), because
/// optimising a target takes longer than running it in the checks. Targets that compute much ask
/// for `computing` or `optimised`, which the compiler reads after `-Onone` (docs/decisions/0147).
let isTestable = Context.environment["HEADSTOCK_TESTABLE"] != nil
let testable: [SwiftSetting] =
  isTestable ? [.unsafeFlags(["-enable-testing"], .when(configuration: .release))] : []

let settings: [SwiftSetting] =
  strict + testable + [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
  ]

/// Optimises targets that compute much, in the build of the gate.
let computing: [SwiftSetting] =
  isTestable
  ? [
    .unsafeFlags(["-Xfrontend", "-O"], .when(configuration: .release)),
    .unsafeFlags(["-Xfrontend", "-enable-default-cmo"], .when(configuration: .release)),
  ] : []

/// Optimises targets that compute most of the time of the tests, in debug builds of CI too.
///
/// Only CI does: a package cannot depend on targets with unsafe flags.
let optimised: [SwiftSetting] =
  computing
  + (Context.environment["HEADSTOCK_STRICT"] == nil
    ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

/// DEBUG leaves out limits of time, which hold on a machine that does nothing else, and takes the
/// smaller of two sets of recordings.
let testsOfTheGate: [SwiftSetting] = [.define("DEBUG")]

func library(
  _ name: String, _ dependencies: [Target.Dependency], _ extra: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings + extra)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, resources: resources,
    swiftSettings: settings + (isTestable ? testsOfTheGate : []))
}

let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

/// A module of SwiftNIO, which only the server of pages uses.
func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }

let package = Package(
  name: "Headstock",
  products: [
    .library(name: "PitchDetection", targets: ["PitchDetection", "Acoustics"]),
    .library(name: "Tuning", targets: ["Tuning", "Acoustics"]),
    .library(name: "NoteTracking", targets: ["NoteTracking", "Tuning", "Acoustics"]),
    .library(name: "PracticeGate", targets: ["PracticeGate", "PracticeGoals"]),
    .library(name: "PracticeServices", targets: ["PracticeServices"]),
    .library(name: "TunerPipeline", targets: ["TunerPipeline"]),
    .library(name: "TunerState", targets: ["TunerState", "Tuning", "Acoustics"]),
    .library(name: "TunerRuntime", targets: ["TunerRuntime", "TunerState"]),
    .library(name: "AudioInput", targets: ["AudioInput"]),
    .library(name: "AudioFile", targets: ["AudioFile"]),
    .library(name: "ALSAAudio", targets: ["ALSAAudio"]),
    .library(name: "Evaluation", targets: ["Evaluation"]),
    .executable(name: "tuner", targets: ["tuner"]),
    .executable(name: "tuner-bench", targets: ["tuner-bench"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // Units and formats
    .systemLibrary(name: "CMathematics"),
    library("Acoustics", ["CMathematics"], computing),
    library("FileFormats", [], computing),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    library("Archiving", ["CZlib"]),

    // Arithmetic
    .systemLibrary(
      name: "CFFTW3", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"])]),
    .target(name: "CDenormals"),
    library(
      "SignalProcessing", ["CMathematics", "Acoustics", "CFFTW3", "CDenormals"],
      [.enableExperimentalFeature("Lifetimes")] + optimised),

    // Detection
    library("PitchDetection", ["CMathematics", "SignalProcessing", "Acoustics"], optimised),

    // Notes and targets
    library("Tuning", ["CMathematics", "FileFormats", "Acoustics"], computing),
    library("NoteTracking", ["CMathematics", "Tuning", "Acoustics"], computing),
    library("StringCoupling", ["Acoustics"]),
    library(
      "TunerPipeline", ["PitchDetection", "SignalProcessing", "Tuning", "Acoustics"], computing),

    library(
      "OfflineAnalysis",
      [
        "TunerPipeline", "PitchDetection", "SignalProcessing", "NoteTracking", "Tuning",
        "AudioInput", "Acoustics",
      ], computing),

    // State
    library("TunerState", ["CMathematics", "Tuning", "Acoustics"], computing),
    library(
      "WebTuner",
      [
        "OfflineAnalysis", "TunerPipeline", "PitchDetection", "SignalProcessing", "NoteTracking",
        "TunerState", "Tuning", "Acoustics",
      ],
      [.enableExperimentalFeature("Lifetimes")] + computing),
    library("PracticeGoals", [], computing),
    library("PracticeGate", ["PracticeGoals"], computing),

    // Edges
    .systemLibrary(
      name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    library("AudioInput", ["Acoustics"], computing),
    library("AudioFile", ["AudioInput", "FileStore", "Acoustics", "CSndFile"], computing),
    .systemLibrary(
      name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    library("ALSAAudio", ["AudioInput", "Acoustics", "CALSA"], computing),
    library("FileStore", []),
    .target(name: "CLinux"),
    library("ChildProcesses", ["CLinux"]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    library(
      "PracticeServices",
      [
        "PracticeGate", "PracticeGoals", "NoteTracking", "Tuning", "FileStore", "Acoustics",
        "ChildProcesses", "CExpat", "CLinux",
      ], computing),
    library(
      "TunerRuntime",
      [
        "TunerPipeline", "PitchDetection", "SignalProcessing", "TunerState", "Tuning",
        "AudioInput", "FileStore", "FileFormats", "Acoustics",
      ], computing),

    // Measurements
    library("Evaluation", ["CMathematics", "FileFormats", "Acoustics", "Tuning"], computing),
    library("TestSignals", ["CMathematics", "Acoustics"], optimised),
    library("Plotting", ["Archiving"]),
    .target(name: "CManifests"),
    library(
      "Datasets",
      [
        "Evaluation", "AudioFile", "AudioInput", "Archiving", "FileFormats", "FileStore",
        "ChildProcesses", "Acoustics", "CManifests",
      ]),

    library(
      "Benchmarking",
      [
        "Evaluation", "Datasets", "TestSignals", "TunerPipeline", "TunerRuntime", "TunerState",
        "PitchDetection", "SignalProcessing", "NoteTracking", "OfflineAnalysis", "Tuning",
        "AudioFile", "AudioInput", "FileStore", "Plotting", "ChildProcesses", "StringCoupling",
        "Acoustics", "CLinux",
      ], computing),

    // Executables
    library(
      "PageServing", [nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"), nio("NIOWebSocket")]),
    library("Terminal", ["FileStore", arguments]),
    library(
      "TunerDisplay",
      [
        "TunerRuntime", "TunerState", "StringCoupling", "PracticeGoals", "Tuning",
        "SignalProcessing", "AudioInput", "Acoustics", "Terminal",
      ]),
    library(
      "PracticeReports",
      [
        "PracticeServices", "PracticeGate", "PracticeGoals", "TunerDisplay", "FileFormats",
        "Plotting", "Terminal",
      ]),
    library(
      "ControlOutput",
      [
        "TunerRuntime", "ALSAAudio", "Tuning", "FileFormats", "FileStore", "Terminal", "Acoustics",
      ]),
    library(
      "TunerAnalysis",
      [
        "OfflineAnalysis", "TunerPipeline", "TunerRuntime", "TunerState", "PitchDetection",
        "SignalProcessing", "NoteTracking", "Tuning", "AudioFile", "AudioInput", "Archiving",
        "FileFormats", "FileStore", "Plotting", "ChildProcesses", "StringCoupling", "Terminal",
        "Acoustics",
      ]),
    .executableTarget(
      name: "tuner",
      dependencies: [
        "TunerAnalysis", "TunerDisplay", "PracticeReports", "ControlOutput", "TunerRuntime",
        "TunerState", "PracticeServices", "PracticeGate", "PracticeGoals", "PitchDetection",
        "Tuning", "ALSAAudio", "AudioFile", "AudioInput", "FileFormats", "FileStore",
        "PageServing", "Plotting", "StringCoupling", "Terminal", "Acoustics", arguments,
      ], swiftSettings: settings),
    .executableTarget(
      name: "tuner-bench",
      dependencies: [
        "Acoustics", "Benchmarking", "ChildProcesses", "Datasets", "Evaluation", "FileStore",
        "PitchDetection", "Plotting", "Terminal", "TestSignals", arguments,
      ], swiftSettings: settings),

    // Tests
    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    tests(
      "RecordingsTests",
      [
        "Datasets", "Evaluation", "FileStore", "AudioFile", "AudioInput", "NoteTracking",
        "OfflineAnalysis", "TunerPipeline", "PitchDetection", "Tuning", "Acoustics",
      ]),
    .target(
      name: "ProgramRunning", path: "Tests/ProgramRunning", swiftSettings: settings),
    .target(
      name: "DownloadServing", dependencies: ["ProgramRunning"], path: "Tests/DownloadServing",
      swiftSettings: settings),
    .target(
      name: "PageReading", path: "Tests/PageReading", swiftSettings: settings),
    tests("PageServingTests", ["PageServing", "PageReading"]),
    tests(
      "TunerCommandTests",
      [
        "tuner", "ProgramRunning", "PageReading", "TestSignals", "Datasets", "Evaluation",
        "FileStore", "AudioInput", "Acoustics",
      ], resources: [.copy("Readers")]),
    tests(
      "BenchCommandTests",
      [
        "tuner-bench", "Benchmarking", "Datasets", "Evaluation", "FileStore", "AudioFile",
        "Acoustics", "ProgramRunning", "DownloadServing",
      ], resources: [.copy("Resources")]),
    tests(
      "DatasetsTests",
      [
        "Datasets", "Evaluation", "AudioFile", "FileStore", "Acoustics", "TestSignals",
        "ProgramRunning", "DownloadServing",
      ]),
    tests("TerminalTests", ["Terminal", arguments]),
    tests("ChildProcessesTests", ["ChildProcesses", "ProgramRunning"]),
    tests("FileStoreTests", ["FileStore", "ProgramRunning"]),
    .target(
      name: "TunerTesting",
      dependencies: ["TunerRuntime", "TunerState", "Tuning", "AudioInput", "Acoustics"],
      path: "Tests/TunerTesting", swiftSettings: settings),
    tests(
      "TunerDisplayTests",
      ["TunerDisplay", "Terminal", "TunerState", "PracticeGoals", "Tuning", "Acoustics"],
      resources: [.copy("Snapshots")]),
    tests(
      "TunerAnalysisTests",
      [
        "TunerAnalysis", "OfflineAnalysis", "PitchDetection", "Terminal", "Plotting", "Tuning",
        "TunerState", "TunerRuntime", "AudioInput", "FileFormats", "ProgramRunning", "Acoustics",
      ], resources: [.copy("Devices/pw-dump.json")]),
    tests(
      "PracticeReportsTests",
      [
        "PracticeReports", "PracticeServices", "PracticeGate", "PracticeGoals", "PracticeTesting",
        "TunerDisplay", "FileFormats", "ProgramRunning",
      ]),
    tests("ControlOutputTests", ["ControlOutput", "FileFormats", "Tuning", "Acoustics"]),
    tests(
      "TunerRuntimeTests",
      [
        "TunerRuntime", "TunerTesting", "TunerState", "TunerPipeline", "PitchDetection", "Tuning",
        "AudioFile", "AudioInput", "FileStore", "ProgramRunning", "TestSignals", "Acoustics",
        "CAllocationCounter",
      ]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "AudioFile", "AudioInput", "Benchmarking", "Datasets", "Evaluation", "FileFormats",
        "FileStore", "PitchDetection", "PracticeGate", "PracticeGoals", "PracticeServices",
        "SignalProcessing", "StringCoupling", "Terminal", "TunerAnalysis", "TunerPipeline",
        "TunerRuntime", "TunerState", "Tuning", "Acoustics",
      ], path: "Tests/FuzzTargets", swiftSettings: settings),
    tests("FuzzTargetsTests", ["FuzzTargets", "TestSignals"]),
    tests("StringCouplingTests", ["StringCoupling", "TestSignals", "Acoustics"]),
    tests("ArchitectureTests", []),
    tests("PlottingTests", ["Plotting", "Archiving"]),
    tests("ArchivingTests", ["Archiving", "TestSignals", "ProgramRunning"]),
    tests("AcousticsTests", ["Acoustics"]),
    tests("FileFormatsTests", ["FileFormats", "TestSignals"]),
    tests("SignalProcessingTests", ["SignalProcessing", "TestSignals", "Acoustics"]),
    tests(
      "PitchDetectionTests",
      ["PitchDetection", "SignalProcessing", "TestSignals", "Acoustics", "CAllocationCounter"]),
    tests(
      "TuningTests", ["Tuning", "TestSignals", "Acoustics", "CAllocationCounter"],
      resources: [.copy("Resources")]),
    tests("NoteTrackingTests", ["NoteTracking", "Tuning", "Acoustics", "CAllocationCounter"]),
    tests(
      "TunerPipelineTests",
      [
        "TunerPipeline", "PitchDetection", "SignalProcessing", "Tuning", "TestSignals", "Acoustics",
        "CAllocationCounter",
      ]),
    tests(
      "OfflineAnalysisTests",
      [
        "OfflineAnalysis", "PitchDetection", "NoteTracking", "TestSignals", "TunerState", "Tuning",
        "AudioInput", "Acoustics",
      ]),
    .target(
      name: "PracticeTesting", dependencies: ["PracticeGoals"], path: "Tests/PracticeTesting",
      swiftSettings: settings),
    tests("PracticeGoalsTests", ["PracticeGoals", "PracticeTesting"]),
    tests("PracticeGateTests", ["PracticeGate", "PracticeGoals", "PracticeTesting"]),
    tests(
      "ALSAAudioTests", ["ALSAAudio", "AudioInput", "Acoustics", "CALSA", "CAllocationCounter"]),
    .executableTarget(
      name: "JournalWriting", dependencies: ["PracticeServices", "PracticeGoals"],
      path: "Tests/JournalWriting", swiftSettings: settings),
    .executableTarget(
      name: "GateTiming", dependencies: ["PracticeServices", "PracticeGate", "PracticeGoals"],
      path: "Tests/GateTiming", swiftSettings: settings),
    .target(name: "CFaults", path: "Tests/CFaults"),
    .executableTarget(
      name: "StoreFaults",
      dependencies: [
        "CFaults", "PracticeServices", "PracticeGate", "PracticeGoals", "TunerRuntime",
        "TunerState", "FileStore", "AudioFile", "AudioInput", "Acoustics",
      ], path: "Tests/StoreFaults", swiftSettings: settings),
    .executableTarget(
      name: "GateKills", dependencies: ["PracticeServices", "PracticeGate", "PracticeGoals"],
      path: "Tests/GateKills", swiftSettings: settings),
    tests(
      "PracticeServicesTests",
      [
        "PracticeServices", "PracticeGate", "PracticeGoals", "PracticeTesting", "NoteTracking",
        "Tuning", "FileStore", "Acoustics", "ProgramRunning", "JournalWriting",
        "GateKills", "CAllocationCounter",
      ]),
    tests("AudioInputTests", ["AudioInput", "Acoustics"]),
    tests(
      "EvaluationTests", ["Evaluation", "TestSignals", "Acoustics"], resources: [.copy("Resources")]
    ),
    tests("TunerStateTests", ["TunerState", "Tuning", "Acoustics", "CAllocationCounter"]),
    tests(
      "WebTunerTests",
      [
        "WebTuner", "OfflineAnalysis", "TunerPipeline", "PitchDetection", "NoteTracking",
        "TestSignals", "TunerState", "Tuning", "Acoustics", "CAllocationCounter",
      ]),
    tests("TestSignalsTests", ["TestSignals", "Acoustics"]),
    tests(
      "AudioFileTests", ["AudioFile", "AudioInput", "Acoustics", "CAllocationCounter"]),
    tests(
      "BenchmarkingTests",
      [
        "Benchmarking", "Evaluation", "PitchDetection", "Plotting", "TestSignals", "AudioFile",
        "Acoustics",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The compiler checks the functions of headstock.h against the header from Swift 6.3 on.
#if compiler(>=6.3)
  package.targets += [
    .target(name: "CHeadstock"),
    library(
      "ForeignInterface",
      [
        "OfflineAnalysis", "TunerPipeline", "PitchDetection", "SignalProcessing", "NoteTracking",
        "Tuning", "AudioInput", "Acoustics", "CHeadstock",
      ], computing),
  ]
  // Objects for scripts/library.sh, which links libheadstock.so and libheadstock.a from them.
  package.products.append(
    .library(name: "headstock-objects", type: .static, targets: ["ForeignInterface"]))
#endif

/// scripts/fuzz.sh and scripts/sanitize.sh set HEADSTOCK_BOUNDARIES=1. One build with the
/// sanitizers then contains the fuzzer and the tests that give invalid input to parsers and
/// boundaries.
if Context.environment["HEADSTOCK_BOUNDARIES"] != nil {
  // Only this target links libFuzzer.
  package.targets += [
    .target(name: "CFuzzer", path: "Tests/CFuzzer"),
    .executableTarget(
      name: "Fuzzing", dependencies: ["CFuzzer", "FuzzTargets"], path: "Tests/Fuzzing",
      swiftSettings: settings,
      linkerSettings: [.unsafeFlags(["-Xclang-linker", "-fsanitize=fuzzer"])]),
  ]
  // Leaves out the programs and their tests, the tests of values and reducers, which use no unsafe
  // memory, and tests that take minutes. `scripts/sanitize.sh address` runs all of them.
  let others: Set = [
    "tuner", "tuner-bench", "GateTiming", "BenchCommandTests", "TunerDisplayTests",
    "PageServing", "PageServingTests", "PageReading",
    "TunerAnalysisTests", "TunerCommandTests", "PracticeReportsTests", "ControlOutputTests",
    "AcousticsTests", "NoteTrackingTests", "PlottingTests", "PracticeGateTests",
    "PracticeGoalsTests", "TestSignalsTests", "TunerStateTests",
    "ArchitectureTests", "BenchmarkingTests", "PitchDetectionTests", "RecordingsTests",
  ]
  package.targets.removeAll { others.contains($0.name) }
  package.products.removeAll { others.contains($0.name) }
  package.products.append(.executable(name: "fuzz", targets: ["Fuzzing"]))
  for target in package.targets where target.type == .test {
    target.swiftSettings =
      settings + testsOfTheGate
      + [
        .unsafeFlags(["-Onone"], .when(configuration: .release)), .define("HEADSTOCK_BOUNDARIES"),
      ]
  }
}
