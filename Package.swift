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
///
/// `scripts/test.sh --limits` tests without DEBUG.
let testsOfTheGate: [SwiftSetting] = [.define("DEBUG")]

func library(
  _ name: String, on dependencies: Target.Dependency..., with extra: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings + extra)
}

/// A module map of a C library that pkg-config finds, and the Debian package of the library.
func system(_ name: String, pkgConfig: String, debian package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func program(_ name: String, on dependencies: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
  _ name: String, on dependencies: Target.Dependency..., resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, resources: resources,
    swiftSettings: settings + (isTestable ? testsOfTheGate : []))
}

/// A target of `Tests` that tests import.
func testSupport(
  _ name: String, on dependencies: Target.Dependency..., with extra: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings + extra)
}

/// A program of `Tests` that tests or scripts run.
func testProgram(_ name: String, on dependencies: Target.Dependency...) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
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
    library("Acoustics", on: "CMathematics", with: computing),
    library("FileFormats", with: computing),
    system("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
    library("Archiving", on: "CZlib"),

    // Arithmetic
    system("CFFTW3", pkgConfig: "fftw3f", debian: "libfftw3-dev"),
    .target(name: "CDenormals"),
    .target(name: "CPlannerLock"),
    library(
      "SignalProcessing", on: "CMathematics", "Acoustics", "CFFTW3", "CDenormals", "CPlannerLock",
      with: [.enableExperimentalFeature("Lifetimes")] + optimised),

    // Detection
    library("PitchDetection", on: "CMathematics", "SignalProcessing", "Acoustics", with: optimised),

    // Notes and targets
    library("Tuning", on: "CMathematics", "FileFormats", "Acoustics", with: computing),
    library("NoteTracking", on: "CMathematics", "Tuning", "Acoustics", with: computing),
    library("StringCoupling", on: "Acoustics"),
    library(
      "TunerPipeline", on: "PitchDetection", "SignalProcessing", "Tuning", "Acoustics",
      with: computing),

    library(
      "OfflineAnalysis", on: "TunerPipeline", "PitchDetection", "SignalProcessing", "NoteTracking",
      "Tuning", "AudioInput", "Acoustics", with: computing),

    // State
    library("TunerState", on: "CMathematics", "Tuning", "Acoustics", with: computing),
    library(
      "WebTuner", on: "OfflineAnalysis", "TunerPipeline", "PitchDetection", "SignalProcessing",
      "NoteTracking", "TunerState", "Tuning", "Acoustics",
      with: [.enableExperimentalFeature("Lifetimes")] + computing),
    library("PracticeGoals", with: computing),
    library("PracticeGate", on: "PracticeGoals", with: computing),

    // Edges
    system("CSndFile", pkgConfig: "sndfile", debian: "libsndfile1-dev"),
    library("AudioInput", on: "Acoustics", with: computing),
    library("AudioFile", on: "AudioInput", "FileStore", "Acoustics", "CSndFile", with: computing),
    system("CALSA", pkgConfig: "alsa", debian: "libasound2-dev"),
    library("ALSAAudio", on: "AudioInput", "Acoustics", "CALSA", with: computing),
    library("FileStore"),
    .target(name: "CLinux"),
    library("ChildProcesses", on: "CLinux"),
    system("CExpat", pkgConfig: "expat", debian: "libexpat1-dev"),
    library(
      "PracticeServices", on: "PracticeGate", "PracticeGoals", "NoteTracking", "Tuning",
      "FileStore", "Acoustics", "ChildProcesses", "CExpat", "CLinux", with: computing),
    library(
      "TunerRuntime", on: "TunerPipeline", "PitchDetection", "SignalProcessing", "TunerState",
      "Tuning", "AudioInput", "FileStore", "FileFormats", "Acoustics", with: computing),

    // Measurements
    library(
      "Evaluation", on: "CMathematics", "FileFormats", "Acoustics", "Tuning", with: computing),
    library("TestSignals", on: "CMathematics", "Acoustics", with: optimised),
    library("Plotting", on: "Archiving"),
    .target(name: "CManifests"),
    library(
      "Datasets", on: "Evaluation", "AudioFile", "AudioInput", "Archiving", "FileFormats",
      "FileStore", "ChildProcesses", "Acoustics", "CManifests"),

    library(
      "Benchmarking", on: "Evaluation", "Datasets", "TestSignals", "TunerPipeline", "TunerRuntime",
      "TunerState", "PitchDetection", "SignalProcessing", "NoteTracking", "OfflineAnalysis",
      "Tuning", "AudioFile", "AudioInput", "FileStore", "Plotting", "ChildProcesses",
      "StringCoupling", "Acoustics", "CLinux", with: computing),

    // Executables
    library(
      "PageServing", on: nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix"), nio("NIOWebSocket")),
    .target(name: "CMPEG123"),
    library("Terminal", on: "FileStore", "CMPEG123", arguments),
    library(
      "TunerDisplay", on: "TunerRuntime", "TunerState", "StringCoupling", "PracticeGoals", "Tuning",
      "SignalProcessing", "AudioInput", "Acoustics", "Terminal"),
    library(
      "PracticeReports", on: "PracticeServices", "PracticeGate", "PracticeGoals", "TunerDisplay",
      "FileFormats", "FileStore", "Plotting", "Terminal"),
    library(
      "ControlOutput", on: "TunerRuntime", "ALSAAudio", "Tuning", "FileFormats", "FileStore",
      "Terminal", "Acoustics"),
    library(
      "TunerAnalysis", on: "OfflineAnalysis", "TunerPipeline", "TunerRuntime", "TunerState",
      "PitchDetection", "SignalProcessing", "NoteTracking", "Tuning", "AudioFile", "AudioInput",
      "Archiving", "FileFormats", "FileStore", "Plotting", "ChildProcesses", "StringCoupling",
      "Terminal", "Acoustics"),
    program(
      "tuner", on: "TunerAnalysis", "TunerDisplay", "PracticeReports", "ControlOutput",
      "TunerRuntime", "TunerState", "PracticeServices", "PracticeGate", "PracticeGoals",
      "PitchDetection", "SignalProcessing", "Tuning", "ALSAAudio", "AudioFile", "AudioInput",
      "FileFormats", "FileStore", "PageServing", "Plotting", "StringCoupling", "Terminal",
      "Acoustics", arguments),
    program(
      "tuner-bench", on: "Acoustics", "Benchmarking", "ChildProcesses", "Datasets", "Evaluation",
      "FileStore", "PitchDetection", "Plotting", "Terminal", "TestSignals", arguments),

    // Tests
    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    tests(
      "RecordingsTests", on: "Datasets", "Evaluation", "FileStore", "AudioFile", "AudioInput",
      "NoteTracking", "OfflineAnalysis", "TunerPipeline", "PitchDetection", "Tuning",
      "TestSignals", "Acoustics"),
    testSupport("ProgramRunning"),
    testSupport("DownloadServing", on: "ProgramRunning"),
    testSupport("PageReading"),
    tests("PageServingTests", on: "PageServing", "PageReading"),
    tests(
      "TunerCommandTests", on: "tuner", "TunerRuntime", "ProgramRunning", "PageReading",
      "TestSignals", "Datasets", "Evaluation", "FileStore", "AudioInput", "Acoustics",
      resources: [.copy("Readers")]),
    tests(
      "BenchCommandTests", on: "tuner-bench", "Benchmarking", "Datasets", "Evaluation", "FileStore",
      "AudioFile", "TestSignals", "Acoustics", "ProgramRunning", "DownloadServing",
      resources: [.copy("Resources")]),
    tests(
      "DatasetsTests", on: "Datasets", "Evaluation", "AudioFile", "FileStore", "Acoustics",
      "TestSignals", "ProgramRunning", "DownloadServing"),
    tests("TerminalTests", on: "Terminal", "TestSignals", arguments),
    tests("ChildProcessesTests", on: "ChildProcesses", "ProgramRunning"),
    tests("FileStoreTests", on: "FileStore", "ProgramRunning"),
    testSupport(
      "TunerTesting", on: "TunerRuntime", "TunerState", "Tuning", "AudioInput", "Acoustics"),
    tests(
      "TunerDisplayTests", on: "TunerDisplay", "Terminal", "TunerTesting", "TunerState",
      "PracticeGoals", "Tuning", "TestSignals", "Acoustics", resources: [.copy("Snapshots")]),
    tests(
      "TunerAnalysisTests", on: "TunerAnalysis", "OfflineAnalysis", "PitchDetection", "Terminal",
      "NoteTracking", "Plotting", "Tuning", "TunerState", "TunerRuntime", "AudioInput",
      "FileFormats", "TestSignals", "ProgramRunning", "Acoustics",
      resources: [.copy("Devices/pw-dump.json")]),
    tests(
      "PracticeReportsTests", on: "PracticeReports", "PracticeServices", "PracticeGate",
      "PracticeGoals", "PracticeTesting", "TunerDisplay", "FileFormats", "FileStore",
      "ProgramRunning"),
    tests("ControlOutputTests", on: "ControlOutput", "FileFormats", "Tuning", "Acoustics"),
    tests(
      "TunerRuntimeTests", on: "TunerRuntime", "TunerTesting", "TunerState", "TunerPipeline",
      "PitchDetection", "Tuning", "AudioFile", "AudioInput", "FileStore", "ProgramRunning",
      "TestSignals", "Acoustics", "CAllocationCounter"),
    testSupport(
      "FuzzTargets", on: "AudioFile", "AudioInput", "Benchmarking", "Datasets", "Evaluation",
      "FileFormats", "FileStore", "PitchDetection", "PracticeGate", "PracticeGoals",
      "PracticeServices", "SignalProcessing", "StringCoupling", "Terminal", "TunerAnalysis",
      "TunerPipeline", "TunerRuntime", "TunerState", "Tuning", "Acoustics"),
    tests("FuzzTargetsTests", on: "FuzzTargets", "TestSignals"),
    tests("StringCouplingTests", on: "StringCoupling", "TestSignals", "Acoustics"),
    testSupport("SourceReading", with: computing),
    tests("ArchitectureTests", on: "SourceReading", "ProgramRunning"),
    tests("PlottingTests", on: "Plotting", "Archiving"),
    tests("ArchivingTests", on: "Archiving", "TestSignals", "ProgramRunning"),
    tests("AcousticsTests", on: "Acoustics"),
    tests("FileFormatsTests", on: "FileFormats", "TestSignals"),
    tests("SignalProcessingTests", on: "SignalProcessing", "TestSignals", "Acoustics"),
    tests(
      "PitchDetectionTests", on: "PitchDetection", "SignalProcessing", "TestSignals", "Acoustics",
      "CAllocationCounter"),
    tests(
      "TuningTests", on: "Tuning", "TestSignals", "Acoustics", "CAllocationCounter",
      resources: [.copy("Resources")]),
    tests("NoteTrackingTests", on: "NoteTracking", "Tuning", "Acoustics", "CAllocationCounter"),
    tests(
      "TunerPipelineTests", on: "TunerPipeline", "PitchDetection", "SignalProcessing", "Tuning",
      "TestSignals", "Acoustics", "CAllocationCounter"),
    tests(
      "OfflineAnalysisTests", on: "OfflineAnalysis", "PitchDetection", "NoteTracking",
      "TestSignals", "TunerState", "Tuning", "AudioInput", "Acoustics"),
    testSupport("PracticeTesting", on: "PracticeGoals", with: computing),
    tests("PracticeGoalsTests", on: "PracticeGoals", "PracticeTesting"),
    tests(
      "PracticeGateTests", on: "PracticeGate", "PracticeGoals", "PracticeTesting", "SourceReading"),
    tests(
      "ALSAAudioTests", on: "ALSAAudio", "AudioInput", "Acoustics", "CALSA", "CAllocationCounter"),
    testProgram("JournalWriting", on: "PracticeServices", "PracticeGoals"),
    testProgram(
      "GateTiming", on: "PracticeServices", "PracticeGate", "PracticeGoals", "TunerRuntime",
      "TunerState", "Tuning"),
    .target(name: "CFaults", path: "Tests/CFaults"),
    testProgram(
      "StoreFaults", on: "CFaults", "PracticeServices", "PracticeGate", "PracticeGoals",
      "TunerRuntime", "TunerState", "FileStore", "AudioFile", "AudioInput", "Acoustics"),
    testProgram("GateKills", on: "PracticeServices", "PracticeGate", "PracticeGoals"),
    tests(
      "PracticeServicesTests", on: "PracticeServices", "PracticeGate", "PracticeGoals",
      "PracticeTesting", "NoteTracking", "Tuning", "FileStore", "Acoustics", "ProgramRunning",
      "JournalWriting", "GateKills", "CAllocationCounter"),
    tests("AudioInputTests", on: "AudioInput", "Acoustics"),
    tests(
      "EvaluationTests", on: "Evaluation", "TestSignals", "Acoustics",
      resources: [.copy("Resources")]),
    tests(
      "TunerStateTests", on: "TunerState", "Tuning", "TestSignals", "Acoustics",
      "CAllocationCounter"),
    tests(
      "WebTunerTests", on: "WebTuner", "OfflineAnalysis", "TunerPipeline", "PitchDetection",
      "NoteTracking", "TestSignals", "TunerState", "Tuning", "Acoustics", "CAllocationCounter"),
    tests("TestSignalsTests", on: "TestSignals", "Acoustics"),
    tests("AudioFileTests", on: "AudioFile", "AudioInput", "Acoustics", "CAllocationCounter"),
    tests(
      "BenchmarkingTests", on: "Benchmarking", "Evaluation", "PitchDetection", "Plotting",
      "TestSignals", "AudioFile", "Acoustics", "ProgramRunning"),
  ],
  swiftLanguageModes: [.v6]
)

// The compiler checks the functions of headstock.h against the header from Swift 6.3 on.
#if compiler(>=6.3)
  package.targets += [
    .target(name: "CHeadstock"),
    library(
      "ForeignInterface", on: "OfflineAnalysis", "TunerPipeline", "PitchDetection",
      "SignalProcessing", "NoteTracking", "Tuning", "AudioInput", "Acoustics", "CHeadstock",
      with: computing),
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
