// SPDX-License-Identifier: MIT

public import Acoustics
internal import CMathematics

/// A reference pitch with a temperament: the frequencies of all notes.
public struct PitchSystem: Hashable, Sendable {
  /// Equal temperament at A4 = 440 Hz.
  public static let concert = PitchSystem(reference: .concert)

  /// The frequency of A4.
  public let reference: ReferencePitch
  /// The temperament.
  public let temperament: Temperament
  /// The pitches; `nil` for twelve equal semitones, because computing them is faster than a search.
  private let lattice: PitchLattice?

  /// Makes a system.
  public init(reference: ReferencePitch, temperament: Temperament = .equal) {
    self.reference = reference
    self.temperament = temperament
    lattice = PitchLattice(temperament.system, reference: reference)
  }

  /// The largest interval from a note to the degree that it names, in cents: half an octave.
  ///
  /// A scale that repeats in every octave has a degree within it. A larger interval means that the
  /// scale does not reach the note.
  private static let farthestDegree = 600.0

  /// Returns the frequency of a note with a spelling.
  ///
  /// - Parameter note: letter, accidental and octave. Only divisions of the octave other than 12
  ///   distinguish F# from Gb.
  /// - Returns: `nil` if a keyboard mapping omits the key, or a scale has no degree within half an
  ///   octave of the note.
  public func frequency(of note: SpelledNote) -> Hertz? {
    guard let lattice else { return reference.frequency(of: note.note) }
    switch temperament.system {
    case .equal:
      return reference.frequency(of: note.note)
    case .division(let division):
      return lattice.frequency(atCents: Self.cents(of: note, dividedInto: division))
    case .scale(let scale, let root) where scale.count == PitchLattice.keysPerOctave:
      return lattice.frequency(atCents: scale.cents(ofDegree: note.note.midi - root))
    case .scale:
      let equal = reference.frequency(of: note.note)
      // The rounding of two degrees at the same distance must not refuse both.
      guard let nearest = lattice.nearest(to: equal),
        nearest.cents.value.magnitude < Self.farthestDegree + 1e-6
      else { return nil }
      return equal.raised(by: -nearest.cents)
    case .mapped(let scale, let mapping):
      guard let degree = mapping.degree(ofKey: note.note.midi) else { return nil }
      return lattice.frequency(atCents: scale.cents(ofDegree: degree))
    }
  }

  /// Returns the frequency of a key, spelled with sharps.
  ///
  /// - Parameter note: the key.
  /// - Returns: `nil` if a keyboard mapping omits it, or a scale does not reach it.
  public func frequency(of note: Note) -> Hertz? {
    lattice == nil ? reference.frequency(of: note) : frequency(of: SpelledNote(note))
  }

  /// Returns the pitch of the system that is nearest to a frequency.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: the note or degree, and the interval from it to the frequency; the upper of two
  ///   that are equally near. `nil` if a mapping has no key.
  /// - Complexity: O(log degrees). Does not allocate.
  @inline(__always)
  public func nearest(to frequency: Hertz) -> (target: PitchTarget, cents: Cents)? {
    if let lattice { return lattice.nearest(to: frequency) }
    let place = reference.keyboardPosition(of: frequency)
    let key = wholeBelow(place + 0.5)
    return (.note(Note(midi: Int(key))), Cents(100 * (place - key)))
  }

  /// Returns the displayed note of a frequency.
  ///
  /// - Parameter frequency: above 0 and finite.
  /// - Returns: the nearest key of this system if its pitches are keys, otherwise of equal
  ///   temperament.
  public func nearestNote(to frequency: Hertz) -> Note {
    guard let lattice, case .note(let note)? = lattice.nearest(to: frequency)?.target else {
      return reference.nearestNote(to: frequency)
    }
    return note
  }

  /// Returns the interval from A4 to a written note in a division of the octave.
  private static func cents(of note: SpelledNote, dividedInto division: Int) -> Double {
    let fifths = note.letter.fifthsAboveA + 7 * note.accidental.rawValue
    // The number of octaves between that many fifths and the note, a whole number.
    let octaves = (note.note.midi - 69 - 7 * fifths) / 12
    let fifth = Int((Double(division) * log2(1.5)).rounded())
    return 1200 * Double(fifth * fifths + division * octaves) / Double(division)
  }
}
