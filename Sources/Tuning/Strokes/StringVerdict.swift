// SPDX-License-Identifier: MIT

package import Acoustics

/// The verdict on a string of a stroke.
package enum StringVerdict: Hashable, Sendable {
  /// The string is within the tolerance, off by the deviation.
  case inTune(Cents)
  /// The string is outside the tolerance, off by the deviation.
  case out(Cents)
  /// The sound may be that of another source, or the reading is too uncertain to decide.
  case unclear
  case silent

  /// Judges a reading.
  ///
  /// A reading whose standard deviation exceeds the tolerance decides only if the tolerance is more
  /// than the standard deviation away.
  package init(_ reading: StringReading, _ tolerance: TuningTolerance) {
    let window = tolerance.inTune
    switch (reading.state, reading.deviation) {
    case (.silent, _): self = .silent
    case (.unclear, _), (.sounding, nil): self = .unclear
    case (.sounding, let cents?):
      let sigma = reading.sigma?.value ?? 0
      let isUncertain = sigma > window.value && abs(cents.value) <= window.value + sigma
      self =
        isUncertain ? .unclear : cents.magnitude <= window ? .inTune(cents) : .out(cents)
    }
  }
}
