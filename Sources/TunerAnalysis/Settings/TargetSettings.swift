// SPDX-License-Identifier: MIT

internal import Acoustics
internal import FileFormats
internal import NoteTracking
internal import Terminal
package import Tuning

/// The validated targets that pitches are compared with, and the notation of their names.
package struct TargetSettings: Sendable {
  /// The strings, the reference pitch, the temperament and the locked string.
  package let classifier: PitchClassifier
  /// The tuning with its stretch and its offsets, without the capo; `nil` for chromatic.
  package let openTuning: InstrumentTuning?
  /// The largest deviation that is in tune.
  package let tolerance: TuningTolerance
  /// The notation of notes.
  package let notation: NoteStyle
  /// The fret of the capo; 0 for none.
  package let capo: Int
  /// The cents that the player adds to the targets of strings.
  let offsets: StringOffsets
  /// The inharmonicities by which the targets are stretched, such as `6=0.00012`; empty for none.
  let stretch: String
  /// The strings from the highest number to string 1, each with the others that have the same
  /// target; none in chromatic mode.
  ///
  /// They are found once, because each update has a label.
  let courses: [StrumTarget]

  /// Makes settings.
  init(
    classifier: PitchClassifier, openTuning: InstrumentTuning?, tolerance: TuningTolerance,
    notation: NoteStyle, capo: Int, offsets: StringOffsets, stretch: String
  ) {
    self.classifier = classifier
    self.openTuning = openTuning
    self.tolerance = tolerance
    self.notation = notation
    self.capo = capo
    self.offsets = offsets
    self.stretch = stretch
    courses = Self.courses(of: classifier)
  }

  /// The settings that adjust the targets of single strings, such as `offsets 2=30`; none if the
  /// tuning applies as it is.
  var adjustments: [String] {
    (offsets.cents.isEmpty ? [] : ["offsets \(offsets.text)"])
      + (stretch.isEmpty ? [] : ["stretch \(stretch)"])
  }

  /// The members of records for these settings; null for none.
  var adjustmentMembers: [(key: String, value: Field)] {
    [
      ("offsets", Field(offsets.cents.isEmpty ? nil : offsets.text)),
      ("stretch", Field(stretch.isEmpty ? nil : stretch)),
    ]
  }

  /// A sentence part with everything that decides the targets.
  var summary: String {
    let tuning = classifier.selection.tuning.map { tuning in
      tuning.strings.map { notation.text(of: $0.spelling) }.joined(separator: " ")
    }
    let temperament = classifier.system.temperament.name(in: notation.notation)
    let parts =
      [
        tuning ?? "the nearest note", "A4 = \(decimal(classifier.reference.a4.value)) Hz",
        "temperament \(printable(temperament))",
      ] + (capo == 0 ? [] : ["capo \(capo)"]) + adjustments
    return parts.joined(separator: ", ")
  }

  /// Returns the frequency in tune of a note's target; `nil` without one.
  func frequency(ofTargetOf note: TrackedNote) -> Hertz? {
    guard let target = note.target, let cents = note.cents else { return nil }
    let string = classifier.strings.first { .string($0.string) == target }
    return string?.frequency ?? note.frequency.raised(by: Cents(-cents.value))
  }
}

/// The notation of notes: the language of their names, and the notation of octaves.
package struct NoteStyle: Hashable, Sendable {
  /// The language.
  package var notation: NoteNotation
  /// The notation of octaves.
  package var octaves: OctaveConvention

  /// Returns a note in this notation.
  func text(of note: SpelledNote) -> String { notation.text(of: note, octaves: octaves) }

  /// Returns a note in this notation, with a sharp where it needs an accidental.
  func text(of note: Note) -> String { text(of: SpelledNote(note)) }

  /// Reads a note in this notation.
  ///
  /// - Throws: `NoteError`.
  func note(in text: some StringProtocol) throws(NoteError) -> SpelledNote {
    try notation.note(in: text, octaves: octaves)
  }
}
