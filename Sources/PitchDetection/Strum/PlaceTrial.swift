// SPDX-License-Identifier: MIT

internal import Acoustics

/// A trial of another place for a string: the place and the decision to which the string returns
/// unless the other place is better.
///
/// The update that begins a trial still fits the string at the place before. The next one fits it
/// at the other place, and ends the trial.
struct PlaceTrial {
  /// A decision about a string.
  struct Decision {
    /// The measurement that the decision is about.
    let measurement: StrumMeasurement
    /// The reading of the string.
    let reading: StringReading
    /// `StrumFits.silentSince` of the string.
    let silentSince: Int?
  }

  /// The place before the trial.
  let before: StrumSearch.Place
  /// The last decision at `before`; `nil` until the update that has begun the trial has decided.
  var decision: Decision?
}
