// SPDX-License-Identifier: MIT

public import Acoustics

extension InstrumentTuning {
  /// The frets that a capo can sit at; 0 is none.
  public static let capoFrets = 0...12

  /// Returns the tuning with every string moved by the same interval.
  ///
  /// A tuning written with flats stays in flats, and one moved down that has no sharps gets them.
  ///
  /// - Parameter semitones: how far up; negative is down.
  /// - Returns: the same strings with other notes.
  /// - Throws: `InstrumentTuningError.octave` when a string leaves what can be sounded.
  public func transposed(by semitones: Int) throws(InstrumentTuningError) -> InstrumentTuning {
    guard semitones != 0 else { return self }
    let hasFlats = strings.contains { $0.spelling.accidental.rawValue < 0 }
    let hasSharps = strings.contains { $0.spelling.accidental.rawValue > 0 }
    let moved = strings.map { string in
      GuitarString(
        position: string.position,
        spelling: SpelledNote(
          Note(midi: string.note.midi + semitones), flats: hasFlats || semitones < 0 && !hasSharps),
        course: string.course, offset: string.offset)
    }
    return try InstrumentTuning(
      id: id, name: name, localizedNames: localizedNames, isRising: isRising, strings: moved)
  }

  /// Returns what the open strings sound behind a capo.
  ///
  /// - Parameter fret: where it sits; 0 for none.
  /// - Returns: the tuning, that many semitones higher.
  /// - Throws: `InstrumentTuningError.capo` out of `capoFrets`, and `.octave` as transposition does.
  public func behindCapo(at fret: Int) throws(InstrumentTuningError) -> InstrumentTuning {
    guard Self.capoFrets.contains(fret) else {
      throw .capo(required: Self.capoFrets, actual: fret)
    }
    return try transposed(by: fret)
  }

  /// Returns the tuning with other sweetening.
  ///
  /// - Parameter offsets: how far each string is meant to lie above its note, by position; strings
  ///   that are not named keep theirs.
  /// - Returns: the tuning.
  /// - Throws: `InstrumentTuningError.noSuchString` and `.offset`.
  public func sweetened(
    by offsets: [Int: Cents]
  ) throws(InstrumentTuningError) -> InstrumentTuning {
    if let stranger = offsets.keys.sorted().first(where: { string(at: $0) == nil }) {
      throw .noSuchString(stranger, count: strings.count)
    }
    return try InstrumentTuning(
      id: id, name: name, localizedNames: localizedNames, isRising: isRising,
      strings: strings.map { $0.sweetened(by: offsets[$0.position] ?? $0.offset) })
  }
}
