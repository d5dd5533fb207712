// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import Terminal
import Tuning

/// The strings of a tuning, as text and as JSON.
package struct TuningSheet {
  private let target: TargetSettings
  private let tuning: InstrumentTuning

  /// Makes the sheet of the target's tuning.
  ///
  /// - Throws: `TuningSheetError` for chromatic mode, which has no strings.
  package init(_ target: TargetSettings) throws(TuningSheetError) {
    guard let tuning = target.classifier.selection.tuning else { throw .noStrings }
    self.target = target
    self.tuning = tuning
  }

  /// A line for each string, from the highest number to string 1.
  package var text: String {
    let system = target.classifier.system
    let capo = target.capo == 0 ? "" : ", capo at fret \(target.capo)"
    let isWritten = tuning.id == InstrumentTuning.literalID
    let name =
      isWritten
      ? tuning.strings.map { target.notation.text(of: $0.spelling) }.joined(separator: " ")
      : printable(tuning.name)
    // A scale may give A4 another pitch than the reference.
    let a4 = system.frequency(of: SpelledNote(.a, octave: 4)) ?? system.reference.a4
    var text =
      "\(name) (\(tuning.id)): A4 = \(decimal((100 * a4.value).rounded() / 100)) Hz, "
      + "\(printable(system.temperament.name(in: target.notation.notation)))\(capo)\n"
    for tuned in target.classifier.strings {
      let string = tuned.string
      let offset = string.offset.value == 0 ? "" : "  \(TextFigures.signed(string.offset)) cents"
      let isOfPair = tuning.strings.contains {
        $0.position != string.position && $0.course == string.course
      }
      let course = isOfPair ? "  course \(string.course)" : ""
      let note = target.notation.text(of: string.spelling)
      text +=
        "\(TextFigures.pad("\(string.position)", to: 3))  \(filled(note, to: 5)) "
        + "\(TextFigures.pad(TextFigures.number(tuned.frequency.value, places: 3), to: 9)) Hz"
        + "\(offset)\(course)\n"
    }
    return text
  }

  /// The document that `tunings add` reads; a capo is no part of a tuning.
  package var json: String { TuningDocument((target.openTuning ?? tuning).template).text }
}

/// The reason why the strings of a target can't be shown.
package enum TuningSheetError: UsageError, Hashable {
  /// The tuning is chromatic, so it has no strings.
  case noStrings

  /// The fault and the remedy, in two sentences.
  package var description: String {
    switch self {
    case .noStrings: "chromatic has no strings. Name a tuning."
    }
  }
}
