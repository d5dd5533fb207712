// SPDX-License-Identifier: MIT

public import Acoustics

extension InstrumentTuning {
  /// The frets of a capo; 0 for none.
  public static let capoFrets = 0...12
  /// The largest transposition in semitones that is computed.
  private static let farthest = 1_000_000

  /// Returns the tuning with every string moved by the same interval.
  ///
  /// A tuning with flats keeps flats. A tuning without sharps that moves down gets flats.
  ///
  /// - Parameter semitones: the interval; negative is down.
  /// - Returns: the same strings with other notes.
  /// - Throws: `InstrumentTuningError.octave` when a string leaves the supported octaves.
  public func transposed(by semitones: Int) throws(InstrumentTuningError) -> InstrumentTuning {
    guard semitones != 0 else { return self }
    // Far beyond every octave; a larger number would exceed an integer.
    let semitones = min(max(semitones, -Self.farthest), Self.farthest)
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

  /// Returns the tuning behind a capo.
  ///
  /// - Parameter fret: the fret; 0 for none.
  /// - Returns: the tuning, that many semitones higher.
  /// - Throws: `InstrumentTuningError.capo` outside `capoFrets`, and `.octave` as for a
  ///   transposition.
  public func behindCapo(at fret: Int) throws(InstrumentTuningError) -> InstrumentTuning {
    guard Self.capoFrets.contains(fret) else {
      throw .capo(required: Self.capoFrets, actual: fret)
    }
    return try transposed(by: fret)
  }

  /// Returns the tuning with other offsets.
  ///
  /// - Parameter offsets: the offset of each string by position. Other strings keep theirs.
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
