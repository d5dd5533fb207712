// SPDX-License-Identifier: MIT

import Acoustics
import Tuning

@testable import OfflineAnalysis
@testable import TunerAnalysis

/// Strokes with chosen readings, and the settings that they are compared with.
struct StrokeScenes {
  /// The reading of one string.
  enum Heard {
    /// The string sounds, off by some cents with a standard deviation.
    case at(Double, Double)
    case unclear
    case silent
  }

  let settings: AnalysisSettings
  let targets: [StrumTarget]

  /// Takes settings of the command line.
  init(_ flags: [SettingSources.Name: String] = [:]) throws {
    var settings = try SettingSources(flags: flags.mapValues { $0 }, environment: [:]).validated()
    let strum = try StrumTargets(settings.target)
    settings.strum = strum
    self.settings = settings
    targets = strum.targets
  }

  /// Returns the sentence about a stroke.
  func sentence(about heard: [Heard]) -> String {
    settings.target.sentence(about: readings(heard), of: targets)
  }

  /// Returns the readings of strings from the highest number to string 1.
  func readings(_ heard: [Heard]) -> [StringReading] {
    zip(targets, heard).map { target, heard in
      switch heard {
      case .at(let cents, let sigma):
        StringReading(
          state: .sounding, frequency: target.frequency.raised(by: Cents(cents)),
          deviation: Cents(cents), sigma: Cents(sigma), confidence: 0.95)
      case .unclear: .unmeasured(.unclear)
      case .silent: .unmeasured(.silent)
      }
    }
  }

  /// Returns a stroke.
  func stroke(_ heard: [Heard], at second: Int64 = 0) -> Stroke {
    Stroke(
      start: SamplePosition(48_000 * second), end: SamplePosition(48_000 * (second + 1)),
      readings: readings(heard))
  }

  /// Returns the context of a recording.
  func context(_ format: AnalysisFormat, part: RecordingPart? = nil) -> AnalysisContext {
    AnalysisContext(
      settings: settings, content: .strokes, format: format, name: "a.wav",
      sampleRate: SampleRate(48_000), part: part)
  }
}
