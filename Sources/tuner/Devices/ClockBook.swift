// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import FileStore
import Foundation
import TunerRuntime

/// What `tuner calibrate --save` measured, by device and rate: `clocks.json` beside the settings.
struct ClockBook {
  /// One measurement.
  struct Entry: Codable, Equatable {
    var ppm: Double
    var sigma: Double
    var seconds: Double

    enum CodingKeys: String, CodingKey {
      case ppm
      case sigma = "sigma_ppm"
      case seconds
    }
  }

  private struct Document: Codable {
    var schema = "tuner.clocks/1"
    var clocks: [String: Entry] = [:]
  }

  private let file: KeptFile

  /// The book of whoever runs the program.
  ///
  /// - Throws: `TuningLibraryError.noHome`.
  init() throws {
    let directory = try SettingsDirectory(environment: ProcessInfo.processInfo.environment)
    file = KeptFile(path: directory.path + "/clocks.json")
  }

  var path: String { file.path }

  /// Returns what was measured.
  ///
  /// - Parameters:
  ///   - device: the name that it is opened by.
  ///   - sampleRate: the rate that it agreed to: another one may have another clock.
  /// - Returns: `nil` where nothing was.
  /// - Throws: `FileStoreError` or `DecodingError` for a file that can't be read.
  func entry(of device: String, at sampleRate: SampleRate) throws -> Entry? {
    guard let bytes = try file.read() else { return nil }
    return try JSONDecoder().decode(Document.self, from: Data(bytes))
      .clocks[Self.key(device, sampleRate)]
  }

  /// Keeps a measurement in the place of the one before.
  ///
  /// - Parameters:
  ///   - drift: what was measured.
  ///   - device: the name that it is opened by.
  ///   - sampleRate: the rate that it agreed to.
  /// - Throws: `FileStoreError`; the file is as it was then.
  func keep(_ drift: ClockDrift, of device: String, at sampleRate: SampleRate) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try file.update { bytes in
      let before =
        bytes.map { try? JSONDecoder().decode(Document.self, from: Data($0)) } ?? Document()
      var document = before ?? Document()
      document.clocks[Self.key(device, sampleRate)] = Entry(
        ppm: drift.clock.value, sigma: drift.sigma.value, seconds: drift.seconds)
      guard let data = try? encoder.encode(document) else { return .keep }
      let content = Array(data) + [0x0A]
      // What is no book of ours is put aside, and not lost.
      return bytes != nil && before == nil ? .setAside(then: content) : .replace(content)
    }
  }

  private static func key(_ device: String, _ sampleRate: SampleRate) -> String {
    "\(device)@\(sampleRate.hertz)"
  }
}
