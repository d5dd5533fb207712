// SPDX-License-Identifier: MIT

public import Acoustics

/// One string of a tuning.
///
/// The note is stored once. The frequency follows from the reference and the temperament.
public struct GuitarString: Hashable, Sendable, CustomStringConvertible {
  /// The supported offsets from the note.
  public static let supportedOffsets = Cents(-100)...Cents(100)

  /// The player's number: 1 is the highest string of a guitar, and the first of any tuning.
  public let position: Int
  /// The number of the course (a pair or a single string), counted like positions.
  public let course: Int
  /// The note of the open string, with its spelling.
  public let spelling: SpelledNote
  /// The intended offset from the note: sweetening and stretch together.
  public let offset: Cents

  /// Makes a string.
  ///
  /// - Parameters:
  ///   - position: the player's number.
  ///   - spelling: the note of the open string.
  ///   - course: its course; `nil` for a course of its own.
  ///   - offset: the intended offset from the note.
  /// - Precondition: `position` is 1 or more.
  public init(
    position: Int, spelling: SpelledNote, course: Int? = nil, offset: Cents = Cents(0)
  ) {
    precondition(position >= 1, "Strings are counted from 1.")
    self.position = position
    self.course = course ?? position
    self.spelling = spelling
    self.offset = offset
  }

  /// Makes a single string without an offset, with sharps on black keys.
  ///
  /// - Precondition: `position` is 1 or more.
  public init(position: Int, note: Note) {
    self.init(position: position, spelling: SpelledNote(note))
  }

  /// The key of the keyboard with the note of the open string.
  public var note: Note { spelling.note }

  /// The number and note, such as `6:E2`.
  public var description: String { PitchTarget.string(self).description }

  /// Returns the same string with another offset.
  ///
  /// - Parameter offset: the intended offset from the note.
  /// - Returns: the string.
  public func sweetened(by offset: Cents) -> GuitarString {
    GuitarString(position: position, spelling: spelling, course: course, offset: offset)
  }
}

/// A string with its target frequency.
public struct TunedString: Hashable, Sendable {
  /// The string.
  public let string: GuitarString
  /// The frequency of its note in the pitch system, with its offset.
  public let frequency: Hertz

  /// Makes a string with its target; `nil` if the system has no pitch for its note.
  public init?(_ string: GuitarString, in system: PitchSystem) {
    guard let frequency = system.frequency(of: string.spelling) else { return nil }
    self.string = string
    self.frequency = string.offset.value == 0 ? frequency : frequency.raised(by: string.offset)
  }

  /// Makes a string with its target in equal temperament, which has a pitch for every note.
  init(_ string: GuitarString, at reference: ReferencePitch) {
    let frequency = reference.frequency(of: string.note)
    self.string = string
    self.frequency = string.offset.value == 0 ? frequency : frequency.raised(by: string.offset)
  }
}

extension InstrumentTuning {
  /// Returns the strings with their frequencies, in the order of the instrument.
  ///
  /// - Throws: `InstrumentTuningError.noPitch` when a keyboard mapping omits the key of a string,
  ///   and `.noDegree` when a scale does not reach its note.
  public func tunedStrings(in system: PitchSystem) throws(InstrumentTuningError) -> [TunedString] {
    var tuned: [TunedString] = []
    for string in strings {
      guard let target = TunedString(string, in: system) else {
        if case .mapped = system.temperament.system {
          throw .noPitch(string: string.position, string.spelling)
        }
        throw .noDegree(string: string.position, string.spelling)
      }
      tuned.append(target)
    }
    return tuned
  }
}
