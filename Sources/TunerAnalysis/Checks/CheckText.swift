// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import PitchDetection
import Terminal
import Tuning

/// The text of a check for a person.
struct CheckText {
  let target: TargetSettings

  /// Returns the line of one note.
  func line(_ checked: CheckedNote) -> String {
    let file = printable(checked.file)
    guard let note = checked.note else { return "\(file): no note was heard\n" }
    guard !note.isPolyphonic else {
      return "\(file): several strings at once: pluck them one by one, or check them with --strum\n"
    }
    guard let heard = note.target, let cents = note.cents else {
      let way = target.classifier.guidance(to: note.frequency)
      let text =
        way.map {
          "\($0.distance) of \(target.name(of: .string($0.string)))"
        } ?? "nothing to compare with"
      let hertz = TextFigures.number(note.frequency.value, places: 2)
      return
        "\(file): \(target.notation.text(of: note.note)) at \(hertz) Hz is no string: \(text)\n"
    }
    let name = target.name(of: heard)
    let classifier = target.classifier
    if classifier.isFarFromLocked(cents), let way = classifier.guidance(to: note.frequency) {
      return "\(file): \(way.distance) of \(name), OUT\n"
    }
    let error = TextFigures.error(note.sigma)
    let verdict =
      switch checked.verdict {
      case .inTune: "in tune"
      case .out, .chord, .noString, .noNote: cents.value < 0 ? "OUT, flat" : "OUT, sharp"
      }
    return "\(file): \(name) \(TextFigures.signed(cents))\(error) cents, \(verdict)\n"
  }

  /// Returns the line of one string of a stroke.
  func line(_ checked: CheckedString) -> String {
    let file = printable(checked.file)
    guard let played = checked.played else { return "\(file): no stroke was heard\n" }
    let name = TextFigures.name(of: played.target, in: target.notation)
    let place = "\(file): stroke \(played.number), \(name)"
    guard let cents = played.reading.deviation else {
      return "\(place) \(checked.verdict == .silent ? "not heard" : "unclear")\n"
    }
    let error = TextFigures.error(played.reading.sigma)
    let verdict =
      switch checked.verdict {
      case .inTune: "in tune"
      case .uncertain: EnglishStrokeSentence.uncertain
      case .unclear: "unclear"
      case .out, .silent, .noStroke: cents.value < 0 ? "OUT, flat" : "OUT, sharp"
      }
    return "\(place) \(TextFigures.signed(cents))\(error) cents, \(verdict)\n"
  }

  /// Returns the line after the last note.
  static func summary(of outcome: TuningCheck.Outcome) -> String {
    let total = outcome.inTune + outcome.wrong
    let unusable =
      outcome.unusable == 0
      ? "" : ", \(outcome.unusable) \(outcome.unusable == 1 ? "file" : "files") unusable"
    return "\(outcome.inTune) of \(total) in tune\(unusable)\n"
  }
}
