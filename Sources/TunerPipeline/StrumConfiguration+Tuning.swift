// SPDX-License-Identifier: MIT

public import Acoustics
public import PitchDetection
public import Tuning

extension StrumConfiguration {
  /// Makes the configuration of an instrument's strings, from low to high.
  ///
  /// Strings of a course that are closer than ``leastDistance`` are one string: that of the lowest.
  ///
  /// - Parameters:
  ///   - tuning: the instrument's strings.
  ///   - system: the pitches of their notes.
  ///   - sampleRate: the stream's rate.
  ///   - range: the largest distance of a string from its target.
  /// - Throws: `InstrumentTuningError.noPitch` when a keyboard mapping omits the key of a string.
  public init(
    tuning: InstrumentTuning, system: PitchSystem, sampleRate: SampleRate,
    range: Cents = Cents(150)
  ) throws(InstrumentTuningError) {
    let strings = Self.joined(try tuning.tunedStrings(in: system)).map {
      StrumString(target: $0[0].frequency, range: range)
    }
    self.init(strings: strings, sampleRate: sampleRate)
  }

  /// Groups strings that are measured as one.
  ///
  /// - Parameter strings: the strings of an instrument, from low to high.
  /// - Returns: the strings in their order, each with the later ones that are closer to it than
  ///   ``leastDistance``.
  package static func joined(_ strings: [TunedString]) -> [[TunedString]] {
    var groups: [[TunedString]] = []
    for tuned in strings {
      let index = groups.firstIndex {
        tuned.frequency.interval(above: $0[0].frequency).magnitude < leastDistance
      }
      if let index { groups[index].append(tuned) } else { groups.append([tuned]) }
    }
    return groups
  }
}
