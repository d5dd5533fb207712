// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import FileStore
import Foundation
import PracticeGate
import PracticeGoals
import PracticeServices
import TunerRuntime
import TunerState

/// A change of a store that must be atomic.
struct Scenario {
  let name: String
  /// Makes the state before the change.
  var prepare: (_ directory: String) throws -> Void = { _ in }
  /// Makes the change.
  let act: (_ directory: String) throws -> Void
  /// Returns the contents that a program then reads, in words that differ when the contents do.
  let state: (_ directory: String) throws -> String
  /// Tells whether a third state, besides the old and the new one, is also right.
  var allows: (_ state: String) -> Bool = { _ in false }
  /// True if the change must survive a power cut once it is reported as done.
  var isDurable = true
  /// True if the file system can't exchange two files.
  var refusesExchange = false
}

extension Scenario {
  static var all: [Scenario] { journals + documents + hostsFiles + [recording] }

  /// Changes with deliberate errors, which the trials must find.
  static var careless: [Scenario] {
    [false, true].map { renames in
      Scenario(
        name: renames ? "a file that is renamed and not synced" : "a file that is written in place",
        prepare: { try Data("old".utf8).write(to: URL(fileURLWithPath: $0 + "/file")) },
        act: { directory in
          let path = directory + "/file"
          let descriptor = open(renames ? path + ".new" : path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
          guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
          // The result of the write is ignored on purpose.
          _ = Array("new".utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
          close(descriptor)
          if renames { rename(path + ".new", path) }
        },
        state: {
          String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0 + "/file")), as: UTF8.self)
        })
    }
  }

  // MARK: - The journal

  private static let old = WallTime(seconds: 1_763_000_000)
  private static let later = WallTime(seconds: 1_763_700_000)

  private static func record(_ number: Int, at start: WallTime) -> PracticeRecord {
    PracticeRecord(
      start: start, milliseconds: 10_000, practiceMilliseconds: 5000, noteCount: number,
      inTuneCount: 0, tuning: "standard", source: .live)
  }

  private static func journal(_ directory: String) -> PracticeJournal {
    PracticeJournal(directory: directory + "/journal")
  }

  private static func readJournal(_ directory: String) throws -> String {
    let reading = try journal(directory).records(
      from: WallTime(seconds: 0), to: WallTime(seconds: 4_000_000_000))
    return reading.records.map { "\($0.noteCount)" }.joined(separator: " ")
  }

  private static var journals: [Scenario] {
    [
      Scenario(
        name: "journal: the first record of all",
        act: { try journal($0).append([record(1, at: later)]) }, state: readJournal),
      Scenario(
        name: "journal: a record",
        prepare: { try journal($0).append([record(1, at: later)]) },
        act: { try journal($0).append([record(2, at: later), record(3, at: later)]) },
        state: readJournal,
        // One write of two lines may leave the first line whole and the second torn.
        allows: { $0 == "1 2" }),
      Scenario(
        name: "journal: the first record of a date",
        prepare: { try journal($0).append([record(1, at: old)]) },
        act: { try journal($0).append([record(2, at: later)]) }, state: readJournal),
      Scenario(
        name: "journal: compaction",
        prepare: { directory in
          for number in 1...5 { try journal(directory).append([record(number, at: old)]) }
          let path = directory + "/journal/2025-11-13.jsonl"
          guard let file = FileHandle(forWritingAtPath: path) else {
            throw CocoaError(.fileNoSuchFile)
          }
          try file.seekToEnd()
          try file.write(contentsOf: Data("torn\n".utf8))
          try file.close()
        },
        act: { _ = try journal($0).compact(before: later) }, state: readJournal),
    ]
  }

  // MARK: - Documents

  private static func readKept(_ name: String) -> (String) throws -> String {
    { directory in
      let bytes = try KeptFile(path: "\(directory)/\(name)").read()
      let aside = try KeptFile(path: "\(directory)/\(name).broken").read()
      return [bytes, aside].map { $0.map { String(decoding: $0, as: UTF8.self) } ?? "none" }
        .joined(separator: "|")
    }
  }

  private static func gate(_ directory: String) -> GateFile {
    GateFile(path: directory + "/gate.json") { _ in }
  }

  private static var documents: [Scenario] {
    [
      Scenario(
        name: "settings: a value",
        prepare: {
          _ = try SettingsFile(path: $0 + "/settings.json").store(.number(440), for: .a4)
        },
        act: { _ = try SettingsFile(path: $0 + "/settings.json").store(.number(415), for: .a4) },
        state: readKept("settings.json")),
      Scenario(
        name: "settings: the first value, in a directory that is made",
        act: {
          _ = try SettingsFile(path: $0 + "/tuner/settings.json").store(.number(415), for: .a4)
        },
        state: readKept("tuner/settings.json")),
      Scenario(
        name: "calibration: a measurement in the place of a broken book",
        prepare: {
          try KeptFile(path: $0 + "/clocks.json").update { _ in .replace(Array("broken".utf8)) }
        },
        act: { directory in
          try KeptFile(path: directory + "/clocks.json").update { _ in
            .setAside(then: Array("{}".utf8))
          }
        },
        state: readKept("clocks.json"),
        // Both names of the old book, before the new one is there.
        allows: { $0 == "broken|broken" }),
      Scenario(
        name: "calibration: a measurement",
        prepare: {
          try KeptFile(path: $0 + "/clocks.json").update { _ in .replace(Array("{1}".utf8)) }
        },
        act: {
          try KeptFile(path: $0 + "/clocks.json").update { _ in .replace(Array("{2}".utf8)) }
        },
        state: readKept("clocks.json")),
      Scenario(
        name: "gate: its state",
        prepare: { directory in
          try gate(directory).update { _, _ in GateDocument(Practice(calendar: .utc)) }
        },
        act: { directory in
          try gate(directory).update { document, _ in
            var document = document
            document?.settings.leaseSeconds = 60
            return document
          }
        },
        state: readKept("gate.json")),
    ]
  }

  // MARK: - The hosts file

  private static func hosts(_ directory: String) -> HostsFile {
    HostsFile(path: directory + "/hosts")
  }

  private static func section(_ names: String...) throws -> HostsSection {
    HostsSection(hosts: try names.map { try HostName($0) }, end: later)
  }

  private static func block(_ directory: String) throws {
    let section = try section("youtube.com", "reddit.com")
    try hosts(directory).replaceSection { _ in section }
  }

  private static func writeHosts(_ directory: String) throws {
    try Data("127.0.0.1 localhost\n".utf8).write(to: URL(fileURLWithPath: directory + "/hosts"))
  }

  private static func readHosts(_ directory: String) throws -> String {
    String(decoding: try hosts(directory).read().bytes, as: UTF8.self)
  }

  private static var hostsFiles: [Scenario] {
    [false, true].flatMap { refuses in
      let way = refuses ? ", without an exchange" : ""
      return [
        Scenario(
          name: "hosts file: a block" + way, prepare: writeHosts, act: block, state: readHosts,
          refusesExchange: refuses),
        Scenario(
          name: "hosts file: the end of a block" + way,
          prepare: {
            try writeHosts($0)
            try block($0)
          },
          act: { _ = try hosts($0).restore() }, state: readHosts, refusesExchange: refuses),
      ]
    }
  }

  // MARK: - Recordings

  /// The samples that were recorded, block by block; each one its own number.
  private static let blocks: [[Float]] = (0..<4).map { block in
    (0..<256).map { Float(256 * block + $0) / 4096 }
  }

  private static var recording: Scenario {
    Scenario(
      name: "recording: four blocks",
      act: { directory in
        var writer = try RecordingWriter(
          path: directory + "/take.wav", sampleRate: SampleRate(48_000))
        for block in blocks { try writer.write(block.span) }
      },
      state: { directory in
        let path = directory + "/take.wav"
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        else {
          return "none"
        }
        // A change that could neither be begun nor removed.
        if size == 0 { return "no samples" }
        let opened: AudioFileReader
        do throws(AudioFileError) {
          opened = try AudioFileReader(path: path)
        } catch {
          // The file has a header without samples, because the disk was full before the first.
          if case .noSamples = error { return "no samples" }
          throw error
        }
        var reader = opened
        var samples: [Float] = []
        var block = [Float](repeating: 0, count: 4096)
        while true {
          var span = block.mutableSpan
          let count = try reader.read(into: &span)
          if count == 0 { break }
          samples += block[..<count]
        }
        let all = blocks.flatMap { $0 }
        let count = samples.count
        return samples == Array(all.prefix(count)) ? "\(count) samples" : "other samples"
      },
      allows: { $0.hasSuffix(" samples") && $0 != "other samples" }, isDurable: false)
  }
}
