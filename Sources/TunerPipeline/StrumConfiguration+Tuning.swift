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
    var strings: [StrumString] = []
    for tuned in try tuning.tunedStrings(in: system) {
      let isJoined = strings.contains {
        tuned.frequency.interval(above: $0.target).magnitude < Self.leastDistance
      }
      if !isJoined { strings.append(StrumString(target: tuned.frequency, range: range)) }
    }
    self.init(strings: strings, sampleRate: sampleRate)
  }
}
