// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import OfflineAnalysis
import Terminal
import Tuning

/// The text of strokes for a person.
struct StrumText {
  /// The sentence of a recording with strokes in which no string was read.
  static let unread = "No string was read. \(MissingStroke.remedy)"

  let target: TargetSettings
  let targets: [StrumTarget]
  let sampleRate: SampleRate

  /// Returns the heading of one file's strokes.
  ///
  /// - Parameters:
  ///   - recording: the file, and the part of it.
  ///   - duration: the length of the part in samples.
  ///   - strokeCount: the number of its strokes.
  ///   - missing: the reason why there is none.
  /// - Returns: a line, or two lines if there is no stroke.
  func heading(
    of recording: AnalysisContext, duration: SamplePosition, strokeCount: Int,
    missing: MissingStroke
  ) -> String {
    let line = TextRendering.heading(of: recording, duration: duration) + "\n"
    return strokeCount > 0 ? line : line + "  \(missing.sentence)\n"
  }

  /// Returns the table of one stroke: a sentence and a line for each string.
  ///
  /// - Parameters:
  ///   - stroke: the stroke.
  ///   - ordinal: its number in the recording, from 1.
  /// - Returns: the lines.
  func table(_ stroke: Stroke, number ordinal: Int) -> String {
    let from = number(stroke.start.seconds(at: sampleRate), places: 2)
    let to = number(stroke.end.seconds(at: sampleRate), places: 2)
    let sentence = target.sentence(about: stroke.readings, of: targets)
    let names = targets.map { TextFigures.name(of: $0, in: target.notation) }
    let width = names.map(\.count).max() ?? 0
    let lines = zip(names, stroke.readings).map { name, reading in
      "    \(filled(name, to: width))  \(line(reading))\n"
    }
    return "  Stroke \(ordinal), \(from) to \(to) s: \(sentence)\n" + lines.joined()
  }

  /// Returns the readable line of one update.
  func frame(_ update: StrumUpdate) -> String {
    let seconds = number(update.position.seconds(at: sampleRate), places: 3)
    let strings = zip(targets, update.readings).map { target, reading in
      let text =
        switch reading.state {
        case .sounding: reading.deviation.map(TextFigures.signed) ?? "?"
        case .unclear: "?"
        case .silent: "-"
        }
      let note = self.target.notation.text(of: target.string.spelling)
      return "\(target.numbers) \(note) \(TextFigures.pad(text, to: 6))"
    }
    return "\(TextFigures.pad(seconds, to: 9)) s  \(strings.joined(separator: "   "))\n"
  }

  /// Returns the line of a string with its deviation in a column.
  private func line(_ reading: StringReading) -> String {
    guard let cents = reading.deviation, reading.state == .sounding else {
      return "        " + Self.verdict(on: reading, target.tolerance)
    }
    let width = TextFigures.signed(cents).count
    return TextFigures.pad("", to: 6 - width) + Self.verdict(on: reading, target.tolerance)
  }

  /// Returns the deviation of a string with its error and advice, or the reason why there is none.
  static func verdict(on reading: StringReading, _ tolerance: TuningTolerance) -> String {
    let error = TextFigures.error(reading.sigma)
    switch StringVerdict(reading, tolerance) {
    case .silent: return "not heard"
    case .unclear: return "unclear"
    case .uncertain(let cents):
      return "\(TextFigures.signed(cents))\(error) cents, \(EnglishStrokeSentence.uncertain)"
    case .inTune(let cents), .out(let cents):
      let state = TuningState(cents: cents, confidence: 1, tolerance: tolerance)
      return "\(TextFigures.signed(cents))\(error) cents, \(state.advice)"
    }
  }

  private func number(_ value: Double, places: Int) -> String {
    TextFigures.number(value, places: places)
  }
}

extension MissingStroke {
  /// The most frequent reason why no string is read, and its remedy.
  static let remedy =
    "\(StrumTargets.rangeText) Choose the tuning with -t, and the fret of a capo with --capo."

  /// The sentences of a recording without a stroke.
  var sentence: String {
    let reason =
      switch self {
      case .noNumbers: "No sample is a number, so nothing can be heard."
      case .silence: "The recording is silent."
      case .cancelled: "The channels cancel each other. Choose one: --channel 1"
      case .short:
        "The recording is too short: it needs the stroke and about 0.1 s after its last string."
      case .cutOff:
        "A sound begins just before the end: a reading takes about 0.1 s after the last string."
      case .damped:
        "The sound ends within \(decimal(Self.shortest)) s, which is too short for a stroke. Let "
          + "the strings ring."
      case .unknown: Self.remedy
      }
    return "No stroke was heard. \(reason)"
  }
}
