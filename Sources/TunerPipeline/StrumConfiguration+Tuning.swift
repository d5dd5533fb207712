// SPDX-License-Identifier: MIT

public import Acoustics
public import PitchDetection
public import Tuning

extension StrumConfiguration {
  /// Makes the configuration of an instrument's strings, in its order.
  ///
  /// Strings of a course that are closer than `StrumTarget.leastDistance` are measured as one
  /// string, the first.
  ///
  /// - Parameters:
  ///   - tuning: the instrument's strings.
  ///   - system: the pitches of their notes.
  ///   - sampleRate: the stream's rate.
  ///   - range: the largest distance of a string from its target.
  /// - Throws: `InstrumentTuningError.noPitch` when a keyboard mapping omits the key of a string,
  ///   and `.noDegree` when a scale does not reach its note.
  public init(
    tuning: InstrumentTuning, system: PitchSystem, sampleRate: SampleRate,
    range: Cents = StrumString.defaultRange
  ) throws(InstrumentTuningError) {
    self.init(
      StrumTarget.targets(of: try tuning.tunedStrings(in: system)), sampleRate: sampleRate,
      range: range)
  }

  /// Makes the configuration of strings.
  ///
  /// - Parameters:
  ///   - targets: the strings, in the order of the instrument.
  ///   - sampleRate: the stream's rate.
  ///   - range: the largest distance of a string from its target.
  public init(
    _ targets: [StrumTarget], sampleRate: SampleRate, range: Cents = StrumString.defaultRange
  ) {
    self.init(
      strings: targets.map { StrumString(target: $0.frequency, range: range) },
      sampleRate: sampleRate)
  }
}
