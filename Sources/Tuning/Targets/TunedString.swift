// SPDX-License-Identifier: MIT

public import Acoustics

/// A string with its target frequency.
public struct TunedString: Hashable, Sendable {
  /// The string.
  public let string: GuitarString
  /// The frequency of its note in the pitch system, with its offset.
  public let frequency: Hertz

  /// Makes a string with its target; `nil` where the system has no pitch for its note.
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
  /// Returns the strings with their frequencies, from low to high.
  ///
  /// - Throws: `InstrumentTuningError.noPitch` when a keyboard mapping omits the key of a string.
  public func tunedStrings(in system: PitchSystem) throws(InstrumentTuningError) -> [TunedString] {
    var tuned: [TunedString] = []
    for string in strings {
      guard let target = TunedString(string, in: system) else {
        throw .noPitch(string: string.position, string.spelling)
      }
      tuned.append(target)
    }
    return tuned
  }
}
