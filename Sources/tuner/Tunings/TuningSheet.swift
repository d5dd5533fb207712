// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import FileFormats
import Terminal
import Tuning

/// The strings of a tuning, for people and for machines.
struct TuningSheet {
  private let target: TargetSettings
  private let tuning: InstrumentTuning

  /// Takes the tuning that is the target.
  ///
  /// - Throws: `ValidationError` for chromatic mode, which has no strings.
  init(_ target: TargetSettings) throws {
    guard let tuning = target.classifier.selection.tuning else {
      throw ValidationError("chromatic has no strings. Name a tuning.")
    }
    self.target = target
    self.tuning = tuning
  }

  /// A line for each string, from low to high.
  var text: String {
    let system = target.classifier.system
    let capo = target.capo == 0 ? "" : ", capo at fret \(target.capo)"
    var text =
      "\(printable(tuning.name)) (\(tuning.id)): A4 = \(decimal(system.reference.a4.value)) Hz, "
      + "\(printable(system.temperament.name))\(capo)\n"
    for tuned in target.classifier.strings {
      let string = tuned.string
      let offset = string.offset.value == 0 ? "" : "  \(TextFigures.signed(string.offset)) cents"
      let course = string.course == string.position ? "" : "  course \(string.course)"
      let note = target.notation.text(of: string.spelling)
      text +=
        "\(TextFigures.pad("\(string.position)", to: 3))  \(TextFigures.fill(note, to: 5)) "
        + "\(TextFigures.pad(TextFigures.number(tuned.frequency.value, places: 3), to: 9)) Hz"
        + "\(offset)\(course)\n"
    }
    return text
  }

  /// The document that `tunings add` reads.
  var json: String { TuningDocument(tuning).text }
}
