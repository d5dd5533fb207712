// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import ProgramRunning
import Testing
import TunerRuntime
import Tuning

@Suite("Cached tuning library")
struct CachedTuningLibraryTests {
  private let home: TemporaryDirectory
  private let library: TuningLibrary

  init() throws {
    home = try TemporaryDirectory()
    library = TuningLibrary(
      directory: try SettingsDirectory(environment: ["XDG_CONFIG_HOME": home.path]))
  }

  private func own(_ id: String, _ notes: String = "D2 A2 D3 G3 B3 E4") throws -> InstrumentTuning {
    let written = try InstrumentTuning(literal: notes)
    return try InstrumentTuning(id: id, name: id, strings: written.strings)
  }

  // The repository holds the presets and the player's own tunings.
  @Test("lists every preset and then the player's own tunings, by id")
  func offers() throws {
    let folder = CachedTuningLibrary(library)
    #expect(folder.tunings().tunings == InstrumentTuning.presets)
    _ = try library.add(own("zz"), isReplacing: false)
    _ = try library.add(own("aa"), isReplacing: false)
    #expect(folder.tunings().tunings.map(\.id).suffix(2) == ["aa", "zz"])
    #expect(folder.tuning("zz")?.id == "zz")
    #expect(folder.tuning("dadgad") == InstrumentTuning.preset("dadgad"))
    #expect(folder.tuning("nonsense") == nil)
    #expect(folder.tuning("../../x") == nil)
  }

  @Test("does not replace a tuning of a later version")
  func laterVersion() throws {
    let path = try library.add(own("mine"), isReplacing: false)
    let later = Data(#"{"schema": "tuner.tuning/2", "id": "mine", "frets": 24}"#.utf8)
    try later.write(to: URL(fileURLWithPath: path))
    #expect(throws: TuningLibraryError.laterVersion(path: path, version: 2)) {
      try library.add(own("mine"), isReplacing: true)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == later)
  }

  @Test("detects a file that was replaced, repaired or removed")
  func follows() throws {
    let folder = CachedTuningLibrary(library)
    _ = try library.add(own("mine"), isReplacing: false)
    #expect(folder.tuning("mine")?.strings.first?.spelling.description == "D2")
    _ = try library.add(own("mine", "C2 A2 D3 G3 B3 E4"), isReplacing: true)
    #expect(folder.tuning("mine")?.strings.first?.spelling.description == "C2")
    try home.write(Data("{".utf8), to: "tuner/tunings/mine.json")
    #expect(folder.tuning("mine") == nil)
    #expect(folder.tunings().notices.count == 1)
    try FileManager.default.removeItem(atPath: home.path + "/tuner/tunings/mine.json")
    #expect(folder.tunings().notices == [])
  }

  @Test("a directory that can't be read has a notice until it can")
  func unreadableDirectory() throws {
    let folder = CachedTuningLibrary(library)
    #expect(folder.tunings().notices == [])
    let path = home.path + "/tuner/tunings"
    try home.write(Data(), to: "tuner/tunings")
    let error = TuningLibraryError.directoryUnreadable(path: path, reason: "Not a directory")
    #expect(library.own().errors == [error])
    #expect(throws: error) { try library.fileNames() }
    #expect(folder.tunings().tunings == InstrumentTuning.presets)
    #expect(folder.tunings().notices == [.tuningUnreadable(reason: "\(error)")])
    #expect("\(error)".contains("\(path): can't be read (Not a directory), so your own tunings"))
    try FileManager.default.removeItem(atPath: path)
    #expect(folder.tunings().notices == [] && library.own().errors == [])
  }

  @Test("lists the presets without a home directory")
  func withoutHome() {
    let folder = CachedTuningLibrary(TuningLibrary(directory: nil))
    #expect(folder.tunings().tunings == InstrumentTuning.presets)
  }
}
