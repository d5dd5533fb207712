// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import AudioFile
import Foundation
import SignalProcessing
import TunerRuntime
import Tuning

/// What session a recording is of: what was set, by which device it came, and which versions heard it.
///
/// It goes into reports, which people send to others: it names no file and no directory of theirs.
struct SessionDescription: Codable, Equatable {
  static let schema = "tuner.session/1"

  /// One setting, as `--print-config` has it.
  struct Setting: Codable, Equatable {
    var name: String
    var value: String
    /// `flag`, `environment`, `file` or `default`.
    var from: String
  }

  /// The stream that a device agreed to.
  struct Stream: Codable, Equatable {
    var device: String
    var format: String
    var channels: Int
    var period: Int
    var buffer: Int
  }

  var schema = Self.schema
  /// `nil` for a recording that was listened to instead.
  var stream: Stream?
  var sampleRate: Int
  var settings: [Setting]
  /// What gives the same results from the recording: the arguments of `tuner analyze`.
  var arguments: [String]
  /// Settings that hang on files of the player, which are not in here.
  var notCarried: [String]
  var versions: [String: String]

  enum CodingKeys: String, CodingKey {
    case schema, stream
    case sampleRate = "sample_rate_hz"
    case settings, arguments
    case notCarried = "not_carried"
    case versions
  }
}

extension SessionDescription {
  /// Describes a session.
  ///
  /// - Parameters:
  ///   - settings: what it hears with.
  ///   - sources: who set that.
  ///   - sampleRate: samples a second.
  ///   - stream: what a device agreed to; `nil` for a recording.
  init(
    _ settings: AnalysisSettings, _ sources: SettingSources, sampleRate: SampleRate,
    stream: Stream?
  ) {
    var arguments: [String] = []
    var lost: [String] = []
    self.settings = SettingSources.Name.allCases.filter { !$0.isForScreens }.map { name in
      var value = sources.text(name)
      switch name {
      case .tuning where value != TargetSelection.chromatic.id:
        // A player's own tuning is known to nobody else: its notes are.
        let isKnown = InstrumentTuning.preset(value) != nil || value.contains(" ")
        if !isKnown, let notes = Self.notes(of: sources) { value = notes }
      case .temperament where value.lowercased().hasSuffix(".scl"), .keyboardMap where value != "":
        value = value.split(separator: "/").last.map(String.init) ?? value
        lost.append(name.rawValue)
      default: break
      }
      if name == .clockPPM { value = "\(settings.clock.value)" }
      if sources.text(name) != name.standard || value != name.standard,
        !lost.contains(name.rawValue)
      {
        arguments += ["--\(name.rawValue)", value]
      }
      return Setting(name: name.rawValue, value: value, from: sources.origin(name).word)
    }
    self.arguments = arguments
    notCarried = lost
    self.stream = stream
    self.sampleRate = sampleRate.hertz
    versions = Self.versions
  }

  /// The open strings of a tuning as they are written out, without the capo.
  private static func notes(of sources: SettingSources) -> String? {
    guard let tuning = try? TuningLibrary().tuning(sources.text(.tuning)) else { return nil }
    let isPlain = tuning.strings.allSatisfy { $0.offset.value == 0 }
    return isPlain ? tuning.strings.map(\.spelling.description).joined(separator: " ") : nil
  }

  private static var versions: [String: String] {
    var system = utsname()
    uname(&system)
    return [
      "tuner": Tuner.version, "libsndfile": AudioFileLibrary.version,
      "fftw": FFTLibrary.version, "alsa": ALSALibrary.version,
      "system": text(&system.sysname) + " " + text(&system.release),
      "machine": text(&system.machine),
    ]
  }

  private static func text<Tuple>(_ field: inout Tuple) -> String {
    withUnsafeBytes(of: &field) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// One JSON document with sorted keys.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "{}" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

extension SettingSources.Origin {
  /// One word for it; a file's name is its owner's business.
  fileprivate var word: String {
    switch self {
    case .flag: "flag"
    case .environment: "environment"
    case .file: "file"
    case .standard: "default"
    }
  }
}
