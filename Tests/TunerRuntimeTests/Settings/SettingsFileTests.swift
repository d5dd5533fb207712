// SPDX-License-Identifier: MIT

import CAllocationCounter
import FileStore
import Foundation
import ProgramRunning
import Testing
import TunerRuntime
import TunerState
import Tuning

@Suite("Settings file")
struct SettingsFileTests {
  private let home: TemporaryDirectory
  private let file: SettingsFile

  init() throws {
    home = try TemporaryDirectory()
    file = try SettingsFile(in: UserDirectories(environment: ["XDG_CONFIG_HOME": home.path]))
  }

  private func text(_ name: String = "settings.json") throws -> String {
    try String(contentsOfFile: home.path + "/tuner/" + name, encoding: .utf8)
  }

  private func write(_ text: String) throws {
    try home.write(Data(text.utf8), to: "tuner/settings.json")
  }

  // Settings survive a restart.
  @Test("returns the stored values to another reader")
  func survives() throws {
    #expect(try file.load().stored == [:])
    var settings = TunerSettings()
    let chosen: [(SettingKey, StoredValue)] = [
      (.selectedTuningID, .text("dadgad")), (.themeMode, .text("dark")),
      (.enableHapticFeedback, .flag(false)), (.noiseGateThreshold, .number(0.4)),
      (.frequencyUpdateRate, .number(59.94)), (.a4, .number(441.5)),
      (.temperament, .text("just:D")), (.notation, .text("german")), (.tolerance, .number(3)),
      (.hysteresis, .number(1)), (.confirmationHold, .number(0.25)), (.feedback, .text("chime")),
      (.stringOffsets, .text("6=-2,3=+1.5")), (.leftHanded, .flag(true)),
    ]
    #expect(chosen.map(\.0) == SettingKey.allCases)
    for (key, value) in chosen {
      #expect(settings.set(key, to: value) == nil)
      _ = try file.store(settings[key], for: key)
    }
    let again = SettingsFile(path: file.path)
    let read = TunerSettings.reading(try again.load().stored)
    #expect(read.settings == settings)
    #expect(read.diagnostics == [])
  }

  @Test("keeps the keys of other programs")
  func unknownKeys() throws {
    try write(#"{"theirs": {"deep": [1, 2]}, "a4": 442}"#)
    _ = try file.store(.text("drop_d"), for: .selectedTuningID)
    #expect(try text().contains(#""theirs": {"deep": [1, 2]}"#))
    #expect(
      try file.load().stored == [.selectedTuningID: .text("drop_d"), .a4: .number(442)])
  }

  @Test("of a later version: known keys are read, and nothing is stored")
  func future() throws {
    let later =
      #"{"schema": "tuner.settings/9", "a4": {"hz": 442}, "notation": "german", "q": 1}"#
    try write(later)
    let read = try file.load()
    #expect(read.notices == [.laterVersion(place: file.path, version: 9)])
    let settings = TunerSettings.reading(read.stored)
    #expect(settings.settings.notation == .german)
    #expect(settings.settings.a4 == .concert)
    #expect(settings.diagnostics.map(\.key) == [.a4])
    #expect(throws: StorageError.laterVersion(place: file.path, version: 9)) {
      try file.store(.text("chime"), for: .feedback)
    }
    #expect(try text() == later)
  }

  @Test(
    "is renamed and reported if it can't be read when it is loaded",
    arguments: ["", "[]", "{\"a4\":", "\u{FF}\u{0}"])
  func corrupt(broken: String) throws {
    try write(broken)
    #expect(try file.read().notices.count == 1)
    #expect(try text() == broken)
    let loaded = try file.load()
    #expect(loaded.stored == [:])
    #expect(
      loaded.notices == [
        .setAside(
          place: file.path, to: file.path + ".broken", reason: "not a JSON object")
      ])
    #expect(try text("settings.json.broken") == broken)
    #expect(try file.load().notices == [])
  }

  @Test("with a number that is too large is reported with the reason and the line")
  func largeNumber() throws {
    let broken = "{\n\"a4\": 1e400}"
    let reason = "the number on line 2 is too large"
    try write(broken)
    #expect(try file.read().notices == [.unreadable(place: file.path, reason: reason)])
    let aside = file.path + ".broken"
    #expect(
      try file.store(.number(441), for: .a4)
        == [.setAside(place: file.path, to: aside, reason: reason)])
    try write(broken)
    #expect(
      try file.load().notices
        == [.setAside(place: file.path, to: aside + "-2", reason: reason)])
  }

  @Test("is renamed if it can't be read when a value is stored, and the value is stored")
  func corruptWhenStored() throws {
    try write("{\"a4\":")
    let notices = try file.store(.text("open_g"), for: .selectedTuningID)
    #expect(notices.count == 1)
    #expect(try text("settings.json.broken") == "{\"a4\":")
    #expect(try file.load().stored == [.selectedTuningID: .text("open_g")])
  }

  @Test("is not written for a value that it already has")
  func unchanged() throws {
    _ = try file.store(.number(441), for: .a4)
    let before = try FileManager.default.attributesOfItem(atPath: file.path)
    _ = try file.store(.number(441), for: .a4)
    let after = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
  }

  @Test("has no path without a home directory")
  func withoutHome() {
    #expect(throws: StorageError.noHome) {
      try SettingsFile(in: UserDirectories(environment: [:]))
    }
  }

  @Test(
    "turns system errors into messages for a player",
    arguments: [
      (FileStoreError.createFailed(path: "f", code: EACCES), StorageError.readOnly(place: "f")),
      (.lockFailed(path: "f", code: EROFS), .readOnly(place: "f")),
      (.writeFailed(path: "f", code: ENOSPC), .full(place: "f")),
      (.writeFailed(path: "f", code: EDQUOT), .full(place: "f")),
      (.noHome(variable: "X"), .noHome),
      (.readFailed(path: "f", code: EISDIR), .unreadable(place: "f", reason: "Is a directory")),
    ])
  func mapping(error: FileStoreError, expected: StorageError) {
    #expect(StorageError(error) == expected)
  }

  @Test("loses no key when many threads store different keys at once")
  func threads() async throws {
    let path = file.path
    let values: StoredSettings = [
      .a4: .number(441), .notation: .text("german"), .tolerance: .number(5),
      .feedback: .text("none"), .themeMode: .text("dark"), .hysteresis: .number(1),
    ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (key, value) in values {
        group.addTask {
          // Away and back, so that each of them writes many times.
          for _ in 0..<10 {
            _ = try SettingsFile(path: path).store(.other, for: key)
            _ = try SettingsFile(path: path).store(value, for: key)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.load().stored == values)
  }

  // On a real disk nearly all of the time passes in these calls; GateTiming measures it.
  @Test(
    "a choice waits for the disk twice: for the file and for its name",
    .enabled(if: headstock_calls_are_counted() == 1, "A sanitizer wraps the calls itself."))
  func syncs() throws {
    // The first choice of all makes the directory, too.
    _ = try file.store(.text("standard"), for: .selectedTuningID)
    for id in ["dadgad", "open_g", "drop_d"] {
      headstock_calls_begin()
      let stored = Result { try file.store(.text(id), for: .selectedTuningID) }
      let calls = headstock_calls_end()
      _ = try stored.get()
      #expect(calls.syncs == 2)
    }
  }
}
