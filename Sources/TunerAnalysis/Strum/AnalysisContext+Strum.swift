// SPDX-License-Identifier: MIT

import Acoustics
import OfflineAnalysis
import PitchDetection
import Tuning

extension AnalysisContext {
  /// The strings of a stroke; empty if one string is measured.
  var targets: [StrumTarget] { settings.strum?.targets ?? [] }

  /// The bounds of all sounding readings: the range of pitches of one string, or the strings of a
  /// stroke with the widest range that the engine supports, 300 cents on each side.
  ///
  /// The engine itself searches a narrower range around each string, and an unclear string may lie
  /// outside of both.
  var range: ClosedRange<Hertz> {
    let strings = targets.map(\.tuned.frequency)
    guard let lowest = strings.min(), let highest = strings.max() else {
      return settings.range.lowest...settings.range.highest
    }
    let reach = StrumConfiguration.ranges.upperBound
    return lowest.raised(by: Cents(-reach.value))...highest.raised(by: reach)
  }

  /// Returns the records of one update.
  ///
  /// - Parameter update: an update of the strings of `targets`.
  /// - Returns: a record for each string, in the order of the instrument.
  func records(_ update: StrumUpdate) -> [StrumFrameRecord] {
    zip(targets, update.readings).map { target, reading in
      StrumFrameRecord(
        position: update.position, onset: update.onsets?.lowerBound, sampleRate: sampleRate,
        target: target, reading: reading)
    }
  }

  /// Returns the records of one stroke.
  ///
  /// - Parameters:
  ///   - stroke: a stroke over the strings of `targets`.
  ///   - number: its number in the recording, from 1.
  /// - Returns: a record for each string, in the order of the instrument.
  func records(_ stroke: Stroke, number: Int) -> [StrokeRecord] {
    zip(targets, stroke.readings).map { target, reading in
      StrokeRecord(
        number: number, stroke: stroke, sampleRate: sampleRate, target: target, reading: reading,
        tolerance: settings.tolerance)
    }
  }

  /// Returns the sounding strings with their frequencies.
  ///
  /// - Parameter readings: one for each string of `targets`.
  /// - Returns: the strings in the order of the instrument.
  func sounding(
    _ readings: [StringReading]
  ) -> [(target: StrumTarget, reading: StringReading, frequency: Hertz)] {
    zip(targets, readings).compactMap { target, reading in
      guard reading.state == .sounding, let frequency = reading.frequency else { return nil }
      return (target, reading, frequency)
    }
  }

  /// Returns the text of a label.
  ///
  /// A sounding string has its cents, an unclear string has a question mark.
  ///
  /// - Parameter readings: one for each string of `targets`.
  /// - Returns: such as `6:E2 -12.3 c, 4:D3 ?`; empty if all strings are silent.
  func label(_ readings: [StringReading]) -> String {
    zip(targets, readings).compactMap { target, reading in
      switch reading.state {
      case .sounding: label(of: target, reading)
      case .unclear: "\(label(of: target)) ?"
      case .silent: nil
      }
    }.joined(separator: ", ")
  }

  /// Returns the label of a sounding string.
  ///
  /// - Returns: such as `6:E2 -12.3 c`; in a stroke also `6:E2 -12.3 c (too uncertain to judge)`.
  func label(of target: StrumTarget, _ reading: StringReading) -> String {
    let text = "\(label(of: target)) \(reading.deviation.map(TextFigures.signed) ?? "?") c"
    guard content == .strokes, case .uncertain = StringVerdict(reading, settings.tolerance) else {
      return text
    }
    return "\(text) (\(EnglishStrokeSentence.uncertain))"
  }

  private func label(of target: StrumTarget) -> String {
    TextFigures.label(of: target, in: settings.target.notation)
  }
}
