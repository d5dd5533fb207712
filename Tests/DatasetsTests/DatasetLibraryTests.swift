// SPDX-License-Identifier: MIT

import Evaluation
import FileStore
import Foundation
import Testing

@testable import Datasets

@Suite("Dataset library")
struct DatasetLibraryTests {
  static func faults(_ set: MadeSet) throws -> [String: DatasetLibrary.Fault] {
    Dictionary(
      uniqueKeysWithValues: try set.library.faults(of: set.manifest).map {
        ($0.recording.file, $0.fault)
      })
  }

  @Test("without a home directory there is no library, and the error names the variable to set")
  func noHome() {
    let error = DatasetError.store(.noHome(variable: "XDG_CACHE_HOME"))
    #expect(throws: error) { try DatasetLibrary(UserDirectories(environment: [:])) }
    #expect(error.description.hasSuffix("Set HOME or XDG_CACHE_HOME"))
  }

  @Test("distinguishes complete, damaged and absent sets")
  func presence() throws {
    let set = try MadeSet.archived()
    #expect(set.library.presence(of: set.manifest) == .absent)
    try set.installer().install(set.manifest)
    #expect(set.library.presence(of: set.manifest) == .installed)
    try set.put(Data(), at: "made/B.wav")
    #expect(set.library.presence(of: set.manifest) == .damaged(missing: 1))
  }

  @Test("finds a flipped bit, a missing file and a directory in place of a file")
  func contentFaults() throws {
    let set = try MadeSet.archived()
    try set.installer().install(set.manifest)
    var data = try #require(set.installed("B.wav"))
    data[data.count - 1] ^= 1
    try set.put(data, at: "made/B.wav")
    #expect(try Self.faults(set) == ["B.wav": .checksum])
    let path = set.library.directory(of: set.manifest) + "/B.wav"
    try FileManager.default.removeItem(atPath: path)
    #expect(try Self.faults(set) == ["B.wav": .missing])
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(try Self.faults(set) == ["B.wav": .unreadable(reason: "Is a directory")])
  }

  @Test("finds files with the right checksum whose description is wrong")
  func shapeFaults() throws {
    // The manifest of a made set says 8000 Hz, and as many samples as follow a header of 44 bytes.
    let recordings = [
      "fast.wav": WAVE16.file([1, 2], rate: 16000),
      "noise.wav": Data(repeating: 0x55, count: 48),
      "right.wav": WAVE16.file([1, 2]),
      "short.wav": WAVE16.file([1, 2]) + Data(count: 4),
    ]
    let set = try MadeSet(
      source: Data("unused".utf8), recordings: recordings,
      origins: recordings.mapValues { _ in "{\"member\": \"unused\"}" })
    for (name, data) in recordings { try set.put(data, at: "made/" + name) }
    let faults = try Self.faults(set)
    #expect(faults["fast.wav"] == .shape(reason: "16000 Hz instead of 8000"))
    #expect(faults["short.wav"] == .shape(reason: "not 4 samples long"))
    guard case .unreadable = faults["noise.wav"] else {
      Issue.record("noise.wav: \(String(describing: faults["noise.wav"]))")
      return
    }
    #expect(faults["right.wav"] == nil)
  }
}

/// The sets in the user's cache; the tests of a set that isn't there are skipped.
@Suite("Installed recordings")
struct InstalledRecordingsTests {
  static func library() throws -> DatasetLibrary {
    try DatasetLibrary(UserDirectories(environment: ProcessInfo.processInfo.environment))
  }

  static func isInstalled(_ name: String) -> Bool {
    guard let library = try? library(),
      let manifest = try? DatasetCatalogue().manifest(named: name)
    else { return false }
    return library.presence(of: manifest) == .installed
  }

  static func faults(_ name: String) throws -> [String] {
    let manifest = try DatasetCatalogue().manifest(named: name)
    return try library().faults(of: manifest).map { "\($0.recording.file) \($0.fault)" }
  }

  @Test(
    "guitarsounds has the measured values of its manifest",
    .enabled(
      if: isInstalled("guitarsounds"),
      "not installed. Install it: swift run tuner-bench datasets fetch guitarsounds"))
  func guitarsounds() throws { #expect(try Self.faults("guitarsounds") == []) }

  @Test(
    "fluidr3 has the measured values of its manifest",
    .enabled(
      if: isInstalled("fluidr3"),
      "not installed. Install it: swift run tuner-bench datasets fetch fluidr3"))
  func fluidr3() throws { #expect(try Self.faults("fluidr3") == []) }

  @Test(
    "freepats has the measured values of its manifest",
    .enabled(
      if: isInstalled("freepats"),
      "not installed. Install it: swift run tuner-bench datasets fetch freepats"))
  func freepats() throws { #expect(try Self.faults("freepats") == []) }

  @Test(
    "sonic-pi has the measured values of its manifest",
    .enabled(
      if: isInstalled("sonic-pi"),
      "not installed. Install it: swift run tuner-bench datasets fetch sonic-pi"))
  func sonicPi() throws { #expect(try Self.faults("sonic-pi") == []) }
}
