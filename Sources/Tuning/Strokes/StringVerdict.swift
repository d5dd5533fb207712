// SPDX-License-Identifier: MIT

package import Acoustics

/// The verdict on a string of a stroke.
package enum StringVerdict: Hashable, Sendable {
  /// The string is within the tolerance, off by the deviation.
  case inTune(Cents)
  /// The string is outside the tolerance, off by the deviation.
  case out(Cents)
  /// The string sounds, but its standard deviation leaves open whether it is in tune; off by the
  /// deviation.
  case uncertain(Cents)
  /// The sound may be that of another source.
  case unclear
  case silent

  /// Judges a reading.
  package init(_ reading: StringReading, _ tolerance: TuningTolerance) {
    switch (reading.state, reading.deviation) {
    case (.silent, _): self = .silent
    case (.unclear, _), (.sounding, nil): self = .unclear
    case (.sounding, let cents?):
      self =
        tolerance.leavesOpen(cents, sigma: reading.sigma)
        ? .uncertain(cents) : tolerance.contains(cents) ? .inTune(cents) : .out(cents)
    }
  }

  /// True for a string in tune, false for one out of tune or without a decision; `nil` for a silent
  /// one, which was not played.
  package var isInTune: Bool? {
    switch self {
    case .inTune: true
    case .out, .uncertain, .unclear: false
    case .silent: nil
    }
  }
}

extension TuningTolerance {
  /// Returns true if a standard deviation leaves open whether a deviation is within the tolerance.
  ///
  /// A standard deviation that exceeds the tolerance decides only if the edge of the tolerance is
  /// further away than the standard deviation.
  ///
  /// - Parameters:
  ///   - deviation: the measured deviation.
  ///   - sigma: its standard deviation; `nil` for an exact one.
  /// - Returns: true if nothing is decided.
  package func leavesOpen(_ deviation: Cents, sigma: Cents?) -> Bool {
    let sigma = sigma?.value ?? 0
    return sigma > inTune.value && deviation.magnitude.value <= inTune.value + sigma
  }
}
